/** Decodes, crops and encodes pictures, on threads of the native package. Runs in a process of its own (`image-worker.ts`). */
import { Transformer } from '@napi-rs/image'
import { storedSize, type Crop, type Size } from './rules/resize.ts'

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

/** EXIF orientations 5 to 8 swap width and height. */
const applyOrientation = ({ width, height, orientation }: Size & { orientation?: number }): Size =>
  (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height }

export const imageTasks = {
  /** An upload as upright WebP of limited size, without metadata; undefined when it is no picture. */
  async normalize(bytes: Uint8Array): Promise<Pixels | undefined> {
    const metadata = await new Transformer(bytes).metadata(true).catch(() => undefined)
    if (!metadata || !READABLE.includes(metadata.format.toLowerCase())) return undefined
    const to = storedSize(applyOrientation(metadata))
    const webp = await new Transformer(bytes)
      .rotate()
      .resize(to.width, to.height, LANCZOS, STRETCH)
      .webp(STORED_QUALITY)
      .catch(() => undefined)
    return webp && { ...to, webp }
  },
  /** The package scales before it crops, whatever the order of calls. */
  crop({ webp, crop: { scaled, kept, quality }, format }: { webp: Uint8Array; crop: Crop; format: 'avif' | 'webp' }): Promise<Uint8Array> {
    const cropped = new Transformer(webp).resize(scaled.width, scaled.height, LANCZOS, STRETCH).crop(kept.x, kept.y, kept.width, kept.height)
    // AVIF looks the same at a lower number. One thread: the other processor answers requests.
    return format === 'avif' ? cropped.avif({ quality: Math.round(quality * 0.75), speed: AVIF_SPEED, threads: 1 }) : cropped.webp(quality)
  },
  /** An SVG as PNG: of `size` × `size` pixels, or of its own size. */
  renderPng: ({ svg, size }: { svg: string; size: number | undefined }): Promise<Uint8Array> =>
    size === undefined ? Transformer.fromSvg(svg).png() : Transformer.fromSvg(svg).resize(size, size, LANCZOS, STRETCH).png(),
  /** An SVG as WebP of its own size. */
  async renderWebp(svg: string): Promise<Pixels> {
    const webp = await Transformer.fromSvg(svg).webp(STORED_QUALITY)
    const { width, height } = await new Transformer(webp).metadata()
    return { width, height, webp }
  },
}
