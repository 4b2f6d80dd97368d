/** The bytes of a picture, whole or in a size. Source: contract wire 4, storefronts (media host). */
import type { Ctx } from '#kit/ctx.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { cutOut } from '../pixels.ts'
import { readMediaId } from '../rules/media-id.ts'
import { cutName, cutOf } from '../rules/shape.ts'
import * as store from '../store.ts'

const MOST_SIZES_KEPT = 40

export async function whole(ctx: Ctx, name: string): Promise<Uint8Array> {
  const id = readMediaId(name) ?? refuseStandard('NOT_FOUND')
  return (await store.pixelsOf(ctx, id)) ?? refuseStandard('NOT_FOUND')
}

export async function inSize(ctx: Ctx, name: string, mode: string, shape: string): Promise<Uint8Array> {
  const id = readMediaId(name) ?? refuseStandard('NOT_FOUND')
  const picture = (await store.pictureById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const cut = cutOf(picture, mode, shape) ?? refuseStandard('NOT_FOUND')
  const key = cutName(cut)
  const kept = await store.renditionOf(ctx, id, key)
  if (kept) return kept
  const made = await cutOut((await store.pixelsOf(ctx, id)) ?? refuseStandard('NOT_FOUND'), cut)
  await ctx.write((work) => store.keepRendition(work, id, key, made, MOST_SIZES_KEPT), picture.siteId)
  return made
}
