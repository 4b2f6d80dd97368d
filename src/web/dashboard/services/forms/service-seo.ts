/** What search engines are told of a service: the tags that the editor knows among those that are stored. Pure. Source: guide services-and-availability §3. */

interface SeoTag {
  type?: string
  children?: string
  props?: Record<string, unknown>
}
export interface SeoFields {
  seoTitle: string
  seoDescription: string
  noIndex: boolean
}
const readTags = (seoData: unknown): readonly SeoTag[] => {
  const { tags } = (seoData ?? {}) as { tags?: unknown }
  return Array.isArray(tags) ? (tags as SeoTag[]) : []
}
const isTitle = ({ type }: SeoTag): boolean => type === 'title'
const isMeta = ({ type, props }: SeoTag, name: string): boolean => type === 'meta' && props?.['name'] === name
const findContent = (tags: readonly SeoTag[], name: string): string => {
  const content = tags.find((tag) => isMeta(tag, name))?.props?.['content']
  return typeof content === 'string' ? content : ''
}

export function readSeo(seoData: unknown): SeoFields {
  const tags = readTags(seoData)
  return {
    seoTitle: tags.find(isTitle)?.children ?? '',
    seoDescription: findContent(tags, 'description'),
    noIndex: /\bnoindex\b/i.test(findContent(tags, 'robots')),
  }
}

/** The stored tags with these in place of those that the editor knows; tags of others stay. */
export function withSeo(seoData: unknown, { seoTitle, seoDescription, noIndex }: SeoFields): { tags: SeoTag[] } {
  const meta = (name: string, content: string): SeoTag => ({ type: 'meta', props: { name, content } })
  const own = (tag: SeoTag) => isTitle(tag) || isMeta(tag, 'description') || isMeta(tag, 'robots')
  return {
    tags: [
      ...(seoTitle.trim() ? [{ type: 'title', children: seoTitle.trim() }] : []),
      ...(seoDescription.trim() ? [meta('description', seoDescription.trim())] : []),
      ...(noIndex ? [meta('robots', 'noindex')] : []),
      ...readTags(seoData).filter((tag) => !own(tag)),
    ],
  }
}
