/** What the answer of a provider means for the invoice and the order. Source: guide pricing-plans §9.2, §10.4. */
import { attemptsOfInvoice, isInFlight, type Attempt, type AttemptEvent, type AttemptHandlers } from '#domains/payments/public.ts'
import { planById } from '#domains/plans/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import type { ChargeResult } from '#kit/payments/provider.ts'
import { dropUsedTrial, isOver, isZero, findCycleTotal, startsWithCardAlone, type Order } from '../rules/order.ts'
import { wasPaid } from '../rules/payments.ts'
import { findSpan } from '../rules/price.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { markInvoicePaid, queueReceiptEmail } from './invoices.ts'
import { cancelNow } from './cancellation.ts'
import { completePurchase } from './purchase.ts'
import { settleDeclinedCycle, settlePaidCycle, tryCardWhenRunning } from './renewals.ts'
import { saveAndEmit } from './save.ts'
import { refundLatePayment } from './refund.ts'

/** Attempts to pay cycles of orders. */
export const orderAttempts: AttemptHandlers<AttemptedOrder> = {
  lockAttempted: (ctx, { payableId, invoiceId }) => store.lockOrderWithInvoice(ctx, payableId, invoiceId),
  onAnswer: applyAnswer,
}

interface AttemptedOrder {
  order: Order
  invoice: payments.Invoice | undefined
}

async function applyAnswer(ctx: TransactionContext, { order, invoice }: AttemptedOrder, { attempt, answer }: AttemptEvent): Promise<'LATE' | undefined> {
  const isPaid = answer.outcome === 'succeeded'
  if (attempt.cardFor || !invoice) return void (isPaid && (await applyNewCard(ctx, order, attempt)))
  if (isPaid && (isOver(order) || wasPaid(invoice.state))) return returnMoney(ctx, order, invoice, attempt)
  // The owner has noted that the money came another way: what a card says now changes nothing.
  if (wasPaid(invoice.state)) return undefined
  if (order.status === 'DRAFT') return applyFirstPayment(ctx, order, invoice, attempt, answer)
  if (!isOver(order)) await applyRenewal(ctx, order, invoice, attempt, answer)
  return undefined
}

async function returnMoney(ctx: TransactionContext, order: Order, invoice: payments.Invoice, attempt: Attempt): Promise<'LATE'> {
  if (!isZero(invoice.amount)) await refundLatePayment(ctx, order, invoice, attempt)
  return 'LATE'
}

/** A cycle of a running order was tried. */
async function applyRenewal(ctx: TransactionContext, order: Order, invoice: payments.Invoice, attempt: Attempt, answer: ChargeResult): Promise<void> {
  const bySystem = attempt.mode === 'off-session'
  switch (answer.outcome) {
    case 'succeeded':
      // A renewal may end after the buyer gave another card; that one stays.
      if (attempt.mode === 'pay') order.paymentMethodId = attempt.paymentMethodId
      return settlePaidCycle(ctx, order, invoice, attempt.provider, attempt)
    case 'declined':
      if (bySystem && order.paymentMethodId !== attempt.paymentMethodId) return tryCardWhenRunning(ctx, order, invoice)
      return settleDeclinedCycle(ctx, order, invoice, { code: answer.declineCode ?? 'generic_decline', needsAction: false, bySystem })
    case 'requires_action':
      if (bySystem && order.paymentMethodId !== attempt.paymentMethodId) return tryCardWhenRunning(ctx, order, invoice)
      return bySystem ? settleDeclinedCycle(ctx, order, invoice, { code: 'authentication_required', needsAction: true, bySystem }) : undefined
    case 'processing':
    case 'unknown':
      if (order.payment === 'PENDING') return
      order.payment = 'PENDING'
      return saveAndEmit(ctx, order, ['updated'])
  }
}

/** The first payment or the set-up of a draft (rows 6 to 8). */
async function applyFirstPayment(
  ctx: TransactionContext,
  order: Order,
  invoice: payments.Invoice,
  attempt: Attempt,
  answer: ChargeResult,
): Promise<'LATE' | undefined> {
  if (answer.outcome === 'requires_action') return undefined
  if (answer.outcome !== 'succeeded') {
    order.payment = answer.outcome === 'declined' ? 'FAILED' : 'PENDING'
    return void (await saveAndEmit(ctx, order, ['updated']))
  }
  await store.lockPurchases(ctx, order.memberId, order.planId)
  const plan = await planById(ctx, order.planId)
  const purchaseCount = await store.countPurchases(ctx, order.memberId, order.planId)
  if (plan && plan.maxPurchasesPerBuyer > 0 && purchaseCount >= plan.maxPurchasesPerBuyer) {
    // Another draft of the same plan was faster: this money goes back. Source: guide pricing-plans §10.5.
    await cancelNow(ctx, order, 'PAYMENT_SETUP_FAILURE')
    return returnMoney(ctx, order, invoice, attempt)
  }
  dropUsedTrial(order, purchaseCount)
  const isSetUp = isZero(invoice.amount)
  const after = await markInvoicePaid(ctx, order, invoice, { by: attempt.provider, attempt })
  // decision: the trial was used elsewhere while the page was open: the card pays for nothing, and the buyer sees the first payment before it is made.
  if (isSetUp && !startsWithCardAlone(order)) return void (await askForFirstPayment(ctx, order))
  order.paymentMethodId = attempt.paymentMethodId
  if (isSetUp && order.trialDays === 0) await insertFreeCycleInvoice(ctx, order)
  await completePurchase(ctx, order, order.trialDays > 0 ? 'PENDING' : isSetUp ? 'NOT_APPLICABLE' : 'PAID')
  await queueReceiptEmail(ctx, order, after)
  return undefined
}

async function askForFirstPayment(ctx: TransactionContext, order: Order): Promise<void> {
  order.payment = 'UNPAID'
  await saveAndEmit(ctx, order, ['updated'])
}

/** A coupon makes the first cycle cost nothing: it has its invoice beside the set-up. */
const insertFreeCycleInvoice = (ctx: TransactionContext, order: Order): Promise<unknown> =>
  payments.insertInvoice(ctx, {
    id: ctx.newId(),
    orderId: order.id,
    cycleIndex: 1,
    amount: findCycleTotal(order, 1),
    currency: order.snapshot.currency,
    price: findSpan(order.snapshot.spans, 1)?.price ?? null,
    dueAt: ctx.now,
    state: 'PAID',
    paidAt: ctx.now,
  })

/** A new card is on file: for this order, or for all of the buyer. What is unpaid is tried with it at once, or after the pause. Source: guide pricing-plans §9.3, §10.1. */
async function applyNewCard(ctx: TransactionContext, order: Order, attempt: Attempt): Promise<void> {
  const orders = attempt.cardFor === 'ALL' ? await store.lockOpenOrders(ctx, order.memberId) : [order]
  for (const one of orders) {
    if (isOver(one) || one.status === 'DRAFT' || one.type === 'OFFLINE') continue
    one.paymentMethodId = attempt.paymentMethodId
    await saveAndEmit(ctx, one, [])
    const invoice = one.payment === 'FAILED' ? await payments.invoiceOfCycle(ctx, one.id, one.cycleIndex ?? 1) : undefined
    if (!invoice || wasPaid(invoice.state)) continue
    const attempts = await attemptsOfInvoice(ctx, invoice.id)
    if (!attempts.some((each) => isInFlight(each.state))) await tryCardWhenRunning(ctx, one, invoice)
  }
}
