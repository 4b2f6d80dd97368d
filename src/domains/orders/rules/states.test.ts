import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { reachableStates } from '../../../../test/state-machine.ts'
import {
  decideCancel,
  decideChangeStart,
  decideMarkAsPaid,
  decidePause,
  decidePostpone,
  decideResume,
  findNotSuspendableReason,
  orderMachine,
  type OrderConditions,
  type OrderStatus,
  moveOrder,
} from './states.ts'

const order = (more: Partial<OrderConditions> = {}): OrderConditions => ({
  status: 'ACTIVE',
  recurring: true,
  inTrial: false,
  online: true,
  free: false,
  payment: 'PAID',
  inGrace: false,
  renewalStopped: false,
  ...more,
})

test('every status can be reached from a draft, and nothing follows the two ends', () => {
  expect(reachableStates(orderMachine, 'DRAFT').size).toBe(6)
  expect(reachableStates(orderMachine, 'ENDED').size).toBe(1)
  expect(reachableStates(orderMachine, 'CANCELED').size).toBe(1)
})

describe('cancelling', () => {
  test.each<[string, Partial<OrderConditions>, 'owner' | 'member', 'IMMEDIATELY' | 'NEXT_PAYMENT_DATE', boolean, string]>([
    ['row 10: a draft by its buyer, whatever the plan says', { status: 'DRAFT' }, 'member', 'IMMEDIATELY', false, 'cancel'],
    ['a draft has no next payment', { status: 'DRAFT' }, 'owner', 'NEXT_PAYMENT_DATE', true, 'CANCELLATION_TIME_NOT_SUPPORTED'],
    ['row 14', { status: 'PENDING' }, 'owner', 'IMMEDIATELY', false, 'cancel'],
    ['row 15', { status: 'PENDING' }, 'owner', 'NEXT_PAYMENT_DATE', false, 'stopRenewal'],
    ['row 29', { status: 'PAUSED' }, 'member', 'IMMEDIATELY', true, 'cancel'],
    ['row 30', { status: 'PAUSED' }, 'owner', 'NEXT_PAYMENT_DATE', false, 'stopRenewal'],
    ['row 31: the owner may cut a trial', { inTrial: true }, 'owner', 'IMMEDIATELY', false, 'cancel'],
    ['row 32', {}, 'owner', 'NEXT_PAYMENT_DATE', false, 'stopRenewal'],
    ['row 33', {}, 'member', 'IMMEDIATELY', true, 'cancel'],
    ['row 34: a member keeps the trial to its end', { inTrial: true }, 'member', 'IMMEDIATELY', true, 'stopRenewal'],
    ['row 36: unpaid now means at once', { inGrace: true }, 'member', 'NEXT_PAYMENT_DATE', true, 'cancel'],
    ['a second request changes nothing', { renewalStopped: true }, 'member', 'NEXT_PAYMENT_DATE', true, 'nothing'],
    ['at once after at the end', { renewalStopped: true }, 'owner', 'IMMEDIATELY', true, 'cancel'],
    ['the plan does not let buyers cancel', {}, 'member', 'IMMEDIATELY', false, 'BUYER_CANCELLATION_NOT_ALLOWED'],
    ['one payment has no next payment', { recurring: false }, 'owner', 'NEXT_PAYMENT_DATE', true, 'CANCELLATION_TIME_NOT_SUPPORTED'],
    ['over is over', { status: 'ENDED' }, 'owner', 'IMMEDIATELY', true, 'ORDER_NOT_CANCELABLE'],
  ])('%s', (_name, facts, by, when, may, answer) => {
    const decision = decideCancel(order(facts), by, when, may)
    expect('ok' in decision ? decision.ok : decision.refused).toBe(answer)
  })
})

test('only a running order outside its trial can be paused', () => {
  const reasons = (['DRAFT', 'PENDING', 'ACTIVE', 'PAUSED', 'CANCELED', 'ENDED'] as OrderStatus[]).map((status) => findNotSuspendableReason(order({ status })))
  expect(reasons).toEqual(['PENDING', 'NOT_STARTED', undefined, 'ALREADY_SUSPENDED', 'CANCELED', 'ENDED'])
  expect(decidePause(order({ inTrial: true }))).toEqual({ refused: 'ORDER_NOT_SUSPENDABLE', data: { reason: 'TRIAL' } })
  expect(decideResume(order())).toEqual({ refused: 'ORDER_NOT_PAUSED' })
})

test('an end date only moves later, and only if there is one', () => {
  const end = Temporal.Instant.from('2025-03-01T00:00Z')
  expect(decidePostpone(order({ endDate: end }), end)).toEqual({ refused: 'END_DATE_NOT_LATER' })
  expect(decidePostpone(order(), end)).toEqual({ refused: 'END_DATE_NOT_POSTPONABLE', data: { reason: 'UNLIMITED' } })
  expect(decidePostpone(order({ status: 'PAUSED', endDate: end }), end)).toEqual({ refused: 'END_DATE_NOT_POSTPONABLE', data: { reason: 'PAUSED' } })
  expect(decidePostpone(order({ endDate: end }), end.add({ hours: 1 }))).toEqual({ ok: 'postpone' })
})

test('another start may be picked before the first day; of a bought plan by the owner alone', () => {
  const [requested, later] = [Temporal.Instant.from('2025-03-01T00:00Z'), Temporal.Instant.from('2025-04-01T00:00Z')]
  const answer = (status: OrderStatus, by: 'owner' | 'member', postponedTo?: Temporal.Instant) =>
    'ok' in decideChangeStart(status, by, { requestedStart: requested, postponedTo })
  expect([answer('DRAFT', 'member'), answer('DRAFT', 'owner'), answer('PENDING', 'owner'), answer('PENDING', 'owner', later)]).toEqual([true, true, true, true])
  expect([answer('PENDING', 'member'), answer('ACTIVE', 'owner'), answer('PENDING', 'owner', requested)]).toEqual([false, false, false])
})

test('only an unpaid offline order can be marked as paid', () => {
  expect(decideMarkAsPaid(order())).toEqual({ refused: 'ORDER_NOT_OFFLINE' })
  expect(decideMarkAsPaid(order({ online: false }))).toEqual({ refused: 'ORDER_ALREADY_PAID' })
  expect(decideMarkAsPaid(order({ online: false, payment: 'NOT_APPLICABLE', free: true }))).toEqual({ refused: 'ORDER_NOT_PAYABLE' })
  expect(decideMarkAsPaid(order({ online: false, payment: 'REFUNDED' }))).toEqual({ refused: 'ORDER_NOT_PAYABLE' })
  expect(decideMarkAsPaid(order({ online: false, payment: 'UNPAID' }))).toEqual({ ok: 'markAsPaid' })
})

test('an order moves along the table and nowhere else', () => {
  const moveTo = (status: OrderStatus, action: Parameters<typeof moveOrder>[1], to?: OrderStatus) => {
    const one = { status }
    moveOrder(one, action, to)
    return one.status
  }
  expect([moveTo('DRAFT', 'pay'), moveTo('DRAFT', 'pay', 'PENDING'), moveTo('ACTIVE', 'finish', 'CANCELED'), moveTo('PAUSED', 'resume')]).toEqual([
    'ACTIVE',
    'PENDING',
    'CANCELED',
    'ACTIVE',
  ])
  expect(() => moveTo('ENDED', 'resume')).toThrow('an order that is ENDED cannot resume')
  expect(() => moveTo('ACTIVE', 'pause', 'ENDED')).toThrow('an order that is ACTIVE cannot pause to ENDED')
})
