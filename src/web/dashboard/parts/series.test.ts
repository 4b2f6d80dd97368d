import { expect, test } from 'vitest'
import { listFirstSessions, toSeries } from './series.ts'

const input = { from: '2026-11-21', time: '18:00', minutes: 75, days: ['MONDAY'], everyWeeks: 1, until: undefined, timeZone: 'Europe/Berlin' }
test('a weekly class starts on the first of its weekdays from the chosen day on', () => {
  expect(toSeries(input)).toEqual([
    {
      start: { localDate: '2026-11-23T18:00:00', timeZone: 'Europe/Berlin' },
      end: { localDate: '2026-11-23T19:15:00', timeZone: 'Europe/Berlin' },
      recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['MONDAY'] },
    },
  ])
})
test('several weekdays are several series, each with the last day included', () => {
  const series = toSeries({ ...input, days: ['SATURDAY', 'TUESDAY'], until: '2026-12-31' })
  expect(series.map((one) => one.start.localDate)).toEqual(['2026-11-21T18:00:00', '2026-11-24T18:00:00'])
  expect(series[1]?.recurrenceRule?.until).toEqual({ localDate: '2026-12-31T23:59:59' })
})
test('a single date has no rule and may cross midnight', () => {
  expect(toSeries({ ...input, time: '23:30', everyWeeks: 0, days: ['SATURDAY'] })).toEqual([
    { start: { localDate: '2026-11-21T23:30:00', timeZone: 'Europe/Berlin' }, end: { localDate: '2026-11-22T00:45:00', timeZone: 'Europe/Berlin' } },
  ])
})

test('conflicts are looked for in the sessions of the first eight weeks, by start, up to the last day', () => {
  const all = toSeries({
    from: '2027-03-22',
    time: '18:00',
    minutes: 60,
    days: ['MONDAY', 'WEDNESDAY'],
    everyWeeks: 4,
    until: undefined,
    timeZone: 'Europe/Berlin',
  })
  // The clocks change on the 28th: it stays six in the evening.
  expect(listFirstSessions(all).map(({ startDate }) => startDate)).toEqual([
    '2027-03-22T17:00:00.000Z',
    '2027-03-24T17:00:00.000Z',
    '2027-04-19T16:00:00.000Z',
    '2027-04-21T16:00:00.000Z',
  ])
  const ending = toSeries({ from: '2027-03-22', time: '18:00', minutes: 60, days: ['MONDAY'], everyWeeks: 1, until: '2027-04-05', timeZone: 'Europe/Berlin' })
  expect(listFirstSessions(ending)).toHaveLength(3)
  const once = toSeries({ from: '2027-03-22', time: '18:00', minutes: 60, days: ['MONDAY'], everyWeeks: 0, until: undefined, timeZone: 'Europe/Berlin' })
  expect(listFirstSessions(once)).toEqual([{ startDate: '2027-03-22T17:00:00.000Z', endDate: '2027-03-22T18:00:00.000Z' }])
})
