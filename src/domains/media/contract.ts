/** Pictures: taking them in and handing them out. Source: contract wire §4 (images), guide members (photos: PNG, JPEG, WebP, AVIF, at most 10 MB). */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { byLanguage, Maybe } from '#kit/api/wire.ts'

/** As every entity shows its pictures. Widths and heights in pixels. */
const Image = Type.Object({ id: Type.String(), url: Type.String(), width: Type.Integer(), height: Type.Integer(), filename: Type.String() })

const DrawingTheme = Type.Enum(['yoga', 'strength', 'dance', 'massage', 'beauty', 'kids', 'music', 'clinic', 'coaching', 'climbing', 'dogs', 'workshop'])
const Percent = Type.Number({ minimum: 0, maximum: 100 })
const FocalPoint = Type.Object({ x: Percent, y: Percent })
const pixels = Type.Integer({ minimum: 0, maximum: 3000 })
const Region = Type.Object({ x: pixels, y: pixels, width: pixels, height: pixels })
const AltTexts = byLanguage(Type.String({ maxLength: 300 }))
/** A picture in the library. `region` is the part of `originalId` that it shows, in pixels of it. */
const LibraryPicture = Type.Object({
  ...Image.properties,
  alt: AltTexts,
  focus: Type.Optional(FocalPoint),
  originalId: Type.Optional(Type.String()),
  region: Type.Optional(Region),
  createdDate: Type.String(),
})
const PictureUse = Type.Object({
  kind: Type.Enum(['SERVICE', 'ADD_ON', 'STAFF_MEMBER', 'PAGE', 'LOGO', 'ICON']),
  id: Type.Optional(Type.String()),
  name: Type.String(),
})
const ByMediaId = Type.Object({ mediaId: Type.String({ maxLength: 100 }) })

export const mediaApi = operations({
  listPictures: {
    method: 'GET',
    path: '/api/media',
    summary: 'List the pictures of the business, newest first',
    access: { owner: 'any' },
    permission: 'MEDIA.SITE_MEDIA_FILES_LIST',
    work: 'read',
    internal: true,
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 100 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 40 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
    }),
    reply: Type.Object({ pictures: Type.Array(LibraryPicture), total: Type.Integer() }),
    refuses: [],
  },
  describePicture: {
    method: 'GET',
    path: '/api/media/{mediaId}',
    summary: 'Get a picture of the library, its original, its crops, and what shows it',
    access: { owner: 'any' },
    permission: 'MEDIA.SITE_MEDIA_FILES_LIST',
    work: 'read',
    internal: true,
    params: ByMediaId,
    reply: Type.Object({
      picture: LibraryPicture,
      original: Type.Optional(LibraryPicture),
      crops: Type.Array(LibraryPicture),
      uses: Type.Array(PictureUse),
    }),
    refuses: [],
  },
  updatePicture: {
    method: 'PATCH',
    path: '/api/media/{mediaId}',
    summary: 'Change file name, alternative texts and focal point of a picture',
    access: { owner: 'any' },
    permission: 'MEDIA.SITE_MEDIA_FILES_UPDATE',
    internal: true,
    params: ByMediaId,
    body: Type.Object({
      filename: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      alt: Type.Optional(AltTexts),
      focus: Type.Optional(Type.Union([FocalPoint, Type.Null()])),
    }),
    reply: Type.Object({ picture: LibraryPicture }),
    refuses: [],
  },
  cropPicture: {
    method: 'POST',
    path: '/api/media/{mediaId}/crop',
    summary: 'Store a part of a picture as a picture of its own; the original stays',
    access: { owner: 'any' },
    permission: 'MEDIA.SITE_MEDIA_FILES_UPLOAD',
    work: 'own',
    internal: true,
    params: ByMediaId,
    body: Type.Object({ region: Region }),
    reply: Type.Object({ picture: LibraryPicture }),
    refuses: [],
  },
  deletePicture: {
    method: 'DELETE',
    path: '/api/media/{mediaId}',
    summary: 'Delete a picture that nothing shows',
    access: { owner: 'any' },
    permission: 'MEDIA.SITE_MEDIA_FILES_DELETE',
    internal: true,
    params: ByMediaId,
    reply: Type.Object({}),
    refuses: ['PICTURE_IN_USE'],
  },
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
    summary: 'Draw a picture in one of a dozen themes; the same theme and seed give the same picture',
    access: { owner: 'any' },
    permission: 'MEDIA.SITE_MEDIA_FILES_UPLOAD',
    work: 'own',
    internal: true,
    body: Type.Object({ seed: Type.String({ minLength: 1, maxLength: 200 }), theme: Type.Optional(DrawingTheme) }),
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

/** A picture as scripts that fill a site know it. */
const SiteFile = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  url: Type.String(),
  mediaType: Type.Literal('IMAGE'),
  operationStatus: Type.Literal('READY'),
  private: Type.Literal(false),
  createdDate: Type.String(),
  media: Type.Object({ image: Type.Object({ image: Image }) }),
})

export const siteFilesApi = operations({
  importFile: {
    method: 'POST',
    path: '/site-media/v1/files/import',
    summary: 'Fetch a picture from a public address into the library',
    access: { owner: 'any' },
    permission: 'MEDIA.SITE_MEDIA_FILES_UPLOAD',
    work: 'own',
    body: Type.Object({
      url: Type.String({ minLength: 1, maxLength: 4000 }),
      displayName: Maybe(Type.String({ maxLength: 255 })),
      mimeType: Maybe(Type.String({ pattern: '^image/', maxLength: 100 })),
      /** Files of other kinds, and files that only their owner may see, are not kept. */
      mediaType: Maybe(Type.Enum(['IMAGE'])),
      private: Maybe(Type.Literal(false)),
    }),
    reply: Type.Object({ file: SiteFile }),
    idempotencyKey: true,
    refuses: ['PICTURE_ADDRESS_REFUSED', 'PICTURE_UNREACHABLE', 'UNREADABLE_PICTURE', 'PICTURE_TOO_LARGE'],
  },
  getFile: {
    method: 'GET',
    path: '/site-media/v1/files/{fileId}',
    summary: 'Get a picture of the library as a file',
    access: { owner: 'any' },
    permission: 'MEDIA.SITE_MEDIA_FILES_LIST',
    work: 'read',
    params: Type.Object({ fileId: Type.String({ maxLength: 100 }) }),
    reply: Type.Object({ file: SiteFile }),
    refuses: [],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const mediaContract = { media: mediaApi, siteFiles: siteFilesApi }
