import { expect, test } from 'vitest'
import { type CouponDraft, emptyCoupon } from './coupon-draft.ts'
import { couponProblems, refusedCouponFields } from './coupon-problems.ts'

const today = '2026-11-30'
const coupon = (change: Partial<CouponDraft>): CouponDraft => ({ ...emptyCoupon, code: 'SPRING', off: 20, ...change })

test('a coupon with a code and a discount has no problem', () => {
  expect(couponProblems(coupon({}), today)).toEqual({})
})

test('an empty form says at each field what is missing', () => {
  expect(couponProblems(emptyCoupon, today)).toEqual({ code: 'Enter a code.', off: 'Enter a percentage above 0 and up to 100.' })
})

test.each<[string, Partial<CouponDraft>, string[]]>([
  ['more than everything', { off: 101 }, ['off']],
  ['no amount', { kind: 'amount', off: 0 }, ['off']],
  ['no plan', { of: 'plan' }, ['plan']],
  ['no service', { of: 'service' }, ['service']],
  ['no minimum', { of: 'minimum' }, ['minimum']],
  ['no payments', { lasts: 'first', payments: '' }, ['payments']],
  ['payments of bookings, which have one', { of: 'bookings', lasts: 'first', payments: '' }, []],
  ['no uses', { limit: 0, each: 0 }, ['limit', 'each']],
  ['an end before its start', { from: '2026-12-10', until: '2026-12-09' }, ['until']],
  ['an end in the past', { until: '2026-11-29' }, ['until']],
])('%s is named at its field', (_, change, fields) => {
  expect(Object.keys(couponProblems(coupon(change), today))).toEqual(fields)
})

test('a coupon that is over keeps its end', () => {
  const over = coupon({ from: '2026-01-01', until: '2026-01-31' })
  expect(couponProblems(over, today, over)).toEqual({})
})

test('what the server refuses stands at its field', () => {
  const taken = { field: 'specification.code', description: 'is the code of another coupon', violatedRule: 'VALIDATION' }
  expect(refusedCouponFields([taken], coupon({}))).toEqual({ code: 'Another coupon has this code. Choose a different one.' })
  const wrong = { field: 'specification.scope.group.entityId', description: 'must be the id of a service' }
  expect(refusedCouponFields([wrong], coupon({ of: 'service' }))).toEqual({ service: 'Must be the id of a service.' })
  expect(refusedCouponFields([{ field: 'specification', description: 'must have …' }], coupon({}))).toBeUndefined()
})
