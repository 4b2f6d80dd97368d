/** What a receipt says about its money, and how tax is split off. Source: guide pricing-plans §4.3, §11. */
import { divideHalfUp, fromMinor, toMinor } from '#kit/pure/money.ts'

/** EARNED pays for its lines; LATE came when nothing was to be paid any more and goes back; UNCLAIMED belongs to nothing that is known. */
export type ReceiptState = 'EARNED' | 'LATE' | 'UNCLAIMED'

/** The tax that is part of an amount. */
export interface NamedTax {
  name: string
  rate: string
  includedInPrice: boolean
  amount: string
}
/** All tax of a receipt. */
export interface ReceiptTax extends NamedTax {
  /** Only when what was paid together has different taxes: name and rate are of the first, the amount is the sum. */
  parts?: NamedTax[]
}

/** Taxes added up where name, rate and kind are the same, however the rate is written. Amounts are decimal strings of the currency. */
export function combineTaxes(taxes: readonly NamedTax[], currency: string): NamedTax[] {
  const byKind = new Map<string, NamedTax>()
  for (const tax of taxes) {
    const key = JSON.stringify([tax.name, Number(tax.rate), tax.includedInPrice])
    const known = byKind.get(key)
    byKind.set(key, known ? { ...known, amount: fromMinor(toMinor(known.amount, currency) + toMinor(tax.amount, currency), currency) } : tax)
  }
  return [...byKind.values()]
}

/** The taxes of the lines of a receipt as one; none when there is none. Amounts are decimal strings of the currency. */
export function toReceiptTax(lineTaxes: readonly NamedTax[], currency: string): ReceiptTax | null {
  const taxes = combineTaxes(lineTaxes, currency)
  const [first] = taxes
  if (!first || taxes.length === 1) return first ?? null
  const sum = taxes.reduce((total, { amount }) => total + toMinor(amount, currency), 0n)
  return { ...first, amount: fromMinor(sum, currency), parts: [...taxes] }
}

export const paidStates = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'] as const

/** The state of a receipt as lists and documents show it. */
export function displayState(of: { state: string; amount: string; refunded: string; currency: string }): (typeof paidStates)[number] | 'UNCLAIMED' {
  const [amount, refunded] = [toMinor(of.amount, of.currency), toMinor(of.refunded, of.currency)]
  if (refunded >= amount) return 'REFUNDED'
  if (of.state === 'UNCLAIMED') return 'UNCLAIMED'
  return refunded > 0n ? 'PARTIALLY_REFUNDED' : 'PAID'
}

/** How a line of a receipt splits into what was earned and the tax that is owed on it. Both together are the amount. */
export function splitTax(amount: string, tax: string | undefined, currency: string): { earned: string; tax: string } {
  const owed = toMinor(tax ?? '0', currency)
  return { earned: fromMinor(toMinor(amount, currency) - owed, currency), tax: fromMinor(owed, currency) }
}

/**
 * The tax share of a refund of a line: of all that has gone back of it so far less what went back before, so that a full refund returns all
 * tax. `amount` and `tax` are those of the line, `before` is the sum of its settled refunds; decimal strings of the currency.
 */
export function calculateRefundedTax(of: { amount: string; tax: string | undefined; before: string; refund: string; currency: string }): string {
  const minor = (text: string) => toMinor(text, of.currency)
  const whole = minor(of.amount)
  if (whole === 0n || of.tax === undefined) return fromMinor(0n, of.currency)
  const share = (back: bigint) => divideHalfUp(minor(of.tax ?? '0') * back, whole)
  return fromMinor(share(minor(of.before) + minor(of.refund)) - share(minor(of.before)), of.currency)
}
