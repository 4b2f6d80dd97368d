/** What owners and members do to a running order. Each action first lets happen what was due. Source: guide pricing-plans §8. */
import { Temporal } from 'temporal-polyfill'
import { attemptsOfInvoice, isInFlight } from '#domains/payments/public.ts'
import { planById } from '#domains/plans/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { unwrapOrRefuse, refuse } from '../errors.ts'
import { orderMailer } from '../mailer.ts'
import { calculateHoldLength, endDate, followMovedEnd, moveEnd } from '../rules/cycles.ts'
import { decideStart, toOrderConditions, isOver, nextPayment, toSchedule, findCycleTotal, type Order } from '../rules/order.ts'
import { isCollectable, paysOfflineOrder } from '../rules/payments.ts'
import { moveTries } from '../rules/retries.ts'
import { decideCancel, decideChangeStart, decideKeepRenewing, decideMarkAsPaid, decidePause, decidePostpone, decideResume, moveOrder } from '../rules/states.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { markInvoicePaid, queueReceiptEmail } from './invoices.ts'
import { cancelNow, stopRenewal } from './cancellation.ts'
import { applyDueTransitions } from './due.ts'
import { settlePaidCycle, toPaymentDue, tryCardWhenRunning } from './renewals.ts'
import { recordMonthlyRevenue, saveAndEmit } from './save.ts'
import { scheduleReminders } from './reminders.ts'

/** The order, locked and brought up to now; a member only reaches their own. */
export async function lockCurrentOrder(ctx: TransactionContext, key: store.OrderKey, by: 'engine' | 'reader' = 'engine'): Promise<Order> {
  const found = await store.lockOrderOrBusy(ctx, key)
  const order = found === store.BUSY ? refuseStandard('CONFLICT') : (found ?? refuse('order_not_found'))
  if (ctx.caller.role === 'member' && order.memberId !== ctx.caller.memberId) refuse('order_not_found')
  await applyDueTransitions(ctx, order, by)
  return order
}

/** `refunded`: what the owner gives back together with the cancellation; the email says so. */
export async function cancel(
  ctx: TransactionContext,
  id: string,
  by: 'owner' | 'member',
  effectiveAt: string | null | undefined,
  refunded?: string,
): Promise<void> {
  const when = effectiveAt === 'IMMEDIATELY' || effectiveAt === 'NEXT_PAYMENT_DATE' ? effectiveAt : refuse('undefined_not_allowed')
  const order = await lockCurrentOrder(ctx, { id })
  const buyerMayCancel = (await planById(ctx, order.planId))?.buyerCanCancel ?? false
  const outcome = unwrapOrRefuse(decideCancel(toOrderConditions(order, ctx.now), by, when, buyerMayCancel))
  const cause = by === 'member' ? 'MEMBER_ACTION' : 'OWNER_ACTION'
  if (outcome === 'stopRenewal') await stopRenewal(ctx, order, cause)
  if (outcome !== 'cancel') return
  const wasDraft = order.status === 'DRAFT'
  await cancelNow(ctx, order, cause)
  if (wasDraft) return
  const { day, money, owner, emailBuyer, emailOwners } = await orderMailer(ctx, order)
  emailBuyer('plan-canceled', { canceledDate: day(ctx.now), ...(refunded && { refundAmount: money(refunded) }) })
  if (by === 'member') emailOwners('member-canceled', { endDate: owner.day(ctx.now) })
}

/** Pauses an order. Refuses with order_not_found, ORDER_NOT_SUSPENDABLE. */
export async function pause(ctx: TransactionContext, id: string): Promise<void> {
  const order = await lockCurrentOrder(ctx, { id })
  unwrapOrRefuse(decidePause(toOrderConditions(order, ctx.now)))
  order.pauses = [...order.pauses, { from: ctx.now }]
  moveOrder(order, 'pause')
  await saveAndEmit(ctx, order, ['paused', 'updated'])
  const { day, emailBuyer } = await orderMailer(ctx, order)
  emailBuyer('plan-paused', { pauseDate: day(ctx.now) }, ctx.now.toString())
}

/** Every date after the pause moves by its length, the retries of a declined payment too. */
export async function resume(ctx: TransactionContext, id: string): Promise<void> {
  const order = await lockCurrentOrder(ctx, { id })
  unwrapOrRefuse(decideResume(toOrderConditions(order, ctx.now)))
  const open = order.pauses.find((one) => !one.to)
  const milliseconds = open ? ctx.now.epochMilliseconds - open.from.epochMilliseconds : 0
  order.pauses = order.pauses.map((one) => (one.to ? one : { ...one, to: ctx.now }))
  order.retryAt = order.retryAt?.add({ milliseconds }) ?? null
  order.graceEndAt = order.graceEndAt?.add({ milliseconds }) ?? null
  moveOrder(order, 'resume')
  await saveAndEmit(ctx, order, ['resumed', 'updated'])
  await scheduleReminders(ctx, order)
  const { day, emailBuyer } = await orderMailer(ctx, order)
  const next = nextPayment(order)
  emailBuyer(
    'plan-resumed',
    { resumeDate: day(ctx.now), newEndDate: day(endDate(toSchedule(order))), ...(next && { nextPaymentDate: day(next.at) }) },
    ctx.now.toString(),
  )
  // What another card is to pay, or a dispute held until then, is charged now.
  await applyDueTransitions(ctx, order)
}

/** Moves the end of an order. Refuses with order_not_found, END_DATE_NOT_POSTPONABLE, END_DATE_NOT_LATER. */
export async function postpone(ctx: TransactionContext, id: string, to: Temporal.Instant): Promise<void> {
  const order = await lockCurrentOrder(ctx, { id })
  unwrapOrRefuse(decidePostpone(toOrderConditions(order, ctx.now), to))
  const before = endDate(toSchedule(order))
  order.postponed = moveEnd(toSchedule(order), to, ctx.now)
  await saveAndEmit(ctx, order, ['end_date_postponed', 'updated'])
  await scheduleReminders(ctx, order)
  const { day, emailBuyer } = await orderMailer(ctx, order)
  emailBuyer('plan-extended', { oldEndDate: day(before), newEndDate: day(to) }, ctx.now.toString())
}

/** The offline order was paid: its first invoice is closed as received outside (row 38). */
export async function markAsPaid(ctx: TransactionContext, id: string): Promise<void> {
  const order = await lockCurrentOrder(ctx, { id })
  unwrapOrRefuse(decideMarkAsPaid(toOrderConditions(order, ctx.now)))
  const open = (await payments.invoicesOfOrder(ctx, id)).find((invoice) => isCollectable(invoice.state))
  if (open) await markInvoicePaid(ctx, order, open, { by: 'manual', attempt: null })
  order.payment = 'PAID'
  await saveAndEmit(ctx, order, ['marked_as_paid', 'updated'])
  const { money, emailBuyer } = await orderMailer(ctx, order)
  emailBuyer('offline-order-paid', { amount: money(open?.amount ?? findCycleTotal(order, 1)) }, ctx.now.toString())
}

/** Owner or buyer takes a cancelled renewal back before it took effect. decision: the public API has no such call. Source: guide pricing-plans §8.2. */
export async function keepRenewing(ctx: TransactionContext, id: string): Promise<void> {
  const order = await lockCurrentOrder(ctx, { id })
  const by = ctx.caller.role === 'member' ? 'member' : 'owner'
  if (unwrapOrRefuse(decideKeepRenewing(toOrderConditions(order, ctx.now), by, order.cancellation?.cause === 'MEMBER_ACTION')) === 'nothing') return
  order.autoRenewCanceled = false
  order.postponed = followMovedEnd(toSchedule(order)) ?? null
  order.cancelAfterCycle = null
  order.cancellation = null
  await saveAndEmit(ctx, order, ['updated'])
  await recordMonthlyRevenue(ctx, order)
  await scheduleReminders(ctx, order)
}

/**
 * The owner was paid outside for an invoice that no card paid: the one of the running cycle, or the one named (missed
 * cycles and later cycles of offline orders are collected by hand). Source: guide pricing-plans §9.5, §9.6
 */
export async function recordPayment(ctx: TransactionContext, id: string, invoiceId?: string | null): Promise<void> {
  const order = await lockCurrentOrder(ctx, { id })
  const invoices = await payments.invoicesOfOrder(ctx, id)
  const invoice = invoiceId
    ? invoices.find((one) => one.id === invoiceId)
    : invoices.find((one) => one.cycleIndex === (order.cycleIndex ?? 1) && isCollectable(one.state))
  if (!invoice || !isCollectable(invoice.state) || order.status === 'DRAFT') return refuse('ORDER_NOT_PAYABLE')
  // Money that is on its way would be paid twice.
  if ((await attemptsOfInvoice(ctx, invoice.id)).some((attempt) => isInFlight(attempt.state))) return refuse('ORDER_NOT_PAYABLE', { reason: 'IN_FLIGHT' })
  if (!isOver(order) && order.type === 'ONLINE') return settlePaidCycle(ctx, order, invoice, 'manual', null)
  const paid = await markInvoicePaid(ctx, order, invoice, { by: 'manual', attempt: null })
  if (!isOver(order) && order.payment !== 'PAID' && paysOfflineOrder(invoice, invoices, order.cycleIndex ?? 1)) {
    order.payment = 'PAID'
    await saveAndEmit(ctx, order, ['updated'])
  }
  await queueReceiptEmail(ctx, order, paid)
}

/** Buyer or owner picks another start for an order that is not paid yet (row 11), the owner also for one that waits for its day. */
export async function changeStart(ctx: TransactionContext, id: string, requestedStart: Temporal.Instant): Promise<Order> {
  const order = await lockCurrentOrder(ctx, { id })
  unwrapOrRefuse(decideChangeStart(order.status, ctx.caller.role === 'member' ? 'member' : 'owner', { requestedStart, postponedTo: order.postponed?.to }))
  const plan = (await planById(ctx, order.planId)) ?? refuse('plan_not_found', { planId: order.planId })
  order.startAt = unwrapOrRefuse(decideStart(requestedStart, ctx.now, order.status === 'PENDING' || plan.allowFutureStartDate))
  order.isStartGiven = true
  await saveAndEmit(ctx, order, ['start_date_changed', 'updated'])
  // A start of today is due now.
  await applyDueTransitions(ctx, order)
  await scheduleReminders(ctx, order)
  return order
}

/** After a dispute: the order goes on, or ends. */
export async function decideDispute(ctx: TransactionContext, id: string, decision: 'go-on' | 'cancel'): Promise<void> {
  const order = await lockCurrentOrder(ctx, { id })
  if (!order.onHoldSince) return refuse('ORDER_NOT_ON_HOLD')
  return decision === 'go-on' ? releaseHold(ctx, order) : cancel(ctx, id, 'owner', 'IMMEDIATELY')
}

/** The owner decided that a disputed order goes on: what was due meanwhile is charged now, or after the pause; the tries of a declined payment go on. */
async function releaseHold(ctx: TransactionContext, order: Order): Promise<void> {
  const { onHoldSince } = order
  if (!onHoldSince) return
  const milliseconds = calculateHoldLength(onHoldSince, ctx.now, order.pauses)
  order.retryAt = order.retryAt?.add({ milliseconds }) ?? null
  order.graceEndAt = order.graceEndAt?.add({ milliseconds }) ?? null
  order.onHoldSince = null
  const invoice = await findUntriedInvoice(ctx, order)
  // Its cycle began meanwhile: its tries are counted from now.
  if (invoice) order.graceEndAt = moveTries(toPaymentDue(order, invoice), calculateHoldLength(invoice.dueAt, ctx.now, order.pauses))
  await saveAndEmit(ctx, order, [])
  if (invoice) await tryCardWhenRunning(ctx, order, invoice)
}

/** The invoice of the running cycle, when it is to be charged and no card was tried for it. */
async function findUntriedInvoice(ctx: TransactionContext, order: Order): Promise<payments.Invoice | undefined> {
  const invoice = order.type === 'ONLINE' && !isOver(order) ? await payments.invoiceOfCycle(ctx, order.id, order.cycleIndex ?? 1) : undefined
  return invoice?.state === 'OPEN' && (await attemptsOfInvoice(ctx, invoice.id)).length === 0 ? invoice : undefined
}
