/** What search engines are told of a service, as the editor writes it. Pure. Source: guide services-and-availability §3. */
import { isMeta, isTitle, readTags, type SeoFields, type SeoTag } from '#kit/pure/seo-tags.ts'

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
