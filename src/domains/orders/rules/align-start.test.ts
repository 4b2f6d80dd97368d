import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { alignStart } from './align-start.ts'
import { boundary, type PeriodUnit } from './cycles.ts'

const timeZone = 'Europe/Berlin'
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant()
const local = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
const monthly = { kind: 'recurring', unit: 'MONTH', count: 1, cycleCount: 0 } as const

test.each([
  ['its own cycles meet the day', '2026-01-15T00:00', '2026-12-15T00:00', '2026-01-15T00:00', 11],
  ['the time of day may differ', '2026-01-15T18:30', '2026-12-15T00:00', '2026-01-15T18:30', 11],
  ['a pause moved the day', '2026-01-15T00:00', '2026-12-20T00:00', '2026-01-20T00:00', 11],
  ['the first cycle', '2026-12-01T00:00', '2027-01-01T00:00', '2026-12-01T00:00', 1],
  ['the last day of a month that follows a shorter one', '2026-01-15T00:00', '2026-03-31T00:00', '2026-01-31T00:00', 2],
  ['the clock changes on the way', '2026-03-01T00:00', '2026-11-02T00:00', '2026-03-02T00:00', 8],
])('%s', (_, start, next, expected, cyclesBefore) => {
  const found = alignStart({ model: monthly, timeZone }, { start: at(start), nextPaymentAt: at(next) })
  expect(found && { start: local(found.start), cyclesBefore: found.cyclesBefore }).toEqual({ start: expected, cyclesBefore })
})
test('what is paid once, and a next payment before the start, have no such start', () => {
  expect(alignStart({ model: { kind: 'unlimited' }, timeZone }, { start: at('2026-01-01T00:00'), nextPaymentAt: at('2026-02-01T00:00') })).toBeUndefined()
  expect(alignStart({ model: monthly, timeZone }, { start: at('2026-02-01T00:00'), nextPaymentAt: at('2026-02-01T00:00') })).toBeUndefined()
})
test('whatever the dates, a cycle ends on the day of the next payment', () => {
  const day = fc.integer({ min: 0, max: 3000 }).map((days) => Temporal.PlainDate.from('2020-01-01').add({ days }).toString())
  fc.assert(
    fc.property(day, day, fc.constantFrom<PeriodUnit>('DAY', 'WEEK', 'MONTH', 'YEAR'), fc.integer({ min: 1, max: 6 }), (a, b, unit, count) => {
      const [start, next] = [`${a}T00:00`, `${b}T00:00`].toSorted()
      if (start === next) return
      const model = { kind: 'recurring', unit, count, cycleCount: 0 } as const
      const found = alignStart({ model, timeZone }, { start: at(start as string), nextPaymentAt: at(next as string) })
      // Only 29 February has years in which no cycle of years can end on it.
      if (!found) return void expect((next as string).slice(5, 10)).toBe('02-29')
      expect(local(boundary({ start: found.start, timeZone, model, trialDays: 0, pauses: [] }, found.cyclesBefore))).toBe(next)
    }),
    { numRuns: 300 },
  )
})
