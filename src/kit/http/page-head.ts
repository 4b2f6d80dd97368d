/** Writes the head of a page into its HTML. */

/** Title, description, addresses and structured data of a page. Without `canonical` it must not be indexed: a header says so. */
export interface HeadTags {
  title: string
  description: string
  siteName: string
  language: string
  canonical?: string
  alternates: readonly { language: string; url: string }[]
  image?: string
  /** A picture that the browser loads at once. */
  preload?: { srcset: string; sizes: string }
  structuredData: readonly unknown[]
  /** HTML of what the page says, for readers without JavaScript. */
  content?: string
  /** Address of the same as Markdown. */
  markdown?: string
}

/** The Open Graph protocol wants a territory with each language (`og:locale`). */
const openGraphLocales: Readonly<Record<string, string>> = { en: 'en_GB', de: 'de_DE', fr: 'fr_FR', es: 'es_ES' }

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const meta = (key: 'name' | 'property', name: string, content: string): string => `<meta ${key}="${name}" content="${escapeHtml(content)}" />`

/** The tags of the head. JSON-LD is data: `<` is escaped, so that no text of an owner ends the element. */
export const renderHeadTags = (head: HeadTags): string =>
  [
    meta('name', 'description', head.description),
    ...(head.canonical ? [`<link rel="canonical" href="${escapeHtml(head.canonical)}" />`] : []),
    ...head.alternates.map(({ language, url }) => `<link rel="alternate" hreflang="${language}" href="${escapeHtml(url)}" />`),
    ...(head.markdown ? [`<link rel="alternate" type="text/markdown" href="${escapeHtml(head.markdown)}" />`] : []),
    ...(head.preload
      ? [
          `<link rel="preload" as="image" imagesrcset="${escapeHtml(head.preload.srcset)}" imagesizes="${escapeHtml(head.preload.sizes)}" fetchpriority="high" />`,
        ]
      : []),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:site_name', head.siteName),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:locale', openGraphLocales[head.language] ?? head.language),
    ...(head.canonical ? [meta('property', 'og:url', head.canonical)] : []),
    ...(head.image ? [meta('property', 'og:image', head.image)] : []),
    meta('name', 'twitter:card', head.image ? 'summary_large_image' : 'summary'),
    `<title>${escapeHtml(head.title)}</title>`,
    ...head.structuredData.map((data) => `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`),
  ].join('\n    ')

/** The frame of the app is as high as the window, and stays empty. */
const READING_STYLE = '<style>#root{display:none}nav.page{padding-block-end:0}main.page :is(p,h2,li){margin-block:10px}</style>'

/**
 * Replaces language, description and title of the built page by those of this one, and gives it its content, unless what it shows can be read without
 * JavaScript (`isReadable`).
 */
export const writeHead = (html: string, head: HeadTags, { isReadable = false } = {}): string =>
  html
    .replace(/<html lang="[^"]*"/, () => `<html lang="${escapeHtml(head.language)}"`)
    .replace(/<meta name="description"[^>]*>\s*/, '')
    .replace(/<title>[^<]*<\/title>/, () => renderHeadTags(head))
    .replace('<noscript>', () => (isReadable ? '<noscript>' : `<noscript>${READING_STYLE}${head.content ?? ''}`))
