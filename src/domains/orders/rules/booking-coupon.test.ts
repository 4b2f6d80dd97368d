import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { decideBookingCoupon } from './booking-coupon.ts'
import { checkCoupon, decideCoupon, mergeSpecification, toSpecification, type Coupon } from './coupon.ts'

const now = Temporal.Instant.from('2025-03-01T00:00Z')
const [yoga, massage] = ['6f1c2c4e-0000-4000-8000-000000000001', '6f1c2c4e-0000-4000-8000-000000000002']
const base = { name: 'Ten', code: 'TEN', startTime: '0', percentOffRate: 10 }
const coupon = (spec: Record<string, unknown>): Coupon => {
  const { coupon: made, problems } = checkCoupon({ ...base, ...spec }, 'USD')
  expect(problems).toEqual([])
  return { ...made, id: 'c', createdAt: now, updatedAt: now }
}
const amount = (value: number) => ({ percentOffRate: undefined, moneyOffAmount: value })
const decide = (spec: Record<string, unknown> | undefined, items: { serviceId: string; price: number }[], uses = { all: 0 }) => {
  const decision = decideBookingCoupon(spec && coupon(spec), { now, uses, items, currency: 'USD' })
  return 'ok' in decision ? decision.ok.offs : decision.refused
}
const bookings = { scope: { namespace: 'bookings' } }
const both = { scope: { namespace: 'pricingPlans' }, appliesTo: 'BOTH' }
const onlyYoga = { scope: { namespace: 'bookings', group: { name: 'service', entityId: yoga } } }

describe('a coupon on bookings', () => {
  test.each([
    ['takes its percentage of each', bookings, [10, 20], [{ percent: '10' }, { percent: '10' }]],
    ['for both is taken for bookings, too', both, [10], [{ percent: '10' }]],
    ['splits an amount in proportion', { ...bookings, ...amount(10) }, [3000, 1000], [{ amount: 750 }, { amount: 250 }]],
    ['takes no more than the price', { ...bookings, ...amount(100) }, [3000], [{ amount: 3000 }]],
    ['leaves free ones as they are', { ...bookings, ...amount(10) }, [0, 2000], [undefined, { amount: 1000 }]],
    [
      'reaches its minimum with all of them',
      { minimumSubtotal: 40, scope: undefined, appliesTo: 'BOOKINGS' },
      [2000, 2000],
      [{ percent: '10' }, { percent: '10' }],
    ],
    ['does not reach its minimum', { minimumSubtotal: 40.01, scope: undefined, appliesTo: 'BOTH' }, [2000, 2000], 'ERROR_INVALID_SUBTOTAL'],
    ['for plans is not for bookings', { scope: { namespace: 'pricingPlans' } }, [2000], 'ERROR_COUPON_NOT_APPLICABLE_FOR_BOOKING'],
    ['with a minimum is for plans until the owner says otherwise', { minimumSubtotal: 1 }, [2000], 'ERROR_COUPON_NOT_APPLICABLE_FOR_BOOKING'],
    ['needs something to take it off', bookings, [0], 'ERROR_COUPON_NOT_APPLICABLE_FOR_BOOKING'],
  ] as const)('%s', (_, spec, prices, expected) => {
    const items = prices.map((price) => ({ serviceId: yoga, price }))
    expect(decide(spec, items)).toEqual(expected)
  })

  test('for one service leaves the others at their price', () => {
    expect(
      decide({ ...onlyYoga, ...amount(10) }, [
        { serviceId: massage, price: 9000 },
        { serviceId: yoga, price: 2000 },
      ]),
    ).toEqual([undefined, { amount: 1000 }])
    expect(decide(onlyYoga, [{ serviceId: massage, price: 9000 }])).toBe('ERROR_COUPON_NOT_APPLICABLE_FOR_BOOKING')
  })

  test('is refused for the reasons of a plan, first', () => {
    expect(decide(undefined, [])).toBe('ERROR_COUPON_DOES_NOT_EXIST')
    expect(decide({ ...bookings, active: false }, [])).toBe('ERROR_COUPON_IS_DISABLED')
    expect(decide({ ...bookings, usageLimit: 1 }, [], { all: 1 })).toBe('ERROR_COUPON_USAGE_EXCEEDED')
  })
})

test('a coupon for bookings is not taken for a plan, one for both is', () => {
  const plan = { id: 'p', price: '40', currency: 'USD' }
  expect(decideCoupon(coupon(bookings), { now, uses: { all: 0 }, plan })).toMatchObject({ refused: 'ERROR_COUPON_NOT_APPLICABLE_FOR_PLAN' })
  expect(decideCoupon(coupon(both), { now, uses: { all: 0 }, plan })).toMatchObject({ ok: { code: 'TEN' } })
})

test('what a coupon applies to comes back as it was sent, and a public scope in its place says what it applies to', () => {
  for (const spec of [bookings, both, onlyYoga, { minimumSubtotal: 5, appliesTo: 'BOTH' }]) expect(toSpecification(coupon(spec))).toMatchObject(spec)
  const changed = mergeSpecification(toSpecification(coupon(both)), bookings)
  expect(checkCoupon(changed, 'USD')).toMatchObject({ problems: [], coupon: { appliesTo: 'BOOKINGS', scope: { kind: 'all' } } })
})

test.each([
  [{ scope: { namespace: 'stores' } }, 'specification.scope.namespace'],
  [{ scope: { namespace: 'bookings', group: { name: 'plan', entityId: yoga } } }, 'specification.scope.group.name'],
  [{ ...onlyYoga, appliesTo: 'BOTH' }, 'specification.appliesTo'],
  [{ scope: { namespace: 'bookings' }, appliesTo: 'PLANS' }, 'specification.appliesTo'],
  [{ scope: { namespace: 'bookings' }, appliesTo: 'SHOP' }, 'specification.appliesTo'],
])('what fits neither is a violation: %o', (spec, field) => {
  expect(checkCoupon({ ...base, ...spec }, 'USD').problems.map((problem) => problem.field)).toContain(field)
})
