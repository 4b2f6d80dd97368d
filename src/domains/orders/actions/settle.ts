/** Records the answer of a provider on the attempt, the invoice and the order. A job, a webhook and the buyer's return may all bring it; it counts once. Source: guide pricing-plans §9.2, §10.4. */
import { enqueueFollowUps, saveCustomer, savePaymentMethod } from '#domains/payments/public.ts'
import { planById } from '#domains/plans/public.ts'
import type { BaseContext, TransactionContext } from '#kit/api/context.ts'
import type { ChargeResult } from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import { toMinor } from '#kit/pure/money.ts'
import { orderMailer } from '../mailer.ts'
import { isOver, isZero, totalOf, type Order } from '../rules/order.ts'
import { isInFlight, movesForward, wasPaid, type AttemptState } from '../rules/payments.ts'
import { spanOf } from '../rules/price.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { markInvoicePaid, sendReceipt } from './invoices.ts'
import { cancelNow } from './cancellation.ts'
import { completePurchase } from './purchase.ts'
import { createRenewalAttempt, settleDeclinedCycle, settlePaidCycle } from './renewals.ts'
import { saveAndEmit } from './save.ts'
import { refundLatePayment } from './refund.ts'

const attemptStates: Readonly<Record<ChargeResult['outcome'], AttemptState>> = {
  succeeded: 'SUCCEEDED',
  declined: 'DECLINED',
  requires_action: 'REQUIRES_ACTION',
  processing: 'PROCESSING',
  unknown: 'UNKNOWN',
}

/** Answers only move forward; the second bringer of an answer changes nothing. */
export async function settleAttempt(ctx: TransactionContext, attemptId: string, result: ChargeResult): Promise<void> {
  const order = await store.lockOrderOfAttempt(ctx, attemptId)
  // Read under the lock: somebody else may have brought the answer meanwhile.
  const found = await payments.findAttemptWithInvoice(ctx, attemptId)
  if (!order || !found) return
  const { attempt, invoice } = found
  const isOpen = result.outcome === 'processing' || result.outcome === 'unknown'
  const isTooOld = isOpen && attempt.at.add({ hours: 24 }).epochMilliseconds <= ctx.now.epochMilliseconds
  const answer: ChargeResult = isTooOld ? { ...result, outcome: 'declined', declineCode: 'processing_error' } : result
  const state = attemptStates[answer.outcome]
  if (!movesForward(attempt.state, state)) {
    // Nothing new: a charge that is still open is asked about again.
    if ((isInFlight(attempt.state) || state === 'REQUIRES_ACTION') && attempt.state === state)
      await payments.updateAttempt(ctx, attempt.id, { state, checkAt: nextCheckAt(ctx, answer, attempt) })
    return
  }
  if (answer.outcome === 'succeeded' && !isExpectedAmount(answer, invoice)) return reportAmountMismatch(ctx, order, attempt, answer)
  const paymentMethodId = answer.card ? await savePaymentMethod(ctx, order.memberId, attempt.provider, answer.card) : attempt.paymentMethodId
  if (answer.customer) await saveCustomer(ctx, order.memberId, attempt.provider, answer.customer)
  const ref = answer.ref ?? attempt.ref
  await payments.updateAttempt(ctx, attempt.id, {
    state,
    ref,
    declineCode: answer.declineCode ?? null,
    checkAt: nextCheckAt(ctx, answer, attempt),
    paymentMethodId,
  })
  await applyResult(ctx, order, invoice, { ...attempt, ref, paymentMethodId }, answer)
}

/** When to ask again: a slow charge after a minute, an unclear one after ten, the provider's page (its events come sooner) after an hour. */
function nextCheckAt(ctx: BaseContext, answer: ChargeResult, attempt: payments.Attempt) {
  if (answer.outcome === 'processing') return ctx.now.add({ seconds: 60 })
  if (answer.outcome === 'unknown') return ctx.now.add({ minutes: 10 })
  return answer.outcome === 'requires_action' && attempt.mode !== 'renew' && findProvider(attempt.provider)?.page !== 'own' ? ctx.now.add({ hours: 1 }) : null
}

const isExpectedAmount = ({ movedAmount: moved }: ChargeResult, invoice: payments.Invoice): boolean =>
  !moved ||
  isZero(invoice.amount) ||
  (moved.currency === invoice.currency && toMinor(moved.amount, moved.currency) === toMinor(invoice.amount, invoice.currency))

/** Another amount than ours was moved: nothing is activated, the owner is notified (guide §10.4, rule 7). */
async function reportAmountMismatch(ctx: TransactionContext, order: Order, attempt: payments.Attempt, answer: ChargeResult): Promise<void> {
  await payments.updateAttempt(ctx, attempt.id, { state: 'UNKNOWN', ref: answer.ref ?? attempt.ref })
  const { emailOwners } = await orderMailer(ctx, order)
  emailOwners(
    'charges-stopped',
    { reasonPlain: `A payment of ${answer.movedAmount?.amount} ${answer.movedAmount?.currency} does not fit its invoice.` },
    attempt.id,
  )
}

async function applyResult(ctx: TransactionContext, order: Order, invoice: payments.Invoice, attempt: payments.Attempt, answer: ChargeResult): Promise<void> {
  const paid = answer.outcome === 'succeeded'
  if (attempt.cardFor) return paid ? applyNewCard(ctx, order, attempt) : undefined
  if (paid) enqueueFollowUps(ctx, attempt.provider, answer)
  if (paid && (isOver(order) || wasPaid(invoice.state))) return isZero(invoice.amount) ? undefined : refundLatePayment(ctx, order, invoice, attempt)
  if (order.status === 'DRAFT') return applyFirstPayment(ctx, order, invoice, attempt, answer)
  if (isOver(order)) return
  switch (answer.outcome) {
    case 'succeeded':
      // A renewal may end after the buyer gave another card; that one stays.
      if (attempt.mode === 'pay') order.paymentMethodId = attempt.paymentMethodId
      return settlePaidCycle(ctx, order, invoice, attempt.provider, attempt)
    case 'declined':
      if (attempt.mode === 'renew' && order.paymentMethodId !== attempt.paymentMethodId && order.status === 'ACTIVE')
        return createRenewalAttempt(ctx, order, invoice)
      return settleDeclinedCycle(ctx, order, invoice, {
        code: answer.declineCode ?? 'generic_decline',
        needsAction: false,
        bySystem: attempt.mode === 'renew',
      })
    case 'requires_action':
      return attempt.mode === 'renew'
        ? settleDeclinedCycle(ctx, order, invoice, { code: 'authentication_required', needsAction: true, bySystem: true })
        : undefined
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
  attempt: payments.Attempt,
  answer: ChargeResult,
): Promise<void> {
  if (answer.outcome === 'declined') {
    order.payment = 'FAILED'
    return saveAndEmit(ctx, order, ['updated'])
  }
  if (answer.outcome === 'processing' || answer.outcome === 'unknown') {
    order.payment = 'PENDING'
    return saveAndEmit(ctx, order, ['updated'])
  }
  if (answer.outcome !== 'succeeded') return
  await store.lockPurchases(ctx, order.memberId, order.planId)
  const plan = await planById(ctx, order.planId)
  if (plan && plan.maxPurchasesPerBuyer > 0 && (await store.countPurchases(ctx, order.memberId, plan.id)) >= plan.maxPurchasesPerBuyer) {
    // Another draft of the same plan was faster: this money goes back (guide §10.5).
    await cancelNow(ctx, order, 'PAYMENT_SETUP_FAILURE')
    return isZero(invoice.amount) ? undefined : refundLatePayment(ctx, order, invoice, attempt)
  }
  order.paymentMethodId = attempt.paymentMethodId
  const isSetUp = isZero(invoice.amount)
  const after = await markInvoicePaid(ctx, order, invoice, { by: attempt.provider, attempt })
  if (isSetUp && order.trialDays === 0) await insertFreeCycleInvoice(ctx, order)
  await completePurchase(ctx, order, order.trialDays > 0 ? 'PENDING' : isSetUp ? 'NOT_APPLICABLE' : 'PAID')
  await sendReceipt(ctx, order, after)
}

/** A coupon makes the first cycle cost nothing: it has its invoice beside the set-up. */
const insertFreeCycleInvoice = (ctx: TransactionContext, order: Order): Promise<unknown> =>
  payments.insertInvoice(ctx, {
    id: ctx.newId(),
    orderId: order.id,
    cycleIndex: 1,
    amount: totalOf(order, 1),
    currency: order.snapshot.currency,
    price: spanOf(order.snapshot.spans, 1)?.price ?? null,
    dueAt: ctx.now,
    state: 'PAID',
    paidAt: ctx.now,
  })

/** A new card is on file: for this order, or for all of the buyer. What is unpaid is tried with it at once (guide §9.3, §10.1). */
async function applyNewCard(ctx: TransactionContext, order: Order, attempt: payments.Attempt): Promise<void> {
  const orders = attempt.cardFor === 'ALL' ? await store.lockOpenOrders(ctx, order.memberId) : [order]
  for (const one of orders) {
    if (isOver(one) || one.status === 'DRAFT' || one.type === 'OFFLINE') continue
    one.paymentMethodId = attempt.paymentMethodId
    await saveAndEmit(ctx, one, [])
    const invoice = one.payment === 'FAILED' && one.status === 'ACTIVE' ? await payments.invoiceOfCycle(ctx, one.id, one.cycleIndex ?? 1) : undefined
    if (!invoice || wasPaid(invoice.state)) continue
    const attempts = await payments.listAttempts(ctx, invoice.id)
    if (!attempts.some((each) => isInFlight(each.state))) await createRenewalAttempt(ctx, one, invoice)
  }
}
