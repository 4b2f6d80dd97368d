/** The bytes of a picture, original or resized. Source: contract wire 4, storefronts (media host). */
import type { Ctx } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { cropPicture } from '../image-codec.ts'
import { parseMediaId } from '../rules/media-id.ts'
import { cropKey, planCrop } from '../rules/resize.ts'
import * as store from '../store.ts'

const MAX_RENDITIONS = 40

export async function getPicture(ctx: Ctx, name: string): Promise<Uint8Array> {
  const id = parseMediaId(name) ?? refuseStandard('NOT_FOUND')
  return (await store.findPixels(ctx, id)) ?? refuseStandard('NOT_FOUND')
}

export async function getResizedPicture(ctx: Ctx, name: string, mode: string, shape: string): Promise<Uint8Array> {
  const id = parseMediaId(name) ?? refuseStandard('NOT_FOUND')
  const picture = (await store.findPicture(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const crop = planCrop(picture, mode, shape) ?? refuseStandard('NOT_FOUND')
  const key = cropKey(crop)
  const existing = await store.findRendition(ctx, id, key)
  if (existing) return existing
  const rendition = await cropPicture((await store.findPixels(ctx, id)) ?? refuseStandard('NOT_FOUND'), crop)
  await ctx.transaction((work) => store.saveRendition(work, id, key, rendition, MAX_RENDITIONS), picture.siteId)
  return rendition
}
