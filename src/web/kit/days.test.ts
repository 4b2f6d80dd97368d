import { expect, test } from 'vitest'
import { addDays, addMonths, dateFormat, endOfDay, joinTimes, startOfDay, startOfWeek, toDay, toWeekday } from './days.ts'

test.each([
  ['2030-03-10', 'UTC', '2030-03-10T00:00:00.000Z'],
  ['2030-03-10', 'Europe/Berlin', '2030-03-09T23:00:00.000Z'],
  ['2030-03-31', 'Europe/Berlin', '2030-03-30T23:00:00.000Z'],
  ['2030-04-01', 'Europe/Berlin', '2030-03-31T22:00:00.000Z'],
  // Beirut's clock goes from midnight to one.
  ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
  ['2030-07-04', 'America/New_York', '2030-07-04T04:00:00.000Z'],
  ['2030-07-04', 'Pacific/Auckland', '2030-07-03T12:00:00.000Z'],
])('%s in %s begins at %s', (day, zone, instant) => {
  expect(startOfDay(day, zone)).toBe(instant)
})
test.each(['UTC', 'Europe/Berlin', 'Asia/Beirut', 'America/New_York', 'Pacific/Auckland'])('what ends with a day in %s is still shown as that day', (zone) => {
  for (const day of ['2030-03-30', '2030-03-31', '2026-03-28', '2030-10-27', '2030-12-31']) {
    expect(toDay(endOfDay(day, zone), zone)).toBe(day)
    expect(new Date(endOfDay(day, zone)).getTime() + 1000).toBe(new Date(startOfDay(addDays(day, 1), zone)).getTime())
  }
})
test('the week starts on the day that the business chose', () => {
  expect(startOfWeek('2026-11-21', 0)).toBe('2026-11-15')
  expect(startOfWeek('2026-11-21', 1)).toBe('2026-11-16')
  expect(startOfWeek('2026-11-22', 0)).toBe('2026-11-22')
  expect(toWeekday('2026-11-22')).toBe(0)
})
test('the month after a long one is the next month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
})
test('late in the evening it is still the day of the business', () => {
  expect(toDay('2026-11-21T23:30:00.000Z', 'America/New_York')).toBe('2026-11-21')
  expect(toDay('2026-11-21T23:30:00.000Z', 'Europe/Berlin')).toBe('2026-11-22')
})

test.for([
  ['a session', '2026-12-05T12:00:00Z', '5 Dec, 12:00–13:00'],
  ['a session over midnight of the zone', '2026-12-05T23:30:00Z', '5 Dec, 12:00 – 6 Dec, 00:30'],
  ['a course of six weeks', '2027-01-09T12:00:00Z', '5 Dec, 12:00 – 9 Jan, 13:00'],
  ['a course of a year, to the day', '2027-12-05T12:00:00Z', '5 Dec, 12:00 – 5 Dec, 13:00'],
  ['what has no end', undefined, '5 Dec, 12:00'],
] as const)('the times of %s', ([, end, text]) => {
  const styles = { date: { dateStyle: 'short' }, time: { timeStyle: 'short' }, day: { day: 'numeric', month: 'short' } } as const
  const format = (at: string, style: keyof typeof styles) => dateFormat('en', { ...styles[style], timeZone: 'Europe/Berlin' }).format(new Date(at))
  expect(joinTimes('2026-12-05T11:00:00Z', end, (instant) => `${format(instant, 'day')}, ${format(instant, 'time')}`, format)).toBe(text)
})
