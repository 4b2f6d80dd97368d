import { expect, test } from 'vitest'
import { retryAfter } from './webhook-retries.ts'

test('five more tries over a day and a half, then no more', () => {
  expect([1, 2, 3, 4, 5, 6].map(retryAfter)).toEqual([{ minutes: 1 }, { minutes: 10 }, { hours: 1 }, { hours: 12 }, { hours: 24 }, undefined])
})
