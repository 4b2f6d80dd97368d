/** What other domains use of orders. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Group } from '#domains/members/public.ts'
import { cancelNow, stopRenewal } from './actions/cancellation.ts'
import { applyDueTransitions } from './actions/due.ts'
import { attemptsOfInvoice, detachCards } from '#domains/payments/public.ts'
import { refuse } from './errors.ts'
import { isOver, isRecurring, calculateStatus, type Order } from './rules/order.ts'
import * as store from './store/orders.ts'
import * as payments from './store/payments.ts'
import { deleteSubmissions } from './store/submissions.ts'
import { toInvoice, toOrder } from './wire.ts'

export {
  listCoveringOrders,
  coversTime,
  findPayingOrder,
  returnCredit,
  spendCredit,
  type CoverageCandidate,
  type CoverageQuery,
  type CoverageRefusal,
} from './actions/credits.ts'
export { reserveBookingCoupon, resolveBookingCoupon } from './actions/coupons.ts'
export {
  countBookingUse as countBookingCouponUse,
  listReservedForBookings,
  releaseUse as releaseCouponUse,
  releaseUses as releaseCouponUses,
  returnUse as returnCouponUse,
} from './store/coupons.ts'
export type { CouponItem, ItemDiscount } from './rules/booking-coupon.ts'
export type { CreditReason } from './store/credits.ts'
export { importOrder, type ImportedOrder } from './actions/import-order.ts'
export { answerChallenge, changeCard, pay } from './actions/pay.ts'
export { orderPayable } from './actions/payable.ts'
export { listOwnSimulations } from './actions/simulate.ts'
export { orderAttempts } from './actions/settle.ts'
export { hasLockedDueOrders, nextDueAt, preloadOrdersOfMember, sumExpiringCredits } from './store/orders.ts'
export { dueSchedules } from './schedules.ts'
export type { CoverageReason } from './rules/coverage.ts'

/** Whose order it is; undefined for an unknown one. */
export const findOrderOwner = async (ctx: ReadContext, id: string): Promise<string | undefined> => (await store.findOrder(ctx, { id }))?.memberId

/** Whether credits that come back are lost: the order is over, or unknown. */
export const isOrderOver = async (ctx: ReadContext, id: string): Promise<boolean> => {
  const order = await store.findOrder(ctx, { id })
  return !order || isOver(order)
}

/** Whether a plan that renews forbids blocking or deleting this member; undefined when none does. Source: guide members §5.3. */
export const findRenewingPlanViolation = async (ctx: ReadContext, memberId: string): Promise<{ refused: 'ACTIVE_SUBSCRIPTION' } | undefined> =>
  (await store.ordersOfMember(ctx, memberId)).some((order) => !isOver(order) && isRecurring(order) && order.type === 'ONLINE' && !order.autoRenewCanceled)
    ? { refused: 'ACTIVE_SUBSCRIPTION' }
    : undefined

/** The member's orders that are not over, locked and brought up to now. */
async function openOrders(ctx: TransactionContext, memberId: string): Promise<Order[]> {
  const orders = await store.lockOpenOrders(ctx, memberId)
  for (const order of orders) await applyDueTransitions(ctx, order)
  return orders.filter((order) => !isOver(order))
}

/** A blocked member's plans run out; they are not renewed (row 41). */
export async function stopMemberRenewals(ctx: TransactionContext, memberId: string): Promise<void> {
  for (const order of await openOrders(ctx, memberId))
    if (order.status !== 'DRAFT' && isRecurring(order) && order.type === 'ONLINE' && !order.autoRenewCanceled) await stopRenewal(ctx, order, 'OWNER_ACTION')
}

/** A deleted member's plans end at once, the saved cards are detached, the answers at checkout are deleted (row 42). */
export async function cancelMemberOrders(ctx: TransactionContext, memberId: string, byMember: boolean): Promise<void> {
  for (const order of await openOrders(ctx, memberId)) await cancelNow(ctx, order, byMember ? 'MEMBER_ACTION' : 'OWNER_ACTION')
  await detachCards(ctx, memberId)
  await deleteSubmissions(ctx, memberId)
}

/** Orders of a contact that became another. */
export { reassignOrders } from './store/orders.ts'

/** The plans that members have now, for custom fields that come with one. Source: guide members §12. */
export async function plansOfMembers(ctx: ReadContext, { memberIds }: { memberIds: readonly string[] }): Promise<ReadonlyMap<string, readonly Group[]>> {
  const by = new Map<string, Group[]>()
  for (const order of await store.listOpenOrders(ctx, memberIds)) {
    const status = calculateStatus(order, ctx.now)
    if (status !== 'ACTIVE' && status !== 'PAUSED') continue
    by.set(order.memberId, [...(by.get(order.memberId) ?? []), { type: 'PRICING_PLAN', id: order.planId }])
  }
  return by
}

/** Orders with their invoices, for the download of a member's data. Source: guide members §10.3. */
export async function exportMemberOrders(ctx: ReadContext, memberId: string) {
  const orders = await store.ordersOfMember(ctx, memberId)
  const invoices = await payments.invoicesOfOrders(
    ctx,
    orders.map((order) => order.id),
  )
  const listInvoices = (id: string) => invoices.filter((invoice) => invoice.orderId === id).map(toInvoice)
  return { title: 'orders', records: orders.map((order) => ({ ...toOrder(order, ctx.now, { cycles: true }), invoices: listInvoices(order.id) })) }
}

/** The order, locked. Refuses with order_not_found. */
export const lockOrder = async (ctx: TransactionContext, id: string): Promise<Order> => (await store.lockOrder(ctx, { id })) ?? refuse('order_not_found')

/** Invoices of an order as the wire shows them, each with its attempts. */
export async function listInvoicesWithAttempts(ctx: ReadContext, orderId: string) {
  const invoices = []
  for (const invoice of await payments.invoicesOfOrder(ctx, orderId))
    invoices.push({ invoice: toInvoice(invoice), attempts: await attemptsOfInvoice(ctx, invoice.id) })
  return invoices
}
