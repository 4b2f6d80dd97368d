/** What time and payments do to an order. Every function works on a locked order, saves it and announces what happened. guide: pricing-plans 8, 9 */
import { Temporal } from 'temporal-polyfill'
import { benefitOf, markOrdered } from '#domains/plans/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orderEvent, type OrderEventSlug } from '../events.ts'
import { dateWords, inPlainWords, moneyWords, write } from '../letters.ts'
import { carriedOver, isSettled } from '../rules/coverage.ts'
import { boundary, cycleAt, cycleIndexAt, endDate } from '../rules/cycles.ts'
import { draftEnds, firstCycleOf, isRecurring, isZero, nextDue, scheduleOf, totalOf, type CancelCause, type Order } from '../rules/order.ts'
import { spanOf } from '../rules/price.ts'
import { afterDecline, isHardDecline } from '../rules/retries.ts'
import type { CancelTime } from '../rules/states.ts'
import * as store from '../store.ts'

const reached = (at: Temporal.Instant | null | undefined, now: Temporal.Instant): boolean =>
  at instanceof Temporal.Instant && Temporal.Instant.compare(at, now) <= 0

/** Saves the order and announces what happened to it, in publishing order. */
export async function saved(ctx: Ctx, order: Order, slugs: readonly OrderEventSlug[], cycleNumber?: number): Promise<void> {
  order.updatedAt = ctx.now
  await store.saveOrder(ctx, order)
  for (const slug of slugs) ctx.announce(orderEvent(order, slug, ctx.now, slug === 'cycle_started' ? cycleNumber : undefined))
}

/** Credits of a settled cycle: what is left expires or is carried, then the new ones come. Once per cycle. */
export async function grant(ctx: Ctx, order: Order): Promise<void> {
  const { benefit } = order.snapshot
  if (
    !benefit ||
    benefit.credits === null ||
    order.cycleIndex === null ||
    !isSettled({ online: order.type === 'ONLINE', payment: order.payment, inTrial: order.cycleIndex === 0 })
  )
    return
  const cycle = order.cycleIndex
  const unused = (await store.lockOrder(ctx, { id: order.id }))?.creditBalance ?? 0
  if (!(await store.addCredits(ctx, order.id, 'GRANT', benefit.credits, `grant:${order.id}:${cycle}`, cycle))) return
  const lost = unused - carriedOver(unused, benefit.rollover)
  if (lost > 0) await store.addCredits(ctx, order.id, 'EXPIRE', -lost, `expire:${order.id}:${cycle}`, cycle)
}

/** The order is bought: it starts now or waits for its date (rows 2 to 7). */
export async function leaveDraft(ctx: Ctx, order: Order, payment: Order['payment'], isNew = false): Promise<void> {
  const later = order.isStartGiven && Temporal.Instant.compare(order.startAt, ctx.now) > 0
  if (!later && order.type === 'ONLINE') order.startAt = ctx.now
  order.payment = payment
  order.leftDraftAt = ctx.now
  order.status = later ? 'PENDING' : 'ACTIVE'
  // An offline order may start in the past: its first charge-free cycles have passed by then.
  order.cycleIndex = later ? null : cycleIndexAt(scheduleOf(order), ctx.now)
  order.snapshot = { ...order.snapshot, benefit: (await benefitOf(ctx, order.planId)) ?? null }
  if (isNew) await store.insertOrder(ctx, order)
  const first: OrderEventSlug[] = isNew ? ['created', 'purchased'] : ['purchased']
  const started: OrderEventSlug[] = later ? [] : order.type === 'ONLINE' ? ['started', 'cycle_started'] : ['started']
  await saved(ctx, order, [...first, ...started, ...(isNew ? [] : ['updated' as const])], order.cycleIndex ?? undefined)
  await grant(ctx, order)
  await markOrdered(ctx, order.planId)
  await boughtLetters(ctx, order)
}

async function boughtLetters(ctx: Ctx, order: Order): Promise<void> {
  const schedule = scheduleOf(order)
  const { currency } = order.snapshot
  const amount = moneyWords(totalOf(order, 1), currency)
  const startDate = dateWords(order, order.startAt)
  if (order.type === 'OFFLINE') {
    announceNotices(ctx, order)
    return write(ctx, order, 'offline-order-created', { startDate, ...(order.payment === 'UNPAID' && { amountDue: amount }) })
  }
  const trialEnd = order.trialDays > 0 ? boundary(schedule, 0) : undefined
  const next =
    trialEnd ??
    (isRecurring(order) && Temporal.Instant.compare(boundary(schedule, 1), endDate(schedule) ?? boundary(schedule, 2)) < 0 ? boundary(schedule, 1) : undefined)
  await write(ctx, order, 'plan-purchased', {
    priceSummary: `${order.snapshot.planName}: ${amount}`,
    startDate,
    endDate: dateWords(order, endDate(schedule)),
    ...(next && { nextPaymentDate: dateWords(order, next), nextPaymentAmount: moneyWords(totalOf(order, trialEnd ? 1 : 2), currency) }),
  })
  announceNotices(ctx, order)
  if (trialEnd && order.status === 'ACTIVE') await write(ctx, order, 'trial-started', { trialEndDate: dateWords(order, trialEnd), firstPaymentAmount: amount })
}

/** Reminders are hints for later: the job looks at the order again before it writes. */
function announceNotices(ctx: Ctx, order: Order): void {
  const notice = (kind: 'trial-ending' | 'plan-ending', dueAt: Temporal.Instant): void => {
    if (!reached(dueAt, ctx.now))
      ctx.later({ kind: 'orders.notice', key: `${kind}:${order.id}:${dueAt.epochMilliseconds}`, data: { orderId: order.id, notice: kind }, dueAt })
  }
  const schedule = scheduleOf(order)
  if (order.trialDays > 3) notice('trial-ending', boundary(schedule, 0).subtract({ hours: 72 }))
  const end = endDate(schedule)
  if (end && end.epochMilliseconds - order.startAt.epochMilliseconds > 14 * 86_400_000) notice('plan-ending', end.subtract({ hours: 168 }))
}

/** Job: a reminder whose time has come; put off when the date has moved, dropped when it no longer applies. */
export async function remind(ctx: Ctx, { orderId, notice }: { orderId: string; notice: 'trial-ending' | 'plan-ending' }): Promise<void> {
  const order = await store.findOrder(ctx, { id: orderId })
  if (order?.status !== 'ACTIVE' || (notice === 'trial-ending' && (order.cycleIndex !== 0 || order.autoRenewCanceled))) return
  const schedule = scheduleOf(order)
  const at = notice === 'trial-ending' ? boundary(schedule, 0) : endDate(schedule)
  if (!at) return
  const dueAt = at.subtract({ hours: notice === 'trial-ending' ? 72 : 168 })
  if (!reached(dueAt, ctx.now))
    return ctx.later({ kind: 'orders.notice', key: `${notice}:${order.id}:${dueAt.epochMilliseconds}`, data: { orderId, notice }, dueAt })
  if (notice === 'trial-ending')
    return write(ctx, order, notice, { trialEndDate: dateWords(order, at), firstPaymentAmount: moneyWords(totalOf(order, 1), order.snapshot.currency) })
  return write(ctx, order, notice, { endDate: dateWords(order, at) })
}

/** Ends the order at once. A running pause is closed; nothing is refunded by itself. */
export async function cancelNow(ctx: Ctx, order: Order, cause: CancelCause, effectiveAt: CancelTime = 'IMMEDIATELY'): Promise<void> {
  const wasDraft = order.status === 'DRAFT'
  order.pauses = order.pauses.map((pause) => (pause.to ? pause : { ...pause, to: ctx.now }))
  order.cancellation = { requestedAt: ctx.now, cause, effectiveAt }
  order.canceledAt = ctx.now
  order.status = 'CANCELED'
  order.retryAt = order.graceEndAt = null
  await store.closeInvoices(ctx, order.id, cause === 'PAYMENT_FAILURE' ? 'FAILED' : 'VOID')
  await saved(ctx, order, wasDraft ? ['canceled', 'updated'] : ['canceled', 'ended', 'updated'])
}

/** Lets the order run to the end of its cycle and no further (rows 15, 30, 32, 34, 35). */
export async function stopRenewal(ctx: Ctx, order: Order, cause: CancelCause): Promise<void> {
  order.cancelAfterCycle = cycleIndexAt(scheduleOf(order), ctx.now)
  order.autoRenewCanceled = true
  order.cancellation = { requestedAt: ctx.now, cause, effectiveAt: 'NEXT_PAYMENT_DATE' }
  await saved(ctx, order, ['auto_renew_canceled', 'updated'])
  announceNotices(ctx, order)
  await write(ctx, order, 'renewal-canceled', { endDate: dateWords(order, endDate(scheduleOf(order))) }, ctx.now.toString())
}

/** Does everything that time has made due, one step after another. Reads may call it too: money only moves in jobs. */
export async function applyDue(ctx: Ctx, order: Order): Promise<void> {
  for (let steps = 0; steps < 5000 && reached(nextDue(order), ctx.now); steps++) {
    if (order.status === 'DRAFT') {
      // decision: a charge that the provider still works on keeps the draft open; the answer decides.
      if (reached(draftEnds(order), ctx.now)) await cancelNow(ctx, order, 'PAYMENT_SETUP_FAILURE')
    } else if (order.status === 'PENDING') await start(ctx, order)
    else if (reached(order.retryAt, ctx.now)) await retry(ctx, order)
    else if (reached(order.graceEndAt, ctx.now)) await giveUp(ctx, order)
    else await passBoundary(ctx, order)
  }
}

async function start(ctx: Ctx, order: Order): Promise<void> {
  order.status = 'ACTIVE'
  order.cycleIndex = firstCycleOf(order)
  await saved(ctx, order, order.type === 'ONLINE' ? ['started', 'cycle_started', 'updated'] : ['started', 'updated'], order.cycleIndex)
  await grant(ctx, order)
  await write(ctx, order, 'plan-started', { startDate: dateWords(order, order.startAt) })
}

/** The end of the running cycle: the next one begins, or the order is over (rows 16 to 22). */
async function passBoundary(ctx: Ctx, order: Order): Promise<void> {
  const schedule = scheduleOf(order)
  const end = endDate(schedule)
  const index = order.cycleIndex ?? firstCycleOf(order)
  const ends = cycleAt(schedule, index).end
  if (end && ends && Temporal.Instant.compare(end, ends) <= 0) {
    order.status = order.autoRenewCanceled ? 'CANCELED' : 'ENDED'
    await saved(ctx, order, order.autoRenewCanceled ? ['canceled', 'ended', 'updated'] : ['ended', 'updated'])
    return write(ctx, order, 'plan-ended', { endDate: dateWords(order, end) })
  }
  const next = index + 1
  // decision: after a long stop only the running cycle is charged; the missed ones are listed for the owner.
  const missed = cycleAt(schedule, next).end
  await enterCycle(ctx, order, next, ends ?? ctx.now, reached(missed, ctx.now))
}

async function enterCycle(ctx: Ctx, order: Order, index: number, due: Temporal.Instant, isMissed: boolean): Promise<void> {
  order.cycleIndex = index
  order.retryAt = order.graceEndAt = null
  if (order.type === 'OFFLINE') {
    await saved(ctx, order, ['cycle_started', 'updated'], index)
    return grant(ctx, order)
  }
  const span = spanOf(order.snapshot.spans, index)
  const amount = totalOf(order, index)
  const invoice = await store.insertInvoice(ctx, {
    id: ctx.newId(),
    orderId: order.id,
    cycleIndex: index,
    amount,
    currency: order.snapshot.currency,
    price: span?.price ?? null,
    dueAt: due,
    state: isZero(amount) ? 'PAID' : isMissed ? 'SKIPPED' : 'OPEN',
    paidAt: isZero(amount) ? ctx.now : null,
  })
  if (isZero(amount)) {
    order.payment = 'NOT_APPLICABLE'
    await saved(ctx, order, ['cycle_started', 'updated'], index)
    return grant(ctx, order)
  }
  if (isMissed || !invoice) return saved(ctx, order, ['cycle_started', 'updated'], index)
  order.payment = 'PENDING'
  await saved(ctx, order, ['cycle_started'], index)
  await sendCharge(ctx, order, invoice, 1)
}

/** Writes the try down under its key; a job calls the provider after the commit, so that a crash never makes a second charge. */
async function sendCharge(ctx: Ctx, order: Order, invoice: store.Invoice, n: number): Promise<void> {
  if (!order.paymentMethodId) return settleDecline(ctx, order, invoice, 'no_method', false)
  const key = `order:${order.id}:cycle:${invoice.cycleIndex}:attempt:${n}`
  const id = ctx.newId()
  await store.insertAttempt(ctx, {
    id,
    invoiceId: invoice.id,
    orderId: order.id,
    n,
    key,
    mode: 'renew',
    paymentMethodId: order.paymentMethodId,
    state: 'SENDING',
    ref: null,
    declineCode: null,
    checkAt: null,
    at: ctx.now,
  })
  ctx.later({ kind: 'orders.charge', key, data: { attemptId: id } })
}

/** Tries the saved card of the order again. */
async function retry(ctx: Ctx, order: Order): Promise<void> {
  const invoice = await store.invoiceOfCycle(ctx, order.id, order.cycleIndex ?? 1)
  // The last retry is also the end of grace: its answer decides, not the clock.
  if (reached(order.graceEndAt, ctx.now)) order.graceEndAt = null
  order.retryAt = null
  await store.saveOrder(ctx, order)
  if (invoice) await sendCharge(ctx, order, invoice, (await store.attemptsOf(ctx, invoice.id)).length + 1)
}

/** The buyer had their time (row 25). */
async function giveUp(ctx: Ctx, order: Order, code?: string): Promise<void> {
  const invoice = await store.invoiceOfCycle(ctx, order.id, order.cycleIndex ?? 1)
  await cancelNow(ctx, order, order.paymentMethodId ? 'PAYMENT_FAILURE' : 'PAYMENT_SETUP_FAILURE')
  await write(ctx, order, 'plan-canceled-payment', { reasonPlain: inPlainWords(code), amount: moneyWords(invoice?.amount ?? '', order.snapshot.currency) })
}

/** Books a paid cycle of a running order (rows 16 and 23). */
export async function settlePaid(ctx: Ctx, order: Order, invoice: store.Invoice): Promise<void> {
  await store.setInvoice(ctx, invoice.id, 'PAID', ctx.now)
  order.payment = 'PAID'
  order.retryAt = order.graceEndAt = null
  await saved(ctx, order, ['updated'])
  await grant(ctx, order)
  await receipt(ctx, order, invoice)
}

export async function receipt(ctx: Ctx, order: Order, invoice: store.Invoice): Promise<void> {
  const card = order.paymentMethodId ? await store.methodById(ctx, order.paymentMethodId) : undefined
  const cycle = cycleAt(scheduleOf(order), Math.max(invoice.cycleIndex, 1))
  const { currency } = order.snapshot
  await write(
    ctx,
    order,
    'payment-receipt',
    {
      invoiceNumber: invoice.id.slice(0, 8),
      lines: invoice.price,
      ...(invoice.price?.tax && { tax: moneyWords(invoice.price.tax.amount, currency) }),
      total: moneyWords(invoice.amount, currency),
      cardLast4: card?.last4 ?? '',
      periodStart: dateWords(order, cycle.start),
      periodEnd: dateWords(order, cycle.end),
    },
    invoice.cycleIndex,
  )
}

/** Books a declined renewal: wait for the next try, wait for another card, or the end (rows 17, 24, 25). */
export async function settleDecline(ctx: Ctx, order: Order, invoice: store.Invoice, code: string, needsAction: boolean): Promise<void> {
  const isFirst = order.payment !== 'FAILED'
  const next = cycleAt(scheduleOf(order), invoice.cycleIndex).end
  const after = afterDecline(invoice.dueAt, ctx.now, order.timeZone, next, needsAction || isHardDecline(code) ? 'new-card-only' : 'same-card')
  if (after === 'give-up') {
    order.payment = 'FAILED'
    return giveUp(ctx, order, code)
  }
  order.payment = 'FAILED'
  order.retryAt = 'retryAt' in after ? after.retryAt : null
  order.graceEndAt = after.graceEnd
  await store.setInvoice(ctx, invoice.id, 'RETRYING')
  if (isFirst) await saved(ctx, order, ['updated'])
  else await store.saveOrder(ctx, order)
  const graceEndDate = dateWords(order, after.graceEnd)
  if (needsAction)
    return write(
      ctx,
      order,
      'payment-action-needed',
      { graceEndDate, authenticateLink: `${ctx.origin}/checkout/pay/${order.payOrderId}` },
      `${invoice.cycleIndex}`,
    )
  if (isFirst)
    return write(
      ctx,
      order,
      'payment-failed',
      {
        reasonPlain: inPlainWords(code),
        amount: moneyWords(invoice.amount, order.snapshot.currency),
        nextTryDate: dateWords(order, order.retryAt),
        graceEndDate,
      },
      invoice.cycleIndex,
    )
  if (order.retryAt && Temporal.Instant.compare(order.retryAt, after.graceEnd) === 0)
    await write(ctx, order, 'payment-failed-again', { lastTryDate: dateWords(order, order.retryAt) }, invoice.cycleIndex)
}
