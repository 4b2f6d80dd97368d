import { expect, test } from 'vitest'
import { calculateBalance, type BalanceInput } from './balance.ts'
import { calculateOwed } from './due.ts'

const booking = (more: Partial<BalanceInput> = {}): BalanceInput => ({
  status: 'CONFIRMED',
  paymentStatus: 'PARTIALLY_PAID',
  byPlan: false,
  open: 3000,
  terms: { online: true },
  ...more,
})
test.each<[string, Partial<BalanceInput>, number]>([
  ['the rest after a deposit', {}, 3000],
  ['everything that was to be paid on site', { paymentStatus: 'NOT_PAID', open: 4000 }, 4000],
  ['nothing of a booking that is paid', { paymentStatus: 'PAID', open: 0 }, 0],
  ['nothing of a booking that a plan pays', { byPlan: true }, 0],
  ['nothing that went back', { paymentStatus: 'REFUNDED', open: 0 }, 0],
  ['nothing of a request', { status: 'PENDING' }, 0],
  ['nothing of a cancelled booking', { status: 'CANCELED' }, 0],
  ['nothing of a service that takes no online payments', { terms: { online: false } }, 0],
])('%s can be paid online', (_, more, balance) => expect(calculateBalance(booking(more))).toBe(balance))

const terms = { rate: 'FIXED', price: 4000, deposit: null, fullUpfrontAllowed: false, online: true, inPerson: true, pricingPlan: true } as const
const priced = {
  price: { terms, total: 4500, addOns: 500 },
  paymentOption: 'OFFLINE',
  paymentStatus: 'NOT_PAID',
  planOrderId: null,
  participants: 1,
  depositSelected: null,
} as const
test.each<[string, object, number]>([
  ['the price with its add-ons', {}, 4500],
  ['all of it as long as a part is missing', { paymentStatus: 'PARTIALLY_PAID' }, 4500],
  ['nothing once it is paid', { paymentStatus: 'PAID' }, 0],
  ['nothing when the business lets them off', { paymentStatus: 'EXEMPT' }, 0],
  ['nothing that went back', { paymentStatus: 'REFUNDED' }, 0],
  ['the add-ons beside a plan', { planOrderId: 'a', paymentStatus: 'PARTIALLY_PAID' }, 500],
  ['the add-ons beside a plan that is to pay', { paymentOption: 'MEMBERSHIP' }, 500],
])('%s has to come in', (_, more, owed) => expect(calculateOwed({ ...priced, ...more })).toBe(owed))
