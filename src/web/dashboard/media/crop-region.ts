/** Which part of a picture a crop keeps. Pure. */

interface Size {
  width: number
  height: number
}
/** The smallest side that the server takes, in pixels. */
const MIN_SIDE = 40

export interface CropChoice {
  /** Width by height; undefined keeps that of the picture. */
  ratio: number | undefined
  /** How much of what fits is kept, in percent. */
  size: number
  /** Where the middle of it lies, in percent from the left and the top of where it may lie. */
  x: number
  y: number
}

/** The region in whole pixels of the picture, within it. */
export function toRegion(picture: Size, { ratio = picture.width / picture.height, size, x, y }: CropChoice) {
  const widest = Math.min(picture.width, picture.height * ratio)
  const least = Math.min(1, Math.max(MIN_SIDE / widest, (MIN_SIDE * ratio) / widest))
  const kept = widest * Math.max(size / 100, least)
  const width = Math.min(picture.width, Math.max(1, Math.round(kept)))
  const height = Math.min(picture.height, Math.max(1, Math.round(kept / ratio)))
  return { x: Math.round(((picture.width - width) * x) / 100), y: Math.round(((picture.height - height) * y) / 100), width, height }
}

/** The point of `x` or `y` that centers the region on a point of the picture, in percent. */
export const centerOn = (whole: number, part: number, at: number): number =>
  whole === part ? 50 : Math.round(Math.min(100, Math.max(0, ((at * whole - part / 2) / (whole - part)) * 100)))
