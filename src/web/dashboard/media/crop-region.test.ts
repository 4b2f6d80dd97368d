import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUsableRegion } from '#domains/media/rules/library.ts'
import { centerOn, toRegion } from './crop-region.ts'

const picture = { width: 1600, height: 800 }
test.each([
  [
    { ratio: undefined, size: 100, x: 50, y: 50 },
    { x: 0, y: 0, width: 1600, height: 800 },
  ],
  [
    { ratio: 1, size: 100, x: 0, y: 50 },
    { x: 0, y: 0, width: 800, height: 800 },
  ],
  [
    { ratio: 1, size: 50, x: 100, y: 0 },
    { x: 1200, y: 0, width: 400, height: 400 },
  ],
  [
    { ratio: 16 / 10, size: 100, x: 50, y: 50 },
    { x: 160, y: 0, width: 1280, height: 800 },
  ],
])('%o keeps %o', (choice, region) => expect(toRegion(picture, choice)).toEqual(region))

test('every choice is a region that the server takes', () => {
  const side = fc.integer({ min: 40, max: 3000 })
  const percent = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(side, side, fc.constantFrom(undefined, 1, 4 / 3, 16 / 10), percent, percent, percent, (width, height, ratio, size, x, y) => {
      fc.pre(ratio === undefined ? Math.max(width, height) / Math.min(width, height) < 20 : Math.min(width, height) >= 70)
      expect(isUsableRegion({ width, height }, toRegion({ width, height }, { ratio, size, x, y }))).toBe(true)
    }),
  )
})

test('a point of the picture comes to the middle as far as there is room', () => {
  expect([centerOn(1600, 400, 0.5), centerOn(1600, 400, 0), centerOn(1600, 400, 0.25), centerOn(800, 800, 0.9)]).toEqual([50, 0, 17, 50])
})
