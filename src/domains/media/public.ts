/** What other domains use of media. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { parsePictureReference } from './rules/media-id.ts'
import * as store from './store.ts'
import { toWire, type Image } from './wire.ts'

export { renderIcon, renderPng } from './image-codec.ts'
export { sumPictureBytes } from './store.ts'
export { rewritePictureUrls } from './rules/media-id.ts'
export type { Image } from './wire.ts'

type PictureReference = { id?: string | null | undefined; url?: string | null | undefined } | null | undefined

/** Resolves pictures as clients send them (id, URL, or `wix:image`) to uploaded pictures of this site; undefined for others. */
export async function resolvePictureReferences(ctx: ReadContext, sent: readonly PictureReference[]): Promise<(Image | undefined)[]> {
  const pictureIds = sent.map((one) => {
    const reference = one ? parsePictureReference(one) : undefined
    return reference?.siteId === ctx.siteId ? reference.id : undefined
  })
  const ids = pictureIds.flatMap((id) => id ?? [])
  if (ids.length === 0) return sent.map(() => undefined)
  const found = new Map((await store.findPictures(ctx, ctx.siteId, ids)).map((picture) => [picture.id, toWire(picture, ctx.origin)]))
  return pictureIds.map((id) => (id ? found.get(id) : undefined))
}

/** Erases the pictures that a member uploaded. */
export const erasePicturesOfMember = async (ctx: TransactionContext, memberId: string): Promise<void> =>
  void (await store.deletePicturesOfMember(ctx, memberId))
