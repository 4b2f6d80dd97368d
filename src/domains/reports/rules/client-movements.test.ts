import { expect, test } from 'vitest'
import { describeMovements } from './client-movements.ts'

test('new and returning come, lapsed stay away, and who lapses in the running month is not known', () => {
  const counts = [
    { month: '2027-02', active: 4, first: 1, stayed: 2 },
    { month: '2027-03', active: 5, first: 2, stayed: 3 },
    { month: '2027-05', active: 1, first: 0, stayed: 0 },
  ]
  expect(describeMovements(['2027-03', '2027-04', '2027-05'], '2027-02', counts)).toEqual([
    { month: '2027-03', isOpen: false, new: 2, returning: 3, lapsed: 1 },
    { month: '2027-04', isOpen: false, new: 0, returning: 0, lapsed: 5 },
    { month: '2027-05', isOpen: true, new: 0, returning: 1 },
  ])
})
