import type { Answer } from '#kit/answer.ts'
import type { Handlers } from '#kit/mount.ts'
import { inSize, whole } from './actions/hand-out.ts'
import { draw, takeIn } from './actions/take-in.ts'
import type { mediaApi } from './contract.ts'
import { toWire } from './wire.ts'

/** A picture never changes under its id. Pages of others may show it. */
const picture = (body: Uint8Array): Answer => ({
  status: 200,
  headers: {
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=2592000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'",
  },
  body,
})

export const mediaHandlers: Handlers<typeof mediaApi> = {
  uploadPicture: async (ctx, { query, body }) => ({ image: toWire(await takeIn(ctx, body, query.filename ?? ''), ctx.origin) }),
  drawPicture: async (ctx, { body }) => ({ image: toWire(await draw(ctx, body.seed), ctx.origin) }),
  getPicture: async (ctx, { params }) => picture(await whole(ctx, params.mediaId)),
  getPictureInSize: async (ctx, { params }) => picture(await inSize(ctx, params.mediaId, params.mode, params.shape)),
}
