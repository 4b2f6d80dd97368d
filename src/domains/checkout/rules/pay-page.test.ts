import { expect, test } from 'vitest'
import { isFree, type PaymentTerms } from '#domains/bookings/rules/due.ts'
import type { BookingStatus } from '#domains/bookings/rules/machine.ts'
import { getPayPageState, listPaymentOptions } from './pay-page.ts'

test.each<[BookingStatus[], string]>([
  [['CREATED'], 'OPEN'],
  [['CREATED', 'CREATED'], 'OPEN'],
  [['CREATED', 'DECLINED'], 'GONE'],
  [['CREATED', 'CONFIRMED'], 'GONE'],
  [['CONFIRMED'], 'DONE'],
  [['PENDING', 'CONFIRMED'], 'DONE'],
  [['CONFIRMED', 'CANCELED'], 'DONE'],
  [['DECLINED'], 'GONE'],
  [['CANCELED', 'CANCELED'], 'GONE'],
  [[], 'GONE'],
])('a pay page of %j is %s', (statuses, state) => {
  expect(getPayPageState(statuses)).toBe(state)
})

const terms = (more: Partial<PaymentTerms> = {}): PaymentTerms => ({
  rate: 'FIXED',
  price: 4000,
  deposit: null,
  fullUpfrontAllowed: false,
  online: true,
  inPerson: true,
  pricingPlan: false,
  ...more,
})
test('the customer chooses among the ways that every booking of the page takes', () => {
  const item = (option: string, more: Partial<PaymentTerms> = {}) => ({ option, terms: terms(more), isFree: isFree(terms(more)) })
  const online = (more: Partial<PaymentTerms> = {}) => item('ONLINE', more)
  expect(listPaymentOptions([online(), online()], true)).toEqual(['ONLINE', 'OFFLINE'])
  expect(listPaymentOptions([online(), online({ inPerson: false })], true)).toEqual([])
  expect(listPaymentOptions([online()], false)).toEqual([])
  expect(listPaymentOptions([online(), item('OFFLINE')], true)).toEqual([])
  expect(listPaymentOptions([item('MEMBERSHIP', { pricingPlan: true })], true)).toEqual([])
  expect(listPaymentOptions([online({ price: 0 })], true)).toEqual([])
})
