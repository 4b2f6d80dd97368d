import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { getRepeatStatus, listRepeats } from './repeat.ts'

const at = (text: string) => Temporal.Instant.from(text)
const repeat = (more: Partial<Parameters<typeof listRepeats>[0]> = {}) =>
  listRepeats({ start: at('2027-03-16T09:00Z'), end: at('2027-03-16T10:00Z'), timeZone: 'Europe/Berlin', everyWeeks: 1, count: 3, ...more }).map(
    ({ start, end }) => [start.toString(), end.toString()],
  )

describe('the dates of a repeated appointment', () => {
  test('the clock of the business shows the same time before and after summer time begins', () =>
    expect(repeat()).toEqual([
      ['2027-03-16T09:00:00Z', '2027-03-16T10:00:00Z'],
      ['2027-03-23T09:00:00Z', '2027-03-23T10:00:00Z'],
      ['2027-03-30T08:00:00Z', '2027-03-30T09:00:00Z'],
    ]))
  test('every second week', () => expect(repeat({ everyWeeks: 2, count: 2 }).map(([start]) => start)).toEqual(['2027-03-16T09:00:00Z', '2027-03-30T08:00:00Z']))
  test('a time that the clock skips comes one hour later', () =>
    expect(repeat({ start: at('2027-03-21T01:30Z'), end: at('2027-03-21T02:00Z'), count: 2 })[1]).toEqual(['2027-03-28T01:30:00Z', '2027-03-28T02:00:00Z']))
  test('dates never overlap and keep weekday, time and length in every zone', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC')
    const input = fc.record({
      zone: zones,
      hours: fc.integer({ min: 0, max: 20_000 }),
      everyWeeks: fc.integer({ min: 1, max: 4 }),
      count: fc.integer({ min: 2, max: 8 }),
    })
    fc.assert(
      fc.property(input, ({ zone, hours, everyWeeks, count }) => {
        const start = at('2027-01-01T06:00Z').add({ hours })
        const dates = listRepeats({ start, end: start.add({ minutes: 50 }), timeZone: zone, everyWeeks, count })
        expect(dates).toHaveLength(count)
        expect(dates[0]?.start.equals(start)).toBe(true)
        for (const [index, date] of dates.entries()) {
          expect(date.end.epochMilliseconds - date.start.epochMilliseconds).toBe(50 * 60_000)
          const before = dates[index - 1]
          if (!before) continue
          expect(date.start.epochMilliseconds).toBeGreaterThan(before.end.epochMilliseconds)
          expect(date.start.toZonedDateTimeISO(zone).dayOfWeek).toBe(start.toZonedDateTimeISO(zone).dayOfWeek)
        }
      }),
    )
  })
})

test.each([
  [{}, true, 'FREE'],
  [{}, false, 'TAKEN'],
  [{ tooEarlyToBook: true }, true, 'TOO_EARLY'],
  [{ tooLateToBook: true }, false, 'TOO_LATE'],
  [{ tooEarlyToBook: true, bookOnlineDisabled: true }, true, 'NOT_ONLINE'],
] as const)('a date with %o and a free person %s is %s', (flags, free, status) => expect(getRepeatStatus(flags, free)).toBe(status))
