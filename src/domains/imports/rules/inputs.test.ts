/** Rows as plans, services, orders and bookings. */
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { findBookingSkip, isPaidBooking } from './booking-input.ts'
import { readOrder } from './order-input.ts'
import { toPlanInput } from './plan-input.ts'
import { toServiceInput } from './service-input.ts'

const now = Temporal.Instant.from('2026-11-24T12:00:00Z')
const zone = 'Europe/Berlin'

describe('plans', () => {
  const month = { count: 1, unit: 'MONTH' }
  test.each([
    [{ period: 'P1M' }, { subscription: { cycleDuration: month, cycleCount: 0 }, freeTrialDays: 0 }],
    [
      { period: 'P1M', cycles: '6', trialDays: '7' },
      { subscription: { cycleDuration: month, cycleCount: 6 }, freeTrialDays: 7 },
    ],
    [
      { period: 'P1M', validFor: 'P1Y' },
      { subscription: { cycleDuration: month, cycleCount: 12 }, freeTrialDays: 0 },
    ],
    [
      { period: 'P1W', validFor: 'P28D' },
      { subscription: { cycleDuration: { count: 1, unit: 'WEEK' }, cycleCount: 4 }, freeTrialDays: 0 },
    ],
    [{ validFor: 'P3M' }, { singlePaymentForDuration: { count: 3, unit: 'MONTH' } }],
    [{ period: 'ONCE' }, { singlePaymentUnlimited: true }],
  ])('%j', (values, pricing) =>
    expect(toPlanInput({ name: 'Pass', price: '49', ...values })).toMatchObject({ plan: { pricing: { ...pricing, price: { value: '49' } } } }),
  )
  test('periods that do not fit into each other are refused', () => {
    for (const validFor of ['P1W', 'P1M'])
      expect(toPlanInput({ name: 'Pass', price: '49', period: 'P3M', validFor })).toMatchObject({
        field: 'validFor',
        problem: { code: 'NO_MULTIPLE_OF_PERIOD' },
      })
  })
})

describe('services', () => {
  const around = {
    staff: [
      { id: 'a', name: 'Ana' },
      { id: 'b', name: 'Ben' },
    ],
    categories: [{ id: 'c', name: 'Body' }],
  }
  test('an appointment is given by those who are named, else by everyone', () => {
    expect(toServiceInput({ name: 'Massage', price: '80', duration: '45', staff: 'ana', category: 'body' }, around)).toMatchObject({
      service: {
        type: 'APPOINTMENT',
        staffMemberIds: ['a'],
        category: { id: 'c' },
        payment: { rateType: 'FIXED', fixed: { price: { value: '80' } } },
        schedule: { availabilityConstraints: { sessionDurations: [45] } },
      },
    })
    expect(toServiceInput({ name: 'Talk' }, around)).toMatchObject({ service: { staffMemberIds: ['a', 'b'], payment: { rateType: 'NO_FEE' } } })
  })
  test('more places make a class; what is unknown is refused or left out', () => {
    expect(toServiceInput({ name: 'Yoga', capacity: '12', category: 'Mind' }, around)).toMatchObject({
      service: { type: 'CLASS', defaultCapacity: 12, category: null },
    })
    expect(toServiceInput({ name: 'Yoga', capacity: '12', level: 'ADVANCED' }, around)).toMatchObject({ service: { level: 'ADVANCED' } })
    expect(toServiceInput({ name: 'Massage', staff: 'Ana; Zoe' }, around)).toMatchObject({ field: 'staff', problem: { data: { staff: 'Zoe' } } })
    expect(toServiceInput({ name: 'Massage' }, { ...around, staff: [] })).toMatchObject({ field: 'staff', problem: { code: 'STAFF_MISSING' } })
  })
})

describe('orders', () => {
  const read = (values: Record<string, string>) => readOrder({ start: '2026-01-15', ...values }, { now, zone })
  test.each([
    [{ status: 'Ended' }, 'ORDER_ENDED'],
    [{ end: '2026-11-24' }, 'ORDER_ENDED'],
    [{ status: 'Canceled' }, 'ORDER_ENDED'],
    [{ status: 'Résilié' }, 'ORDER_ENDED'],
    [{ status: 'Caducada' }, 'ORDER_ENDED'],
    [{ status: 'Draft' }, 'ORDER_NEVER_PAID'],
  ])('%j is skipped: %s', (values, skip) => expect(read(values)).toMatchObject({ skip: { code: skip } }))
  test.each([
    [{ nextPayment: '2026-12-15' }, { isStopped: false, isPaid: true, isPaused: false }],
    [{ nextPayment: '2026-11-15' }, { isStopped: false, isPaid: false }],
    [{ nextPayment: '2026-12-15', payment: 'Unpaid' }, { isPaid: false }],
    [{ nextPayment: '2026-12-15', autoRenew: 'no' }, { isStopped: true }],
    [
      { status: 'Cancelled', end: '2026-12-10' },
      { isStopped: true, isPaid: true },
    ],
    [{ status: 'Frozen', nextPayment: '2026-12-15' }, { isPaused: true }],
    [{ end: '2026-12-10', autoRenew: 'yes' }, { isStopped: false }],
  ])('%j runs on: %j', (values, order) => expect(read(values)).toMatchObject({ order }))
})

describe('bookings', () => {
  test.each([
    [{ start: '2026-11-24T12:00:00Z' }, 'BOOKING_PAST'],
    [{ start: '2026-12-24T12:00:00Z', status: 'Canceled' }, 'BOOKING_CANCELED'],
    [{ start: '2026-12-24T12:00:00Z', status: 'Waitlist' }, 'BOOKING_ON_WAITLIST'],
    [{ start: '2026-12-24T12:00:00Z', status: 'Confirmed' }, undefined],
    [{ start: '2026-12-24T12:00:00Z' }, undefined],
  ])('%j: %s', (values, skip) => expect(findBookingSkip(values, now)?.code).toBe(skip))
  test('paid is what says so, and not its contrary', () => {
    expect(['Paid', 'PAID', 'Paid with membership', 'EXEMPT'].map((payment) => isPaidBooking({ payment }))).toEqual([true, true, true, true])
    expect(['Not paid', 'UNPAID', 'NOT_PAID', 'Partially paid', ''].map((payment) => isPaidBooking({ payment }))).toEqual([false, false, false, false, false])
  })
})

describe('words within words', () => {
  const at = { now: Temporal.Instant.from('2027-05-03T08:00:00Z'), zone: 'Europe/Berlin' }
  test.each([
    ['Suspended', true],
    ['Extended', false],
  ])('%s says nothing of an end', (status, isPaused) => {
    expect(readOrder({ status, start: '2027-01-01', nextPayment: '2027-06-01' }, at)).toMatchObject({ order: { isPaused } })
  })
  test('who awaits a payment is on no waiting list', () => {
    expect(findBookingSkip({ start: '2027-06-01T08:00:00Z', status: 'Awaiting payment' }, at.now)).toBeUndefined()
    expect(findBookingSkip({ start: '2027-06-01T08:00:00Z', status: 'On waiting list' }, at.now)?.code).toBe('BOOKING_ON_WAITLIST')
  })
})
