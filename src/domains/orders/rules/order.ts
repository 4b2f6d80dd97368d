/** One purchase of a plan by one member, and what follows from it at an instant. Source: guide pricing-plans §5, §6. */
import { Temporal } from 'temporal-polyfill'
import type { Decision } from './decision.ts'
import { currentCycle, cycleAt, endDate, lastCycle, statusAt, type Model, type MovedEnd, type Pause, type Schedule } from './cycles.ts'
import { isFree, findSpan, type PriceSpan } from './price.ts'
import type { CancelTime, OrderConditions, OrderStatus, PaymentStatus } from './states.ts'

export interface WireModel {
  subscription?: { cycleDuration: { count: number; unit: string }; cycleCount: number } | undefined
  singlePaymentForDuration?: { count: number; unit: string } | undefined
  singlePaymentUnlimited?: boolean | undefined
}
export interface GrantedBenefit {
  credits: number | null
  rollover: { enabled: boolean; cap?: number | undefined }
}
/** What the order keeps of the plan, whatever happens to the plan later. */
export interface Snapshot {
  /** The form that the plan asks for at checkout. */
  formId?: string | undefined
  terms?: string | undefined
  planName: string
  planDescription: string
  planPrice: string
  currency: string
  model: WireModel
  spans: PriceSpan[]
  benefit: GrantedBenefit | null
}

export type CancelCause = 'OWNER_ACTION' | 'MEMBER_ACTION' | 'PAYMENT_FAILURE' | 'PAYMENT_SETUP_FAILURE'
export interface Cancellation {
  requestedAt: Temporal.Instant
  cause: CancelCause
  effectiveAt: CancelTime
}

export interface Order {
  id: string
  planId: string
  subscriptionId: string
  payOrderId: string | null
  memberId: string
  contactId: string
  type: 'ONLINE' | 'OFFLINE'
  method: 'MOTO' | 'POS' | null
  /** Changed by `moveOrder` only. */
  readonly status: OrderStatus
  payment: PaymentStatus
  timeZone: string
  snapshot: Snapshot
  trialDays: number
  startAt: Temporal.Instant
  isStartGiven: boolean
  leftDraftAt: Temporal.Instant | null
  autoRenewCanceled: boolean
  cancelAfterCycle: number | null
  canceledAt: Temporal.Instant | null
  cancellation: Cancellation | null
  postponed: MovedEnd | null
  pauses: Pause[]
  cycleIndex: number | null
  retryAt: Temporal.Instant | null
  graceEndAt: Temporal.Instant | null
  paymentMethodId: string | null
  creditBalance: number | null
  submissionId: string | null
  couponId: string | null
  /** A dispute is open: nothing is charged until the owner decides. */
  onHoldSince: Temporal.Instant | null
  checkoutKey: string | null
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
}

/** The pricing model of the wire as the rules of cycles read it. */
export function toModel({ subscription, singlePaymentForDuration }: WireModel): Model {
  if (subscription)
    return { kind: 'recurring', unit: subscription.cycleDuration.unit as 'MONTH', count: subscription.cycleDuration.count, cycleCount: subscription.cycleCount }
  if (singlePaymentForDuration) return { kind: 'duration', unit: singlePaymentForDuration.unit as 'MONTH', count: singlePaymentForDuration.count }
  return { kind: 'unlimited' }
}

/** What of an order decides its dates. */
export const toSchedule = (order: Order): Schedule => ({
  start: order.startAt,
  timeZone: order.timeZone,
  model: toModel(order.snapshot.model),
  trialDays: order.trialDays,
  pauses: order.pauses,
  postponed: order.postponed ?? undefined,
  cancelAfterCycle: order.cancelAfterCycle ?? undefined,
  canceledAt: order.canceledAt ?? undefined,
})

export const isRecurring = (order: Order): boolean => order.snapshot.model.subscription !== undefined
export const isOver = (order: Order): boolean => order.status === 'ENDED' || order.status === 'CANCELED'
/** 0 with a trial, else 1. */
export const getFirstCycle = (order: Order): number => (order.trialDays > 0 ? 0 : 1)
/** Whether a draft is bought once a card is saved: its first cycle is a trial, or costs nothing. */
export const startsWithCardAlone = (order: Order): boolean => order.trialDays > 0 || isZero(findCycleTotal(order, 1))
/** The trial of a plan is for the first purchase of its buyer: another one is without. Whether it was taken away. Source: guide pricing-plans §6.2. */
export function dropUsedTrial(order: Order, purchaseCount: number): boolean {
  if (order.trialDays === 0 || purchaseCount === 0) return false
  order.trialDays = 0
  return true
}
/** When an unpaid draft is dropped. */
export const draftExpiresAt = (order: Order): Temporal.Instant => order.createdAt.add({ hours: 24 })
export const isFreeOrder = (order: Order): boolean => isFree(order.snapshot.spans)
/** What a cycle costs, as a decimal string; 0 for the trial. */
export const findCycleTotal = (order: Order, cycle: number): string => findSpan(order.snapshot.spans, cycle)?.price.total ?? '0'
/** The cycle that follows, if the order renews automatically. */
export function findNextCycle(order: Order): number | undefined {
  if (!isRecurring(order) || order.autoRenewCanceled) return undefined
  const next = (order.cycleIndex ?? getFirstCycle(order) - 1) + 1
  const last = lastCycle(toSchedule(order))
  return last !== undefined && next > last ? undefined : next
}
/** The next automatic payment: when and how much; undefined when none is to come. */
export function nextPayment(order: Order): { at: Temporal.Instant; amount: string } | undefined {
  if (order.type === 'OFFLINE' || isOver(order)) return undefined
  const next = findNextCycle(order.cycleIndex === null ? { ...order, cycleIndex: getFirstCycle(order) } : order)
  return next === undefined ? undefined : { at: cycleAt(toSchedule(order), next).start, amount: findCycleTotal(order, next) }
}
/** Whether a decimal string is nothing. */
export const isZero = (amount: string): boolean => !/[1-9]/.test(amount)

/** Where the dates put the order at an instant; a draft, an early cancellation and an end stay what they are. */
export const calculateStatus = (order: Order, now: Temporal.Instant): OrderStatus =>
  order.status === 'DRAFT' || isOver(order) ? order.status : statusAt(toSchedule(order), now)

/** Whether the order is in its trial at the instant. */
export const isInTrial = (order: Order, now: Temporal.Instant): boolean => currentCycle(toSchedule(order), now)?.index === 0

/** What decisions look at. */
export const toOrderConditions = (order: Order, now: Temporal.Instant): OrderConditions => ({
  status: calculateStatus(order, now),
  recurring: isRecurring(order),
  inTrial: order.status !== 'DRAFT' && isInTrial(order, now),
  online: order.type === 'ONLINE',
  free: isFreeOrder(order),
  payment: order.payment,
  inGrace: order.type === 'ONLINE' && order.payment === 'FAILED' && order.leftDraftAt !== null,
  renewalStopped: order.autoRenewCanceled,
  endDate: endDate(toSchedule(order)),
})

/**
 * Whether the saved card may be tried again before its time: a renewal was declined. Members only when the schedule will
 * try this card again anyway; after a hard decline or a question of the bank theirs has to be another card. Source: guide pricing-plans §9.3.
 */
export const canRetryNow = (order: Order, by: 'owner' | 'member'): boolean =>
  order.type === 'ONLINE' &&
  order.status === 'ACTIVE' &&
  order.payment === 'FAILED' &&
  (by === 'owner' || (order.retryAt !== null && order.onHoldSince === null))

/** When the engine has to look at the order again; never while it is paused or over. Tries stand still while a dispute holds it. Source: guide pricing-plans §9.1, §11. */
export function nextDue(order: Order): Temporal.Instant | null {
  switch (order.status) {
    case 'DRAFT':
      return draftExpiresAt(order)
    case 'PENDING':
      return order.startAt
    case 'ACTIVE': {
      const tries = order.onHoldSince ? [] : [order.retryAt, order.graceEndAt]
      const candidates = [cycleAt(toSchedule(order), order.cycleIndex ?? getFirstCycle(order)).end, ...tries].filter((at) => at instanceof Temporal.Instant)
      return candidates.sort(Temporal.Instant.compare)[0] ?? null
    }
    case 'PAUSED':
    case 'ENDED':
    case 'CANCELED':
      return null
  }
}

/** The latest start that a buyer may choose: two years ahead. Source: guide pricing-plans §6.1. */
export const latestStart = (now: Temporal.Instant): Temporal.Instant => now.add({ hours: 24 * 731 })

/** Whether a buyer may choose this start: 60 s of grace for slow clocks, two years ahead at most. Source: guide pricing-plans §6.1. */
export function decideStart(
  requested: Temporal.Instant,
  now: Temporal.Instant,
  allowFuture: boolean,
): Decision<Temporal.Instant, 'invalid_start_date' | 'buyer_can_not_pick_future_start_date'> {
  if (Temporal.Instant.compare(requested, now.subtract({ seconds: 60 })) < 0) return { refused: 'invalid_start_date' }
  if (Temporal.Instant.compare(requested, now) <= 0) return { ok: now }
  if (!allowFuture) return { refused: 'buyer_can_not_pick_future_start_date' }
  return Temporal.Instant.compare(requested, latestStart(now)) > 0 ? { refused: 'invalid_start_date' } : { ok: requested }
}
