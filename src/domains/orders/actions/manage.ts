/** What owners and members do to a running order. Each action first lets happen what was due. guide: pricing-plans 8 */
import { Temporal } from 'temporal-polyfill'
import { planById } from '#domains/plans/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orRefuse, refuse } from '../errors.ts'
import { dateWords, moneyWords, write } from '../letters.ts'
import { endDate, lastCycle } from '../rules/cycles.ts'
import { factsOf, isOver, scheduleOf, totalOf, type Order } from '../rules/order.ts'
import { decideCancel, decideMarkAsPaid, decidePause, decidePostpone, decideResume } from '../rules/states.ts'
import * as store from '../store.ts'
import { applyDue, cancelNow, saved, settlePaid, stopRenewal } from './life.ts'

/** The order, locked and brought up to now; a member only reaches their own. */
export async function upToDate(ctx: Ctx, key: store.OrderKey): Promise<Order> {
  const order = (await store.lockOrder(ctx, key)) ?? refuse('order_not_found')
  if (ctx.caller.role === 'member' && order.memberId !== ctx.caller.memberId) refuse('order_not_found')
  await applyDue(ctx, order)
  return order
}

export async function cancel(ctx: Ctx, id: string, by: 'owner' | 'member', effectiveAt: string | null | undefined): Promise<void> {
  const when = effectiveAt === 'IMMEDIATELY' || effectiveAt === 'NEXT_PAYMENT_DATE' ? effectiveAt : refuse('undefined_not_allowed')
  const order = await upToDate(ctx, { id })
  const buyerMayCancel = (await planById(ctx, order.planId))?.buyerCanCancel ?? false
  const outcome = orRefuse(decideCancel(factsOf(order, ctx.now), by, when, buyerMayCancel))
  const cause = by === 'member' ? 'MEMBER_ACTION' : 'OWNER_ACTION'
  if (outcome === 'stopRenewal') await stopRenewal(ctx, order, cause)
  if (outcome !== 'cancel') return
  const wasDraft = order.status === 'DRAFT'
  await cancelNow(ctx, order, cause)
  if (!wasDraft) await write(ctx, order, 'plan-canceled', { canceledDate: dateWords(order, ctx.now) })
}

export async function pause(ctx: Ctx, id: string): Promise<void> {
  const order = await upToDate(ctx, { id })
  orRefuse(decidePause(factsOf(order, ctx.now)))
  order.pauses = [...order.pauses, { from: ctx.now }]
  order.status = 'PAUSED'
  await saved(ctx, order, ['paused', 'updated'])
  await write(ctx, order, 'plan-paused', { pauseDate: dateWords(order, ctx.now) }, ctx.now.toString())
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
  await write(
    ctx,
    order,
    'plan-resumed',
    { resumeDate: dateWords(order, ctx.now), newEndDate: dateWords(order, endDate(scheduleOf(order))) },
    ctx.now.toString(),
  )
}

export async function postpone(ctx: Ctx, id: string, to: Temporal.Instant): Promise<void> {
  const order = await upToDate(ctx, { id })
  orRefuse(decidePostpone(factsOf(order, ctx.now), to))
  const before = endDate(scheduleOf(order))
  order.postponed = { to, at: ctx.now, cycle: lastCycle(scheduleOf(order)) ?? 1 }
  await saved(ctx, order, ['end_date_postponed', 'updated'])
  await write(ctx, order, 'plan-extended', { oldEndDate: dateWords(order, before), newEndDate: dateWords(order, to) }, ctx.now.toString())
}

export async function markAsPaid(ctx: Ctx, id: string): Promise<void> {
  const order = await upToDate(ctx, { id })
  orRefuse(decideMarkAsPaid(factsOf(order, ctx.now)))
  order.payment = 'PAID'
  await saved(ctx, order, ['marked_as_paid', 'updated'])
  await write(ctx, order, 'offline-order-paid', { amount: moneyWords(totalOf(order, 1), order.snapshot.currency) }, ctx.now.toString())
}

/** The owner takes a cancelled renewal back before it took effect. decision: the public API has no such call (guide 8.2). */
export async function keepRenewing(ctx: Ctx, id: string): Promise<void> {
  const order = await upToDate(ctx, { id })
  if (isOver(order)) refuse('ORDER_NOT_CANCELABLE', { status: order.status })
  if (!order.autoRenewCanceled) return
  order.autoRenewCanceled = false
  order.cancelAfterCycle = null
  order.cancellation = null
  await saved(ctx, order, ['updated'])
}

/** The owner was paid outside for a renewal that the card declined (guide 9.5). */
export async function recordPayment(ctx: Ctx, id: string): Promise<void> {
  const order = await upToDate(ctx, { id })
  const invoice = await store.invoiceOfCycle(ctx, id, order.cycleIndex ?? 1)
  if (order.status !== 'ACTIVE' || !invoice || invoice.state !== 'RETRYING') return refuse('ORDER_NOT_PAYABLE')
  await settlePaid(ctx, order, invoice)
}
