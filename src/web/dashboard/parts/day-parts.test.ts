import { expect, test } from 'vitest'
import { splitByDay } from './day-parts.ts'

const berlin = { from: '2026-01-01', to: '2027-01-01', zone: 'Europe/Berlin' }
/** Each part as `start – end`, with `*` where it covers its day, in the year 2026. */
const split = (start: string, end: string, days = berlin) =>
  splitByDay(start, end, days).map((part) => `${part.start.slice(5, 16)} – ${part.end.slice(5, 16)}${part.isAllDay ? ' *' : ''}`)

test.each([
  ['within a day', '2026-12-01T09:00:00Z', '2026-12-01T10:00:00Z', ['12-01 10:00 – 12-01 11:00']],
  ['until midnight', '2026-12-01T20:00:00Z', '2026-12-01T23:00:00Z', ['12-01 21:00 – 12-02 00:00']],
  ['past midnight', '2026-12-02T22:00:00Z', '2026-12-03T00:00:00Z', ['12-02 23:00 – 12-03 00:00', '12-03 00:00 – 12-03 01:00']],
  ['a whole day', '2026-12-01T23:00:00Z', '2026-12-02T23:00:00Z', ['12-02 00:00 – 12-03 00:00 *']],
  [
    'three whole days',
    '2026-12-01T23:00:00Z',
    '2026-12-04T23:00:00Z',
    ['12-02 00:00 – 12-03 00:00 *', '12-03 00:00 – 12-04 00:00 *', '12-04 00:00 – 12-05 00:00 *'],
  ],
  [
    'a weekend between two half days',
    '2026-12-04T14:00:00Z',
    '2026-12-06T08:00:00Z',
    ['12-04 15:00 – 12-05 00:00', '12-05 00:00 – 12-06 00:00 *', '12-06 00:00 – 12-06 09:00'],
  ],
  ['no time at all, at midnight', '2026-12-01T23:00:00Z', '2026-12-01T23:00:00Z', ['12-02 00:00 – 12-02 00:00']],
  ['the day of 23 hours', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', ['03-29 00:00 – 03-30 00:00 *']],
  ['all of the day of 25 hours but its last', '2026-10-24T22:00:00Z', '2026-10-25T22:00:00Z', ['10-25 00:00 – 10-25 23:00']],
  ['the day of 25 hours', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', ['10-25 00:00 – 10-26 00:00 *']],
  ['over the hour that is left out', '2026-03-28T22:30:00Z', '2026-03-29T01:30:00Z', ['03-28 23:30 – 03-29 00:00', '03-29 00:00 – 03-29 03:30']],
  ['into the hour that comes again', '2026-10-25T00:30:00Z', '2026-10-25T01:15:00Z', ['10-25 02:30 – 10-25 03:15']],
])('%s', (_name, start, end, parts) => {
  expect(split(start, end)).toEqual(parts)
})

test('a day that begins at one is whole from then on, and the day before it ends at midnight', () => {
  const cairo = { ...berlin, zone: 'Africa/Cairo' }
  expect(split('2026-04-22T22:00:00Z', '2026-04-24T21:00:00Z', cairo)).toEqual(['04-23 00:00 – 04-24 00:00 *', '04-24 00:00 – 04-25 00:00 *'])
  expect(split('2026-04-23T20:00:00Z', '2026-04-23T22:00:00Z', cairo)).toEqual(['04-23 22:00 – 04-24 00:00'])
  expect(split('2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z', cairo)).toEqual(['04-24 01:00 – 04-25 00:00 *'])
})

test('only what lies on the days asked for comes, and a part knows whether it is all there is', () => {
  const week = { ...berlin, from: '2026-12-03', to: '2026-12-05' }
  const parts = splitByDay('2026-11-30T23:00:00Z', '2026-12-31T23:00:00Z', week)
  expect(parts.map(({ day, isWhole }) => [day, isWhole])).toEqual([
    ['2026-12-03', false],
    ['2026-12-04', false],
  ])
  // The night before reaches into the first day, or ends with it.
  expect(splitByDay('2026-12-02T22:00:00Z', '2026-12-03T00:00:00Z', week)).toEqual([
    { day: '2026-12-03', start: '2026-12-03 00:00:00', end: '2026-12-03 01:00:00', isWhole: false, isAllDay: false },
  ])
  expect(splitByDay('2026-12-02T22:00:00Z', '2026-12-02T23:00:00Z', week)).toEqual([])
  expect(splitByDay('2026-12-02T10:00:00Z', '2026-12-02T11:00:00Z', week)).toEqual([])
  expect(splitByDay('2026-12-03T10:00:00Z', '2026-12-03T11:00:00Z', week)).toMatchObject([{ isWhole: true, isAllDay: false }])
})
