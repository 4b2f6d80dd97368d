import { expect, test } from 'vitest'
import { layOutMonth } from './views.ts'

test.each([
  ['in a low window at least one', '2026-12-01', 600, 1],
  ['in a window of 800 pixels, six weeks', '2026-11-01', 800, 1],
  ['in a window of 800 pixels, five weeks', '2026-12-01', 800, 2],
  ['in a window of 900 pixels, five weeks', '2026-12-01', 900, 2],
  ['in a window of 1080 pixels, five weeks', '2026-12-01', 1080, 4],
  ['in a window of 1080 pixels, six weeks', '2026-08-01', 1080, 3],
  ['in the highest window at most eight', '2026-12-01', 4000, 8],
])('a month shows so many entries of a day: %s', (_, date, height, expected) => {
  expect(layOutMonth(date, 1, { width: 1280, height }).entries).toBe(expected)
})
test.each([
  [1280, 800, 6],
  [1280, 800, 5],
  [1920, 1080, 5],
  [390, 844, 5],
])('all weeks of a month fit into a window of %d by %d pixels: %d of them', (width, height, weeks) => {
  const { dayHeight } = layOutMonth(weeks === 6 ? '2026-11-01' : '2026-12-01', 1, { width, height })
  const left = height - weeks * dayHeight
  expect(left).toBeGreaterThanOrEqual(width < 720 ? 380 : 290)
  expect(left).toBeLessThan((width < 720 ? 380 : 290) + weeks)
})
