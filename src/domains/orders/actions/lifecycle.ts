/** What time and payments do to an order. Every function works on a locked order, saves it and announces what happened. guide: pricing-plans 8, 9 */
import { describeDecline, isClockOff } from '#domains/payments/public.ts'
import { Temporal } from 'temporal-polyfill'
import { benefitOf, markOrdered } from '#domains/plans/public.ts'
import { getSetting } from '#domains/site/public.ts'
import type { Ctx } from '#kit/api/context.ts'
import type { Language } from '#kit/pure/languages.ts'
import { formatMoney } from '#kit/pure/money.ts'
import { onPlanEnded } from '../hooks.ts'
import { orderEvent, type OrderEventSlug } from '../events.ts'
import { orderMailer } from '../mailer.ts'
import { carryOverCredits, isSettled } from '../rules/coverage.ts'
import { boundary, cycleAt, cycleIndexAt, endDate } from '../rules/cycles.ts'
import { firstCycleOf, isRecurring, isZero, nextDue, nextPayment, scheduleOf, totalOf, type CancelCause, type Order } from '../rules/order.ts'
import { monthlyRevenuePeriods } from '../rules/insights.ts'
import { formatPriceSummary } from '../rules/price-summary.ts'
import { spanOf } from '../rules/price.ts'
import { decideAfterDecline, isHardDecline } from '../rules/retries.ts'
import type { CancelTime } from '../rules/states.ts'
import * as coupons from '../store/coupons.ts'
import * as credits from '../store/credits.ts'
import { replaceMonthlyRevenue } from '../store/insights.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { cardLoader } from './cards.ts'
import { markInvoicePaid, sendReceipt } from './invoices.ts'
import { scheduleReminders } from './reminders.ts'

const hasReached = (at: Temporal.Instant | null | undefined, now: Temporal.Instant): boolean =>
  at instanceof Temporal.Instant && Temporal.Instant.compare(at, now) <= 0

/** What is announced when dates moved, and with them the worth of the order. */
const dateChangingEvents: ReadonlySet<OrderEventSlug> = new Set([
  'purchased',
  'start_date_changed',
  'paused',
  'resumed',
  'end_date_postponed',
  'auto_renew_canceled',
  'canceled',
  'ended',
])
/** Writes down what a bought order is worth per month, for the owner's figures. */
export const recordMonthlyRevenue = async (ctx: Ctx, order: Order): Promise<void> => {
  if (!order.leftDraftAt || !isRecurring(order)) return
  const { memberId, planId, snapshot } = order
  const schedule = scheduleOf(order)
  await replaceMonthlyRevenue(
    ctx,
    order.id,
    monthlyRevenuePeriods({ memberId, planId, currency: snapshot.currency, spans: snapshot.spans, schedule, endAt: endDate(schedule) ?? null }),
  )
}

/** Saves the order and announces what happened to it, in publishing order. */
export async function saveAndEmit(ctx: Ctx, order: Order, slugs: readonly OrderEventSlug[], cycleNumber?: number): Promise<void> {
  order.updatedAt = ctx.now
  await store.saveOrder(ctx, order)
  if (slugs.some((slug) => dateChangingEvents.has(slug))) await recordMonthlyRevenue(ctx, order)
  for (const slug of slugs) ctx.emit(orderEvent(order, slug, ctx.now, slug === 'cycle_started' ? cycleNumber : undefined))
}

/** Credits of a settled cycle: what is left expires or is carried, then the new ones come. Once per cycle. */
export async function grantCredits(ctx: Ctx, order: Order): Promise<void> {
  const { benefit } = order.snapshot
  const isRenewing = order.snapshot.model.subscription !== undefined
  if (
    !benefit ||
    benefit.credits === null ||
    order.cycleIndex === null ||
    !isSettled({ online: order.type === 'ONLINE', payment: order.payment, inTrial: order.cycleIndex === 0 })
  )
    return
  // One payment grants once, for the whole order.
  const cycle = isRenewing ? order.cycleIndex : 1
  const entry = (kind: 'GRANT' | 'EXPIRE', amount: number, key: string, reason: credits.CreditReason) => ({
    orderId: order.id,
    kind,
    amount,
    key,
    reason,
    cycleIndex: cycle,
  })
  const unusedCredits = (await store.lockOrder(ctx, { id: order.id }))?.creditBalance ?? 0
  if (!(await credits.addCredits(ctx, entry('GRANT', benefit.credits, `grant:${order.id}:${cycle}`, 'CYCLE_STARTED')))) return
  const expiredCredits = unusedCredits - carryOverCredits(unusedCredits, benefit.rollover)
  if (expiredCredits > 0) await credits.addCredits(ctx, entry('EXPIRE', -expiredCredits, `expire:${order.id}:${cycle}`, 'CYCLE_ENDED'))
}

/** The credits of an order that is over are gone (guide 13.2). */
async function expireCredits(ctx: Ctx, order: Order): Promise<void> {
  if (order.snapshot.benefit?.credits == null) return
  const left = (await store.lockOrder(ctx, { id: order.id }))?.creditBalance ?? 0
  if (left > 0)
    await credits.addCredits(ctx, {
      orderId: order.id,
      kind: 'EXPIRE',
      amount: -left,
      key: `expire:${order.id}:over`,
      reason: 'ORDER_ENDED',
      cycleIndex: order.cycleIndex,
    })
}

/** The order is bought: it starts now or waits for its date (rows 2 to 7). */
export async function completePurchase(ctx: Ctx, order: Order, payment: Order['payment'], isNew = false): Promise<void> {
  const startsLater = order.isStartGiven && Temporal.Instant.compare(order.startAt, ctx.now) > 0
  if (!startsLater && order.type === 'ONLINE') order.startAt = ctx.now
  order.payment = payment
  order.leftDraftAt = ctx.now
  order.status = startsLater ? 'PENDING' : 'ACTIVE'
  // An offline order may start in the past: its first cycles have passed by then.
  order.cycleIndex = startsLater ? null : cycleIndexAt(scheduleOf(order), ctx.now)
  order.snapshot = { ...order.snapshot, benefit: (await benefitOf(ctx, order.planId)) ?? null }
  if (isNew) await store.insertOrder(ctx, order)
  const first: OrderEventSlug[] = isNew ? ['created', 'purchased'] : ['purchased']
  const started: OrderEventSlug[] = startsLater ? [] : order.type === 'ONLINE' ? ['started', 'cycle_started'] : ['started']
  await saveAndEmit(ctx, order, [...first, ...started, ...(isNew ? [] : ['updated' as const])], order.cycleIndex ?? undefined)
  await coupons.countUse(ctx, order.id)
  await grantCredits(ctx, order)
  await markOrdered(ctx, order.planId)
  await sendPurchaseEmails(ctx, order)
  await scheduleReminders(ctx, order)
}

async function sendPurchaseEmails(ctx: Ctx, order: Order): Promise<void> {
  const { day, money, language, owner, emailBuyer, emailOwners } = await orderMailer(ctx, order)
  const price = (locale: Language) =>
    formatPriceSummary({ ...order.snapshot, trialDays: order.trialDays }, (amount, currency) => formatMoney(amount, currency, locale), locale)
  const startDate = day(order.startAt)
  if (order.type === 'OFFLINE') emailBuyer('offline-order-created', { startDate, ...(order.payment === 'UNPAID' && { amountDue: money(totalOf(order, 1)) }) })
  else {
    const next = nextPayment(order)
    emailBuyer('plan-purchased', {
      priceSummary: price(language),
      startDate,
      endDate: day(endDate(scheduleOf(order))),
      ...(next && { nextPaymentDate: day(next.at), nextPaymentAmount: money(next.amount) }),
      ...(order.snapshot.terms && { terms: order.snapshot.terms }),
    })
  }
  emailOwners('new-order', { amount: price(owner.language) })
  await sendTrialEmail(ctx, order)
}

async function sendTrialEmail(ctx: Ctx, order: Order): Promise<void> {
  if (order.status !== 'ACTIVE' || order.trialDays === 0 || order.cycleIndex !== 0) return
  const { day, money, emailBuyer } = await orderMailer(ctx, order)
  emailBuyer('trial-started', { trialEndDate: day(boundary(scheduleOf(order), 0)), firstPaymentAmount: money(totalOf(order, 1)) })
}

/** Ends the order at once. A running pause is closed; nothing is refunded by itself. */
export async function cancelNow(ctx: Ctx, order: Order, cause: CancelCause, effectiveAt: CancelTime = 'IMMEDIATELY'): Promise<void> {
  const wasDraft = order.status === 'DRAFT'
  order.pauses = order.pauses.map((pause) => (pause.to ? pause : { ...pause, to: ctx.now }))
  order.cancellation = { requestedAt: ctx.now, cause, effectiveAt }
  order.canceledAt = ctx.now
  order.status = 'CANCELED'
  order.retryAt = order.graceEndAt = order.onHoldSince = null
  await payments.closeInvoices(ctx, order.id, cause === 'PAYMENT_FAILURE' ? 'FAILED' : 'VOID')
  await expireCredits(ctx, order)
  if (wasDraft) await coupons.releaseUse(ctx, order.id)
  await saveAndEmit(ctx, order, wasDraft ? ['canceled', 'updated'] : ['canceled', 'ended', 'updated'])
  if (!wasDraft) await onPlanEnded.call(ctx, { orderId: order.id })
}

/** Lets the order run to the end of its cycle and no further (rows 15, 30, 32, 34, 35). */
export async function stopRenewal(ctx: Ctx, order: Order, cause: CancelCause): Promise<void> {
  order.cancelAfterCycle = cycleIndexAt(scheduleOf(order), ctx.now)
  order.autoRenewCanceled = true
  order.cancellation = { requestedAt: ctx.now, cause, effectiveAt: 'NEXT_PAYMENT_DATE' }
  await saveAndEmit(ctx, order, ['auto_renew_canceled', 'updated'])
  await scheduleReminders(ctx, order)
  const { day, owner, emailBuyer, emailOwners } = await orderMailer(ctx, order)
  const end = endDate(scheduleOf(order))
  emailBuyer('renewal-canceled', { endDate: day(end) }, ctx.now.toString())
  if (cause === 'MEMBER_ACTION') emailOwners('member-canceled', { endDate: owner.day(end) }, ctx.now.toString())
}

/**
 * Does everything that time has made due, one step after another. `reader`: only what needs no payment (rows 9, 12, 13,
 * 21, 22), so that a read never sees yesterday's status and never charges.
 */
export async function applyDueTransitions(ctx: Ctx, order: Order, by: 'engine' | 'reader' = 'engine'): Promise<void> {
  // By a wrong clock nothing is due.
  if (isClockOff(ctx.clockDriftMs)) return
  for (let steps = 0; steps < 5000 && hasReached(nextDue(order), ctx.now); steps++) {
    if (order.status === 'DRAFT') await cancelNow(ctx, order, 'PAYMENT_SETUP_FAILURE')
    else if (order.status === 'PENDING') await startOrder(ctx, order)
    else if (hasEnded(order)) await finishOrder(ctx, order)
    else if (by === 'reader' && order.type === 'ONLINE') return
    else if (hasReached(order.retryAt, ctx.now)) await retryPayment(ctx, order)
    else if (hasReached(order.graceEndAt, ctx.now)) await cancelUnpaid(ctx, order)
    else await startNextCycle(ctx, order)
  }

  /** The running cycle is the last one and has passed; what was due before it (a retry, the end of grace) has its turn first. */
  function hasEnded(of: Order): boolean {
    const end = cycleAt(scheduleOf(of), of.cycleIndex ?? firstCycleOf(of)).end
    const last = endDate(scheduleOf(of))
    const before = [of.retryAt, of.graceEndAt].some((at) => at && end && Temporal.Instant.compare(at, end) < 0)
    return hasReached(end, ctx.now) && last !== undefined && end !== undefined && Temporal.Instant.compare(last, end) <= 0 && !before
  }
}

async function startOrder(ctx: Ctx, order: Order): Promise<void> {
  order.status = 'ACTIVE'
  order.cycleIndex = firstCycleOf(order)
  await saveAndEmit(ctx, order, order.type === 'ONLINE' ? ['started', 'cycle_started', 'updated'] : ['started', 'updated'], order.cycleIndex)
  await grantCredits(ctx, order)
  const { day, emailBuyer } = await orderMailer(ctx, order)
  emailBuyer('plan-started', { startDate: day(order.startAt) })
  await sendTrialEmail(ctx, order)
  await scheduleReminders(ctx, order)
}

/** The order reached its end (rows 21 and 22). */
async function finishOrder(ctx: Ctx, order: Order): Promise<void> {
  const end = endDate(scheduleOf(order))
  const wasStopped = order.autoRenewCanceled && order.cancelAfterCycle !== null
  order.status = wasStopped ? 'CANCELED' : 'ENDED'
  order.retryAt = order.graceEndAt = order.onHoldSince = null
  await payments.closeInvoices(ctx, order.id, 'FAILED')
  await expireCredits(ctx, order)
  await saveAndEmit(ctx, order, wasStopped ? ['canceled', 'ended', 'updated'] : ['ended', 'updated'])
  await onPlanEnded.call(ctx, { orderId: order.id })
  if (wasStopped) return
  const { day, emailBuyer } = await orderMailer(ctx, order)
  emailBuyer('plan-ended', { endDate: day(end), buyAgainLink: `${ctx.origin}/plans` })
}

/** The end of the running cycle: the next one begins (rows 16 to 20). */
async function startNextCycle(ctx: Ctx, order: Order): Promise<void> {
  const schedule = scheduleOf(order)
  const index = order.cycleIndex ?? firstCycleOf(order)
  const next = index + 1
  const loadCard = cardLoader(ctx, order)
  await enterCycle(
    ctx,
    order,
    { index: next, due: cycleAt(schedule, index).end ?? ctx.now, isMissed: hasReached(cycleAt(schedule, next).end, ctx.now) },
    loadCard,
  )
  await scheduleReminders(ctx, order, loadCard)
}

async function enterCycle(
  ctx: Ctx,
  order: Order,
  { index, due, isMissed }: { index: number; due: Temporal.Instant; isMissed: boolean },
  loadCard: ReturnType<typeof cardLoader>,
): Promise<void> {
  order.cycleIndex = index
  order.retryAt = order.graceEndAt = null
  const amount = totalOf(order, index)
  const isFree = isZero(amount)
  // decision: after a long stop only the running cycle is charged; missed ones are listed for the owner, unless the business wants all.
  const isSkipped = isMissed && order.type === 'ONLINE' && (await getSetting(ctx, 'plans.catchUp')) === 'current-only'
  const invoice = await payments.insertInvoice(ctx, {
    id: ctx.newId(),
    orderId: order.id,
    cycleIndex: index,
    amount,
    currency: order.snapshot.currency,
    price: spanOf(order.snapshot.spans, index)?.price ?? null,
    dueAt: due,
    state: isFree ? 'PAID' : isSkipped ? 'SKIPPED' : 'OPEN',
    paidAt: isFree ? ctx.now : null,
  })
  if (order.type === 'ONLINE' && isFree) order.payment = 'NOT_APPLICABLE'
  if (order.type === 'OFFLINE' || isFree) {
    await saveAndEmit(ctx, order, ['cycle_started', 'updated'], index)
    return grantCredits(ctx, order)
  }
  if (isSkipped || !invoice) return saveAndEmit(ctx, order, ['cycle_started', 'updated'], index)
  order.payment = 'PENDING'
  await saveAndEmit(ctx, order, order.onHoldSince ? ['cycle_started', 'updated'] : ['cycle_started'], index)
  if (!order.onHoldSince) await createRenewalAttempt(ctx, order, invoice, { loadCard, isFirst: true })
}

/** Writes the next try down under its key; a job calls the provider after the commit, so that a crash never makes a second charge. */
export async function createRenewalAttempt(
  ctx: Ctx,
  order: Order,
  invoice: payments.Invoice,
  { loadCard = cardLoader(ctx, order), isFirst = false }: { loadCard?: ReturnType<typeof cardLoader>; isFirst?: boolean } = {},
): Promise<void> {
  const method = await loadCard()
  if (!method || method.detachedAt) return settleDeclinedCycle(ctx, order, invoice, { code: 'no_method', needsAction: false, bySystem: true })
  const n = isFirst ? 1 : (await payments.listAttempts(ctx, invoice.id)).length + 1
  const key = `order:${order.id}:cycle:${invoice.cycleIndex}:attempt:${n}`
  const id = ctx.newId()
  await payments.insertAttempt(ctx, {
    id,
    invoiceId: invoice.id,
    orderId: order.id,
    n,
    key,
    mode: 'renew',
    provider: method.provider,
    paymentMethodId: method.id,
    cardFor: null,
    state: 'SENDING',
    ref: null,
    declineCode: null,
    // Should the answer get lost in a crash, the same key is sent again.
    checkAt: ctx.now.add({ minutes: 10 }),
    at: ctx.now,
  })
  ctx.enqueue({ kind: 'orders.charge', key, data: { attemptId: id } })
}

/** Tries the saved card of the order again. */
async function retryPayment(ctx: Ctx, order: Order): Promise<void> {
  const invoice = await payments.invoiceOfCycle(ctx, order.id, order.cycleIndex ?? 1)
  // The last retry is also the end of grace: its answer decides, not the clock.
  if (hasReached(order.graceEndAt, ctx.now)) order.graceEndAt = null
  order.retryAt = null
  await store.saveOrder(ctx, order)
  if (invoice) await createRenewalAttempt(ctx, order, invoice)
}

/** The buyer had their time (row 25). */
async function cancelUnpaid(ctx: Ctx, order: Order, code?: string): Promise<void> {
  const invoice = await payments.invoiceOfCycle(ctx, order.id, order.cycleIndex ?? 1)
  const method = await cardLoader(ctx, order)()
  const attempts = invoice ? await payments.listAttempts(ctx, invoice.id) : []
  await cancelNow(ctx, order, method && !method.detachedAt ? 'PAYMENT_FAILURE' : 'PAYMENT_SETUP_FAILURE')
  const { money, language, owner, emailBuyer, emailOwners } = await orderMailer(ctx, order)
  const amount = invoice?.amount ?? '0'
  emailBuyer('plan-canceled-payment', {
    reasonPlain: describeDecline(code ?? attempts.findLast((attempt) => attempt.declineCode)?.declineCode, language),
    amount: money(amount),
    buyAgainLink: `${ctx.origin}/plans`,
  })
  emailOwners('payment-failed-final', { amount: owner.money(amount) })
}

/** Books a paid cycle of a running order (rows 16 and 23). Money for an older cycle changes nothing about the running one. */
export async function settlePaidCycle(ctx: Ctx, order: Order, invoice: payments.Invoice, by: string, attempt: payments.Attempt | null): Promise<void> {
  const loadCard = cardLoader(ctx, order)
  const paid = await markInvoicePaid(ctx, order, invoice, { by, attempt, loadCard })
  if (invoice.cycleIndex === (order.cycleIndex ?? 1)) {
    order.payment = 'PAID'
    order.retryAt = order.graceEndAt = null
    await saveAndEmit(ctx, order, ['updated'])
    await grantCredits(ctx, order)
  }
  await sendReceipt(ctx, order, paid, loadCard)
  await scheduleReminders(ctx, order, loadCard)
}

/** Books a declined renewal: wait for the next try, wait for another card, or the end (rows 17, 24, 25). */
export async function settleDeclinedCycle(
  ctx: Ctx,
  order: Order,
  invoice: payments.Invoice,
  of: { code: string; needsAction: boolean /** Our own try; false when the buyer tried another card. */; bySystem: boolean },
): Promise<void> {
  if (invoice.cycleIndex !== (order.cycleIndex ?? 1)) return void (await payments.updateInvoice(ctx, invoice.id, { state: 'FAILED' }))
  const isFirst = order.payment !== 'FAILED'
  order.payment = 'FAILED'
  // A decline of another card does not shorten the schedule.
  if (!of.bySystem && (order.retryAt || order.graceEndAt)) return isFirst ? saveAndEmit(ctx, order, ['updated']) : void (await store.saveOrder(ctx, order))
  const due = { at: invoice.dueAt, timeZone: order.timeZone, nextBoundary: cycleAt(scheduleOf(order), invoice.cycleIndex).end, pauses: order.pauses }
  // While a pause is open, time stands still for the order.
  const asOf = order.pauses.find((one) => !one.to)?.from ?? ctx.now
  const after = decideAfterDecline(due, asOf, of.needsAction || isHardDecline(of.code) ? 'new-card-only' : 'same-card')
  if (after === 'give-up') return cancelUnpaid(ctx, order, of.code)
  order.retryAt = 'retryAt' in after ? after.retryAt : null
  order.graceEndAt = after.graceEnd
  await payments.updateInvoice(ctx, invoice.id, { state: 'RETRYING' })
  if (isFirst) await saveAndEmit(ctx, order, ['updated'])
  else await store.saveOrder(ctx, order)
  const { day, money, language, emailBuyer } = await orderMailer(ctx, order)
  const graceEndDate = day(after.graceEnd)
  const payLink = `${ctx.origin}/checkout/pay/${order.payOrderId}`
  if (of.needsAction) return emailBuyer('payment-action-needed', { graceEndDate, authenticateLink: payLink }, `${invoice.cycleIndex}`)
  if (isFirst)
    emailBuyer(
      'payment-failed',
      {
        reasonPlain: describeDecline(of.code, language),
        amount: money(invoice.amount),
        ...(order.retryAt && { nextTryDate: day(order.retryAt) }),
        graceEndDate,
        updateCardLink: payLink,
      },
      invoice.cycleIndex,
    )
  else if (order.retryAt && Temporal.Instant.compare(order.retryAt, after.graceEnd) === 0)
    emailBuyer('payment-failed-again', { lastTryDate: day(order.retryAt), updateCardLink: payLink }, invoice.cycleIndex)
}
