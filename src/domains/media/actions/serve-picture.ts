/** The bytes of a picture, original or resized. Source: contract wire §4, storefronts (media host). */
import type { OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { cropPicture } from '../image-codec.ts'
import { chooseFormat } from '../rules/library.ts'
import { parseMediaId } from '../rules/media-id.ts'
import { cropKey, planCrop } from '../rules/resize.ts'
import * as store from '../store.ts'

const MAX_RENDITIONS = 60

/** The stored WebP of a public name. Refuses with NOT_FOUND. */
export async function getPicture(ctx: ReadContext, name: string): Promise<Uint8Array> {
  const id = parseMediaId(name) ?? refuseStandard('NOT_FOUND')
  return (await store.findPixels(ctx, id)) ?? refuseStandard('NOT_FOUND')
}

interface Rendition {
  bytes: Uint8Array
  format: 'avif' | 'webp'
}
/** The picture in another size, made once and stored; as AVIF for browsers that read it. `mode` and `shape` as in the URL. Refuses with NOT_FOUND unknown pictures and parameters. */
export async function getResizedPicture(ctx: OwnTransactionContext, name: string, mode: string, shape: string): Promise<Rendition> {
  const id = parseMediaId(name) ?? refuseStandard('NOT_FOUND')
  const picture = (await ctx.read((inner) => store.findPicture(inner, id))) ?? refuseStandard('NOT_FOUND')
  const crop = planCrop(picture, mode, shape) ?? refuseStandard('NOT_FOUND')
  const format = chooseFormat(ctx.headers['accept'], crop.kept)
  const key = format === 'avif' ? `${cropKey(crop)}_avif` : cropKey(crop)
  const existing = await ctx.read((inner) => store.findRendition(inner, id, key))
  if (existing) return { bytes: existing, format }
  const bytes = await cropPicture((await ctx.read((inner) => store.findPixels(inner, id))) ?? refuseStandard('NOT_FOUND'), crop, format)
  await ctx.transaction((work) => store.saveRendition(work, id, key, bytes, MAX_RENDITIONS), picture.siteId)
  return { bytes, format }
}
