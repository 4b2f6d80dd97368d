/** An invoice was paid: its receipt, and the email that says so. Source: guide pricing-plans §11, §15. */
import { findPaymentMethod, recordReceipt, type Attempt } from '#domains/payments/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { orderMailer, receiptBuyer } from '../mailer.ts'
import { translate } from '#kit/pure/languages.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import { cycleAt } from '../rules/cycles.ts'
import { invoiceMachine, type InvoiceAction } from '../rules/invoice-machine.ts'
import { isZero, toSchedule, type Order } from '../rules/order.ts'
import type { InvoiceState } from '../rules/payments.ts'
import { receiptLines } from '../rules/price.ts'
import * as payments from '../store/payments.ts'
import { cardLoader } from './cards.ts'
import { couponText } from './documents.ts'

interface PaidInvoice {
  /** A provider, or `manual`. */
  by: string
  attempt: Attempt | null
  loadCard?: ReturnType<typeof cardLoader>
}

/** A step that the machine does not know is a bug: decisions have refused it before. `to` chooses where a step may lead to several states. */
export const moveInvoice = (ctx: TransactionContext, { id, state }: payments.Invoice, action: InvoiceAction, to?: InvoiceState): Promise<unknown> =>
  payments.updateInvoice(ctx, id, { transition: getTransition(invoiceMachine, state, action, to) })

/** Notes on an invoice that its money came in, and records the receipt: both have one id and one number. */
export async function markInvoicePaid(
  ctx: TransactionContext,
  order: Order,
  invoice: payments.Invoice,
  { by, attempt, loadCard }: PaidInvoice,
): Promise<payments.Invoice> {
  const methodId = attempt?.paymentMethodId
  const card = !methodId ? undefined : loadCard && methodId === order.paymentMethodId ? await loadCard() : await findPaymentMethod(ctx, methodId)
  const { tax } = invoice.price ?? {}
  const receipt = isZero(invoice.amount)
    ? undefined
    : await recordReceipt(ctx, {
        id: invoice.id,
        state: 'EARNED',
        provider: by,
        ref: attempt?.ref,
        currency: invoice.currency,
        card: card && { brand: card.brand, last4: card.last4 },
        buyer: await receiptBuyer(ctx, order),
        lines: [{ kind: 'ORDER', id: order.id, label: order.snapshot.planName, amount: invoice.amount, tax }],
        dueAt: invoice.dueAt,
      })
  const transition = getTransition(invoiceMachine, invoice.state, 'pay')
  const paid = { paidAt: ctx.now, paidBy: by, paidAttemptId: attempt?.id ?? null, number: receipt?.number ?? null }
  await payments.updateInvoice(ctx, invoice.id, { transition, ...paid })
  return { ...invoice, ...paid, state: transition.to }
}

/** The receipt of a charge that succeeded. */
export async function queueReceiptEmail(ctx: TransactionContext, order: Order, invoice: payments.Invoice, loadCard = cardLoader(ctx, order)): Promise<void> {
  if (isZero(invoice.amount)) return
  const { day, language, money, emailBuyer } = await orderMailer(ctx, order)
  const card = invoice.paidBy === 'manual' ? undefined : await loadCard()
  const cycle = cycleAt(toSchedule(order), Math.max(invoice.cycleIndex, 1))
  const { price } = invoice
  const lines =
    price &&
    receiptLines(price, { name: order.snapshot.planName, price: order.snapshot.planPrice }).map(({ kind, name, amount }) =>
      kind === 'coupon' ? { label: translate(couponText, language, { name }), amount: `−${money(amount)}` } : { label: name, amount: money(amount) },
    )
  emailBuyer(
    'payment-receipt',
    {
      invoiceNumber: String(invoice.number ?? ''),
      lines: lines ?? [],
      ...(price?.tax && { tax: money(price.tax.amount) }),
      total: money(invoice.amount),
      cardLast4: card?.last4 ?? '',
      periodStart: day(cycle.start),
      periodEnd: day(cycle.end),
    },
    invoice.cycleIndex,
  )
}
