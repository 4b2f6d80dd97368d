import { expect, test } from 'vitest'
import { changedFields, type Coupon, toCouponDraft, emptyCoupon, toSpecification } from './coupon-draft.ts'

const zone = 'Europe/Berlin'
const at = (text: string): number => Date.parse(text)
const coupon = (specification: object): Coupon =>
  ({
    id: 'c',
    specification: {
      name: 'Ten',
      code: 'TEN',
      startTime: String(at('2026-03-01T10:00:00Z')),
      appliesToSubscriptions: true,
      active: true,
      appliesTo: 'PLANS',
      ...specification,
    },
    dateCreated: '',
    expired: false,
    numberOfUsages: 0,
  }) as Coupon

test('what is not touched in the form comes back as it was, the moment of the start too', () => {
  for (const specification of [
    { percentOffRate: 10, scope: { namespace: 'pricingPlans' } },
    { moneyOffAmount: 5, minimumSubtotal: 30, usageLimit: 3, limitPerCustomer: 1 },
    { moneyOffAmount: 5, minimumSubtotal: 30, appliesTo: 'BOTH' },
    { percentOffRate: 10, scope: { namespace: 'pricingPlans' }, appliesTo: 'BOTH' },
    { percentOffRate: 10, scope: { namespace: 'bookings', group: { name: 'service', entityId: 's' } }, appliesTo: 'BOOKINGS' },
    {
      percentOffRate: 12.5,
      scope: { namespace: 'pricingPlans', group: { name: 'plan', entityId: 'p' } },
      appliesToSubscriptions: false,
      discountedCycleCount: 3,
      // The end of 29 March, a day of 23 hours.
      expirationTime: String(at('2026-03-29T22:00:00Z')),
    },
  ]) {
    const before = coupon(specification)
    const { active: _, ...same } = before.specification
    expect(toSpecification(toCouponDraft(before, zone), zone, 0, before)).toEqual(same)
  }
})
test('days are those of the business, the last one to its end; another first day is its beginning', () => {
  const before = coupon({ percentOffRate: 10, scope: { namespace: 'pricingPlans' } })
  const draft = { ...toCouponDraft(before, zone), from: '2026-03-05', until: '2026-03-29' }
  expect(toSpecification(draft, zone, 0, before)).toMatchObject({
    startTime: String(at('2026-03-04T23:00:00Z')),
    expirationTime: String(at('2026-03-29T22:00:00Z')),
  })
  expect(toSpecification({ ...emptyCoupon, code: ' NEW ', off: 5 }, zone, 42)).toMatchObject({ name: 'NEW', code: 'NEW', startTime: '42', percentOffRate: 5 })
})
test('saving a coupon changes the fields that were changed, and an end in the middle of a day stays', () => {
  const before = coupon({ percentOffRate: 10, scope: { namespace: 'pricingPlans' }, expirationTime: String(at('2026-05-05T12:00:00Z')) })
  const draft = toCouponDraft(before, zone)
  expect(changedFields(before, draft, zone)).toEqual([])
  expect(changedFields(before, { ...draft, name: 'Spring' }, zone)).toEqual(['name'])
  expect(changedFields(before, { ...draft, kind: 'amount', off: 5 }, zone)).toEqual(['percentOffRate', 'moneyOffAmount'])
  expect(changedFields(before, { ...draft, of: 'both' }, zone)).toEqual(['appliesTo'])
  expect(changedFields(before, { ...draft, of: 'plan', plan: 'p' }, zone)).toEqual(['scope', 'appliesTo'])
  expect(changedFields(before, { ...draft, lasts: 'first', payments: 2 }, zone)).toEqual(['appliesToSubscriptions', 'discountedCycleCount'])
})
