import { expect, test } from 'vitest'
import { arrowStep } from './reorder.ts'

test('arrows go by one card or by one row', () => {
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Enter'].map((key) => arrowStep(key, 3))).toEqual([-1, 1, -3, 3, 0])
})
