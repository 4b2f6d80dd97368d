import { expect, test } from 'vitest'
import { getPaymentState, type PaymentState } from './payment-status.ts'

test.each<[string | null, boolean, string, string, PaymentState]>([
  [null, false, '40.00', '0', 'SUCCEEDED'],
  [null, false, '40.00', '40.00', 'REFUNDED'],
  ['SENDING', false, '40.00', '0', 'STARTED'],
  ['UNKNOWN', false, '40.00', '0', 'STARTED'],
  ['PROCESSING', true, '40.00', '0', 'STARTED'],
  ['REQUIRES_ACTION', true, '40.00', '0', 'STARTED'],
  ['REQUIRES_ACTION', false, '40.00', '0', 'FAILED'],
  ['DECLINED', true, '40.00', '0', 'FAILED'],
  ['EXPIRED', true, '40.00', '0', 'FAILED'],
  ['SUCCEEDED', false, '40.00', '0', 'SUCCEEDED'],
  ['SUCCEEDED', false, '40.00', '39.99', 'SUCCEEDED'],
  ['SUCCEEDED', false, '40.00', '40.00', 'REFUNDED'],
  // A card was kept, nothing was paid.
  ['SUCCEEDED', false, '0.00', '0', 'SUCCEEDED'],
  ['LATE', false, '40.00', '0', 'REFUNDED'],
])('an attempt that is %s (page: %s) of %s, less %s: %s', (attempt, isOnPage, amount, refunded, state) =>
  expect(getPaymentState({ attempt, isOnPage, amount, refunded })).toBe(state),
)
