import { expect, test } from 'vitest'
import type { CalendarItem } from '../entities.ts'
import type { Entry } from '../parts/events.ts'
import { countStarts } from './crowd.ts'

const at = (startDate: string): Entry => ({ kind: 'BOOKED', resourceIds: [], item: { startDate, endDate: startDate } as CalendarItem })
const starts = ['2027-05-04T07:10:00Z', '2027-05-04T07:50:00Z', '2027-05-03T22:30:00Z', '2027-05-03T06:00:00Z'].map(at)

test('entries are counted by day and hour of the business', () => {
  const { total, days, hours, count } = countStarts(starts, [], 'Europe/Berlin')
  expect([total, days, hours]).toEqual([4, ['2027-05-03', '2027-05-04'], [0, 8, 9]])
  expect([count('2027-05-04'), count('2027-05-04', 9), count('2027-05-04', 0), count('2027-05-03', 9)]).toEqual([3, 2, 1, 0])
})

test('those that the server counted are added to those at hand', () => {
  const counted = [
    { day: '2027-05-04', hour: 9, entries: 40 },
    { day: '2027-05-05', hour: 7, entries: 2 },
  ]
  const { total, days, hours, count } = countStarts(starts, counted, 'Europe/Berlin')
  expect([total, days, hours]).toEqual([46, ['2027-05-03', '2027-05-04', '2027-05-05'], [0, 7, 8, 9]])
  expect([count('2027-05-04'), count('2027-05-04', 9), count('2027-05-05', 7)]).toEqual([43, 42, 2])
})
