import { expect, test } from 'vitest'
import { type AfterRefundInput, getStatusAfterRefund } from './refunds.ts'

const paid: AfterRefundInput = { before: 'PAID', stands: true, total: 6000, received: 6000, kept: 6000, byPlan: false }

test.for<[string, Partial<AfterRefundInput>, string]>([
  ['nothing went back', {}, 'PAID'],
  ['a part of what was paid in full: it is not owed again', { kept: 4500 }, 'PAID'],
  ['all of it', { kept: 0 }, 'REFUNDED'],
  ['a refund of all of it that worked in part only', { before: 'REFUNDED', kept: 1000 }, 'PAID'],
  ['a part of a deposit', { before: 'PARTIALLY_PAID', received: 2000, kept: 1500 }, 'PARTIALLY_PAID'],
  ['a whole deposit', { before: 'PARTIALLY_PAID', received: 2000, kept: 0 }, 'REFUNDED'],
  ['a part, of a booking that is cancelled', { stands: false, kept: 4500 }, 'PARTIALLY_PAID'],
  ['all of it, of a booking that is cancelled', { stands: false, kept: 0 }, 'REFUNDED'],
  ['what was paid beside a plan', { byPlan: true, kept: 0 }, 'PARTIALLY_PAID'],
  ['nothing ever came in', { before: 'NOT_PAID', received: 0, kept: 0 }, 'NOT_PAID'],
  ['of a booking that is free of charge by now', { before: 'EXEMPT', kept: 1000 }, 'EXEMPT'],
])('the payment status after a refund: %s', ([, change, status]) => {
  expect(getStatusAfterRefund({ ...paid, ...change })).toBe(status)
})
