/** What an attempt to pay an invoice charges, and its description for the provider. Source: guide pricing-plans §9.2, §10.4. */
import type { NewAttempt } from '#domains/payments/public.ts'
import type { Order } from '../rules/order.ts'
import type { Invoice } from '../store/payments.ts'

/** `n` counts the attempts of the invoice. Should the answer get lost in a crash, the same key is sent again after ten minutes. */
export const describeAttempt = (order: Order, invoice: Invoice, n: number): Omit<NewAttempt, 'mode' | 'provider'> => ({
  kind: 'ORDER',
  payableId: order.id,
  invoiceId: invoice.id,
  n,
  key: `order:${order.id}:cycle:${invoice.cycleIndex}:attempt:${n}`,
  amount: invoice.amount,
  currency: invoice.currency,
  memberId: order.memberId,
  details: { orderId: order.id, cycleIndex: String(invoice.cycleIndex), invoiceId: invoice.id, attempt: String(n) },
  checkAfterMinutes: 10,
})
