import { Transformer } from '@napi-rs/image'
import { expect, test } from 'vitest'
import { joinFrames, readChunks } from './animated-webp.ts'

const size = { width: 48, height: 32 }
const draw = async (shade: number): Promise<Buffer> => {
  const pixels = new Uint8Array(size.width * size.height * 4).fill(shade)
  return Transformer.fromRgbaPixels(pixels, size.width, size.height).webp(80)
}

test('a moving picture has its frames in their order, each as long as it is to be shown', async () => {
  const frames = [
    { webp: await draw(255), ms: 1200 },
    { webp: await draw(128), ms: 700 },
  ]
  const file = joinFrames(frames, size)
  expect(file.readUInt32LE(4)).toBe(file.byteLength - 8)
  const chunks = readChunks(file)
  expect(chunks.map(([name]) => name)).toEqual(['VP8X', 'ANIM', 'ANMF', 'ANMF'])
  expect(chunks.slice(2).map(([, content]) => content.readUIntLE(12, 3))).toEqual([1200, 700])
  // What browsers and decoders read of it: the size and its first frame.
  expect(await new Transformer(file).metadata()).toMatchObject(size)
})
test('what is no WebP file is refused', () => {
  expect(() => readChunks(Buffer.from('GIF89a: something else'))).toThrow('no WebP file')
})
