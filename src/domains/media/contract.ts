/** Pictures: taking them in and handing them out. Source: contract wire §4 (images), guide members (photos: PNG, JPEG, WebP, AVIF, at most 10 MB). */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'

/** As every entity shows its pictures. Widths and heights in pixels. */
const Image = Type.Object({ id: Type.String(), url: Type.String(), width: Type.Integer(), height: Type.Integer(), filename: Type.String() })

export const mediaApi = operations({
  uploadPicture: {
    method: 'POST',
    path: '/api/media',
    summary: 'Upload a picture',
    access: { member: 'own', owner: 'any' },
    permission: 'MEDIA.SITE_MEDIA_FILES_UPLOAD',
    work: 'own',
    internal: true,
    rawBody: 'binary',
    maxBytes: 10_485_760,
    query: Type.Object({ filename: Type.Optional(Type.String({ maxLength: 255 })) }),
    reply: Type.Object({ image: Image }),
    refuses: ['UNREADABLE_PICTURE', 'PICTURE_TOO_LARGE', 'TOO_MANY_PICTURES'],
  },
  drawPicture: {
    method: 'POST',
    path: '/api/media/drawn',
    summary: 'Draw a landscape as a placeholder; the same seed gives the same picture',
    access: { owner: 'any' },
    permission: 'MEDIA.SITE_MEDIA_FILES_UPLOAD',
    work: 'own',
    internal: true,
    body: Type.Object({ seed: Type.String({ minLength: 1, maxLength: 200 }) }),
    reply: Type.Object({ image: Image }),
    refuses: [],
  },
  getPicture: {
    method: 'GET',
    path: '/media/{mediaId}',
    summary: 'Get a picture in its stored size',
    access: 'anyone',
    work: 'read',
    raw: true,
    params: Type.Object({ mediaId: Type.String() }),
    reply: Type.Unknown(),
    refuses: [],
  },
  getPictureInSize: {
    method: 'GET',
    path: '/media/{mediaId}/v1/{mode}/{shape}/{filename}',
    summary: 'Get a picture in a size: filled, fitted or cropped',
    access: 'anyone',
    work: 'own',
    raw: true,
    params: Type.Object({ mediaId: Type.String(), mode: Type.String(), shape: Type.String({ maxLength: 300 }), filename: Type.String() }),
    reply: Type.Unknown(),
    refuses: [],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const mediaContract = { media: mediaApi }
