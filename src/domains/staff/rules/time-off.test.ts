import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { findDaysProblem, formatDays } from './time-off.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const today = day('2027-05-03')

test.each([
  ['2027-05-03', '2027-05-03', undefined],
  ['2027-05-01', '2027-05-03', undefined],
  ['2027-05-01', '2027-05-02', 'IS_OVER'],
  ['2027-05-09', '2027-05-08', 'ENDS_BEFORE_START'],
  ['2027-06-01', '2028-05-31', undefined],
  ['2027-06-01', '2028-06-01', 'TOO_LONG'],
  ['2029-05-02', '2029-05-02', undefined],
  ['2029-05-03', '2029-05-03', 'TOO_FAR_AHEAD'],
])('from %s until %s: %s', (from, until, problem) => {
  expect(findDaysProblem(day(from), day(until), today)).toBe(problem)
})

test('days are written out in the language of the reader', () => {
  expect(formatDays(today, today, 'en', 'Europe/Berlin')).toMatch(/^Monday,? 3 May 2027$/)
  expect(formatDays(today, today, 'en', 'America/New_York')).toBe('Monday, May 3, 2027')
  expect(formatDays(today, today, 'de', 'Europe/Berlin')).toBe('Montag, 3. Mai 2027')
  expect(formatDays(today, day('2027-05-07'), 'de', 'Europe/Berlin').replaceAll('\u2009', ' ')).toBe('3.–7. Mai 2027')
})
