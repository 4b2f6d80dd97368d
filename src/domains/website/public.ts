/** What other domains use of website. */
import type { ReadContext } from '#kit/api/context.ts'
import { getPublished } from './actions/edit-website.ts'
import { defaultWebsite, type Block, type Design, type SiteLink, type Texts, type Website, type WebsitePage } from './rules/website.ts'

export interface PublicPage {
  /** '' for the home page. */
  slug: string
  title: Texts
  blocks: Block[]
}
export interface PublicWebsite {
  design: Design
  menu: SiteLink[]
  footer: Website['footer']
  pages: Pick<WebsitePage, 'id' | 'slug' | 'title'>[]
}

/** Look, menu and addresses of the published website; undefined while the site is as it came. */
export async function findPublicWebsite(ctx: ReadContext): Promise<PublicWebsite | undefined> {
  const website = await getPublished(ctx)
  return website && { ...website, pages: website.pages.map(({ id, slug, title }) => ({ id, slug, title })) }
}
/** The published page with this slug; that of the home page is ''. */
export async function findPublicPage(ctx: ReadContext, slug: string): Promise<PublicPage | undefined> {
  const { home, pages } = (await getPublished(ctx)) ?? defaultWebsite
  return slug === '' ? { slug, title: {}, blocks: home } : pages.find((page) => page.slug === slug)
}
/** All pages of the owner that are published, in their order. */
export const listPublicPages = async (ctx: ReadContext): Promise<readonly WebsitePage[]> => (await getPublished(ctx))?.pages ?? []

export { textIn } from './rules/website.ts'
export { describeBlocks } from './rules/written-words.ts'
