/** The media library: what there is, what is said of it, crops, deletion. Source: guide services-and-availability §12. */
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { findPictureUses, type PictureUse } from '../hooks.ts'
import { cropPicture } from '../image-codec.ts'
import { isUsableRegion, withoutEmptyTexts, type AltTexts, type FocalPoint } from '../rules/library.ts'
import { mediaId, parseMediaId } from '../rules/media-id.ts'
import type { Region } from '../rules/resize.ts'
import * as store from '../store.ts'
import { assertRoomForPicture } from './upload-picture.ts'

const CROP_QUALITY = 88

/** A picture of this site's library by its public name. Refuses with NOT_FOUND, also those of members and of other sites. */
export async function getLibraryPicture(ctx: ReadContext, name: string): Promise<store.LibraryPicture> {
  const id = parseMediaId(name)
  const found = id?.siteId === ctx.siteId ? await store.findLibraryPicture(ctx, id.id) : undefined
  return found ?? refuseStandard('NOT_FOUND')
}

/** What shows the picture, in the order of the domains. */
export const listUses = async (ctx: ReadContext, picture: store.Picture): Promise<PictureUse[]> =>
  (await findPictureUses.call(ctx, { mediaId: mediaId(picture) })).flat()

/** The picture, its original, and what shows it. */
export async function describePicture(ctx: ReadContext, name: string) {
  const picture = await getLibraryPicture(ctx, name)
  const original = picture.originalId ? await store.findLibraryPicture(ctx, picture.originalId) : undefined
  return { picture, original, uses: await listUses(ctx, picture), crops: await store.listCrops(ctx, picture.id) }
}

export interface PictureChange {
  filename?: string | undefined
  alt?: AltTexts | undefined
  /** Null takes the focal point away. */
  focus?: FocalPoint | null | undefined
}
/** Changes what the change names. Refuses with NOT_FOUND. */
export async function updatePicture(ctx: TransactionContext, name: string, change: PictureChange): Promise<store.LibraryPicture> {
  const before = await getLibraryPicture(ctx, name)
  const after = {
    ...before,
    fileName: change.filename?.trim() || before.fileName,
    ...(change.alt && { alt: withoutEmptyTexts({ ...before.alt, ...change.alt }) }),
    ...(change.focus !== undefined && { focus: change.focus }),
  }
  await store.updatePicture(ctx, before.id, after)
  return after
}

/**
 * Stores a part of a picture as a picture of its own: the original stays, and so does what shows it. A crop of a crop is cut from
 * the original, in pixels of the original. Refuses with NOT_FOUND, and regions outside the picture.
 */
export async function cutPicture(ctx: OwnTransactionContext, name: string, region: Region): Promise<store.LibraryPicture> {
  const source = await ctx.read(async (inner) => {
    const picture = await getLibraryPicture(inner, name)
    return (picture.originalId && (await store.findLibraryPicture(inner, picture.originalId))) || picture
  })
  assertNoViolations(
    isUsableRegion(source, region) ? [] : [{ field: 'region', description: 'must lie within the picture', violatedRule: 'VALIDATION', data: {} }],
  )
  const pixels = (await ctx.read((inner) => store.findPixels(inner, source))) ?? refuseStandard('NOT_FOUND')
  const webp = await cropPicture(pixels, { scaled: source, kept: region, quality: CROP_QUALITY })
  return ctx.transaction(async (work) => {
    const { siteId, fileName, alt } = source
    const { width, height } = region
    const id = work.newId()
    await assertRoomForPicture(work, webp)
    await store.insertPicture(work, { siteId, id, memberId: null, fileName, width, height, webp, crop: { alt, originalId: source.id, region } })
    return (await store.findLibraryPicture(work, id)) ?? refuseStandard('NOT_FOUND')
  })
}

/**
 * Deletes a picture that nothing shows. Refuses with NOT_FOUND, PICTURE_IN_USE.
 * decision: what shows a picture gives it up first, so that no page ever shows a hole.
 */
export async function deletePicture(ctx: TransactionContext, name: string): Promise<void> {
  const picture = await getLibraryPicture(ctx, name)
  const uses = await listUses(ctx, picture)
  if (uses.length > 0) refuse('PICTURE_IN_USE', { uses })
  await store.deletePicture(ctx, picture.id)
}
