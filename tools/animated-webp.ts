/** Joins WebP pictures of one size into a moving one. Source: RFC 9649. */

export interface Frame {
  /** A WebP file of one picture without transparency. */
  webp: Buffer
  /** How long it is shown, in milliseconds. */
  ms: number
}

const uint24 = (value: number): Buffer => Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255])
/** A chunk: four letters, its length, its content, filled up to an even length. */
function toChunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.byteLength)
  return Buffer.concat([Buffer.from(name, 'ascii'), length, content, Buffer.alloc(content.byteLength % 2)])
}
/** The chunks of a WebP file, by name. Throws when it is none. */
export function readChunks(file: Buffer): [name: string, content: Buffer][] {
  if (file.toString('ascii', 0, 4) !== 'RIFF' || file.toString('ascii', 8, 12) !== 'WEBP') throw new Error('no WebP file')
  const chunks: [string, Buffer][] = []
  for (let at = 12; at + 8 <= file.byteLength; ) {
    const length = file.readUInt32LE(at + 4)
    chunks.push([file.toString('ascii', at, at + 4), file.subarray(at + 8, at + 8 + length)])
    at += 8 + length + (length % 2)
  }
  return chunks
}

/** Each frame replaces the one before it; the picture begins again for ever. `size` is that of every frame, in pixels. */
export function joinFrames(frames: readonly Frame[], { width, height }: { width: number; height: number }): Buffer {
  const canvas = Buffer.concat([uint24(width - 1), uint24(height - 1)])
  const isAnimated = Buffer.from([2, 0, 0, 0])
  const endless = Buffer.alloc(6)
  const noBlending = Buffer.from([2])
  const toFrame = ({ webp, ms }: Frame) => {
    const picture = readChunks(webp).find(([name]) => name === 'VP8 ' || name === 'VP8L')
    if (!picture) throw new Error('a frame without a picture')
    return toChunk('ANMF', Buffer.concat([uint24(0), uint24(0), canvas, uint24(ms), noBlending, toChunk(...picture)]))
  }
  const body = [toChunk('VP8X', Buffer.concat([isAnimated, canvas])), toChunk('ANIM', endless), ...frames.map(toFrame)]
  return toChunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'ascii'), ...body]))
}
