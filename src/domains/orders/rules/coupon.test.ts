import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { checkCoupon, decideCoupon, mergeSpecification, toSpecification, type Coupon } from './coupon.ts'
import { cardReminderAt, lastsSixMonths } from './reminders.ts'
import { formatPriceSummary } from './price-summary.ts'
import { priceSpans } from './price.ts'

const at = (text: string) => Temporal.Instant.from(text)
const now = at('2025-03-01T00:00Z')
const coupon = (more: Partial<Coupon> = {}): Coupon => ({
  id: 'c',
  name: 'Ten',
  code: 'TEN',
  off: { percent: '10' },
  appliesTo: 'PLANS',
  scope: { kind: 'all' },
  startsAt: at('2025-01-01T00:00Z'),
  expiresAt: null,
  usageLimit: null,
  limitPerCustomer: null,
  discountedCycles: null,
  appliesToSubscriptions: false,
  active: true,
  createdAt: now,
  updatedAt: now,
  ...more,
})
const decide = (one: Coupon | undefined, uses = { all: 0, mine: 0 as number | undefined }, price = '40') => {
  const decision = decideCoupon(one, { now, uses, plan: { id: 'p', price, currency: 'USD' } })
  return 'ok' in decision ? decision.ok.cycles : decision.refused
}

test('a coupon is valid from its start until just before its end', () => {
  expect(decide(coupon({ startsAt: now }))).toBeUndefined()
  expect(decide(coupon({ startsAt: now.add({ milliseconds: 1 }) }))).toBe('ERROR_COUPON_IS_NOT_ACTIVE_YET')
  expect(decide(coupon({ expiresAt: now }))).toBe('ERROR_COUPON_HAS_EXPIRED')
  expect(decide(coupon({ expiresAt: now.add({ milliseconds: 1 }) }))).toBeUndefined()
})
test('limits count what is taken; a buyer limit needs a buyer', () => {
  expect(decide(coupon({ usageLimit: 2 }), { all: 2, mine: 0 })).toBe('ERROR_COUPON_USAGE_EXCEEDED')
  expect(decide(coupon({ limitPerCustomer: 1 }), { all: 2, mine: 1 })).toBe('ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED')
  expect(decide(coupon({ limitPerCustomer: 1 }), { all: 2, mine: undefined })).toBeUndefined()
})
test('cycles are ignored when it applies to the whole subscription', () => {
  expect(decide(coupon({ discountedCycles: 3 }))).toBe(3)
  expect(decide(coupon({ discountedCycles: 3, appliesToSubscriptions: true }))).toBeUndefined()
})
test('what the owner sends comes back, and a change of kind replaces the kind', () => {
  const spec = { name: 'Ten', code: 'TEN', startTime: '5', percentOffRate: '12.5', scope: { namespace: 'pricingPlans' }, usageLimit: 3 }
  const { coupon: made, problems } = checkCoupon(spec, 'USD')
  expect(problems).toEqual([])
  expect(toSpecification(made)).toEqual({ ...spec, percentOffRate: 12.5, active: true, appliesTo: 'PLANS', appliesToSubscriptions: false })
  const merged = mergeSpecification(toSpecification(made), { moneyOffAmount: 2 })
  expect(checkCoupon(merged, 'USD').coupon.off).toEqual({ amount: '2' })
  expect(mergeSpecification(spec, { name: 'New' }, ['usageLimit'])).not.toHaveProperty('usageLimit')
  expect(checkCoupon({ ...spec, percentOffRate: undefined, moneyOffAmount: '1.5' }, 'JPY').problems).toMatchObject([{ field: 'specification.moneyOffAmount' }])
})

test('long cycles are reminded of, cards a month before they expire', () => {
  const cycle = (count: number, unit: string) => lastsSixMonths({ subscription: { cycleDuration: { count, unit }, cycleCount: 0 } })
  expect([cycle(6, 'MONTH'), cycle(5, 'MONTH'), cycle(1, 'YEAR'), cycle(26, 'WEEK'), lastsSixMonths({ singlePaymentUnlimited: true })]).toEqual([
    true,
    false,
    true,
    true,
    false,
  ])
  expect(cardReminderAt({ expMonth: 1, expYear: 2026 }, 'Europe/Berlin')?.toString()).toBe('2025-12-01T08:00:00Z')
})
test('the price as a sentence', () => {
  const model = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 } }
  const spans = priceSpans({ price: '40', currency: 'USD', fees: [{ name: 'Joining', amount: '4' }], cycleCount: 0 })
  expect(formatPriceSummary({ model, spans, trialDays: 7 })).toBe('7 days free, then $44.00 once, then $40.00 every month')
})
