import { expect, test } from 'vitest'
import { nextRetryDelay } from './retries.ts'

test('five more tries over a day and a half, then no more', () => {
  expect([1, 2, 3, 4, 5, 6].map(nextRetryDelay)).toEqual([{ minutes: 1 }, { minutes: 10 }, { hours: 1 }, { hours: 12 }, { hours: 24 }, undefined])
})
