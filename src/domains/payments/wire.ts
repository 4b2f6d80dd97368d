import { fromMinor, toMinor } from '#kit/pure/money.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import type { ReceiptTax } from './rules/receipt.ts'
import type { DisputeRow, RefundRow } from './store/receipts.ts'

/** `invoiceId` names the receipt: an invoice of a plan has the same id as the receipt of its payment. */
export const toRefund = (
  refund: Pick<RefundRow, 'id' | 'receiptId' | 'amount' | 'currency' | 'number' | 'problem' | 'createdAt'> & { reason: string; state: string },
) => ({
  id: refund.id,
  invoiceId: refund.receiptId,
  amount: refund.amount,
  currency: refund.currency,
  reason: refund.reason,
  state: refund.state,
  ...(refund.number !== null && { number: refund.number }),
  ...(refund.problem !== null && { problem: refund.problem }),
  createdDate: toWireTime(refund.createdAt),
})
export const toDispute = (dispute: DisputeRow) => ({
  id: dispute.id,
  invoiceId: dispute.receiptId,
  amount: dispute.amount,
  currency: dispute.currency,
  state: dispute.state,
  openedDate: toWireTime(dispute.openedAt),
  ...(dispute.closedAt && { closedDate: toWireTime(dispute.closedAt) }),
})

/** Amounts of the database with the digits of their currency; balances may be below zero. */
export const toWireAmount = (amount: string, currency: string): string =>
  amount.startsWith('-') ? fromMinor(-toMinor(amount.slice(1), currency), currency) : fromMinor(toMinor(amount, currency), currency)
/** Both may be below zero in a month in which more went back than came in. */
export function addAmounts(a: string, b: string, currency: string): string {
  const minor = (text: string) => (text.startsWith('-') ? -toMinor(text.slice(1), currency) : toMinor(text, currency))
  return fromMinor(minor(a) + minor(b), currency)
}

export const toReceivedTax = (tax: unknown) => {
  const { name, rate, amount } = (tax ?? {}) as Partial<ReceiptTax>
  return name === undefined || rate === undefined || amount === undefined ? {} : { tax: { name, rate, amount } }
}
