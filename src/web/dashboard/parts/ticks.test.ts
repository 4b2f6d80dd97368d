import { expect, test } from 'vitest'
import { computeTicks } from './ticks.ts'

test.each([
  [2, [0, 1, 2]],
  [1, [0, 1]],
  [7, [0, 2, 4, 6, 8]],
  [9, [0, 5, 10]],
  [1683, [0, 500, 1000, 1500, 2000]],
])('people are counted in whole steps up to %s', (max, ticks) => {
  expect(computeTicks(0, max, true)).toEqual(ticks)
})

test.each([
  [0, 1683, [0, 500, 1000, 1500, 2000]],
  [0, 1, [0, 0.25, 0.5, 0.75, 1]],
  [-140, 530, [-200, 0, 200, 400, 600]],
  [0, 80, [0, 20, 40, 60, 80]],
  [-3, 0, [-3, -2, -1, 0]],
])('the axis from %s to %s has round steps', (min, max, ticks) => {
  expect(computeTicks(min, max)).toEqual(ticks)
})
