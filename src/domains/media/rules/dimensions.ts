/**
 * Reads the dimensions of a picture from its header, without decoding: a small file may contain an enormous picture.
 * Of several sizes (frames, tiles, layers) the largest counts. Source: decision 0014.
 */
import type { Size } from './resize.ts'

/** Width times height. */
export const MAX_DECODED_PIXELS = 50_000_000

/** Whether a picture of this size may be decoded. */
export const isTooLarge = ({ width, height }: Size): boolean => width * height > MAX_DECODED_PIXELS

/** The size of a PNG, JPEG, WebP or AVIF; undefined for other formats and truncated headers. */
export function readDimensions(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const largest = readSizes(view).reduce<Size | undefined>(
      (most, size) => (!most || size.width * size.height > most.width * most.height ? size : most),
      undefined,
    )
    return largest && largest.width > 0 && largest.height > 0 ? largest : undefined
  } catch (error) {
    // Truncated file.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readSizes(view: DataView): Size[] {
  if (view.getUint32(0) === 0x89504e47) return [{ width: view.getUint32(16), height: view.getUint32(20) }]
  if (view.getUint16(0) === 0xffd8) return readJpegSizes(view)
  if (readName(view, 0) === 'RIFF' && readName(view, 8) === 'WEBP') return readWebpSizes(view)
  if (readName(view, 4) === 'ftyp') return readAvifSizes(view, 0, view.byteLength)
  return []
}

const readName = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/** Start-of-frame markers: FF C0 to FF CF, except three with tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Markers without a length: fill, restarts, begin and end. */
const hasNoLength = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)

function readJpegSizes(view: DataView): Size[] {
  const found: Size[] = []
  for (let at = 2; at + 4 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return found
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (hasNoLength(marker)) at += 2
    else {
      if (isFrame(marker)) found.push({ width: view.getUint16(at + 7), height: view.getUint16(at + 5) })
      // Start of scan: only pixels follow.
      if (marker === 0xda) return found
      at += 2 + view.getUint16(at + 2)
    }
  }
  return found
}

function readWebpSizes(view: DataView): Size[] {
  const found: Size[] = []
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const name = readName(view, at)
    const length = view.getUint32(at + 4, true)
    const body = at + 8
    if (name === 'VP8 ') found.push({ width: view.getUint16(body + 6, true) & 0x3fff, height: view.getUint16(body + 8, true) & 0x3fff })
    if (name === 'VP8L') {
      const bits = view.getUint32(body + 1, true)
      found.push({ width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 })
    }
    if (name === 'VP8X') found.push({ width: readUint24(view, body + 4) + 1, height: readUint24(view, body + 7) + 1 })
    // A frame of an animation: position, then size.
    if (name === 'ANMF') found.push({ width: readUint24(view, body + 6) + 1, height: readUint24(view, body + 9) + 1 })
    at = body + length + (length % 2)
  }
  return found
}
const readUint24 = (view: DataView, at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536

/** Container boxes, and the bytes before their first child. */
const CONTAINER_BOXES: Readonly<Record<string, number>> = { meta: 4, iprp: 0, ipco: 0, moov: 0, trak: 0, mdia: 0, minf: 0, stbl: 0 }
const MAX_DEPTH = 10

/** Every `ispe` (a picture, a tile, or all tiles together), every grid and every track with frames. */
function readAvifSizes(view: DataView, from: number, to: number, depth = 0): Size[] {
  const found: Size[] = []
  for (let at = from; at + 8 <= to && depth < MAX_DEPTH; ) {
    const declaredLength = view.getUint32(at)
    const name = readName(view, at + 4)
    // 1: the length follows in eight bytes; 0: up to the end.
    const head = declaredLength === 1 ? 16 : 8
    const length = declaredLength === 1 ? Number(view.getBigUint64(at + 8)) : declaredLength === 0 ? to - at : declaredLength
    if (length < head) return found
    const end = Math.min(at + length, to)
    if (name === 'ispe') found.push({ width: view.getUint32(at + head + 4), height: view.getUint32(at + head + 8) })
    const skip = CONTAINER_BOXES[name]
    if (skip !== undefined) found.push(...readAvifSizes(view, at + head + skip, end, depth + 1))
    at += length
  }
  return found
}
