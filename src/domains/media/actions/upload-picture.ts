/** Stores an uploaded picture. Source: contract wire §4. */
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertRoom } from '#domains/site/public.ts'
import { refuse } from '../errors.ts'
import { guessTheme, renderThemeSvg, type DrawingTheme } from '#kit/pure/theme-drawings.ts'
import { renderSvg, normalizePicture } from '../image-codec.ts'
import type { Pixels } from '../image-tasks.ts'
import { readDimensions, isTooLarge } from '../rules/dimensions.ts'
import * as store from '../store.ts'

/** Uploads of one member in 24 hours. */
const MAX_UPLOADS_PER_DAY = 40

/** Decodes, normalizes and stores the picture. Decoding is slow and runs outside a transaction; the limit is checked before and after. */
export async function uploadPicture(ctx: OwnTransactionContext, bytes: Uint8Array, fileName: string): Promise<store.Picture> {
  const memberId = ctx.caller.role === 'member' ? (ctx.caller.memberId ?? null) : null
  if (memberId) await ctx.transaction((work) => assertUploadLimit(work, memberId))
  // Before decoding: a small file may decode to pixels that exhaust the memory.
  const size = readDimensions(bytes) ?? refuse('UNREADABLE_PICTURE')
  if (isTooLarge(size)) refuse('PICTURE_TOO_LARGE')
  const pixels = (await normalizePicture(bytes, size)) ?? refuse('UNREADABLE_PICTURE')
  return ctx.transaction(async (work) => {
    if (memberId) await assertUploadLimit(work, memberId)
    return savePicture(work, pixels, fileName, memberId)
  })
}

async function assertUploadLimit(ctx: ReadContext, memberId: string): Promise<void> {
  if ((await store.countUploadsSince(ctx, memberId, ctx.now.subtract({ hours: 24 }))) >= MAX_UPLOADS_PER_DAY) refuse('TOO_MANY_PICTURES')
}

/** Draws a theme, or the one that the seed speaks of, 1600 pixels wide, and stores it under that name as a picture of the business. */
export async function drawPicture(ctx: OwnTransactionContext, seed: string, theme: DrawingTheme = guessTheme(seed)): Promise<store.Picture> {
  const pixels = await renderSvg(renderThemeSvg(theme, seed, 1600))
  return ctx.transaction((work) => savePicture(work, pixels, `${seed.trim()}.webp`, null))
}

/** Refuses with RESOURCE_EXHAUSTED at a site whose pictures take all the room that it has. */
export const assertRoomForPicture = (ctx: TransactionContext, { byteLength: more }: Uint8Array): Promise<void> =>
  assertRoom(ctx, 'pictureBytes', { more, countUsed: () => store.sumPictureBytes(ctx) })

/** Stores pixels as a picture of the member, or of the business. */
async function savePicture(ctx: TransactionContext, { webp, width, height }: Pixels, fileName: string, memberId: string | null): Promise<store.Picture> {
  await assertRoomForPicture(ctx, webp)
  const picture = { siteId: ctx.siteId, id: ctx.newId(), memberId, fileName, width, height }
  await store.insertPicture(ctx, { ...picture, webp })
  return picture
}
