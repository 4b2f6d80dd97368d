import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { decideAfterDecline, isHardDecline, moveTries, retryInstants } from './retries.ts'

const due = Temporal.Instant.from('2025-03-08T15:00Z')
const days = (n: number) => due.add({ hours: n * 24 })
const utc = { at: due, timeZone: 'UTC' }

test('four retries within a week, at the same wall clock over a DST change', () => {
  expect(retryInstants({ at: due, timeZone: 'America/New_York' }).map(String)).toEqual([
    '2025-03-09T14:00:00Z',
    '2025-03-11T14:00:00Z',
    '2025-03-13T14:00:00Z',
    '2025-03-15T14:00:00Z',
  ])
})
test('a weekly plan is not retried on its next due date', () => {
  expect(retryInstants({ ...utc, nextBoundary: days(7) }).map(String)).toEqual([days(1), days(3), days(5)].map(String))
  expect(retryInstants({ ...utc, nextBoundary: days(1) })).toEqual([])
})
test('after a decline comes the next try, another card, or the end', () => {
  expect(decideAfterDecline(utc, due, 'same-card')).toEqual({ retryAt: days(1), graceEnd: days(7) })
  expect(decideAfterDecline(utc, days(1), 'same-card')).toEqual({ retryAt: days(3), graceEnd: days(7) })
  expect(decideAfterDecline(utc, due, 'new-card-only')).toEqual({ graceEnd: days(7) })
  expect(decideAfterDecline(utc, days(7), 'same-card')).toBe('give-up')
})
test('a pause moves the tries that lie after it, an earlier one is forgotten', () => {
  const pauses = [
    { from: days(-5), to: days(-3) },
    { from: days(2), to: days(12) },
  ]
  expect(retryInstants({ ...utc, pauses }).map(String)).toEqual([days(1), days(13), days(15), days(17)].map(String))
  expect(decideAfterDecline({ ...utc, pauses }, days(13), 'same-card')).toEqual({ retryAt: days(15), graceEnd: days(17) })
})
test('a dispute moves the tries that are left with the end of grace, none past the next boundary', () => {
  expect(decideAfterDecline({ ...utc, graceEnd: days(27) }, days(21), 'same-card')).toEqual({ retryAt: days(23), graceEnd: days(27) })
  expect(decideAfterDecline({ ...utc, graceEnd: days(27), nextBoundary: days(26) }, days(23), 'same-card')).toEqual({ retryAt: days(25), graceEnd: days(25) })
  // An end that the boundary had cut off, and that was moved since, shortens nothing.
  expect(retryInstants({ ...utc, graceEnd: days(5) }).map(String)).toEqual([days(1), days(3), days(5), days(7)].map(String))
  expect(moveTries(utc, 24 * 3_600_000)?.equals(days(8))).toBe(true)
  expect(moveTries({ ...utc, nextBoundary: days(1) }, 1)).toBeNull()
})
test('a lost card is hard, an empty account is not', () => {
  expect([isHardDecline('lost_card'), isHardDecline('insufficient_funds')]).toEqual([true, false])
})
