import { expect, test } from 'vitest'
import { findFreeDays } from './free-days.ts'

test('a day that is special already stays as it is, and none is closed twice', () => {
  const days = ['2027-12-24', '2027-12-25', '2027-12-31', '2027-12-25'].map((date) => ({ date }))
  const special = [{ from: '2027-12-20', until: '2027-12-24' }]
  const { free, taken } = findFreeDays(days, special)
  expect([free.map(({ date }) => date), taken.map(({ date }) => date)]).toEqual([['2027-12-25', '2027-12-31'], ['2027-12-24']])
  expect(findFreeDays(days.slice(0, 1), [{ from: '2027-12-25', until: '2027-12-25' }]).free).toHaveLength(1)
})
