/** Keeps an uploaded picture. Source: guide members (photos), contract wire 4. */
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import { sceneAsSvg } from '#kit/pure/scene.ts'
import { drawn, takenIn, type Pixels } from '../pixels.ts'
import * as store from '../store.ts'

/** What one member may upload in a day of 24 hours. */
const MOST_A_DAY = 40

/** Reads, cleans and saves the picture; the transaction opens only when the slow part is done. */
export async function takeIn(ctx: Ctx, bytes: Uint8Array, fileName: string): Promise<store.Picture> {
  const pixels = (await takenIn(bytes)) ?? refuse('UNREADABLE_PICTURE')
  const memberId = ctx.caller.role === 'member' ? (ctx.caller.memberId ?? null) : null
  return ctx.write(async (work) => {
    if (memberId && (await store.countUploadsSince(work, memberId, work.now.subtract({ hours: 24 }))) >= MOST_A_DAY) refuse('TOO_MANY_PICTURES')
    return keep(work, pixels, fileName, memberId)
  })
}

/** Draws a landscape and keeps it as a picture of the business, 1600 pixels wide. */
export async function draw(ctx: Ctx, seed: string): Promise<store.Picture> {
  const pixels = await drawn(sceneAsSvg(seed, 1600))
  return ctx.write((work) => keep(work, pixels, 'drawn.webp', null))
}

/** Saves pixels as a picture of the member, or of the business. */
async function keep(ctx: Ctx, { webp, width, height }: Pixels, fileName: string, memberId: string | null): Promise<store.Picture> {
  const picture = { siteId: ctx.siteId, id: ctx.newId(), memberId, fileName, width, height }
  await store.insertPicture(ctx, { ...picture, webp })
  return picture
}
