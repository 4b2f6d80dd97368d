/** The only door of the media domain. */
import type { Ctx } from '#kit/ctx.ts'
import { sentMediaId } from './rules/media-id.ts'
import * as store from './store.ts'
import { toWire, type Image } from './wire.ts'

export { atOrigin } from './rules/media-id.ts'
export type { Image } from './wire.ts'

type Sent = { id?: string | null | undefined; url?: string | null | undefined } | null | undefined

/** What a client sends as pictures (id, address, or the client's own spelling) as the uploaded pictures of this site that it means; undefined where it means none. */
export async function picturesSent(ctx: Ctx, sent: readonly Sent[]): Promise<(Image | undefined)[]> {
  const wanted = sent.map((one) => {
    const meant = one ? sentMediaId(one) : undefined
    return meant?.siteId === ctx.siteId ? meant.id : undefined
  })
  const ids = wanted.flatMap((id) => id ?? [])
  if (ids.length === 0) return sent.map(() => undefined)
  const found = new Map((await store.picturesByIds(ctx, ctx.siteId, ids)).map((picture) => [picture.id, toWire(picture, ctx.origin)]))
  return wanted.map((id) => (id ? found.get(id) : undefined))
}

/** Erases what a member uploaded. */
export const erasePicturesOf = async (ctx: Ctx, memberId: string): Promise<void> => void (await store.deletePicturesOf(ctx, memberId))
