import { toPictureUrl, mediaId, type PictureId } from './rules/media-id.ts'
import type { Size } from './rules/resize.ts'

export interface Image extends Size {
  id: string
  url: string
  filename: string
}

/** A picture in entities: id, absolute URL, size. Source: contract wire §4 (images). */
export const toWire = ({ width, height, fileName, ...id }: PictureId & Size & { fileName: string }, origin: string): Image => {
  const name = mediaId(id)
  return { id: name, url: toPictureUrl(origin, name), width, height, filename: fileName || `${name}.webp` }
}
