/** Decoding, cutting and writing pictures: in native threads, off the event loop; two at a time, and one at a time of the large ones, so that a burst of them leaves room for everything else. */
import { Transformer } from '@napi-rs/image'
import { createSemaphore } from '#kit/jobs/semaphore.ts'
import { storedSize, type Crop, type Size } from './rules/resize.ts'

const decodeSlot = createSemaphore(2)
/** Pictures of more pixels than a usual camera makes hold hundreds of megabytes while they are decoded. */
const largeDecodeSlot = createSemaphore(1)
const LARGE_PIXELS = 12_000_000
const READABLE = ['png', 'jpeg', 'webp', 'avif']
/** The values of the package's enums, which cannot be read under isolated modules. */
const LANCZOS = 4
const STRETCH = 1
const STORED_QUALITY = 86

export interface Pixels extends Size {
  webp: Uint8Array
}

/** What was uploaded as upright WebP of a bounded size, without metadata; undefined when it is no picture. */
export const normalizePicture = (bytes: Uint8Array, { width, height }: Size): Promise<Pixels | undefined> =>
  (width * height > LARGE_PIXELS ? largeDecodeSlot : decodeSlot)(async () => {
    const metadata = await new Transformer(bytes).metadata(true).catch(() => undefined)
    if (!metadata || !READABLE.includes(metadata.format.toLowerCase())) return undefined
    const to = storedSize(applyOrientation(metadata))
    const webp = await new Transformer(bytes)
      .rotate()
      .resize(to.width, to.height, LANCZOS, STRETCH)
      .webp(STORED_QUALITY)
      .catch(() => undefined)
    return webp && { ...to, webp }
  })

/** Cameras lay pictures on their side and say so in the metadata: 5 to 8 swap the sides. */
const applyOrientation = ({ width, height, orientation }: Size & { orientation?: number }): Size =>
  (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height }

/** The package scales before it cuts, in whatever order it is told. */
export const cropPicture = (webp: Uint8Array, { scaled, kept, quality }: Crop): Promise<Uint8Array> =>
  decodeSlot(() => new Transformer(webp).resize(scaled.width, scaled.height, LANCZOS, STRETCH).crop(kept.x, kept.y, kept.width, kept.height).webp(quality))

/** A drawing as a picture of this width. */
export const renderSvg = (svg: string): Promise<Pixels> =>
  decodeSlot(async () => {
    const webp = await Transformer.fromSvg(svg).webp(STORED_QUALITY)
    const { width, height } = await new Transformer(webp).metadata()
    return { width, height, webp }
  })
