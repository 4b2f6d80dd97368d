import type { RawReply } from '#kit/api/raw-reply.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { importPicture } from './actions/import-picture.ts'
import { getResizedPicture, getPicture } from './actions/serve-picture.ts'
import { cutPicture, deletePicture, describePicture, getLibraryPicture, updatePicture } from './actions/library.ts'
import { drawPicture, uploadPicture } from './actions/upload-picture.ts'
import type { mediaApi, siteFilesApi } from './contract.ts'
import * as store from './store.ts'
import { libraryPictureToWire, toSiteFile, toWire } from './wire.ts'

/** Cached for good, because a picture never changes under its id, and readable from other origins. */
const pictureAnswer = (body: Uint8Array, format = 'webp'): RawReply => ({
  status: 200,
  headers: {
    'content-type': `image/${format}`,
    'cache-control': 'public, max-age=2592000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'Accept',
    'content-security-policy': "default-src 'none'",
  },
  body,
})

export const mediaHandlers: Handlers<typeof mediaApi> = {
  uploadPicture: async (ctx, { query, body }) => ({ image: toWire(await uploadPicture(ctx, body, query.filename ?? ''), ctx.origin) }),
  drawPicture: async (ctx, { body }) => ({ image: toWire(await drawPicture(ctx, body.seed, body.theme), ctx.origin) }),
  listPictures: async (ctx, { query: { search = '', limit = 40, offset = 0 } }) => {
    const { rows, total } = await store.listLibrary(ctx, { search: search.trim(), limit, offset })
    return { pictures: rows.map((row) => libraryPictureToWire(row, ctx.origin)), total }
  },
  describePicture: async (ctx, { params }) => {
    const { picture, original, crops, uses } = await describePicture(ctx, params.mediaId)
    const show = (one: store.LibraryPicture) => libraryPictureToWire(one, ctx.origin)
    return { picture: show(picture), ...(original && { original: show(original) }), crops: crops.map(show), uses }
  },
  updatePicture: async (ctx, { params, body }) => ({ picture: libraryPictureToWire(await updatePicture(ctx, params.mediaId, body), ctx.origin) }),
  cropPicture: async (ctx, { params, body }) => ({ picture: libraryPictureToWire(await cutPicture(ctx, params.mediaId, body.region), ctx.origin) }),
  deletePicture: async (ctx, { params }) => {
    await deletePicture(ctx, params.mediaId)
    return {}
  },
  getPicture: async (ctx, { params }) => pictureAnswer(await getPicture(ctx, params.mediaId)),
  getPictureInSize: async (ctx, { params }) => {
    const { bytes, format } = await getResizedPicture(ctx, params.mediaId, params.mode, params.shape)
    return pictureAnswer(bytes, format)
  },
}

export const siteFilesHandlers: Handlers<typeof siteFilesApi> = {
  async importFile(ctx, { body }) {
    const name = await importPicture(ctx, body.url, body.displayName ?? undefined)
    return { file: toSiteFile(await ctx.read((inner) => getLibraryPicture(inner, name)), ctx.origin) }
  },
  getFile: async (ctx, { params }) => ({ file: toSiteFile(await getLibraryPicture(ctx, params.fileId), ctx.origin) }),
}
