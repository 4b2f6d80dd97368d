/** Decoding, cutting and writing pictures: in native threads, off the event loop; two at a time, and one at a time of the large ones, so that a burst of them leaves room for everything else. */
import { Transformer } from '@napi-rs/image'
import { inTurns } from '#kit/work/in-turns.ts'
import { keptSize, type Cut, type Size } from './rules/shape.ts'

const turn = inTurns(2)
/** Pictures of more pixels than a usual camera makes hold hundreds of megabytes while they are decoded. */
const largeTurn = inTurns(1)
const LARGE_PIXELS = 12_000_000
const READABLE = ['png', 'jpeg', 'webp', 'avif']
/** The values of the package's enums, which cannot be read under isolated modules. */
const LANCZOS = 4
const STRETCH = 1
const KEPT_QUALITY = 86

export interface Pixels extends Size {
  webp: Uint8Array
}

/** What was uploaded as upright WebP of a bounded size, without metadata; undefined when it is no picture. */
export const takenIn = (bytes: Uint8Array, { width, height }: Size): Promise<Pixels | undefined> =>
  (width * height > LARGE_PIXELS ? largeTurn : turn)(async () => {
    const about = await new Transformer(bytes).metadata(true).catch(() => undefined)
    if (!about || !READABLE.includes(about.format.toLowerCase())) return undefined
    const to = keptSize(turned(about))
    const webp = await new Transformer(bytes)
      .rotate()
      .resize(to.width, to.height, LANCZOS, STRETCH)
      .webp(KEPT_QUALITY)
      .catch(() => undefined)
    return webp && { ...to, webp }
  })

/** Cameras lay pictures on their side and say so in the metadata: 5 to 8 swap the sides. */
const turned = ({ width, height, orientation }: Size & { orientation?: number }): Size =>
  (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height }

/** The package scales before it cuts, in whatever order it is told. */
export const cutOut = (webp: Uint8Array, { scaled, kept, quality }: Cut): Promise<Uint8Array> =>
  turn(() => new Transformer(webp).resize(scaled.width, scaled.height, LANCZOS, STRETCH).crop(kept.x, kept.y, kept.width, kept.height).webp(quality))

/** A drawing as a picture of this width. */
export const drawn = (svg: string): Promise<Pixels> =>
  turn(async () => {
    const webp = await Transformer.fromSvg(svg).webp(KEPT_QUALITY)
    const { width, height } = await new Transformer(webp).metadata()
    return { width, height, webp }
  })
