/**
 * Posts money that came in or went back. Every payment, refund and dispute moves between the accounts `earned`, `tax`, `unearned`,
 * `disputed`, `lost` and the cash account of the one who holds the money; all accounts sum to zero. Source: guide pricing-plans §11, §17.
 */
import type { TransactionContext } from '#kit/api/context.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import { calculateRefundedTax, splitTax } from '../rules/receipt.ts'
import { insertLedgerEntries, type LedgerEntry } from '../store/ledger.ts'
import type { DisputeRow, ReceiptLineRow, ReceiptRow, RefundRow } from '../store/receipts.ts'

/** The account of money at a provider, or in hand (`cash:manual`). */
const cashAccount = (provider: string): string => `cash:${provider}`
const nonZero = (entries: readonly LedgerEntry[]): LedgerEntry[] => entries.filter((entry) => /[1-9]/.test(entry.amount))

type PostedReceipt = Pick<ReceiptRow, 'id' | 'state' | 'amount' | 'currency' | 'provider'>
type PostedLine = Pick<ReceiptLineRow, 'n' | 'amount' | 'tax'>

/** Money came in: what was earned with each line, and the tax owed on it. Money that pays for nothing is not earned. */
export function postReceipt(ctx: TransactionContext, receipt: PostedReceipt, lines: readonly PostedLine[]): Promise<void> {
  const { id, amount, currency } = receipt
  const reference = { currency, receiptId: id, to: cashAccount(receipt.provider) }
  if (receipt.state !== 'EARNED') return insertLedgerEntries(ctx, [{ ...reference, from: 'unearned', amount, key: `receipt:${id}` }])
  const entries = lines.flatMap((line) => {
    const { earned, tax } = splitTax(line.amount, line.tax?.amount, currency)
    return [
      { ...reference, n: line.n, from: 'earned', amount: earned, key: `receipt:${id}:${line.n}:earned` },
      { ...reference, n: line.n, from: 'tax', amount: tax, key: `receipt:${id}:${line.n}:tax` },
    ]
  })
  return insertLedgerEntries(ctx, nonZero(entries))
}

/**
 * Money of a line went back: out of the cash account, or out of what the bank holds since a dispute. `before`: the sum of the refunds of the
 * line that were settled earlier.
 */
export function postRefund(ctx: TransactionContext, refund: RefundRow, of: { receipt: ReceiptRow; line: ReceiptLineRow; before: string }): Promise<void> {
  const { receipt, line, before } = of
  const { currency } = receipt
  const from = refund.reason === 'DISPUTE' ? 'disputed' : cashAccount(refund.provider)
  const reference = { currency, receiptId: receipt.id, refundId: refund.id, n: line.n, from }
  if (receipt.state !== 'EARNED') return insertLedgerEntries(ctx, [{ ...reference, to: 'unearned', amount: refund.amount, key: `refund:${refund.id}` }])
  const tax = calculateRefundedTax({ amount: line.amount, tax: line.tax?.amount, before, refund: refund.amount, currency })
  const earned = fromMinor(toMinor(refund.amount, currency) - toMinor(tax, currency), currency)
  return insertLedgerEntries(
    ctx,
    nonZero([
      { ...reference, to: 'earned', amount: earned, key: `refund:${refund.id}:earned` },
      { ...reference, to: 'tax', amount: tax, key: `refund:${refund.id}:tax` },
    ]),
  )
}

/** The bank holds the money while a dispute is open, and gives it back when it is won. */
export const postDispute = (ctx: TransactionContext, dispute: DisputeRow, receipt: ReceiptRow): Promise<void> => {
  const reference = { currency: dispute.currency, receiptId: receipt.id, amount: dispute.amount }
  return insertLedgerEntries(ctx, [
    dispute.state === 'WON'
      ? { ...reference, from: 'disputed', to: cashAccount(receipt.provider), key: `dispute:${dispute.id}:won` }
      : { ...reference, from: cashAccount(receipt.provider), to: 'disputed', key: `dispute:${dispute.id}` },
  ])
}

/** A bank took back more than was left of a payment. */
export const postDisputeLoss = (ctx: TransactionContext, { id, receiptId, currency }: DisputeRow, amount: string): Promise<void> =>
  insertLedgerEntries(ctx, [{ currency, receiptId, amount, from: 'disputed', to: 'lost', key: `dispute:${id}:lost` }])
