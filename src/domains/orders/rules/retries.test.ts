import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { afterDecline, isHardDecline, retryInstants } from './retries.ts'

const due = Temporal.Instant.from('2025-03-08T15:00Z')
const days = (n: number) => due.add({ hours: n * 24 })

test('four retries within a week, at the same wall clock over a DST change', () => {
  expect(retryInstants(due, 'America/New_York').map(String)).toEqual([
    '2025-03-09T14:00:00Z',
    '2025-03-11T14:00:00Z',
    '2025-03-13T14:00:00Z',
    '2025-03-15T14:00:00Z',
  ])
})
test('a weekly plan is not retried on its next due date', () => {
  expect(retryInstants(due, 'UTC', days(7)).map(String)).toEqual([days(1), days(3), days(5)].map(String))
  expect(retryInstants(due, 'UTC', days(1))).toEqual([])
})
test('after a decline comes the next try, another card, or the end', () => {
  expect(afterDecline(due, due, 'UTC', undefined, 'same-card')).toEqual({ retryAt: days(1), graceEnd: days(7) })
  expect(afterDecline(due, days(1), 'UTC', undefined, 'same-card')).toEqual({ retryAt: days(3), graceEnd: days(7) })
  expect(afterDecline(due, due, 'UTC', undefined, 'new-card-only')).toEqual({ graceEnd: days(7) })
  expect(afterDecline(due, days(7), 'UTC', undefined, 'same-card')).toBe('give-up')
})
test('a lost card is hard, an empty account is not', () => {
  expect([isHardDecline('lost_card'), isHardDecline('insufficient_funds')]).toEqual([true, false])
})
