import { expect, test } from 'vitest'
import type { CalendarItem } from '../entities.ts'
import type { Entry } from '../parts/events.ts'
import { countStarts, isCrowded } from './crowd.ts'

const at = (startDate: string): Entry => ({ kind: 'BOOKED', resourceIds: [], item: { startDate, endDate: startDate } as CalendarItem })

test('entries are counted by day and hour of the business', () => {
  const { days, hours, count } = countStarts(
    ['2027-05-04T07:10:00Z', '2027-05-04T07:50:00Z', '2027-05-03T22:30:00Z', '2027-05-03T06:00:00Z'].map(at),
    'Europe/Berlin',
  )
  expect([days, hours]).toEqual([
    ['2027-05-03', '2027-05-04'],
    [0, 8, 9],
  ])
  expect([count('2027-05-04'), count('2027-05-04', 9), count('2027-05-04', 0), count('2027-05-03', 9)]).toEqual([3, 2, 1, 0])
})

test.each([
  ['week', 700, false],
  ['week', 701, true],
  ['day', 251, true],
  ['month', 701, true],
  ['agenda', 100_000, false],
  ['people', 100_000, false],
] as const)('a %s with %i entries is crowded: %s', (view, count, expected) => {
  expect(isCrowded(view, count)).toBe(expected)
})
