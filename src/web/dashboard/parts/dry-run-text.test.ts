import { expect, test } from 'vitest'
import { describeEmailCount, describeRunEffect, orderEffects } from './dry-run-text.ts'

const formats = { money: (value: string, currency: string) => `${value} ${currency}`, dateTime: (at: string) => `T${at}`, day: (at: string) => `D${at}` }

test.each([
  [{ kind: 'REFUND', id: 'r', who: 'Mia', amount: '12.50', currency: 'EUR' }, '12.50 EUR refunded', 'Mia'],
  [{ kind: 'PLAN_SESSIONS', id: 'o', what: 'Pack', count: -3 }, '3 plan sessions of Pack gone', undefined],
  [{ kind: 'PLAN_NOT_RENEWED', id: 'o', what: 'Pack', at: '1' }, 'Pack is not renewed and ends on D1', undefined],
  [{ kind: 'BOOKING_CANCELED', id: 'b', what: 'Yoga', at: '1' }, 'Yoga, T1, is cancelled', undefined],
  [{ kind: 'CHARGE', id: 'r', who: 'Mia', what: 'Pack', amount: '30.00', currency: 'EUR' }, '30.00 EUR charged to the saved card for Pack', 'Mia'],
  [{ kind: 'CHARGE_DECLINED', id: 'a', amount: '30.00', currency: 'EUR' }, '30.00 EUR can’t be charged: there is no card that works', undefined],
  [{ kind: 'PAYMENT_BY_HAND', id: 'r', what: 'Pack', amount: '30.00', currency: 'EUR' }, '30.00 EUR for Pack recorded as paid, with a receipt', undefined],
  [{ kind: 'FEE_WAIVED', id: 'b', what: 'Yoga', amount: '5.00', currency: 'EUR' }, 'Fee of 5.00 EUR for Yoga waived', undefined],
  [{ kind: 'PLAN_SOLD', id: 'o', what: 'Pack', at: '1' }, 'Pack starts on D1', undefined],
  [{ kind: 'BOOKING_CREATED', id: 'b', what: 'Yoga', at: '1' }, 'Yoga, T1, is booked', undefined],
  [
    { kind: 'BOOKING_RESIZED', id: 'b', what: 'Yoga', at: '1', count: 3, amount: '36.00', currency: 'EUR' },
    'Yoga, T1, is for 3 people, 36.00 EUR in all',
    undefined,
  ],
  [{ kind: 'BOOKING_RESIZED', id: 'b', what: 'Yoga', count: 1 }, 'Yoga is for 1 person', undefined],
  [{ kind: 'BOOKING_FREE', id: 'b', what: 'Yoga', amount: '12.00', currency: 'EUR' }, 'Yoga: 12.00 EUR is no longer asked for', undefined],
  [{ kind: 'BOOKINGS_JOINED', id: 'c', count: 1 }, '1 booking moves to the contact that is kept', undefined],
  [{ kind: 'SERIES_RESCHEDULED', id: 's', what: 'Yoga', count: 3 }, 'Yoga: 3 sessions with bookings change', undefined],
  [{ kind: 'SERIES_CHANGED', id: 's', what: 'Yoga', count: 1 }, 'Yoga: 1 session with bookings changes', undefined],
  [{ kind: 'WAITLISTS_CHANGED', id: 's', what: 'Yoga', count: 2 }, 'Yoga: 2 people are on waitlists', undefined],
  [{ kind: 'DOUBLE_BOOKED', id: 's', what: 'Flow', at: '1' }, 'Double booked with Flow, T1', undefined],
  [{ kind: 'DOUBLE_BOOKED', id: 's', what: '', at: '1' }, 'Double booked with blocked time, T1', undefined],
  [{ kind: 'DOUBLE_BOOKED_APPOINTMENT', id: 's', at: '1' }, 'Double booked with an appointment, T1', undefined],
])('an effect is said in one sentence', (effect, title, who) => {
  expect(describeRunEffect(effect, formats)).toEqual({ title, ...(who && { who }) })
})

test('sessions of a plan that come and go are one line, and money comes first', () => {
  const ordered = orderEffects([
    { kind: 'BOOKING_CANCELED', id: 'b' },
    { kind: 'PLAN_SESSIONS', id: 'o', count: -3 },
    { kind: 'PLAN_SESSIONS', id: 'o', count: 1 },
    { kind: 'PLAN_SESSIONS', id: 'p', count: 1 },
    { kind: 'PLAN_SESSIONS', id: 'p', count: -1 },
    { kind: 'REFUND', id: 'r' },
  ])
  expect(ordered.map(({ kind, id, count }) => [kind, id, count])).toEqual([
    ['REFUND', 'r', undefined],
    ['PLAN_SESSIONS', 'o', -2],
    ['BOOKING_CANCELED', 'b', undefined],
  ])
})

test('a series and what it is double booked with come before money and bookings', () => {
  const kinds = ['BOOKING_MOVED', 'REFUND', 'SERIES_RESCHEDULED', 'DOUBLE_BOOKED', 'PLAN_ENDED']
  expect(orderEffects(kinds.map((kind) => ({ kind, id: kind }))).map(({ kind }) => kind)).toEqual([
    'SERIES_RESCHEDULED',
    'DOUBLE_BOOKED',
    'REFUND',
    'PLAN_ENDED',
    'BOOKING_MOVED',
  ])
})

test('emails are counted', () => {
  const email = (to: string) => ({ to, subject: 's', template: 't' })
  expect(describeEmailCount({ effects: [], emails: [], emailCount: 0 })).toBe('No emails are sent.')
  expect(describeEmailCount({ effects: [], emails: [email('a')], emailCount: 1 })).toBe('1 email is sent:')
  expect(describeEmailCount({ effects: [], emails: [email('a'), email('b')], emailCount: 2 })).toBe('2 emails are sent to 2 people:')
})
