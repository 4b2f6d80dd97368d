import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { completeRules, courseFlags, policyFlags } from '#domains/services/rules/policy.ts'
import { dayMs, formatLocal, parseLocal, zoneOffsets } from '#kit/pure/zone.ts'
import { findNextOccurrence, occurrencesIn, hasOccurrenceAt, parseOccurrenceId, toSeriesEnd } from './recurrence.ts'
import { countSeats } from './sessions.ts'

test('C1 confirmed, pending and live holds take places', () => {
  const seats = (taken: number) => countSeats({ capacity: 3, taken, offered: 0, reserved: 0 })
  expect([3, 1, 0].map((n) => seats(n).remainingCapacity)).toEqual([0, 2, 3])
  expect([3, 1, 0].map((n) => seats(n).bookableCapacity)).toEqual([0, 2, 3])
})
test('C2 a free place belongs to those who wait', () => {
  expect(countSeats({ capacity: 2, taken: 1, offered: 1, reserved: 1 })).toEqual({
    totalCapacity: 2,
    remainingCapacity: 1,
    bookableCapacity: 0,
    reservedForWaitingList: true,
  })
})
test('C3 a weekly series keeps its wall clock over the change', () => {
  const offsets = zoneOffsets('America/New_York')
  const series = { masterId: 'm'.repeat(36), localStart: '2027-03-07T09:00', localEnd: '2027-03-07T10:00', intervalWeeks: 1 }
  const list = occurrencesIn(series, { start: Date.UTC(2027, 2, 1), end: Date.UTC(2027, 3, 10) }, offsets)
  expect(list.map((o) => [o.localStart, new Date(o.start).toISOString().slice(11, 16)])).toEqual([
    ['2027-03-07T09:00', '14:00'],
    ['2027-03-14T09:00', '13:00'],
    ['2027-03-21T09:00', '13:00'],
    ['2027-03-28T09:00', '13:00'],
    ['2027-04-04T09:00', '13:00'],
  ])
  expect(parseOccurrenceId(list[1]?.id ?? '')).toEqual({ masterId: series.masterId, localStart: '2027-03-14T09:00' })
  expect([
    hasOccurrenceAt(series, '2027-03-14T09:00'),
    hasOccurrenceAt(series, '2027-03-15T09:00'),
    hasOccurrenceAt({ ...series, untilLocal: '2027-03-14T09:00' }, '2027-03-14T09:00'),
  ]).toEqual([true, false, true])
})
test('a series keeps its wall clock in every zone, over every change of the clock, from whatever instant its range begins', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const first = Date.UTC(2026, 0, 1)
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 500 }),
      fc.integer({ min: 0, max: 24 * 60 - 1 }),
      fc.integer({ min: 1, max: 600 }),
      fc.integer({ min: 1, max: 4 }),
      // A day before the first local midnight: early enough in every zone.
      fc.constantFrom(0, first - dayMs),
      (zone, day, minute, length, intervalWeeks, from) => {
        const local = first + day * dayMs + minute * 60_000
        const text = (at: number) => formatLocal(at).slice(0, 16)
        const series = { masterId: 'm'.repeat(36), localStart: text(local), localEnd: text(local + length * 60_000), intervalWeeks }
        const found = occurrencesIn(series, { start: from, end: local + 400 * dayMs }, zoneOffsets(zone))
        const weeks = 7 * intervalWeeks
        expect(found.length).toBeGreaterThanOrEqual(Math.floor(398 / weeks))
        for (const [k, one] of found.entries()) {
          const start = Temporal.PlainDateTime.from(series.localStart).add({ days: weeks * k })
          expect(one.localStart).toBe(start.toString({ smallestUnit: 'minute' }))
          expect(one.start).toBe(start.toZonedDateTime(zone).epochMilliseconds)
          const end = start.add({ minutes: length }).toZonedDateTime(zone).epochMilliseconds
          expect(one.end).toBe(end > one.start ? end : one.start + length * 60_000)
        }
      },
    ),
    { numRuns: 300 },
  )
})
test('a session that began before the range still reaches into it', () => {
  const offsets = zoneOffsets('UTC')
  const series = { masterId: 'm'.repeat(36), localStart: '1970-01-05T22:00', localEnd: '1970-01-06T02:00', intervalWeeks: 2 }
  expect(
    occurrencesIn(series, { start: parseLocal('1970-01-20T00:00') as number, end: parseLocal('1970-01-20T01:00') as number }, offsets).map((o) =>
      formatLocal(o.start),
    ),
  ).toEqual(['1970-01-19T22:00:00'])
})
test.each([
  ['of a series that begins in three years', '2030-05-06T09:00', undefined, '2030-05-06T09:00'],
  ['of a running series', '2027-04-26T09:00', undefined, '2027-05-10T09:00'],
  ['of a series whose last session begins now', '2027-04-26T09:00', '2027-05-03T09:00', undefined],
])('the next session %s', (_, localStart, untilLocal, expected) => {
  const series = { masterId: 'm'.repeat(36), localStart, localEnd: localStart.replace('T09', 'T10'), intervalWeeks: 1, untilLocal }
  expect(findNextOccurrence(series, Date.UTC(2027, 4, 3, 9), zoneOffsets('UTC'))?.localStart).toBe(expected)
})
test.each<[string, string | undefined, string, string | undefined, string]>([
  ['in the past ends it now: what took place stays', '2027-05-01T00:00:00', '2027-05-03T08:59:00', undefined, '2027-05-03T08:59:00'],
  ['within a minute counts from its beginning', '2027-05-03T08:59:30', '2027-05-03T08:59:30', undefined, '2027-05-03T08:59:00'],
  ['ahead is the one that is asked for', '2027-06-01T09:00:59', '2027-05-03T08:59:00', undefined, '2027-06-01T09:00:00'],
  ['may be later than its former one', '2027-06-01T09:00:00', '2027-05-03T08:59:00', '2027-05-01T00:00', '2027-06-01T09:00:00'],
  ['that is sent back as it was stays', '2027-04-01T00:00:00', '2027-05-03T08:59:00', '2027-04-01T00:00', '2027-04-01T00:00:00'],
  ['that had ended stays when it is cancelled', undefined, '2027-05-03T08:59:00', '2027-04-01T00:00', '2027-04-01T00:00:00'],
  ['that is cancelled is now', undefined, '2027-05-03T08:59:30', '2027-07-01T00:00', '2027-05-03T08:59:00'],
])('an end of a series %s', (_, asked, now, untilLocal, expected) => {
  const wanted = asked === undefined ? undefined : parseLocal(asked)
  expect(formatLocal(toSeriesEnd(wanted, parseLocal(now) as number, { untilLocal }))).toBe(expected)
})
test('C4 after the start, until the end', () => {
  const rules = completeRules({ bookAfterStartPolicy: { enabled: true } })
  const late = (start: number, end: number) => policyFlags({ type: 'CLASS', rules, onlineBookingEnabled: true, now: 18 * 60 + 20, start, end }).tooLateToBook
  expect([late(8 * 60, 9 * 60), late(18 * 60, 19 * 60)]).toEqual([true, false])
})
test('a course is late once it has begun, unless joining later is allowed', () => {
  const input = { onlineBookingEnabled: true, now: 150, sessionStarts: [100, 200] }
  expect(courseFlags({ ...input, rules: completeRules({}) }).tooLateToBook).toBe(true)
  expect(courseFlags({ ...input, rules: completeRules({ bookAfterStartPolicy: { enabled: true } }) }).tooLateToBook).toBe(false)
  expect(courseFlags({ ...input, sessionStarts: [], rules: completeRules({}) }).tooLateToBook).toBe(true)
})
