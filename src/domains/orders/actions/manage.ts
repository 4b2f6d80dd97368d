/** What owners and members do to a running order. Each action first lets happen what was due. guide: pricing-plans 8 */
import { Temporal } from 'temporal-polyfill'
import { planById } from '#domains/plans/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { orRefuse, refuse } from '../errors.ts'
import { voiceOf } from '../letters.ts'
import { endDate, lastCycle } from '../rules/cycles.ts'
import { decideStart, factsOf, isOver, nextPayment, scheduleOf, totalOf, type Order } from '../rules/order.ts'
import { isCollectable, isInFlight } from '../rules/payments.ts'
import { decideCancel, decideChangeStart, decideKeepRenewing, decideMarkAsPaid, decidePause, decidePostpone, decideResume } from '../rules/states.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { applyDue, cancelNow, invoicePaid, keepWorth, receipt, saved, settlePaid, stopRenewal } from './life.ts'
import { planNotices } from './notices.ts'
import { goOn } from './provider-events.ts'

/** The order, locked and brought up to now; a member only reaches their own. */
export async function upToDate(ctx: Ctx, key: store.OrderKey, by: 'engine' | 'reader' = 'engine'): Promise<Order> {
  const found = await store.lockOrderSoon(ctx, key)
  const order = found === store.BUSY ? refuseStandard('CONFLICT') : (found ?? refuse('order_not_found'))
  if (ctx.caller.role === 'member' && order.memberId !== ctx.caller.memberId) refuse('order_not_found')
  await applyDue(ctx, order, by)
  return order
}

/** `refunded`: what the owner gives back together with the cancellation; the letter says so. */
export async function cancel(ctx: Ctx, id: string, by: 'owner' | 'member', effectiveAt: string | null | undefined, refunded?: string): Promise<void> {
  const when = effectiveAt === 'IMMEDIATELY' || effectiveAt === 'NEXT_PAYMENT_DATE' ? effectiveAt : refuse('undefined_not_allowed')
  const order = await upToDate(ctx, { id })
  const buyerMayCancel = (await planById(ctx, order.planId))?.buyerCanCancel ?? false
  const outcome = orRefuse(decideCancel(factsOf(order, ctx.now), by, when, buyerMayCancel))
  const cause = by === 'member' ? 'MEMBER_ACTION' : 'OWNER_ACTION'
  if (outcome === 'stopRenewal') await stopRenewal(ctx, order, cause)
  if (outcome !== 'cancel') return
  const wasDraft = order.status === 'DRAFT'
  await cancelNow(ctx, order, cause)
  if (wasDraft) return
  const { day, money, owner, send, tell } = await voiceOf(ctx, order)
  send('plan-canceled', { canceledDate: day(ctx.now), ...(refunded && { refundAmount: money(refunded) }) })
  if (by === 'member') tell('member-canceled', { endDate: owner.day(ctx.now) })
}

export async function pause(ctx: Ctx, id: string): Promise<void> {
  const order = await upToDate(ctx, { id })
  orRefuse(decidePause(factsOf(order, ctx.now)))
  order.pauses = [...order.pauses, { from: ctx.now }]
  order.status = 'PAUSED'
  await saved(ctx, order, ['paused', 'updated'])
  const { day, send } = await voiceOf(ctx, order)
  send('plan-paused', { pauseDate: day(ctx.now) }, ctx.now.toString())
}

/** Every date after the pause moves by its length, the retries of a declined payment too. */
export async function resume(ctx: Ctx, id: string): Promise<void> {
  const order = await upToDate(ctx, { id })
  orRefuse(decideResume(factsOf(order, ctx.now)))
  const open = order.pauses.find((one) => !one.to)
  const milliseconds = open ? ctx.now.epochMilliseconds - open.from.epochMilliseconds : 0
  order.pauses = order.pauses.map((one) => (one.to ? one : { ...one, to: ctx.now }))
  order.retryAt = order.retryAt?.add({ milliseconds }) ?? null
  order.graceEndAt = order.graceEndAt?.add({ milliseconds }) ?? null
  order.status = 'ACTIVE'
  await saved(ctx, order, ['resumed', 'updated'])
  await planNotices(ctx, order)
  const { day, send } = await voiceOf(ctx, order)
  const next = nextPayment(order)
  send(
    'plan-resumed',
    { resumeDate: day(ctx.now), newEndDate: day(endDate(scheduleOf(order))), ...(next && { nextPaymentDate: day(next.at) }) },
    ctx.now.toString(),
  )
}

export async function postpone(ctx: Ctx, id: string, to: Temporal.Instant): Promise<void> {
  const order = await upToDate(ctx, { id })
  orRefuse(decidePostpone(factsOf(order, ctx.now), to))
  const before = endDate(scheduleOf(order))
  order.postponed = { to, at: ctx.now, cycle: lastCycle(scheduleOf(order)) ?? 1 }
  await saved(ctx, order, ['end_date_postponed', 'updated'])
  await planNotices(ctx, order)
  const { day, send } = await voiceOf(ctx, order)
  send('plan-extended', { oldEndDate: day(before), newEndDate: day(to) }, ctx.now.toString())
}

/** The offline order was paid: its first invoice is closed as received outside (row 38). */
export async function markAsPaid(ctx: Ctx, id: string): Promise<void> {
  const order = await upToDate(ctx, { id })
  orRefuse(decideMarkAsPaid(factsOf(order, ctx.now)))
  const open = (await payments.invoicesOfOrder(ctx, id)).find((invoice) => isCollectable(invoice.state))
  if (open) await invoicePaid(ctx, open, 'manual', null)
  order.payment = 'PAID'
  await saved(ctx, order, ['marked_as_paid', 'updated'])
  const { money, send } = await voiceOf(ctx, order)
  send('offline-order-paid', { amount: money(open?.amount ?? totalOf(order, 1)) }, ctx.now.toString())
}

/** Owner or buyer takes a cancelled renewal back before it took effect. decision: the public API has no such call (guide 8.2). */
export async function keepRenewing(ctx: Ctx, id: string): Promise<void> {
  const order = await upToDate(ctx, { id })
  const by = ctx.caller.role === 'member' ? 'member' : 'owner'
  if (orRefuse(decideKeepRenewing(factsOf(order, ctx.now), by, order.cancellation?.cause === 'MEMBER_ACTION')) === 'nothing') return
  order.autoRenewCanceled = false
  order.cancelAfterCycle = null
  order.cancellation = null
  await saved(ctx, order, ['updated'])
  await keepWorth(ctx, order)
  await planNotices(ctx, order)
}

/**
 * The owner was paid outside for an invoice that no card paid: the one of the running cycle, or the one named (missed
 * cycles and later cycles of offline orders are collected by hand). guide: pricing-plans 9.5, 9.6
 */
export async function recordPayment(ctx: Ctx, id: string, invoiceId?: string | null): Promise<void> {
  const order = await upToDate(ctx, { id })
  const invoices = await payments.invoicesOfOrder(ctx, id)
  const invoice = invoiceId
    ? invoices.find((one) => one.id === invoiceId)
    : invoices.find((one) => one.cycleIndex === (order.cycleIndex ?? 1) && isCollectable(one.state))
  if (!invoice || !isCollectable(invoice.state) || order.status === 'DRAFT') return refuse('ORDER_NOT_PAYABLE')
  // Money that is on its way would be paid twice.
  if ((await payments.attemptsOf(ctx, invoice.id)).some((attempt) => isInFlight(attempt.state))) return refuse('ORDER_NOT_PAYABLE', { reason: 'IN_FLIGHT' })
  if (!isOver(order) && order.type === 'ONLINE') return settlePaid(ctx, order, invoice, 'manual', null)
  const paid = await invoicePaid(ctx, invoice, 'manual', null)
  await receipt(ctx, order, paid)
}

/** Buyer or owner picks another start for an order that is not paid yet (row 11), the owner also for one that waits for its day. */
export async function changeStart(ctx: Ctx, id: string, wish: Temporal.Instant): Promise<Order> {
  const order = await upToDate(ctx, { id })
  orRefuse(decideChangeStart(order.status, ctx.caller.role === 'member' ? 'member' : 'owner', { wish, postponedTo: order.postponed?.to }))
  const plan = (await planById(ctx, order.planId)) ?? refuse('plan_not_found', { planId: order.planId })
  order.startAt = orRefuse(decideStart(wish, ctx.now, order.status === 'PENDING' || plan.allowFutureStartDate))
  order.isStartGiven = true
  await saved(ctx, order, ['start_date_changed', 'updated'])
  // A start of today is due now.
  await applyDue(ctx, order)
  await planNotices(ctx, order)
  return order
}

/** After a dispute: the order goes on, or ends. */
export async function decideDispute(ctx: Ctx, id: string, decision: 'go-on' | 'cancel'): Promise<void> {
  const order = await upToDate(ctx, { id })
  if (!order.onHoldSince) return refuse('ORDER_NOT_ON_HOLD')
  return decision === 'go-on' ? goOn(ctx, order) : cancel(ctx, id, 'owner', 'IMMEDIATELY')
}
