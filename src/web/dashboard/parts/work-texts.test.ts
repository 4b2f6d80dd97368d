import { expect, test } from 'vitest'
import { describeResult, getWorkTexts } from './work-texts.ts'

test('the result of work says how much of it was done', () => {
  const work = { kind: 'BOOKINGS_CHANGED', what: 'CANCEL', total: 3 } as const
  expect(describeResult({ ...work, done: 3 })).toBe('3 bookings cancelled')
  expect(describeResult({ ...work, done: 2 })).toBe('2 of 3 bookings cancelled')
  expect(describeResult({ ...work, total: 1, done: 1 })).toBe('1 booking cancelled')
  expect(describeResult({ ...work, total: 1, done: 0 })).toBe('0 of 1 bookings cancelled')
  expect(describeResult({ kind: 'BOOKINGS_CHANGED', what: 'CHECK_IN', total: 1, done: 1 })).toBe('1 booking checked in')
  expect(describeResult({ kind: 'IMPORTED', what: 'SERVICES', total: 1, done: 1 })).toBe('1 service imported')
})

test('work of every kind has words', () => {
  expect(getWorkTexts('BOOKINGS_CHANGED', 'MARK_PAID').running).toBe('Recording payments')
  expect(getWorkTexts('MEMBERS_CHANGED', 'APPROVE').over).toBe('Members approved')
  expect(getWorkTexts('IMPORTED', 'ORDERS').running).toBe('Importing orders')
})
