import { expect, test } from 'vitest'
import { chooseFormat, isUsableRegion, withoutEmptyTexts } from './library.ts'

test.each([
  [{ x: 0, y: 0, width: 1600, height: 800 }, true],
  [{ x: 100, y: 50, width: 40, height: 40 }, true],
  [{ x: 100, y: 50, width: 39, height: 40 }, false],
  [{ x: 1, y: 0, width: 1600, height: 800 }, false],
  [{ x: 0, y: 700, width: 100, height: 101 }, false],
  [{ x: -1, y: 0, width: 100, height: 100 }, false],
])('a crop lies within its picture and can be made out: %o is %s', (region, usable) => {
  expect(isUsableRegion({ width: 1600, height: 800 }, region)).toBe(usable)
})

test('a picture smaller than the least crop can be kept whole', () => {
  expect(isUsableRegion({ width: 16, height: 16 }, { x: 0, y: 0, width: 16, height: 16 })).toBe(true)
})

test('empty texts are not kept', () => {
  expect(withoutEmptyTexts({ en: ' Two mats ', de: '  ' })).toEqual({ en: 'Two mats' })
})

test.each([
  ['image/avif,image/webp,*/*;q=0.8', 1080, 'avif'],
  ['image/webp,*/*', 1080, 'webp'],
  [undefined, 1080, 'webp'],
  ['image/avif', 1600, 'webp'],
] as const)('AVIF goes to those who read it, in sizes that are quick to write: %s at %s is %s', (accept, width, format) => {
  expect(chooseFormat(accept, { width, height: 1000 })).toBe(format)
})
