/** Books money that came in or went back. Every payment, refund and dispute moves between the accounts
 *  `earned`, `tax`, `unearned`, `disputed` and the till of whoever holds the money. guide: pricing-plans 11, 17 */
import type { Ctx } from '#kit/ctx.ts'
import { refundedTax, splitTax } from '../rules/payments.ts'
import { isZero } from '../rules/order.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import * as store from '../store/books.ts'
import type { PayableDispute, PayableRefund, Receipt } from '../store/payables.ts'
import type { Dispute, Invoice, Refund } from '../store/payments.ts'

const till = (by: string): string => `till:${by}`
const real = (moves: readonly store.Move[]): store.Move[] => moves.filter((move) => !isZero(move.amount))
const aboutInvoice = (invoice: Invoice) => ({ currency: invoice.currency, orderId: invoice.orderId, invoiceId: invoice.id })

/** An invoice was paid: what was earned and the tax owed on it came into the till. */
export async function bookPayment(ctx: Ctx, invoice: Invoice, by: string): Promise<void> {
  const { earned, tax } = splitTax(invoice.amount, invoice.price?.tax?.amount, invoice.currency)
  const about = aboutInvoice(invoice)
  await store.bookMoves(
    ctx,
    real([
      { ...about, from: 'earned', to: till(by), amount: earned, key: `paid:${invoice.id}:earned` },
      { ...about, from: 'tax', to: till(by), amount: tax, key: `paid:${invoice.id}:tax` },
    ]),
  )
}

/** Money that nobody was asked for came in; it goes back. */
export const bookLate = (ctx: Ctx, invoice: Invoice, by: string, attemptId: string): Promise<void> =>
  store.bookMoves(ctx, [{ ...aboutInvoice(invoice), from: 'unearned', to: till(by), amount: invoice.amount, key: `late:${attemptId}` }])

/** Money went back to the buyer: out of what was earned and the tax, or out of what was never ours. */
export async function bookRefund(ctx: Ctx, refund: Refund, invoice: Invoice): Promise<void> {
  const about = { ...aboutInvoice(invoice), refundId: refund.id, from: refund.reason === 'DISPUTE' ? 'disputed' : till(refund.provider) }
  if (refund.reason === 'LATE') return store.bookMoves(ctx, [{ ...about, to: 'unearned', amount: refund.amount, key: `refund:${refund.id}` }])
  const { currency } = invoice
  const before = fromMinor(toMinor(invoice.refunded, currency) - toMinor(refund.amount, currency), currency)
  const tax = refundedTax({ amount: invoice.amount, tax: invoice.price?.tax?.amount, before, refund: refund.amount, currency })
  const earned = fromMinor(toMinor(refund.amount, currency) - toMinor(tax, currency), currency)
  await store.bookMoves(
    ctx,
    real([
      { ...about, to: 'earned', amount: earned, key: `refund:${refund.id}:earned` },
      { ...about, to: 'tax', amount: tax, key: `refund:${refund.id}:tax` },
    ]),
  )
}

/** The bank holds the money while a dispute is open, and gives it back when it is won. */
export const bookDispute = (ctx: Ctx, dispute: Dispute, invoice: Invoice, by: string): Promise<void> =>
  store.bookMoves(ctx, [
    dispute.state === 'WON'
      ? { ...aboutInvoice(invoice), from: 'disputed', to: till(by), amount: dispute.amount, key: `dispute:${dispute.id}:won` }
      : { ...aboutInvoice(invoice), from: till(by), to: 'disputed', amount: dispute.amount, key: `dispute:${dispute.id}` },
  ])

/** Money that pays for things is earned; money for nothing that is known here is not. */
const sourceOf = (state: Receipt['state']): string => (state === 'EARNED' ? 'earned' : 'unearned')
const aboutReceipt = ({ id, currency }: Pick<Receipt, 'id' | 'currency'>) => ({ currency, receiptId: id })

/** Money of a payable came in. */
export const bookReceipt = (ctx: Ctx, receipt: Pick<Receipt, 'id' | 'state' | 'amount' | 'currency' | 'provider'>): Promise<void> =>
  store.bookMoves(ctx, [
    { ...aboutReceipt(receipt), from: sourceOf(receipt.state), to: till(receipt.provider), amount: receipt.amount, key: `receipt:${receipt.id}` },
  ])
/** It went back: out of the till, or out of what the bank holds since a dispute. */
export const bookPayableRefund = (ctx: Ctx, refund: PayableRefund, receipt: Receipt): Promise<void> =>
  store.bookMoves(ctx, [
    {
      ...aboutReceipt(receipt),
      refundId: refund.id,
      from: refund.reason === 'DISPUTE' ? 'disputed' : till(refund.provider),
      to: sourceOf(receipt.state),
      amount: refund.amount,
      key: `refund:${refund.id}`,
    },
  ])
/** The bank holds the money while a dispute is open, and gives it back when it is won. */
export const bookPayableDispute = (ctx: Ctx, dispute: PayableDispute, receipt: Receipt): Promise<void> =>
  store.bookMoves(ctx, [
    dispute.state === 'WON'
      ? { ...aboutReceipt(receipt), from: 'disputed', to: till(receipt.provider), amount: dispute.amount, key: `dispute:${dispute.id}:won` }
      : { ...aboutReceipt(receipt), from: till(receipt.provider), to: 'disputed', amount: dispute.amount, key: `dispute:${dispute.id}` },
  ])
