/** The files that search engines ask for first. No I/O. */
const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export interface SitemapEntry {
  /** Path without query. */
  path: string
  /** ISO 8601 instant of the last change. */
  changed?: string
}

/** As many as the protocol of sitemaps.org allows in one file. */
export const MAX_ENTRIES = 50_000

/** A sitemap in the protocol of sitemaps.org, each page with its languages; at most `MAX_ENTRIES`. */
export function renderSitemap(origin: string, entries: readonly SitemapEntry[], languages: readonly string[]): string {
  const pages = entries.slice(0, MAX_ENTRIES).map(({ path, changed }) => {
    const url = escapeXml(origin + path)
    const links = languages.map((language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${url}?lang=${language}"/>`)
    return `<url><loc>${url}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}${links.join('')}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${pages.join('\n')}\n</urlset>\n`
}

/** Pages of flows and of one person are nothing to search for. */
const privatePaths = [
  '/account',
  '/booking/',
  '/visit/',
  '/checkout/',
  '/dashboard',
  '/hosted/',
  '/setup',
  '/signed-in',
  '/signed-out',
  '/thank-you',
  '/api/',
  '/_api/',
]
/** `/robots.txt` for a site at this origin. */
export const renderRobots = (origin: string): string =>
  ['User-agent: *', ...privatePaths.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
