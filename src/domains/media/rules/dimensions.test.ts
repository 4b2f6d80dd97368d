import { Transformer } from '@napi-rs/image'
import { expect, test } from 'vitest'
import { readDimensions, isTooLarge } from './dimensions.ts'

const drawing = Transformer.fromSvg('<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="800"><rect width="1600" height="400" fill="#f00"/></svg>')

test('the size is read from the head of each kind', async () => {
  const kinds = {
    png: await drawing.png(),
    jpeg: await drawing.jpeg(80),
    webp: await drawing.webp(80),
    lossless: await drawing.webpLossless(),
    avif: await drawing.avif({ speed: 10 }),
  }
  for (const [kind, bytes] of Object.entries(kinds)) expect(readDimensions(bytes), kind).toEqual({ width: 1600, height: 800 })
})

const png = (width: number, height: number) => {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}
test.each([
  [10_000, 5000, false],
  [10_000, 5001, true],
  [16_000, 16_000, true],
  [4_294_967_295, 1, true],
])('%i × %i', (width, height, tooLarge) => {
  const size = readDimensions(png(width, height))
  expect(size).toEqual({ width, height })
  expect(isTooLarge(size ?? { width: 0, height: 0 })).toBe(tooLarge)
})

test('what is no picture, or ends too early, has none', async () => {
  const jpeg = await drawing.jpeg(80)
  for (const bytes of [Buffer.alloc(0), Buffer.from('hello, this is no picture at all'), png(1, 1).subarray(0, 18), jpeg.subarray(0, 10), png(0, 5)])
    expect(readDimensions(bytes)).toBeUndefined()
})

test('the largest of several sizes counts: a canvas that is larger than its first frame', () => {
  const webp = Buffer.alloc(60)
  webp.write('RIFF', 0)
  webp.write('WEBPVP8X', 8)
  webp.writeUInt32LE(10, 16)
  webp.writeUIntLE(15_999, 24, 3)
  webp.writeUIntLE(9999, 27, 3)
  expect(readDimensions(webp)).toEqual({ width: 16_000, height: 10_000 })
})

test('whatever bytes come, an answer comes', () => {
  let seed = 7
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648)
  const heads = ['89504e470d0a1a0a', 'ffd8ffe0', '524946460000000057454250', '000000206674797061766966']
  for (let round = 0; round < 2000; round++) {
    const bytes = Buffer.concat([Buffer.from(heads[round % 4] ?? '', 'hex'), Buffer.from(Array.from({ length: next() % 120 }, () => next() % 256))])
    expect(() => readDimensions(bytes)).not.toThrow()
  }
})
