/** Buyer or owner does not wait for the next retry of a declined payment: the saved card is tried at once. Source: guide pricing-plans §9.5. */
import { assertDeclineLimit, attemptsOfInvoice, isInFlight, sendAttempt } from '#domains/payments/public.ts'
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import { canRetryNow } from '../rules/order.ts'
import * as payments from '../store/payments.ts'
import { createRenewalAttempt } from './renewals.ts'
import { lockCurrentOrder } from './manage.ts'
import { findPaymentResult, type PaymentResult } from './pay.ts'

/** Needs a context without a transaction. An attempt that is under way already is answered as it stands. */
export async function retryNow(ctx: OwnTransactionContext, orderId: string): Promise<PaymentResult> {
  const attemptId = await ctx.transaction(async (inner) => {
    const order = await lockCurrentOrder(inner, { id: orderId })
    const invoice = await payments.invoiceOfCycle(inner, orderId, order.cycleIndex ?? 1)
    const inFlight = invoice && (await attemptsOfInvoice(inner, invoice.id)).find((attempt) => isInFlight(attempt.state))
    if (inFlight) return inFlight.id
    if (!canRetryNow(order, inner.caller.role === 'member' ? 'member' : 'owner') || invoice?.state !== 'RETRYING')
      return refuse('ORDER_NOT_PAYABLE', { status: order.status })
    if (inner.caller.role === 'member') await assertDeclineLimit(inner, order.memberId)
    await createRenewalAttempt(inner, order, invoice)
    return (await attemptsOfInvoice(inner, invoice.id)).at(-1)?.id
  })
  if (!attemptId) return { outcome: 'declined', orderId, declineCode: 'no_method' }
  // The job that was written down does the same should this process stop here: the key is the same.
  await sendAttempt(ctx, { attemptId })
  return (await ctx.transaction((inner) => findPaymentResult(inner, attemptId))) ?? { outcome: 'unknown', orderId, attemptId }
}
