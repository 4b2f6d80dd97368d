/** Decodes, crops and encodes pictures in native threads: two at a time, and one large one at a time, so that a burst leaves memory and CPU for other requests. */
import { Transformer } from '@napi-rs/image'
import { createSemaphore } from '#kit/jobs/semaphore.ts'
import { storedSize, type Crop, type Size } from './rules/resize.ts'

const decodeSlot = createSemaphore(2)
/** Larger pictures need hundreds of megabytes while they are decoded. */
const largeDecodeSlot = createSemaphore(1)
const LARGE_PIXELS = 12_000_000
const READABLE = ['png', 'jpeg', 'webp', 'avif']
/** Values of the package's const enums, which isolated modules cannot import. */
const LANCZOS = 4
const STRETCH = 1
const STORED_QUALITY = 86
/** 1 to 10: the fastest that is still smaller than WebP. */
const AVIF_SPEED = 9

export interface Pixels extends Size {
  webp: Uint8Array
}

/** An upload as upright WebP of limited size, without metadata; undefined when it is no picture. */
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

/** EXIF orientations 5 to 8 swap width and height. */
const applyOrientation = ({ width, height, orientation }: Size & { orientation?: number }): Size =>
  (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height }

/** The package scales before it crops, whatever the order of calls. */
export const cropPicture = (webp: Uint8Array, { scaled, kept, quality }: Crop, format: 'avif' | 'webp' = 'webp'): Promise<Uint8Array> =>
  decodeSlot(() => {
    const cropped = new Transformer(webp).resize(scaled.width, scaled.height, LANCZOS, STRETCH).crop(kept.x, kept.y, kept.width, kept.height)
    // AVIF looks the same at a lower number. One thread: the other processor answers requests.
    return format === 'avif' ? cropped.avif({ quality: Math.round(quality * 0.75), speed: AVIF_SPEED, threads: 1 }) : cropped.webp(quality)
  })

/** Renders an SVG as PNG of `size` × `size` pixels. */
export const renderIcon = (svg: string, size: number): Promise<Uint8Array> =>
  decodeSlot(() => Transformer.fromSvg(svg).resize(size, size, LANCZOS, STRETCH).png())

/** Renders an SVG as PNG of its own size. */
export const renderPng = (svg: string): Promise<Uint8Array> => decodeSlot(() => Transformer.fromSvg(svg).png())

/** Renders an SVG as WebP of its own size. */
export const renderSvg = (svg: string): Promise<Pixels> =>
  decodeSlot(async () => {
    const webp = await Transformer.fromSvg(svg).webp(STORED_QUALITY)
    const { width, height } = await new Transformer(webp).metadata()
    return { width, height, webp }
  })
