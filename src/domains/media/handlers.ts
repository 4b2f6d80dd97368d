import type { RawReply } from '#kit/api/raw-reply.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { getResizedPicture, getPicture } from './actions/serve-picture.ts'
import { drawPicture, uploadPicture } from './actions/upload-picture.ts'
import type { mediaApi } from './contract.ts'
import { toWire } from './wire.ts'

/** Cached for good, because a picture never changes under its id, and readable from other origins. */
const pictureAnswer = (body: Uint8Array): RawReply => ({
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
  uploadPicture: async (ctx, { query, body }) => ({ image: toWire(await uploadPicture(ctx, body, query.filename ?? ''), ctx.origin) }),
  drawPicture: async (ctx, { body }) => ({ image: toWire(await drawPicture(ctx, body.seed), ctx.origin) }),
  getPicture: async (ctx, { params }) => pictureAnswer(await getPicture(ctx, params.mediaId)),
  getPictureInSize: async (ctx, { params }) => pictureAnswer(await getResizedPicture(ctx, params.mediaId, params.mode, params.shape)),
}
