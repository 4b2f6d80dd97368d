/** Orders as payables: what a charge, a refund or a dispute means for the cycle that was paid. Source: guide pricing-plans §10.4, §11. */
import { findAttempt, findPaymentMethod, type DisputeRow, type PayableHandlers, type ReceiptRow, type RefundEvent } from '#domains/payments/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import { orderMailer } from '../mailer.ts'
import { findDerivedMismatches } from '../rules/check.ts'
import { invoiceMachine } from '../rules/invoice-machine.ts'
import { isOver, type Order } from '../rules/order.ts'
import { wasPaid } from '../rules/payments.ts'
import * as checks from '../store/checks.ts'
import * as store from '../store/orders.ts'
import * as outstanding from '../store/outstanding.ts'
import * as payments from '../store/payments.ts'
import { findInvoiceDocument } from './documents.ts'
import { moveInvoice } from './invoices.ts'
import { saveAndEmit } from './save.ts'
import { syncRefunded } from './refund.ts'
import { scheduleReminders } from './reminders.ts'

async function onRefunded(ctx: TransactionContext, { id, receipt, refund }: RefundEvent): Promise<void> {
  const order = await store.lockOrder(ctx, { id })
  if (!order) return
  if (receipt.state === 'EARNED') await applyRefund(ctx, order, receipt)
  else await applyLateRefund(ctx, receipt)
  const card = order.paymentMethodId && refund.provider !== 'manual' ? await findPaymentMethod(ctx, order.paymentMethodId) : undefined
  const { money, emailBuyer } = await orderMailer(ctx, order)
  emailBuyer('refund-issued', { amount: money(refund.amount), ...(card && { cardLast4: card.last4 }) }, refund.id)
}

/** What a refund means for its invoice, and, when the last payment went back in full, for the order (row 39). */
async function applyRefund(ctx: TransactionContext, order: Order, receipt: ReceiptRow): Promise<void> {
  const isFull = Number(receipt.refunded) >= Number(receipt.amount)
  const invoices = await payments.invoicesOfOrder(ctx, order.id)
  const invoice = invoices.find(({ id }) => id === receipt.id)
  if (!invoice) throw new Error(`the receipt ${receipt.id} has no invoice`)
  const transition = getTransition(invoiceMachine, invoice.state, 'refund', isFull ? 'REFUNDED' : 'PARTIALLY_REFUNDED')
  await payments.updateInvoice(ctx, receipt.id, { transition, refunded: receipt.refunded })
  const paid = invoices.filter((one) => one.number !== null)
  if (!isFull || paid.at(-1)?.id !== receipt.id || (order.payment !== 'PAID' && order.payment !== 'PENDING')) return
  order.payment = 'REFUNDED'
  await saveAndEmit(ctx, order, ['updated'])
}

/** Of an order that is over, the late money was for this invoice; of a paid invoice, the first payment stays. */
async function applyLateRefund(ctx: TransactionContext, receipt: ReceiptRow): Promise<void> {
  const attempt = await findAttempt(ctx, receipt.id)
  const invoice = attempt?.invoiceId && (await payments.invoiceById(ctx, attempt.invoiceId))
  if (invoice && !wasPaid(invoice.state)) await moveInvoice(ctx, invoice, 'returnLate')
}

/** Nothing more is charged until the owner decides. */
async function onDisputed(ctx: TransactionContext, { id, dispute }: { id: string; dispute: DisputeRow }): Promise<void> {
  const order = await store.lockOrder(ctx, { id })
  if (!order) return
  // Of an order that is over nothing is charged any more; a second dispute holds no longer than the first one.
  if (!isOver(order)) order.onHoldSince ??= ctx.now
  await store.saveOrder(ctx, order)
  const { owner, emailOwners } = await orderMailer(ctx, order)
  emailOwners('dispute-opened', { amount: owner.money(dispute.amount) }, dispute.ref)
}

async function audit(ctx: ReadContext, after: string | null, limit: number) {
  const orders = await checks.ordersAfter(ctx, after, limit)
  const ids = orders.map(({ order }) => order.id)
  const findings = [...orders.flatMap(({ order, copies }) => findDerivedMismatches(order, copies, ctx.now)), ...(await checks.findCreditMismatches(ctx, ids))]
  return { last: ids.at(-1) ?? null, count: orders.length, findings }
}

/** Cycles of orders as payables: what a refund or a dispute means for the order. */
export const orderPayable: PayableHandlers = {
  lock: (ctx, id) => store.lockOrder(ctx, { id }),
  onRefunded,
  onRefundFailed: (ctx, { receipt }) => syncRefunded(ctx, receipt.id),
  onDisputed,
  findDocument: findInvoiceDocument,
  describeReceipts: outstanding.describeReceipts,
  listOutstanding: outstanding.listOutstanding,
  countOutstanding: outstanding.countOutstanding,
  sumOwed: outstanding.sumOwedOnPlans,
  async onCardChanged(ctx, methodId) {
    for (const order of await store.openOrdersOfMethod(ctx, methodId)) await scheduleReminders(ctx, order)
  },
  audit,
}
