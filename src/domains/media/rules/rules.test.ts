import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rewritePictureUrls, mediaId, parseMediaId, parsePictureReference } from './media-id.ts'
import { cropKey, planCrop, storedSize } from './resize.ts'

const wide = { width: 1600, height: 1000 }
describe('the cut that an address asks for', () => {
  test.each([
    ['fill', 'w_640,h_480,al_c,q_80,usm_0.66_1.00_0.01,enc_auto', { scaled: [768, 480], kept: [64, 0, 640, 480], quality: 80 }],
    ['fill', 'w_640,h_480,al_l', { scaled: [768, 480], kept: [0, 0, 640, 480], quality: 82 }],
    ['fill', 'w_640,h_480,al_br', { scaled: [768, 480], kept: [128, 0, 640, 480], quality: 82 }],
    ['fill', 'w_640,h_480,fp_0.25_0.50', { scaled: [768, 480], kept: [32, 0, 640, 480], quality: 82 }],
    ['fill', 'w_400,h_1000', { scaled: [1600, 1000], kept: [600, 0, 400, 1000], quality: 82 }],
    ['fill', 'w_4000,h_4000', { scaled: [1600, 1000], kept: [300, 0, 1000, 1000], quality: 82 }],
    ['fill', 'w_800', { scaled: [800, 500], kept: [0, 0, 800, 500], quality: 82 }],
    ['fit', 'w_800,h_800', { scaled: [800, 500], kept: [0, 0, 800, 500], quality: 82 }],
    ['fit', 'w_9000,h_9000,q_500', { scaled: [1600, 1000], kept: [0, 0, 1600, 1000], quality: 100 }],
    ['crop', 'x_100,y_50,w_300,h_200', { scaled: [1600, 1000], kept: [100, 50, 300, 200], quality: 82 }],
    ['crop', 'x_1500,y_990,w_300,h_200', { scaled: [1600, 1000], kept: [1500, 990, 100, 10], quality: 82 }],
  ])('%s/%s', (mode, shape, expected) => {
    const cut = planCrop(wide, mode, shape)
    expect(cut && { scaled: Object.values(cut.scaled), kept: [cut.kept.x, cut.kept.y, cut.kept.width, cut.kept.height], quality: cut.quality }).toEqual(
      expected,
    )
  })
  test.each([
    ['stretch', 'w_1,h_1'],
    ['fill', ''],
    ['fill', 'w_-5,h_x'],
    ['crop', 'x_1,y_1'],
    ['crop', 'w_0,h_10'],
  ])('%s/%s is no known crop', (mode, shape) => expect(planCrop(wide, mode, shape)).toBeUndefined())
  test('what is kept always lies within the scaled picture, and nothing is enlarged', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 1, max: 3000 }),
        fc.constantFrom('fill', 'fit', 'crop'),
        fc.nat(99_999),
        fc.nat(99_999),
        fc.nat(4000),
        (width, height, mode, w, h, x) => {
          const cut = planCrop({ width, height }, mode, `w_${w},h_${h},x_${x},y_${x},fp_0.3_0.9`)
          if (!cut) return
          const { scaled, kept } = cut
          expect(kept.x >= 0 && kept.y >= 0 && kept.width >= 1 && kept.height >= 1).toBe(true)
          expect(kept.x + kept.width <= scaled.width && kept.y + kept.height <= scaled.height).toBe(true)
          expect(scaled.width <= width && scaled.height <= height).toBe(true)
          expect(cropKey(cut).length).toBeLessThan(60)
        },
      ),
    ))
  test('a large photo is kept at 3000 pixels', () => {
    expect(storedSize({ width: 6000, height: 4000 })).toEqual({ width: 3000, height: 2000 })
    expect(storedSize({ width: 30, height: 40 })).toEqual({ width: 30, height: 40 })
    expect(storedSize({ width: 30_000, height: 1 })).toEqual({ width: 3000, height: 1 })
  })
})

describe('ids of pictures', () => {
  const one = { siteId: '0f1e2d3c-0000-4000-8000-00000000000a', id: '11111111-2222-4333-8444-555555555555' }
  test('say whose picture it is and read back', () => {
    expect(mediaId(one)).toMatch(/^[0-9a-f]{32}_[0-9a-f]{32}$/)
    expect(parseMediaId(mediaId(one))).toEqual(one)
    expect(parseMediaId(`${mediaId(one)}.webp`)).toEqual(one)
  })
  test.each([['x'], [''], ['../etc/passwd'], [`${'0'.repeat(32)}-${'0'.repeat(32)}`]])('%j is none', (text) => expect(parseMediaId(text)).toBeUndefined())
  test.each([
    [{ id: mediaId(one) }],
    [{ url: `https://any.example/media/${mediaId(one)}.webp` }],
    [{ url: `https://any.example/media/${mediaId(one)}/v1/fill/w_1,h_1/x.png` }],
    [{ url: `wix:image://v1/${mediaId(one)}/me.webp#originWidth=1&originHeight=2` }],
    [{ id: '', url: `wix:image://v1/${mediaId(one)}/me.webp` }],
  ])('%j is what a client writes back', (sent) => expect(parsePictureReference(sent)).toEqual(one))
  test('have the current origin of the site, wherever they are', () => {
    const image = { id: mediaId(one), url: 'http://old.example/x', width: 1 }
    const elsewhere = { id: 'mine', url: 'https://any.example/y.png' }
    expect(rewritePictureUrls({ mainMedia: { image }, items: [{ image }, { image: elsewhere }], note: 'x', none: null }, 'https://new.example')).toEqual({
      mainMedia: { image: { ...image, url: `https://new.example/media/${mediaId(one)}.webp` } },
      items: [{ image: { ...image, url: `https://new.example/media/${mediaId(one)}.webp` } }, { image: elsewhere }],
      note: 'x',
      none: null,
    })
  })
  test('other addresses mean no picture of ours', () => expect(parsePictureReference({ url: `https://any.example/other/${mediaId(one)}` })).toBeUndefined())
})
