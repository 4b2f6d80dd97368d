/** Whether an order may pay for a session, and which of several is offered first. Source: guide pricing-plans §13.2, §13.3. */
import { Temporal } from 'temporal-polyfill'
import type { OrderStatus, PaymentStatus } from './states.ts'

export type CoverageReason = 'NOT_OWNER' | 'POOL_NOT_ACTIVE' | 'PAYMENT_DUE' | 'BENEFIT_NOT_FOUND' | 'OUT_OF_PLAN_PERIOD' | 'NOT_ENOUGH_BALANCE'

export interface CoverageInput {
  ownedByMember: boolean
  status: OrderStatus
  settled: boolean
  coversService: boolean
  start: Temporal.Instant
  endDate?: Temporal.Instant | undefined
  /** null: unlimited. */
  balance: number | null
}

/** The current cycle is settled: paid, nothing to pay, in trial, or any offline order. In grace nothing is granted (13.2). */
export const isSettled = (order: { online: boolean; payment: PaymentStatus; inTrial: boolean }): boolean =>
  !order.online ||
  order.payment === 'PAID' ||
  order.payment === 'NOT_APPLICABLE' ||
  order.payment === 'REFUNDED' ||
  (order.payment === 'PENDING' && order.inTrial)

/** The first line that does not hold, or undefined when the order may pay. */
export function findCoverageFailure(
  order: CoverageInput,
  session: { start: Temporal.Instant; people: number },
): { reason: CoverageReason; data?: Record<string, unknown> } | undefined {
  if (!order.ownedByMember) return { reason: 'NOT_OWNER' }
  if (order.status !== 'ACTIVE') return { reason: 'POOL_NOT_ACTIVE' }
  if (!order.settled) return { reason: 'PAYMENT_DUE' }
  if (!order.coversService) return { reason: 'BENEFIT_NOT_FOUND' }
  if (!isWithin(order, session.start)) return { reason: 'OUT_OF_PLAN_PERIOD' }
  if (order.balance !== null && order.balance < session.people)
    return { reason: 'NOT_ENOUGH_BALANCE', data: { availableBalance: String(order.balance), requestedBalance: String(session.people) } }
  return undefined
}

/** Whether a session at this instant lies inside the time of an order. */
export const isWithin = (order: Pick<CoverageInput, 'start' | 'endDate'>, at: Temporal.Instant): boolean =>
  Temporal.Instant.compare(at, order.start) >= 0 && (order.endDate === undefined || Temporal.Instant.compare(at, order.endDate) < 0)

const failureOrder: readonly CoverageReason[] = ['NOT_OWNER', 'POOL_NOT_ACTIVE', 'PAYMENT_DUE', 'BENEFIT_NOT_FOUND', 'OUT_OF_PLAN_PERIOD', 'NOT_ENOUGH_BALANCE']
/** Of orders that do not pay, the one whose reason helps most: one that is not over before one that is, then the one that fails last. */
export const closestToCovering = <One extends { reason: CoverageReason; isOver: boolean }>(candidates: readonly One[]): One | undefined =>
  candidates.toSorted((a, b) => Number(a.isOver) - Number(b.isOver) || failureOrder.indexOf(b.reason) - failureOrder.indexOf(a.reason))[0]

/** Unlimited first, then the credits that expire first. */
export function compareOfferOrder(
  a: { balance: number | null; expires?: Temporal.Instant | undefined },
  b: { balance: number | null; expires?: Temporal.Instant | undefined },
): number {
  if ((a.balance === null) !== (b.balance === null)) return a.balance === null ? -1 : 1
  if (!a.expires || !b.expires) return a.expires ? -1 : b.expires ? 1 : 0
  return Temporal.Instant.compare(a.expires, b.expires)
}

/** Credits carried into a new cycle: none, or with rollover the unused ones up to the cap. */
export const carryOverCredits = (unused: number, rollover: { enabled: boolean; cap?: number | undefined }): number =>
  rollover.enabled ? Math.min(unused, rollover.cap ?? unused) : 0
