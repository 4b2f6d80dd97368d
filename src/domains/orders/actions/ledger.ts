/** Books money that came in or went back. Every payment, refund and dispute moves between the accounts
 *  `earned`, `tax`, `unearned`, `disputed` and the till of whoever holds the money. guide: pricing-plans 11, 17 */
import type { Ctx } from '#kit/api/context.ts'
import { refundedTax, splitTax } from '../rules/payments.ts'
import { isZero } from '../rules/order.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import * as store from '../store/ledger.ts'
import type { PayableDispute, PayableRefund, Receipt } from '../store/payables.ts'
import type { Dispute, Invoice, Refund } from '../store/payments.ts'

const cashAccount = (by: string): string => `till:${by}`
const nonZeroEntries = (entries: readonly store.LedgerEntry[]): store.LedgerEntry[] => entries.filter((entry) => !isZero(entry.amount))
const invoiceReference = (invoice: Invoice) => ({ currency: invoice.currency, orderId: invoice.orderId, invoiceId: invoice.id })

/** An invoice was paid: what was earned and the tax owed on it came into the till. */
export async function postPayment(ctx: Ctx, invoice: Invoice, by: string): Promise<void> {
  const { earned, tax } = splitTax(invoice.amount, invoice.price?.tax?.amount, invoice.currency)
  const reference = invoiceReference(invoice)
  await store.insertLedgerEntries(
    ctx,
    nonZeroEntries([
      { ...reference, from: 'earned', to: cashAccount(by), amount: earned, key: `paid:${invoice.id}:earned` },
      { ...reference, from: 'tax', to: cashAccount(by), amount: tax, key: `paid:${invoice.id}:tax` },
    ]),
  )
}

/** Money that nobody was asked for came in; it goes back. */
export const postLatePayment = (ctx: Ctx, invoice: Invoice, by: string, attemptId: string): Promise<void> =>
  store.insertLedgerEntries(ctx, [{ ...invoiceReference(invoice), from: 'unearned', to: cashAccount(by), amount: invoice.amount, key: `late:${attemptId}` }])

/** Money went back to the buyer: out of what was earned and the tax, or out of what was never ours. */
export async function postRefund(ctx: Ctx, refund: Refund, invoice: Invoice): Promise<void> {
  const reference = { ...invoiceReference(invoice), refundId: refund.id, from: refund.reason === 'DISPUTE' ? 'disputed' : cashAccount(refund.provider) }
  if (refund.reason === 'LATE') return store.insertLedgerEntries(ctx, [{ ...reference, to: 'unearned', amount: refund.amount, key: `refund:${refund.id}` }])
  const { currency } = invoice
  const before = fromMinor(toMinor(invoice.refunded, currency) - toMinor(refund.amount, currency), currency)
  const tax = refundedTax({ amount: invoice.amount, tax: invoice.price?.tax?.amount, before, refund: refund.amount, currency })
  const earned = fromMinor(toMinor(refund.amount, currency) - toMinor(tax, currency), currency)
  await store.insertLedgerEntries(
    ctx,
    nonZeroEntries([
      { ...reference, to: 'earned', amount: earned, key: `refund:${refund.id}:earned` },
      { ...reference, to: 'tax', amount: tax, key: `refund:${refund.id}:tax` },
    ]),
  )
}

/** The bank holds the money while a dispute is open, and gives it back when it is won. */
export const postDispute = (ctx: Ctx, dispute: Dispute, invoice: Invoice, by: string): Promise<void> =>
  store.insertLedgerEntries(ctx, [
    dispute.state === 'WON'
      ? { ...invoiceReference(invoice), from: 'disputed', to: cashAccount(by), amount: dispute.amount, key: `dispute:${dispute.id}:won` }
      : { ...invoiceReference(invoice), from: cashAccount(by), to: 'disputed', amount: dispute.amount, key: `dispute:${dispute.id}` },
  ])

/** Money that pays for things is earned; money for nothing that is known here is not. */
const incomeAccount = (state: Receipt['state']): string => (state === 'EARNED' ? 'earned' : 'unearned')
const receiptReference = ({ id, currency }: Pick<Receipt, 'id' | 'currency'>) => ({ currency, receiptId: id })

/** Money of a payable came in. */
export const postReceipt = (ctx: Ctx, receipt: Pick<Receipt, 'id' | 'state' | 'amount' | 'currency' | 'provider'>): Promise<void> =>
  store.insertLedgerEntries(ctx, [
    {
      ...receiptReference(receipt),
      from: incomeAccount(receipt.state),
      to: cashAccount(receipt.provider),
      amount: receipt.amount,
      key: `receipt:${receipt.id}`,
    },
  ])
/** It went back: out of the till, or out of what the bank holds since a dispute. */
export const postPayableRefund = (ctx: Ctx, refund: PayableRefund, receipt: Receipt): Promise<void> =>
  store.insertLedgerEntries(ctx, [
    {
      ...receiptReference(receipt),
      refundId: refund.id,
      from: refund.reason === 'DISPUTE' ? 'disputed' : cashAccount(refund.provider),
      to: incomeAccount(receipt.state),
      amount: refund.amount,
      key: `refund:${refund.id}`,
    },
  ])
/** The bank holds the money while a dispute is open, and gives it back when it is won. */
export const postPayableDispute = (ctx: Ctx, dispute: PayableDispute, receipt: Receipt): Promise<void> =>
  store.insertLedgerEntries(ctx, [
    dispute.state === 'WON'
      ? { ...receiptReference(receipt), from: 'disputed', to: cashAccount(receipt.provider), amount: dispute.amount, key: `dispute:${dispute.id}:won` }
      : { ...receiptReference(receipt), from: cashAccount(receipt.provider), to: 'disputed', amount: dispute.amount, key: `dispute:${dispute.id}` },
  ])
