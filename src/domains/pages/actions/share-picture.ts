/** The picture of the site for link previews. */
import { renderPng } from '#domains/media/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { drawSharePicture } from '../rules/share-picture.ts'
import { createPictureCache } from './drawn-pictures.ts'
import { loadSharedSite } from './page-data.ts'

const pictures = createPictureCache(40)

/** PNG of 1200 × 630 pixels. Refuses NOT_FOUND before the first site is set up. */
export async function getSharePicture(ctx: ReadContext): Promise<Uint8Array> {
  if (ctx.siteId === '') return refuseStandard('NOT_FOUND')
  const site = await loadSharedSite(ctx)
  return pictures([site.name, site.line, site.accent].join('\n'), () => renderPng(drawSharePicture(site)))
}
