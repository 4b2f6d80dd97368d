/** Buyer or owner does not wait for the next retry of a declined payment: the saved card is tried at once. guide: pricing-plans 9.5 */
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import { mayTryAgain } from '../rules/order.ts'
import { isInFlight } from '../rules/payments.ts'
import * as payments from '../store/payments.ts'
import { charge } from './charge.ts'
import { sendCharge } from './life.ts'
import { upToDate } from './manage.ts'
import { notTooOften, paymentOf, type Payment } from './pay.ts'

/** Needs a context without a transaction. A try that is under way already is answered as it stands. */
export async function tryAgain(ctx: Ctx, orderId: string): Promise<Payment> {
  const attemptId = await ctx.write(async (inner) => {
    const order = await upToDate(inner, { id: orderId })
    const invoice = await payments.invoiceOfCycle(inner, orderId, order.cycleIndex ?? 1)
    const underWay = invoice && (await payments.attemptsOf(inner, invoice.id)).find((attempt) => isInFlight(attempt.state))
    if (underWay) return underWay.id
    if (!mayTryAgain(order, inner.caller.role === 'member' ? 'member' : 'owner') || invoice?.state !== 'RETRYING')
      return refuse('ORDER_NOT_PAYABLE', { status: order.status })
    if (inner.caller.role === 'member') await notTooOften(inner, order)
    await sendCharge(inner, order, invoice)
    return (await payments.attemptsOf(inner, invoice.id)).at(-1)?.id
  })
  if (!attemptId) return { outcome: 'declined', orderId, declineCode: 'no_method' }
  // The job that was written down does the same should this process stop here: the key is the same.
  await charge(ctx, { attemptId })
  return (await ctx.write((inner) => paymentOf(inner, attemptId))) ?? { outcome: 'unknown', orderId, attemptId }
}
