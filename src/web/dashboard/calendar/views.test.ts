import { expect, test } from 'vitest'
import { countMonthEntries } from './views.ts'

test.each([
  ['in a low window at least two', '2026-12-01', 600, 2],
  ['in a window of 900 pixels, five weeks', '2026-12-01', 900, 2],
  ['in a window of 1080 pixels, five weeks', '2026-12-01', 1080, 4],
  ['in a window of 1080 pixels, six weeks', '2026-08-01', 1080, 3],
  ['in the highest window at most eight', '2026-12-01', 4000, 8],
])('a month shows so many entries of a day: %s', (_, date, height, expected) => {
  expect(countMonthEntries(date, 1, height)).toBe(expected)
})
