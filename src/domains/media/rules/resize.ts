/** Cropping and scaling of a picture by the parameters of a URL. Source: contract wire §4 (images), storefronts (media host). */

export interface Size {
  width: number
  height: number
}
/** A part of a picture, in pixels from the upper left corner. */
export interface Region extends Size {
  x: number
  y: number
}
/** The picture is scaled first, then a region is kept. */
export interface Crop {
  scaled: Size
  kept: Region
  /** 1 to 100. */
  quality: number
}
const MAX_SIDE_PIXELS = 3000
const DEFAULT_QUALITY = 82

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** Parses `w_640,h_480,al_c,q_80`; unknown names are ignored. */
const parseParams = (text: string): Map<string, string[]> =>
  new Map(
    text.split(',').map((part) => {
      const [name = '', ...values] = part.split('_')
      return [name, values] as const
    }),
  )

const parseInteger = (params: Map<string, string[]>, name: string): number | undefined => {
  const value = params.get(name)?.[0]
  return value !== undefined && /^\d{1,5}$/.test(value) ? Number(value) : undefined
}

/** The focal point of the crop: 0 left or top … 1 right or bottom. */
function focalPoint(params: Map<string, string[]>): { x: number; y: number } {
  const [x, y] = (params.get('fp') ?? []).map(Number)
  if (x !== undefined && y !== undefined && x >= 0 && x <= 1 && y >= 0 && y <= 1) return { x, y }
  const to = params.get('al')?.[0] ?? 'c'
  const side = (low: string, high: string) => (to.includes(low) ? 0 : to.includes(high) ? 1 : 0.5)
  return ['t', 'b', 'l', 'r', 'tl', 'tr', 'bl', 'br'].includes(to) ? { x: side('l', 'r'), y: side('t', 'b') } : { x: 0.5, y: 0.5 }
}

/**
 * The crop for `mode` and `shape` of a URL; undefined for unknown ones.
 * fill: covers the frame, the rest is cropped; fit: all of it inside the frame; crop: one region unscaled.
 * decision: a picture is never enlarged; a frame larger than the picture is filled in its proportions.
 */
export function planCrop(original: Size, mode: string, shape: string): Crop | undefined {
  const params = parseParams(shape)
  const quality = clamp(parseInteger(params, 'q') ?? DEFAULT_QUALITY, 1, 100)
  const [width, height] = [parseInteger(params, 'w'), parseInteger(params, 'h')]
  if (mode === 'crop') {
    if (!width || !height) return undefined
    const x = clamp(parseInteger(params, 'x') ?? 0, 0, original.width - 1)
    const y = clamp(parseInteger(params, 'y') ?? 0, 0, original.height - 1)
    return { scaled: original, kept: { x, y, width: Math.min(width, original.width - x), height: Math.min(height, original.height - y) }, quality }
  }
  if (!width && !height) return undefined
  // One side is enough; the other follows from the ratio.
  const ratio = original.width / original.height
  const frame = { width: width || (height as number) * ratio, height: height || (width as number) / ratio }
  const scales = [frame.width / original.width, frame.height / original.height] as const
  if (mode === 'fit') {
    const scaled = scaleSize(original, Math.min(...scales, 1))
    return { scaled, kept: { x: 0, y: 0, ...scaled }, quality }
  }
  if (mode !== 'fill') return undefined
  const scale = Math.max(...scales)
  const scaled = scaleSize(original, Math.min(scale, 1))
  const part = scaleSize(frame, scale > 1 ? 1 / scale : 1)
  const kept = { width: Math.min(part.width, scaled.width), height: Math.min(part.height, scaled.height) }
  const point = focalPoint(params)
  return { scaled, kept: { x: Math.round((scaled.width - kept.width) * point.x), y: Math.round((scaled.height - kept.height) * point.y), ...kept }, quality }
}

const scaleSize = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})

/** The cache key of a crop. */
export const cropKey = ({ scaled, kept, quality }: Crop): string => [scaled.width, scaled.height, kept.x, kept.y, kept.width, kept.height, quality].join('_')

/** The size in which a new picture is stored. */
export const storedSize = (size: Size): Size => scaleSize(size, Math.min(MAX_SIDE_PIXELS / size.width, MAX_SIDE_PIXELS / size.height, 1))
