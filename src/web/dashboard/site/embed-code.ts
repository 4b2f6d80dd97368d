/** What an owner pastes on another website, and the addresses to share. No I/O. */

export type EmbedPart = 'schedule' | 'services' | 'plans' | 'service' | 'button'
export interface EmbedChoice {
  part: EmbedPart
  /** Of the service, for `service`, and for a button that leads to one. */
  service?: { id: string; slug: string } | undefined
  /** Two letters; absent: the language of the reader. */
  language?: string | undefined
  /** Words of the button. */
  label: string
  /** Hex colours of the button. */
  accent: string
  onAccent: string
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The page of the site that shows the same. `origin` has no slash at its end. */
export function toShareUrl(origin: string, { part, service, language }: Pick<EmbedChoice, 'part' | 'service' | 'language'>): string {
  const path =
    service && (part === 'service' || part === 'button') ? `/service/${encodeURIComponent(service.slug)}` : `/${part === 'button' ? 'services' : part}`
  return origin + path + (language ? `?lang=${language}` : '')
}

/** Path of the frame with a part of the site; undefined for a button, which is none. */
export function toFramePath({ part, service, language }: Pick<EmbedChoice, 'part' | 'service' | 'language'>): string | undefined {
  if (part === 'button' || (part === 'service' && !service)) return undefined
  return `/embed/${part}${part === 'service' && service ? `/${service.id}` : ''}${language ? `?lang=${language}` : ''}`
}

/** HTML to paste; undefined while no service is chosen for one. */
export function toEmbedCode(origin: string, choice: EmbedChoice): string | undefined {
  const { part, service, language, label, accent, onAccent } = choice
  if (part === 'button') {
    const style = `display:inline-block;padding:12px 24px;border-radius:999px;background:${accent};color:${onAccent};font:600 16px system-ui,sans-serif;text-decoration:none`
    return `<a href="${escapeHtml(toShareUrl(origin, choice))}" style="${style}">${escapeHtml(label)}</a>`
  }
  if (part === 'service' && !service) return undefined
  const attributes = [
    `data-atrium="${part}"`,
    ...(part === 'service' && service ? [`data-service="${service.id}"`] : []),
    ...(language ? [`data-lang="${language}"`] : []),
  ]
  return `<div ${attributes.join(' ')}></div>\n<script src="${escapeHtml(origin)}/embed.js" async></script>`
}
