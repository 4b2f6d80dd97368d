import { expect, test } from 'vitest'
import { moveItem } from './move-item.ts'

test.each([
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
  [0, 99, 'bcda'],
  [2, -5, 'cabd'],
  [9, 0, 'abcd'],
])('the entry at %s moved to %s', (from, to, order) => {
  expect(moveItem([...'abcd'], from, to).join('')).toBe(order)
})
