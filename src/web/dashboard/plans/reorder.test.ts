import { expect, test } from 'vitest'
import { moveItem, arrowStep } from './reorder.ts'

test.each([
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
  [0, 99, 'bcda'],
  [2, -5, 'cabd'],
])('the card at %s dropped at %s', (from, to, order) => {
  expect(moveItem([...'abcd'], from, to).join('')).toBe(order)
})
test('arrows go by one card or by one row', () => {
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Enter'].map((key) => arrowStep(key, 3))).toEqual([-1, 1, -3, 3, 0])
})
