/** How a try to charge moves on, and what goes back when money is refunded. Source: guide pricing-plans 9.2, 10.4, 11. */
import { divideHalfUp, fromMinor, toMinor } from '#kit/pure/money.ts'

export const invoiceStates = ['OPEN', 'PAID', 'RETRYING', 'FAILED', 'VOID', 'SKIPPED', 'PARTIALLY_REFUNDED', 'REFUNDED'] as const
export type InvoiceState = (typeof invoiceStates)[number]
export type AttemptState = 'SENDING' | 'UNKNOWN' | 'PROCESSING' | 'REQUIRES_ACTION' | 'DECLINED' | 'SUCCEEDED'

const rank: Readonly<Record<AttemptState, number>> = { SENDING: 0, UNKNOWN: 0, PROCESSING: 1, REQUIRES_ACTION: 2, DECLINED: 3, SUCCEEDED: 4 }

/** Answers only move a try forward: a late "failed" after "succeeded" changes nothing. A buyer who has answered the bank may wait again. */
export const movesForward = (from: AttemptState, to: AttemptState): boolean =>
  rank[to] > rank[from] || (rank[from] === 0 && rank[to] === 0) || (from === 'REQUIRES_ACTION' && to === 'PROCESSING')

/** Whether money may be on its way: nothing else may be tried meanwhile. */
export const isInFlight = (state: AttemptState): boolean => state === 'SENDING' || state === 'UNKNOWN' || state === 'PROCESSING'

export const wasPaid = (state: InvoiceState): boolean => state === 'PAID' || state === 'PARTIALLY_REFUNDED' || state === 'REFUNDED'
/** The state of a receipt in the words of invoices; UNCLAIMED is money that belongs to nothing until it goes back. */
export function stateOfReceipt(of: {
  state: string
  amount: string
  refunded: string
  currency: string
}): 'PAID' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'UNCLAIMED' {
  const [amount, refunded] = [toMinor(of.amount, of.currency), toMinor(of.refunded, of.currency)]
  if (refunded >= amount) return 'REFUNDED'
  if (of.state === 'UNCLAIMED') return 'UNCLAIMED'
  return refunded > 0n ? 'PARTIALLY_REFUNDED' : 'PAID'
}

/** Whether the owner may note that the money came another way. */
export const isCollectable = (state: InvoiceState): boolean => state === 'OPEN' || state === 'RETRYING' || state === 'SKIPPED' || state === 'FAILED'

/** How a payment splits into what was earned and the tax that is owed on. Both together are the amount. */
export function splitTax(amount: string, tax: string | undefined, currency: string): { earned: string; tax: string } {
  const owed = toMinor(tax ?? '0', currency)
  return { earned: fromMinor(toMinor(amount, currency) - owed, currency), tax: fromMinor(owed, currency) }
}

/** The tax share of a refund: of all that has gone back so far less what went back before, so that a full refund returns all tax. */
export function refundedTax(of: { amount: string; tax: string | undefined; before: string; refund: string; currency: string }): string {
  const minor = (text: string) => toMinor(text, of.currency)
  const whole = minor(of.amount)
  if (whole === 0n || of.tax === undefined) return fromMinor(0n, of.currency)
  const share = (back: bigint) => divideHalfUp(minor(of.tax ?? '0') * back, whole)
  return fromMinor(share(minor(of.before) + minor(of.refund)) - share(minor(of.before)), of.currency)
}
