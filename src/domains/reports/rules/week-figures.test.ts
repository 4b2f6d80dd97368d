import { expect, test } from 'vitest'
import { toWeekFigures } from './week-figures.ts'

const days = Array.from({ length: 14 }, (_, nr) => `2027-05-${String(nr + 1).padStart(2, '0')}`)
const day = (nr: number, more: object) => ({ day: `2027-05-${String(nr).padStart(2, '0')}`, revenue: 0, bookings: 0, members: 0, taken: 0, places: 0, ...more })

test('seven days are summed and held against the seven before; each day has a value', () => {
  const week = toWeekFigures(days, [day(7, { revenue: 10, bookings: 1 }), day(8, { revenue: 5.5, members: 2 }), day(14, { revenue: 20, bookings: 3 })])
  expect(week.revenue).toEqual({ value: 25.5, previous: 10, days: [5.5, 0, 0, 0, 0, 0, 20] })
  expect(week.bookings).toMatchObject({ value: 3, previous: 1 })
  expect(week.members).toMatchObject({ value: 2, previous: 0 })
})

test('fill weighs the places of all sessions, and is 0 without sessions', () => {
  const week = toWeekFigures(days, [day(9, { taken: 1, places: 10 }), day(10, { taken: 2, places: 2 })])
  expect(week.fill).toEqual({ value: 25, previous: 0, days: [0, 10, 100, 0, 0, 0, 0] })
})
