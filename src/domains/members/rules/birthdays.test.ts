import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { birthdayKeys, findGreetingDay } from './birthdays.ts'

test.each([
  ['2027-05-03', [503]],
  ['2027-02-28', [228, 229]],
  ['2028-02-28', [228]],
  ['2028-02-29', [229]],
  ['2027-12-31', [1231]],
])('on %s birthdays are %j', (day, keys) => expect(birthdayKeys(Temporal.PlainDate.from(day))).toEqual(keys))

test.each([
  ['2027-05-03T06:55Z', '2027-05-03T07:00Z', '2027-05-03'],
  ['2027-05-03T07:00Z', '2027-05-03T07:15Z', undefined],
  ['2027-05-03T06:00Z', '2027-05-03T06:15Z', undefined],
  ['2027-05-01T06:00Z', '2027-05-03T06:15Z', '2027-05-02'],
  ['2027-05-01T06:00Z', '2027-05-03T08:15Z', '2027-05-03'],
])('between %s and %s the day %s is greeted in Berlin', (from, to, day) =>
  expect(findGreetingDay({ from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) }, 'Europe/Berlin')?.toString()).toBe(day),
)
