import { expect, test } from 'vitest'
import { startOfDay } from './start-of-day.ts'

test.each([
  ['2030-03-10', 'UTC', '2030-03-10T00:00:00.000Z'],
  ['2030-03-10', 'Europe/Berlin', '2030-03-09T23:00:00.000Z'],
  ['2030-03-31', 'Europe/Berlin', '2030-03-30T23:00:00.000Z'],
  ['2030-04-01', 'Europe/Berlin', '2030-03-31T22:00:00.000Z'],
  ['2030-07-04', 'America/New_York', '2030-07-04T04:00:00.000Z'],
  ['2030-07-04', 'Pacific/Auckland', '2030-07-03T12:00:00.000Z'],
])('%s in %s begins at %s', (day, zone, instant) => {
  expect(startOfDay(day, zone)).toBe(instant)
})
