/** Orders pay for bookings: who may, spending and giving back credits. Source: guide pricing-plans §13. */
import { Temporal } from 'temporal-polyfill'
import { plansOfServices } from '#domains/plans/public.ts'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { isSettled, isWithin, closestToCovering, compareOfferOrder, findCoverageFailure, type CoverageReason } from '../rules/coverage.ts'
import { currentCycle, endDate } from '../rules/cycles.ts'
import { isOver, toSchedule, calculateStatus, type Order } from '../rules/order.ts'
import * as credits from '../store/credits.ts'
import * as store from '../store/orders.ts'

export interface CoverageCandidate {
  orderId: string
  planId: string
  planName: string
  benefitId: string
  /** Credits left; null means unlimited. */
  balance: number | null
  /** When these credits expire. */
  expires?: Temporal.Instant | undefined
  eligible: boolean
  reason?: CoverageReason | undefined
  data?: Record<string, unknown> | undefined
}

const readCreditBalance = (order: Order): number | null => (order.snapshot.benefit?.credits == null ? null : (order.creditBalance ?? 0))
const creditsExpireAt = (order: Order, now: Temporal.Instant) => currentCycle(toSchedule(order), now)?.end

function evaluateCoverage(
  ctx: BaseContext,
  order: Order,
  covers: boolean,
  query: { memberId: string; start: Temporal.Instant; people: number },
): CoverageCandidate {
  const schedule = toSchedule(order)
  const cycle = currentCycle(schedule, ctx.now)
  const failure = findCoverageFailure(
    {
      ownedByMember: order.memberId === query.memberId,
      status: calculateStatus(order, ctx.now),
      settled: isSettled({ online: order.type === 'ONLINE', payment: order.payment, inTrial: cycle?.index === 0 }),
      coversService: covers && order.snapshot.benefit !== null,
      start: order.startAt,
      endDate: endDate(schedule),
      balance: readCreditBalance(order),
    },
    query,
  )
  return {
    orderId: order.id,
    planId: order.planId,
    planName: order.snapshot.planName,
    benefitId: order.planId,
    balance: readCreditBalance(order),
    expires: cycle?.end,
    eligible: !failure,
    reason: failure?.reason,
    data: failure?.data,
  }
}

export interface CoverageQuery {
  memberId: string
  serviceId: string
  start: Temporal.Instant
  people: number
}

/** The member's orders that are not over, the eligible ones first in the order in which they are offered; the others say why not. */
export async function listCoveringOrders(ctx: ReadContext, query: CoverageQuery): Promise<CoverageCandidate[]> {
  const plans = (await plansOfServices(ctx, [query.serviceId])).get(query.serviceId) ?? []
  const orders = (await store.ordersOfMember(ctx, query.memberId)).filter((order) => !isOver(order))
  return orders
    .map((order) => evaluateCoverage(ctx, order, plans.includes(order.planId), query))
    .sort((a, b) => Number(b.eligible) - Number(a.eligible) || compareOfferOrder(a, b))
}

/** Why no order pays, with the details needed to fix it. */
export interface CoverageRefusal {
  reason: CoverageReason
  /** What stands on the wire beside the reason. */
  data: { planName?: string; status?: string; startDate?: string; endDate?: string; availableBalance?: string; requestedBalance?: string }
}
/**
 * The order that pays: the one that is named, else the one that is offered first. When none does, the reason of the one that comes
 * nearest: an order that covers the service before one that does not, a running one before one that is over. Source: guide pricing-plans §13.3
 */
export async function findPayingOrder(
  ctx: ReadContext,
  query: CoverageQuery & { chosen?: string | undefined },
): Promise<{ orderId: string } | CoverageRefusal> {
  const plans = (await plansOfServices(ctx, [query.serviceId])).get(query.serviceId) ?? []
  const orders = query.chosen
    ? [await store.findOrder(ctx, { id: query.chosen })].flatMap((order) => order ?? [])
    : (await store.ordersOfMember(ctx, query.memberId)).filter((order) => order.status !== 'DRAFT')
  const evaluated = orders.map((order) => ({ order, covering: evaluateCoverage(ctx, order, plans.includes(order.planId), query) }))
  const [best] = evaluated.filter(({ covering }) => covering.eligible).sort((a, b) => compareOfferOrder(a.covering, b.covering))
  if (best) return { orderId: best.order.id }
  const candidates = evaluated
    .filter(({ order }) => query.chosen !== undefined || plans.includes(order.planId))
    .map(({ order, covering }) => ({ order, covering, reason: covering.reason as CoverageReason, isOver: isOver(order) }))
  const nearest = closestToCovering(candidates)
  return nearest ? { reason: nearest.reason, data: refusalDetails(ctx, nearest) } : { reason: 'BENEFIT_NOT_FOUND', data: {} }
}
/** Nothing is revealed about orders of other members. */
function refusalDetails(
  ctx: BaseContext,
  { order, covering, reason }: { order: Order; covering: CoverageCandidate; reason: CoverageReason },
): CoverageRefusal['data'] {
  const end = endDate(toSchedule(order))
  return reason === 'NOT_OWNER'
    ? {}
    : {
        planName: covering.planName,
        status: calculateStatus(order, ctx.now),
        startDate: order.startAt.toString(),
        ...(end && { endDate: end.toString() }),
        ...covering.data,
      }
}

/** Whether a session at this instant lies inside the time of the order, whatever else is true of it (line 5 of 13.3). */
export async function coversTime(ctx: ReadContext, orderId: string, start: Temporal.Instant): Promise<boolean> {
  const order = await store.findOrder(ctx, { id: orderId })
  return order !== undefined && isWithin({ start: order.startAt, endDate: endDate(toSchedule(order)) }, start)
}

/** Takes credits once per key; decided in one statement, so that of two bookings for the last credit one wins. */
export const spendCredit = (
  ctx: TransactionContext,
  of: { orderId: string; bookingId: string; count: number; key: string; reason: credits.CreditReason },
): Promise<'SPENT' | 'DONE' | 'NOT_ENOUGH_BALANCE'> => credits.spend(ctx, of)

/** Gives credits back to the current balance once per key; an order that is over gets nothing, an unlimited one only notes it. */
export async function returnCredit(
  ctx: TransactionContext,
  { count, ...of }: { orderId: string; bookingId: string; count: number; key: string; reason: credits.CreditReason },
): Promise<boolean> {
  const order = await store.lockOrder(ctx, { id: of.orderId })
  if (!order || isOver(order)) return false
  const unlimited = order.snapshot.benefit?.credits == null
  return credits.addCredits(ctx, { ...of, kind: 'RETURN', amount: count, cycleIndex: order.cycleIndex, unlimited })
}

interface Balance {
  orderId: string
  planId: string
  planName: string
  status: string
  unlimited: boolean
  balance?: string
  total?: string
  expires?: Temporal.Instant | undefined
}

/** Credits of the member's orders that grant any and are not over. */
export async function listBalances(ctx: ReadContext, memberId: string): Promise<Balance[]> {
  const orders = (await store.ordersOfMember(ctx, memberId)).filter(
    (order) => order.snapshot.benefit && !['ENDED', 'CANCELED'].includes(calculateStatus(order, ctx.now)),
  )
  return orders.map((order) => {
    const credits = order.snapshot.benefit?.credits ?? null
    const common = {
      orderId: order.id,
      planId: order.planId,
      planName: order.snapshot.planName,
      status: calculateStatus(order, ctx.now),
      expires: creditsExpireAt(order, ctx.now),
    }
    return credits === null
      ? { ...common, unlimited: true }
      : { ...common, unlimited: false, balance: String(order.creditBalance ?? 0), total: String(credits) }
  })
}
