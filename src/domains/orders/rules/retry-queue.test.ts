import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { nextRetryStep, type DeclinedRenewal } from './retry-queue.ts'

const day = (n: number) => Temporal.Instant.from(`2030-03-0${n}T09:00:00Z`)
const declined: DeclinedRenewal = { isInFlight: false, isOnHold: false, isPaused: false, retryAt: day(2), graceEndAt: day(8), checkAt: null }

test.each<[string, Partial<DeclinedRenewal>, string, Temporal.Instant | null]>([
  ['the card is tried again', {}, 'RETRY', day(2)],
  ['a card that will never work waits for another until grace ends', { retryAt: null }, 'BUYER', day(8)],
  ['an open answer comes before everything', { isInFlight: true, isOnHold: true, isPaused: true, checkAt: day(1) }, 'CHECKING', day(1)],
  ['a dispute stops tries', { isOnHold: true, isPaused: true }, 'ON_HOLD', null],
  ['a pause stops tries', { isPaused: true }, 'PAUSED', null],
])('%s', (_, change, waitsFor, at) => {
  expect(nextRetryStep({ ...declined, ...change })).toEqual({ waitsFor, at })
})
