import { expect, test } from 'vitest'
import { splitAtGaps } from './gaps.ts'

test('a line is interrupted where there is nothing to measure, and zero is a figure', () => {
  expect(splitAtGaps([null, 1, 0, null, null, 3])).toEqual([
    [
      { at: 1, value: 1 },
      { at: 2, value: 0 },
    ],
    [{ at: 5, value: 3 }],
  ])
  expect(splitAtGaps([null, null])).toEqual([])
  expect(splitAtGaps([2])).toEqual([[{ at: 0, value: 2 }]])
})
