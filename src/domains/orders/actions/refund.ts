/** Money of an order that goes back: asked for by the owner, or because it came too late. Source: guide pricing-plans §11. */
import { findReceipt, recordReceipt, startRefund, type Attempt, type RefundRow } from '#domains/payments/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import { orderMailer, receiptBuyer } from '../mailer.ts'
import type { Order } from '../rules/order.ts'
import { wasPaid } from '../rules/payments.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'

/** The owner gives money back. Refuses INVOICE_NOT_REFUNDABLE for unpaid invoices, REFUND_EXCEEDS_PAYMENT. */
export async function startOrderRefund(
  ctx: TransactionContext,
  orderId: string,
  input: { invoiceId: string; amount?: string | null | undefined },
): Promise<RefundRow> {
  if (!(await store.lockOrder(ctx, { id: orderId }))) refuse('order_not_found')
  const invoice = (await payments.invoicesOfOrder(ctx, orderId)).find((one) => one.id === input.invoiceId) ?? refuse('INVOICE_NOT_REFUNDABLE')
  if (!wasPaid(invoice.state) || !invoice.paidBy) refuse('INVOICE_NOT_REFUNDABLE', { state: invoice.state })
  const refund =
    (await startRefund(ctx, { receiptId: invoice.id, payable: { kind: 'ORDER', id: orderId }, amount: input.amount, reason: 'OWNER' })) ??
    refuse('INVOICE_NOT_REFUNDABLE', { state: invoice.state })
  await syncRefunded(ctx, invoice.id)
  return refund
}

/** Money arrived when the order was over or the invoice paid already: it is refunded automatically, and the owner is notified. Source: guide pricing-plans §9.3. */
export async function refundLatePayment(ctx: TransactionContext, order: Order, invoice: payments.Invoice, attempt: Attempt): Promise<void> {
  await recordReceipt(ctx, {
    id: attempt.id,
    state: 'LATE',
    provider: attempt.provider,
    ref: attempt.ref,
    currency: invoice.currency,
    buyer: await receiptBuyer(ctx, order),
    lines: [{ kind: 'ORDER', id: order.id, label: order.snapshot.planName, amount: invoice.amount }],
  })
  await startRefund(ctx, { receiptId: attempt.id, payable: { kind: 'ORDER', id: order.id }, reason: 'LATE' })
  const { owner, emailOwners } = await orderMailer(ctx, order)
  emailOwners('late-success-refunded', { amount: owner.money(invoice.amount) }, attempt.id)
}

/** Copies what has gone back from the receipt to its invoice. */
export async function syncRefunded(ctx: TransactionContext, receiptId: string): Promise<void> {
  const receipt = await findReceipt(ctx, receiptId)
  if (receipt?.state === 'EARNED') await payments.updateInvoice(ctx, receipt.id, { refunded: receipt.refunded })
}
