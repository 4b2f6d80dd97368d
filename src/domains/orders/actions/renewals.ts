/** Charging a cycle without the buyer, and what its result means for the order. Source: guide pricing-plans §9. */
import { Temporal } from 'temporal-polyfill'
import { attemptsOfInvoice, createAttempt, describeDecline, enqueueAttempt, isInFlight, type Attempt } from '#domains/payments/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { orderMailer } from '../mailer.ts'
import { cycleAt } from '../rules/cycles.ts'
import { toSchedule, type Order } from '../rules/order.ts'
import { decideAfterDecline, isHardDecline, type PaymentDue } from '../rules/retries.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { cancelNow } from './cancellation.ts'
import { cardLoader } from './cards.ts'
import { describeAttempt } from './describe-attempt.ts'
import { grantCredits } from './cycle-credits.ts'
import { markInvoicePaid, moveInvoice, queueReceiptEmail } from './invoices.ts'
import { scheduleReminders } from './reminders.ts'
import { saveAndEmit } from './save.ts'

/** Stores the next attempt under its key; a job calls the provider after the commit, so that a crash never makes a second charge. */
export async function createRenewalAttempt(
  ctx: TransactionContext,
  order: Order,
  invoice: payments.Invoice,
  { loadCard = cardLoader(ctx, order), isFirst = false }: { loadCard?: ReturnType<typeof cardLoader>; isFirst?: boolean } = {},
): Promise<void> {
  const method = await loadCard()
  if (!method || method.detachedAt) return settleDeclinedCycle(ctx, order, invoice, { code: 'no_method', needsAction: false, bySystem: true })
  const n = isFirst ? 1 : (await attemptsOfInvoice(ctx, invoice.id)).length + 1
  const attempt = await createAttempt(ctx, {
    ...describeAttempt(order, invoice, n),
    mode: 'off-session',
    provider: method.provider,
    paymentMethodId: method.id,
  })
  enqueueAttempt(ctx, attempt)
}

/**
 * Tries the saved card at once. While the order is paused, or a dispute holds it, its tries stand still: it is the first thing that is due when the order
 * goes on, which moves it by the time that it stood. Source: guide pricing-plans §8.3, §9.3.
 */
export async function tryCardWhenRunning(ctx: TransactionContext, order: Order, invoice: payments.Invoice): Promise<void> {
  const standsSince = [order.onHoldSince, order.pauses.find((one) => !one.to)?.from]
    .filter((at) => at instanceof Temporal.Instant)
    .toSorted(Temporal.Instant.compare)[0]
  if (!standsSince) return createRenewalAttempt(ctx, order, invoice)
  order.retryAt = standsSince
  await store.saveOrder(ctx, order)
}

/** The charge of an invoice whose answer is open: nothing else may be tried meanwhile. */
export const findChargeOnItsWay = async (ctx: TransactionContext, invoice: payments.Invoice): Promise<Attempt | undefined> =>
  (await attemptsOfInvoice(ctx, invoice.id)).find(({ state }) => isInFlight(state))

/** What retries of an invoice are counted from. */
export const toPaymentDue = (order: Order, { dueAt, cycleIndex }: payments.Invoice): PaymentDue => ({
  at: dueAt,
  timeZone: order.timeZone,
  nextBoundary: cycleAt(toSchedule(order), cycleIndex).end,
  pauses: order.pauses,
})

/** The grace period is over (row 25). */
export async function cancelUnpaid(ctx: TransactionContext, order: Order, code?: string): Promise<void> {
  const invoice = await payments.invoiceOfCycle(ctx, order.id, order.cycleIndex ?? 1)
  const method = await cardLoader(ctx, order)()
  const attempts = invoice ? await attemptsOfInvoice(ctx, invoice.id) : []
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

/** Settles a paid cycle of a running order (rows 16 and 23). Money for an older cycle changes nothing about the running one. */
export async function settlePaidCycle(ctx: TransactionContext, order: Order, invoice: payments.Invoice, by: string, attempt: Attempt | null): Promise<void> {
  const loadCard = cardLoader(ctx, order)
  const paid = await markInvoicePaid(ctx, order, invoice, { by, attempt, loadCard })
  if (invoice.cycleIndex === (order.cycleIndex ?? 1)) {
    order.payment = 'PAID'
    order.retryAt = order.graceEndAt = null
    await saveAndEmit(ctx, order, ['updated'])
    await grantCredits(ctx, order)
  }
  await queueReceiptEmail(ctx, order, paid, loadCard)
  await scheduleReminders(ctx, order, loadCard)
}

/** Settles a declined renewal: wait for the next attempt, wait for another card, or end (rows 17, 24, 25). */
export async function settleDeclinedCycle(
  ctx: TransactionContext,
  order: Order,
  invoice: payments.Invoice,
  of: { code: string; needsAction: boolean /** Our own attempt; false when the buyer tried another card. */; bySystem: boolean },
): Promise<void> {
  if (invoice.cycleIndex !== (order.cycleIndex ?? 1)) return void (await moveInvoice(ctx, invoice, 'giveUp'))
  const isFirst = order.payment !== 'FAILED'
  order.payment = 'FAILED'
  // A decline of another card does not shorten the schedule, and decides nothing while the saved one is asked.
  if (!of.bySystem && (order.retryAt || order.graceEndAt || (await findChargeOnItsWay(ctx, invoice))))
    return isFirst ? saveAndEmit(ctx, order, ['updated']) : void (await store.saveOrder(ctx, order))
  const due = { ...toPaymentDue(order, invoice), graceEnd: order.graceEndAt }
  // During a pause no time passes for the order.
  const asOf = order.pauses.find((one) => !one.to)?.from ?? ctx.now
  const after = decideAfterDecline(due, asOf, of.needsAction || isHardDecline(of.code) ? 'new-card-only' : 'same-card')
  if (after === 'give-up') return cancelUnpaid(ctx, order, of.code)
  order.retryAt = 'retryAt' in after ? after.retryAt : null
  order.graceEndAt = after.graceEnd
  await moveInvoice(ctx, invoice, 'retry')
  if (isFirst) await saveAndEmit(ctx, order, ['updated'])
  else await store.saveOrder(ctx, order)
  await queueDeclineEmail(ctx, order, invoice, { ...of, isFirst, graceEnd: after.graceEnd })
}

async function queueDeclineEmail(
  ctx: TransactionContext,
  order: Order,
  invoice: payments.Invoice,
  of: { code: string; needsAction: boolean; isFirst: boolean; graceEnd: Temporal.Instant },
): Promise<void> {
  const { day, money, language, emailBuyer } = await orderMailer(ctx, order)
  const graceEndDate = day(of.graceEnd)
  const payLink = `${ctx.origin}/checkout/pay/${order.payOrderId}`
  if (of.needsAction) return emailBuyer('payment-action-needed', { graceEndDate, authenticateLink: payLink }, `${invoice.cycleIndex}`)
  if (of.isFirst)
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
  else if (order.retryAt && Temporal.Instant.compare(order.retryAt, of.graceEnd) === 0)
    emailBuyer('payment-failed-again', { lastTryDate: day(order.retryAt), updateCardLink: payLink }, invoice.cycleIndex)
}
