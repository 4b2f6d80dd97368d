/** The tax of a booking: how much it is, and how payments and fees split it. Amounts in minor units. Source: guide bookings §12.8, pricing-plans §4.3, §4.4. */
import { divideHalfUp, excludeIncludedTax, calculatePercent } from '#kit/pure/money.ts'

/** The tax of the site as it was when the booking was made. `rate` is a decimal string in percent. */
export interface Tax {
  name: string
  rate: string
  includedInPrice: boolean
}
export interface TaxAmount extends Tax {
  amount: number
}

/** One line of a price with its tax: an included tax is a part of it, another one is added. Every line is rounded half up separately. */
export function addTax(line: number, tax: Tax | undefined): { total: number; tax: number } {
  if (!tax) return { total: line, tax: 0 }
  if (tax.includedInPrice) return { total: line, tax: calculateIncludedTax(line, tax) }
  const added = Number(calculatePercent(BigInt(line), tax.rate))
  return { total: line + added, tax: added }
}

/** The tax within an amount that contains it, such as a fee. */
export const calculateIncludedTax = (amount: number, tax: Tax): number => amount - Number(excludeIncludedTax(BigInt(amount), tax.rate))

/**
 * The tax within a payment: the share of all that has been paid so far less the share of what was paid before, so that deposit and balance
 * together hold the whole tax.
 */
export function calculateTaxShare({ total, tax, before, amount }: { total: number; tax: number; before: number; amount: number }): number {
  if (total === 0) return 0
  const share = (paid: number): number => Number(divideHalfUp(BigInt(tax) * BigInt(Math.min(paid, total)), BigInt(total)))
  return share(before + amount) - share(before)
}

/** Taxes of several bookings, added up where name and rate are the same. */
export function combineTaxes(taxes: readonly TaxAmount[]): TaxAmount[] {
  const byName = new Map<string, TaxAmount>()
  for (const tax of taxes) {
    const key = JSON.stringify([tax.name, Number(tax.rate), tax.includedInPrice])
    byName.set(key, { ...tax, amount: tax.amount + (byName.get(key)?.amount ?? 0) })
  }
  return [...byName.values()]
}
