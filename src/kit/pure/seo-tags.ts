/** What search engines are told of a service: the tags that we know among those that are stored. Pure. Source: guide services-and-availability §3. */

export interface SeoTag {
  type?: string
  children?: string
  props?: Record<string, unknown>
}
/** Stored as it came: what is no text counts as none. Empty texts where nothing is written. */
export interface SeoFields {
  seoTitle: string
  seoDescription: string
  noIndex: boolean
}
export const readTags = (seoData: unknown): readonly SeoTag[] => {
  const { tags } = (seoData ?? {}) as { tags?: unknown }
  return Array.isArray(tags) ? (tags as (SeoTag | null)[]).filter((tag) => tag !== null) : []
}
export const isTitle = ({ type }: SeoTag): boolean => type === 'title'
export const isMeta = ({ type, props }: SeoTag, name: string): boolean => type === 'meta' && props?.['name'] === name
const toText = (stored: unknown): string => (typeof stored === 'string' ? stored : '')
const findContent = (tags: readonly SeoTag[], name: string): string => toText(tags.find((tag) => isMeta(tag, name))?.props?.['content'])

export function readSeo(seoData: unknown): SeoFields {
  const tags = readTags(seoData)
  return {
    seoTitle: toText(tags.find(isTitle)?.children),
    seoDescription: findContent(tags, 'description'),
    noIndex: /\bnoindex\b/i.test(findContent(tags, 'robots')),
  }
}
/** The title of the page of a service: the one that its owner wrote, else its name. */
export const toServiceTitle = ({ name, seoData }: { name: string; seoData?: unknown }): string => readSeo(seoData).seoTitle.trim() || name
