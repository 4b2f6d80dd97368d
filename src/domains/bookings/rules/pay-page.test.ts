import { expect, test } from 'vitest'
import type { PaymentTerms } from './due.ts'
import type { BookingStatus } from './machine.ts'
import { payPageState, waysToPay } from './pay-page.ts'

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
  expect(payPageState(statuses)).toBe(state)
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
  const online = (more: Partial<PaymentTerms> = {}) => ({ option: 'ONLINE' as const, terms: terms(more) })
  expect(waysToPay([online(), online()], true)).toEqual(['ONLINE', 'OFFLINE'])
  expect(waysToPay([online(), online({ inPerson: false })], true)).toEqual([])
  expect(waysToPay([online()], false)).toEqual([])
  expect(waysToPay([online(), { option: 'OFFLINE', terms: terms() }], true)).toEqual([])
  expect(waysToPay([{ option: 'MEMBERSHIP', terms: terms({ pricingPlan: true }) }], true)).toEqual([])
  expect(waysToPay([online({ price: 0 })], true)).toEqual([])
})
