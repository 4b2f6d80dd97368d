import { expect, test } from 'vitest'
import { calculateBalance, type BalanceInput } from './balance.ts'

const booking = (more: Partial<BalanceInput> = {}): BalanceInput => ({
  status: 'CONFIRMED',
  paymentStatus: 'PARTIALLY_PAID',
  byPlan: false,
  total: 4000,
  paid: 1000,
  terms: { online: true },
  ...more,
})
test.each<[string, Partial<BalanceInput>, number]>([
  ['the rest after a deposit', {}, 3000],
  ['everything that was to be paid on site', { paymentStatus: 'NOT_PAID', paid: 0 }, 4000],
  ['nothing of a booking that is paid', { paymentStatus: 'PAID', paid: 4000 }, 0],
  ['nothing when the price fell below what was paid', { total: 500 }, 0],
  ['nothing of a booking that a plan pays', { byPlan: true }, 0],
  ['nothing that went back', { paymentStatus: 'REFUNDED', paid: 0 }, 0],
  ['nothing of a request', { status: 'PENDING' }, 0],
  ['nothing of a cancelled booking', { status: 'CANCELED' }, 0],
  ['nothing of a service that takes no online payments', { terms: { online: false } }, 0],
])('%s can be paid online', (_, more, balance) => expect(calculateBalance(booking(more))).toBe(balance))
