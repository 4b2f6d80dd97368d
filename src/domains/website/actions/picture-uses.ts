/** Where the website shows a picture: in its draft and as published. Source: guide services-and-availability §12. */
import type { ReadContext } from '#kit/api/context.ts'
import { getSite } from '#domains/site/public.ts'
import { findPictureUses, textIn, type Website, type WebsitePictureUse } from '../rules/website.ts'
import * as store from '../store.ts'

/** Each place once, by its name; `mediaId` is the public id of the picture. */
export async function listPictureUses(ctx: ReadContext, mediaId: string): Promise<WebsitePictureUse[]> {
  const row = await store.findWebsite(ctx)
  if (!row) return []
  const { language } = await getSite(ctx)
  const listUses = (website: Website | null, suffix: string) =>
    website
      ? findPictureUses(website, mediaId, (page) => textIn(page.title, 'en', language) || page.slug).map((use) => ({ ...use, name: use.name + suffix }))
      : []
  const drafted = listUses(row.draft, '')
  const places = new Set(drafted.map(({ name }) => name))
  return [...drafted, ...listUses(row.published, ' (published)').filter(({ name }) => !places.has(name.replace(/ \(published\)$/, '')))]
}
