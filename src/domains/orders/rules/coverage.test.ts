import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { carryOverCredits, isSettled, compareOfferOrder, findCoverageFailure, type CoverageInput } from './coverage.ts'

const at = (day: number) => Temporal.Instant.from('2025-03-01T00:00Z').add({ hours: 24 * day })
const order = (more: Partial<CoverageInput> = {}): CoverageInput => ({
  ownedByMember: true,
  status: 'ACTIVE',
  settled: true,
  coversService: true,
  start: at(0),
  endDate: at(30),
  balance: 2,
  ...more,
})

test.each<[string | undefined, Partial<CoverageInput>, number, number]>([
  [undefined, {}, 5, 2],
  [undefined, { balance: null, endDate: undefined }, 500, 20],
  ['NOT_OWNER', { ownedByMember: false, status: 'PAUSED' }, 5, 1],
  ['POOL_NOT_ACTIVE', { status: 'PAUSED' }, 5, 1],
  ['PAYMENT_DUE', { settled: false, coversService: false }, 5, 1],
  ['BENEFIT_NOT_FOUND', { coversService: false }, 5, 1],
  ['OUT_OF_PLAN_PERIOD', {}, -1, 1],
  ['OUT_OF_PLAN_PERIOD', {}, 30, 1],
  ['NOT_ENOUGH_BALANCE', {}, 5, 3],
])('%s', (reason, more, day, people) => {
  expect(findCoverageFailure(order(more), { start: at(day), people })?.reason).toBe(reason)
})
test('in grace nothing is settled; a trial and an offline order are', () => {
  expect(isSettled({ online: true, payment: 'FAILED', inTrial: false })).toBe(false)
  expect(isSettled({ online: true, payment: 'PENDING', inTrial: true })).toBe(true)
  expect(isSettled({ online: false, payment: 'UNPAID', inTrial: false })).toBe(true)
})
test('unlimited is offered first, then what expires first', () => {
  const list = [{ balance: 3, expires: at(9) }, { balance: 1, expires: at(2) }, { balance: null }, { balance: 5 }]
  expect(list.sort(compareOfferOrder).map((o) => o.balance)).toEqual([null, 1, 3, 5])
})
test('unused credits expire, or are carried up to the cap', () => {
  expect([carryOverCredits(2, { enabled: false }), carryOverCredits(2, { enabled: true, cap: 1 }), carryOverCredits(2, { enabled: true })]).toEqual([0, 1, 2])
})
