import { expect, test } from 'vitest'
import { findKeyTarget } from './reorder.ts'

test.each([
  [3, { ArrowLeft: 3, ArrowRight: 5, ArrowUp: 1, ArrowDown: 7, Home: 0, End: 8, Enter: undefined }],
  [1, { ArrowLeft: 3, ArrowRight: 5, ArrowUp: 3, ArrowDown: 5, Home: 0, End: 8, Tab: undefined }],
])('in %s columns, keys move by one entry, by one row, or to an end', (columns, targets) => {
  for (const [key, target] of Object.entries(targets)) expect([key, findKeyTarget(key, { at: 4, count: 9, columns })]).toEqual([key, target])
})

test('no key leads out of the list', () => {
  expect(findKeyTarget('ArrowUp', { at: 1, count: 5, columns: 3 })).toBe(0)
  expect(findKeyTarget('ArrowDown', { at: 3, count: 5, columns: 3 })).toBe(4)
})
