/** Money that goes back: by the owner, by the provider's own page, because it came too late, or because a dispute was lost. guide: pricing-plans 11 */
import type { Ctx } from '#kit/api/context.ts'
import { ProviderRejectedRequest, type RefundResult } from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import { currencyDigits, countDecimals, fromMinor, isAmount, toMinor } from '#kit/pure/money.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { orderMailer } from '../mailer.ts'
import type { Order } from '../rules/order.ts'
import { wasPaid } from '../rules/payments.ts'
import * as ledger from '../store/ledger.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { postLatePayment, postRefund } from './ledger.ts'
import { saveAndEmit } from './lifecycle.ts'

const buildRefund = (
  ctx: Ctx,
  invoice: payments.Invoice,
  of: Pick<payments.Refund, 'amount' | 'reason' | 'provider' | 'attemptId'> & { ref?: string | undefined },
): payments.Refund => ({
  id: ctx.newId(),
  invoiceId: invoice.id,
  orderId: invoice.orderId,
  currency: invoice.currency,
  state: 'SENDING',
  number: null,
  problem: null,
  createdAt: ctx.now,
  settledAt: null,
  ...of,
  ref: of.ref ?? null,
})

const refundableAmount = (invoice: payments.Invoice): string =>
  fromMinor(toMinor(invoice.amount, invoice.currency) - toMinor(invoice.refunded, invoice.currency), invoice.currency)

function parseRefundAmount(invoice: payments.Invoice, requested: string | null | undefined): string {
  const left = refundableAmount(invoice)
  if (requested === null || requested === undefined) return left
  const digits = currencyDigits(invoice.currency)
  if (!isAmount(requested) || countDecimals(requested) > digits || toMinor(requested, invoice.currency) === 0n)
    assertNoViolations([{ field: 'amount', description: `must be an amount above 0 with at most ${digits} decimals`, violatedRule: 'FORMAT' }])
  if (toMinor(requested, invoice.currency) > toMinor(left, invoice.currency)) refuse('REFUND_EXCEEDS_PAYMENT', { left })
  return fromMinor(toMinor(requested, invoice.currency), invoice.currency)
}

/**
 * The owner gives money back: written down first, then sent by `sendRefund` outside the transaction, or by the job if we
 * stop in between. Refuses ORDER_NOT_PAYABLE's sibling INVOICE_NOT_REFUNDABLE for invoices that nobody paid.
 */
export async function startRefund(ctx: Ctx, orderId: string, input: { invoiceId: string; amount?: string | null | undefined }): Promise<payments.Refund> {
  if (!(await store.lockOrder(ctx, { id: orderId }))) refuse('order_not_found')
  const invoice = (await payments.invoicesOfOrder(ctx, orderId)).find((one) => one.id === input.invoiceId) ?? refuse('INVOICE_NOT_REFUNDABLE')
  if (!wasPaid(invoice.state) || !invoice.paidBy) refuse('INVOICE_NOT_REFUNDABLE', { state: invoice.state })
  if (toMinor(refundableAmount(invoice), invoice.currency) === 0n) refuse('INVOICE_NOT_REFUNDABLE', { state: invoice.state })
  const amount = parseRefundAmount(invoice, input.amount)
  if (!(await payments.reserveRefund(ctx, invoice.id, amount))) refuse('REFUND_EXCEEDS_PAYMENT', { left: refundableAmount(invoice) })
  return insertAndEnqueueRefund(
    ctx,
    buildRefund(ctx, invoice, { amount, reason: 'OWNER', provider: invoice.paidBy ?? 'manual', attemptId: invoice.paidAttemptId }),
  )
}

async function insertAndEnqueueRefund(ctx: Ctx, refund: payments.Refund): Promise<payments.Refund> {
  await payments.insertRefund(ctx, refund)
  ctx.enqueue({ kind: 'orders.refund', key: refund.id, data: { refundId: refund.id } })
  return refund
}

/** Money arrived when the order was over or the invoice paid already: it goes back by itself, and the owner is told (guide 9.3). */
export async function refundLatePayment(ctx: Ctx, order: Order, invoice: payments.Invoice, attempt: payments.Attempt): Promise<void> {
  await postLatePayment(ctx, invoice, attempt.provider, attempt.id)
  await insertAndEnqueueRefund(ctx, buildRefund(ctx, invoice, { amount: invoice.amount, reason: 'LATE', provider: attempt.provider, attemptId: attempt.id }))
  const { owner, emailOwners } = await orderMailer(ctx, order)
  emailOwners('late-success-refunded', { amount: owner.money(invoice.amount) }, attempt.id)
}

/** Job and request: asks the provider, outside any transaction. Safe to repeat: the key is the refund. */
export async function sendRefund(ctx: Ctx, { refundId }: { refundId: string }): Promise<void> {
  const task = await ctx.transaction(async (inner) => {
    const refund = await payments.lockRefund(inner, refundId)
    if (!refund || refund.state !== 'SENDING' || refund.ref) return undefined
    return { refund, attempt: refund.attemptId ? await payments.attemptById(inner, refund.attemptId) : undefined }
  })
  if (!task) return
  const { refund, attempt } = task
  const provider = findProvider(refund.provider)
  const result: RefundResult =
    refund.provider === 'manual'
      ? { outcome: 'succeeded' }
      : provider && attempt?.ref
        ? await provider.refund({
            chargeRef: attempt.ref,
            amount: { amount: refund.amount, currency: refund.currency },
            key: `refund:${refund.id}`,
            meta: { siteId: ctx.siteId, refundId: refund.id },
          })
        : { outcome: 'failed', problem: 'The payment provider is not set up any more.' }
  // The job comes back later for what is not clear yet.
  if (result.outcome === 'unknown') throw new ProviderRejectedRequest('The provider did not answer to a refund.')
  await ctx.transaction((inner) => settleRefund(inner, refund.id, result))
}

/** Books what became of a refund, once. */
export async function settleRefund(ctx: Ctx, refundId: string, result: Exclude<RefundResult, { outcome: 'unknown' }>): Promise<void> {
  const known = await payments.lockRefund(ctx, refundId)
  const order = known && (await store.lockOrder(ctx, { id: known.orderId }))
  const refund = await payments.lockRefund(ctx, refundId)
  if (!order || refund?.state !== 'SENDING') return
  const ref = result.ref ?? refund.ref
  if (result.outcome === 'processing') return void (await payments.updateRefund(ctx, refund.id, { ref }))
  if (result.outcome === 'failed') {
    if (refund.reason !== 'LATE') await payments.releaseRefund(ctx, refund.invoiceId, refund.amount)
    return void (await payments.updateRefund(ctx, refund.id, {
      state: 'FAILED',
      ref,
      problem: 'problem' in result ? result.problem : null,
      settledAt: ctx.now,
    }))
  }
  await payments.updateRefund(ctx, refund.id, { state: 'SUCCEEDED', ref, settledAt: ctx.now, number: await ledger.nextCreditNoteNumber(ctx) })
  const invoice = await payments.invoiceById(ctx, refund.invoiceId)
  await postRefund(ctx, refund, invoice)
  await applyRefundToOrder(ctx, order, invoice, refund)
  const card = order.paymentMethodId && refund.provider !== 'manual' ? await payments.findPaymentMethod(ctx, order.paymentMethodId) : undefined
  const { money, emailBuyer } = await orderMailer(ctx, order)
  emailBuyer('refund-issued', { amount: money(refund.amount), ...(card && { cardLast4: card.last4 }) }, refund.id)
}

/** What a refund means for its invoice, and, when the last payment went back in full, for the order (row 39). */
async function applyRefundToOrder(ctx: Ctx, order: Order, invoice: payments.Invoice, refund: payments.Refund): Promise<void> {
  if (refund.reason === 'LATE') {
    // Of an order that is over, the late money was for this invoice; of a paid invoice, the first payment stays.
    if (!wasPaid(invoice.state)) await payments.updateInvoice(ctx, invoice.id, { state: 'REFUNDED' })
    return
  }
  const isFull = toMinor(refundableAmount(invoice), invoice.currency) === 0n
  await payments.updateInvoice(ctx, invoice.id, { state: isFull ? 'REFUNDED' : 'PARTIALLY_REFUNDED' })
  const paid = (await payments.invoicesOfOrder(ctx, order.id)).filter((one) => one.number !== null)
  if (!isFull || paid.at(-1)?.id !== invoice.id || (order.payment !== 'PAID' && order.payment !== 'PENDING')) return
  order.payment = 'REFUNDED'
  await saveAndEmit(ctx, order, ['updated'])
}

/** A refund that was made elsewhere (the provider's own page, a lost dispute) has the same effect as one of ours. */
export async function recordExternalRefund(
  ctx: Ctx,
  invoice: payments.Invoice,
  of: { amount: string; provider: string; ref: string; reason: 'PROVIDER' | 'DISPUTE' },
): Promise<void> {
  if (await payments.refundByRef(ctx, of.provider, of.ref)) return
  const left = refundableAmount(invoice)
  const amount =
    toMinor(of.amount, invoice.currency) > toMinor(left, invoice.currency) ? left : fromMinor(toMinor(of.amount, invoice.currency), invoice.currency)
  if (toMinor(amount, invoice.currency) === 0n || !(await payments.reserveRefund(ctx, invoice.id, amount))) return
  const refund = buildRefund(ctx, invoice, { ...of, amount, attemptId: invoice.paidAttemptId })
  await payments.insertRefund(ctx, refund)
  await settleRefund(ctx, refund.id, { outcome: 'succeeded', ref: of.ref })
}
export const remainingAmount = refundableAmount
