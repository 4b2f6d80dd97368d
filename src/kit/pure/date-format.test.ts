import { expect, test } from 'vitest'
import { dateFormat, findDateLocale, formatClock, joinClocks } from './date-format.ts'

const options = { weekday: 'short', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const
const afternoon = Date.UTC(2027, 2, 3, 14, 5)

test.for([
  ['en', 'Europe/London', 'en-GB'],
  ['en', 'Europe/Berlin', 'en-GB'],
  ['en', undefined, 'en-GB'],
  ['en', 'UTC', 'en-GB'],
  ['en', 'America/New_York', 'en-US'],
  ['en', 'America/Argentina/Buenos_Aires', 'en-US'],
  ['en', 'US/Pacific', 'en-US'],
  ['en', 'Pacific/Honolulu', 'en-US'],
  ['en', 'Pacific/Fiji', 'en-GB'],
  ['en', 'Australia/Sydney', 'en-AU'],
  ['en', 'Pacific/Auckland', 'en-NZ'],
  ['en', 'Asia/Kolkata', 'en-IN'],
  ['de', 'America/New_York', 'de'],
  ['es', 'America/Mexico_City', 'es'],
] as const)('%s of a business in %s is %s', ([language, zone, locale]) => {
  expect(findDateLocale(language, zone)).toBe(locale)
})

test.for([
  ['en', 'Europe/Berlin', 'Wed 3 March at 14:05'],
  ['en', 'America/Chicago', 'Wed, March 3 at 2:05\u00a0PM'],
  ['en', 'Australia/Perth', 'Wed 3 March at 2:05\u00a0pm'],
  ['de', 'America/Chicago', 'Mi., 3. März um 14:05'],
] as const)('an instant in %s of a business in %s', ([language, zone, text]) => {
  // Between day and time engines put a word or a comma.
  const format = (at: number) =>
    dateFormat(language, zone, options)
      .format(at)
      .replace(/,? (?:at|um) |, (?=\d+:)/, ' at ')
  expect(format(afternoon)).toBe(text.replace(' um ', ' at '))
})

test('a range keeps its ends on one line each', () => {
  const format = dateFormat('en', 'America/Chicago', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
  expect(format.formatRange(afternoon, afternoon + 3_600_000)).toMatch(/^2:05 ?– ?3:05\u00a0PM$/)
})

test.for([
  ['09:30', '09:30', '9:30\u00a0AM', '09:30'],
  ['14:00', '14:00', '2:00\u00a0PM', '14:00'],
  ['00:00', '00:00', '12:00\u00a0AM', '00:00'],
  ['12:15', '12:15', '12:15\u00a0PM', '12:15'],
  ['24:00', '24:00', '12:00\u00a0AM', '24:00'],
] as const)('the time of the wall clock %s', ([time, british, american, german]) => {
  expect(formatClock(time, 'en', 'Europe/London')).toBe(british)
  expect(formatClock(time, 'en', 'America/New_York')).toBe(american)
  expect(formatClock(time, 'de', 'America/New_York')).toBe(german)
})

test.for([
  ['14:30', '15:30', '14:30–15:30'],
  ['2:30\u00a0PM', '3:30\u00a0PM', '2:30–3:30\u00a0PM'],
  ['11:30\u00a0AM', '12:30\u00a0PM', '11:30\u00a0AM–12:30\u00a0PM'],
  ['Tue 1 December, 9:00\u00a0am', '10:00\u00a0am', 'Tue 1 December, 9:00–10:00\u00a0am'],
])('times of the clock from %s to %s', ([start, end, text]) => {
  expect(joinClocks(start ?? '', end ?? '')).toBe(text)
})
