/** Public ids and URLs of pictures. Source: contract wire §4: ids without a slash. */

export interface PictureId {
  siteId: string
  id: string
}
const removeHyphens = (guid: string): string => guid.replaceAll('-', '')
const toGuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The public id of a picture: site and picture, without hyphens. */
export const mediaId = ({ siteId, id }: PictureId): string => `${removeHyphens(siteId)}_${removeHyphens(id)}`

/** Parses an id, with or without file extension. */
export function parseMediaId(text: string): PictureId | undefined {
  const [, site, id] = /^([0-9a-f]{32})_([0-9a-f]{32})(?:\.\w{1,5})?$/.exec(text) ?? []
  return site && id ? { siteId: toGuid(site), id: toGuid(id) } : undefined
}

/** The id of a picture as clients send it: id, URL, or `wix:image://v1/<id>/<name>#…`. */
export function parsePictureReference(sent: { id?: string | null | undefined; url?: string | null | undefined }): PictureId | undefined {
  const path = /^(?:wix:image:\/\/v1\/|https?:\/\/[^/]+\/media\/)([^/#?]+)/.exec(sent.url ?? '')?.[1]
  return parseMediaId(sent.id ?? '') ?? (path ? parseMediaId(path) : undefined)
}

/** The absolute URL of a picture. */
export const toPictureUrl = (origin: string, publicId: string): string => `${origin}/media/${publicId}.webp`

/** The value with all URLs of uploaded pictures at this origin, because the address of the site may have changed since they were stored. */
export function rewritePictureUrls<T>(value: T, origin: string): T {
  if (Array.isArray(value)) return value.map((one) => rewritePictureUrls(one, origin)) as T
  if (typeof value !== 'object' || value === null) return value
  const { id } = value as { id?: unknown }
  if (typeof id === 'string' && parseMediaId(id)) return { ...value, url: toPictureUrl(origin, id) }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewritePictureUrls(inner as unknown, origin)])) as T
}
