/** The lifecycle of an order as one table, and who may do what to it. Source: guide pricing-plans §8. */
import { Temporal } from 'temporal-polyfill'
import { isAllowedAction, nextStates, type StateMachine } from '#kit/pure/state-machine.ts'
import type { Decision } from './decision.ts'

export type OrderStatus = 'DRAFT' | 'PENDING' | 'ACTIVE' | 'PAUSED' | 'ENDED' | 'CANCELED'
export type OrderAction =
  | 'pay'
  | 'decline'
  | 'expire'
  | 'start'
  | 'renew'
  | 'finish'
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'stopRenewal'
  | 'postpone'
  | 'markAsPaid'
  | 'changeStart'

/** Every transition of 8.2. Reaching the end is CANCELED instead of ENDED when renewal was cancelled. */
export const orderMachine: StateMachine<OrderStatus, OrderAction> = {
  DRAFT: { pay: ['ACTIVE', 'PENDING'], decline: 'DRAFT', expire: 'CANCELED', cancel: 'CANCELED', changeStart: 'DRAFT' },
  PENDING: { start: 'ACTIVE', cancel: 'CANCELED', stopRenewal: 'PENDING', postpone: 'PENDING', markAsPaid: 'PENDING', changeStart: 'PENDING' },
  ACTIVE: {
    renew: 'ACTIVE',
    finish: ['ENDED', 'CANCELED'],
    pause: 'PAUSED',
    cancel: 'CANCELED',
    stopRenewal: 'ACTIVE',
    postpone: 'ACTIVE',
    markAsPaid: 'ACTIVE',
  },
  PAUSED: { resume: 'ACTIVE', cancel: 'CANCELED', stopRenewal: 'PAUSED', markAsPaid: 'PAUSED' },
  ENDED: {},
  CANCELED: {},
}

/**
 * Moves an order along the table. `to` chooses where an action may lead to several statuses. A step that the table does not know is a
 * bug: decisions have refused it before.
 */
export function moveOrder(order: { readonly status: OrderStatus }, action: OrderAction, to?: OrderStatus): void {
  const targets = nextStates(orderMachine, order.status, action)
  const next = to ?? targets[0]
  if (next === undefined || !targets.includes(next)) throw new Error(`an order that is ${order.status} cannot ${action}${to ? ` to ${to}` : ''}`)
  Object.assign(order, { status: next })
}

export type PaymentStatus = 'UNPAID' | 'PENDING' | 'PAID' | 'FAILED' | 'NOT_APPLICABLE' | 'REFUNDED'
export type CancelTime = 'IMMEDIATELY' | 'NEXT_PAYMENT_DATE'

/** What the decisions below look at. */
export interface OrderConditions {
  status: OrderStatus
  recurring: boolean
  inTrial: boolean
  online: boolean
  free: boolean
  payment: PaymentStatus
  /** The current cycle is due and not paid (retries are running, or they ended). */
  inGrace: boolean
  renewalStopped: boolean
  endDate?: Temporal.Instant | undefined
}

export type CancelOutcome = 'cancel' | 'stopRenewal' | 'nothing'

/** What a cancellation comes to: at once, at the end of the cycle, or nothing to do (8.2 rows 10, 14, 15, 29 to 36). */
export function decideCancel(
  order: OrderConditions,
  by: 'owner' | 'member',
  when: CancelTime,
  buyerMayCancel: boolean,
): Decision<CancelOutcome, 'ORDER_NOT_CANCELABLE' | 'CANCELLATION_TIME_NOT_SUPPORTED' | 'BUYER_CANCELLATION_NOT_ALLOWED'> {
  if (!isAllowedAction(orderMachine, order.status, 'cancel')) return { refused: 'ORDER_NOT_CANCELABLE', data: { status: order.status } }
  const draft = order.status === 'DRAFT'
  if (when === 'NEXT_PAYMENT_DATE' && (draft || !order.recurring)) return { refused: 'CANCELLATION_TIME_NOT_SUPPORTED' }
  if (by === 'member' && !draft && !buyerMayCancel) return { refused: 'BUYER_CANCELLATION_NOT_ALLOWED' }
  const trialOfMember = by === 'member' && order.status === 'ACTIVE' && order.inTrial
  if (when === 'IMMEDIATELY' && !trialOfMember) return { ok: 'cancel' }
  if (order.renewalStopped) return { ok: 'nothing' }
  // decision: an unpaid cycle is not kept until its end; cancelling in grace is cancelling at once (row 36).
  return { ok: order.status === 'ACTIVE' && order.inGrace ? 'cancel' : 'stopRenewal' }
}

export type NotSuspendableReason = 'PENDING' | 'NOT_STARTED' | 'TRIAL' | 'ALREADY_SUSPENDED' | 'CANCELED' | 'ENDED'

/** Why an order cannot be paused; undefined when it can (8.3). */
export function findNotSuspendableReason(order: Pick<OrderConditions, 'status' | 'inTrial'>): NotSuspendableReason | undefined {
  switch (order.status) {
    case 'DRAFT':
      return 'PENDING'
    case 'PENDING':
      return 'NOT_STARTED'
    case 'ACTIVE':
      return order.inTrial ? 'TRIAL' : undefined
    case 'PAUSED':
      return 'ALREADY_SUSPENDED'
    case 'CANCELED':
      return 'CANCELED'
    case 'ENDED':
      return 'ENDED'
  }
}

/** Whether an order may be paused. */
export function decidePause(order: OrderConditions): Decision<'pause', 'ORDER_NOT_SUSPENDABLE'> {
  const reason = findNotSuspendableReason(order)
  return reason ? { refused: 'ORDER_NOT_SUSPENDABLE', data: { reason } } : { ok: 'pause' }
}

/** Whether an order may go on. */
export const decideResume = (order: OrderConditions): Decision<'resume', 'ORDER_NOT_PAUSED'> =>
  isAllowedAction(orderMachine, order.status, 'resume') ? { ok: 'resume' } : { refused: 'ORDER_NOT_PAUSED' }

/** Whether the end may be moved to `to`. */
export function decidePostpone(order: OrderConditions, to: Temporal.Instant): Decision<'postpone', 'END_DATE_NOT_POSTPONABLE' | 'END_DATE_NOT_LATER'> {
  if (order.status === 'PAUSED') return { refused: 'END_DATE_NOT_POSTPONABLE', data: { reason: 'PAUSED' } }
  if (!isAllowedAction(orderMachine, order.status, 'postpone')) return { refused: 'END_DATE_NOT_POSTPONABLE', data: { reason: 'STATUS' } }
  if (!order.endDate) return { refused: 'END_DATE_NOT_POSTPONABLE', data: { reason: 'UNLIMITED' } }
  return Temporal.Instant.compare(to, order.endDate) <= 0 ? { refused: 'END_DATE_NOT_LATER' } : { ok: 'postpone' }
}

/** Whether the first invoice of an offline order may be closed as paid. */
export function decideMarkAsPaid(order: OrderConditions): Decision<'markAsPaid', 'ORDER_NOT_OFFLINE' | 'ORDER_ALREADY_PAID' | 'ORDER_NOT_PAYABLE'> {
  if (order.online) return { refused: 'ORDER_NOT_OFFLINE' }
  if (order.payment === 'PAID') return { refused: 'ORDER_ALREADY_PAID' }
  const isOwed = !order.free && order.payment === 'UNPAID'
  return isOwed && isAllowedAction(orderMachine, order.status, 'markAsPaid') ? { ok: 'markAsPaid' } : { refused: 'ORDER_NOT_PAYABLE' }
}

/**
 * Taking a cancelled renewal back, until the last day. decision: members take back what they asked for themselves; a
 * renewal that the owner stopped (or that stopped because the member was blocked) only the owner takes back.
 */
export function decideKeepRenewing(
  order: Pick<OrderConditions, 'status' | 'renewalStopped'>,
  by: 'owner' | 'member',
  stoppedByMember: boolean,
): Decision<'keep' | 'nothing', 'ORDER_NOT_CANCELABLE' | 'RENEWAL_STOPPED_BY_OWNER'> {
  if (order.status === 'CANCELED' || order.status === 'ENDED') return { refused: 'ORDER_NOT_CANCELABLE', data: { status: order.status } }
  if (!order.renewalStopped) return { ok: 'nothing' }
  return by === 'member' && !stoppedByMember ? { refused: 'RENEWAL_STOPPED_BY_OWNER' } : { ok: 'keep' }
}

/**
 * Whether another start may be picked: of a draft by its buyer and the owner (row 11). decision: of a bought plan that waits for its day by the
 * owner alone, as long as it begins before an end that was moved.
 */
export function decideChangeStart(
  status: OrderStatus,
  by: 'owner' | 'member',
  of: { requestedStart: Temporal.Instant; postponedTo?: Temporal.Instant | undefined },
): Decision<'changeStart', 'START_DATE_NOT_CHANGEABLE'> {
  if (!isAllowedAction(orderMachine, status, 'changeStart') || (status === 'PENDING' && by === 'member'))
    return { refused: 'START_DATE_NOT_CHANGEABLE', data: { status } }
  const isPastEnd = of.postponedTo && Temporal.Instant.compare(of.requestedStart, of.postponedTo) >= 0
  return isPastEnd ? { refused: 'START_DATE_NOT_CHANGEABLE', data: { reason: 'END' } } : { ok: 'changeStart' }
}

/** Whether the buyer may cancel by themselves. */
export const isCancelableByBuyer = (status: OrderStatus, buyerMayCancel: boolean): boolean =>
  buyerMayCancel && (status === 'ACTIVE' || status === 'PENDING' || status === 'PAUSED')
