import { toWireTime } from '#kit/pure/wire-time.ts'
import { toPictureUrl, mediaId, type PictureId } from './rules/media-id.ts'
import type { Size } from './rules/resize.ts'
import type { LibraryPicture } from './store.ts'

export interface Image extends Size {
  id: string
  url: string
  filename: string
}

/** A picture in entities: id, absolute URL, size. Source: contract wire §4 (images). */
export const toWire = ({ width, height, fileName, siteId, id }: PictureId & Size & { fileName: string }, origin: string): Image => {
  const name = mediaId({ siteId, id })
  return { id: name, url: toPictureUrl(origin, name), width, height, filename: fileName || `${name}.webp` }
}

/** A picture as the library shows it. */
export const libraryPictureToWire = (picture: LibraryPicture, origin: string) => ({
  ...toWire(picture, origin),
  alt: picture.alt,
  ...(picture.focus ? { focus: picture.focus } : {}),
  ...(picture.originalId ? { originalId: mediaId({ siteId: picture.siteId, id: picture.originalId }) } : {}),
  ...(picture.region ? { region: picture.region } : {}),
  createdDate: toWireTime(picture.createdAt),
})

/** The same as a file, in the shape of the public calls. A picture is there as soon as it has an id. */
export function toSiteFile(picture: LibraryPicture, origin: string) {
  const image = toWire(picture, origin)
  return {
    id: image.id,
    displayName: image.filename,
    url: image.url,
    mediaType: 'IMAGE' as const,
    operationStatus: 'READY' as const,
    private: false as const,
    createdDate: toWireTime(picture.createdAt),
    media: { image: { image } },
  }
}
