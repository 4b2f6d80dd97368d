import { expect, test } from 'vitest'
import { toSeries } from './series.ts'

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
