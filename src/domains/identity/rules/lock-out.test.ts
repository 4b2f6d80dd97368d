import { expect, test } from 'vitest'
import { applyFailure, emptyAttempts, waitSeconds } from './lock-out.ts'

const failing = (times: number, now = 0) =>
  Array.from({ length: times }).reduce<ReturnType<typeof emptyAttempts>>((attempts) => applyFailure(attempts, now), emptyAttempts(now))

test.each([
  [4, 0],
  [5, 30],
  [6, 60],
  [7, 120],
  [8, 240],
  [9, 480],
  [10, 900],
  [50, 900],
])('after %i failures in a row the wait is %i s', (times, wait) => {
  expect(waitSeconds(failing(times), 0)).toBe(wait)
})

test('a hundred failures close the hour', () => {
  expect(waitSeconds(failing(100), 0)).toBe(3600)
})

test('the wait runs out', () => {
  expect(waitSeconds(failing(5), 30_000)).toBe(0)
})
