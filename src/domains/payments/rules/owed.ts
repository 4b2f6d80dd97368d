/** What clients owe, added up. Which bookings, fees and plans are unpaid, and what of them is open, their domains say. Pure; safe in the browser. */
import { fromMinor, toMinor } from '#kit/pure/money.ts'

export interface Owed {
  /** Decimal string. */
  amount: string
  currency: string
}

/** One sum for each currency, in the order in which the currencies come; nothing for those that come to nothing. */
export function sumOwed(parts: readonly Owed[]): Owed[] {
  const sums = new Map<string, bigint>()
  for (const { amount, currency } of parts) sums.set(currency, (sums.get(currency) ?? 0n) + toMinor(amount, currency))
  return [...sums].flatMap(([currency, minor]) => (minor > 0n ? [{ amount: fromMinor(minor, currency), currency }] : []))
}

/** What of the sums of a site is for bookings, for fees and for plans. */
export interface OwedPart extends Owed {
  kind: 'BOOKING' | 'BOOKING_FEE' | 'ORDER'
}
export interface OutstandingSum {
  currency: string
  amount: string
  bookings: string
  fees: string
  plans: string
}
/** What is outstanding in each currency, and what of it is for what. */
export function toOutstandingSums(parts: readonly OwedPart[]): OutstandingSum[] {
  return sumOwed(parts).map(({ amount, currency }) => {
    const sumKind = (kind: OwedPart['kind']): string =>
      sumOwed(parts.filter((one) => one.kind === kind && one.currency === currency))[0]?.amount ?? fromMinor(0n, currency)
    return { currency, amount, bookings: sumKind('BOOKING'), fees: sumKind('BOOKING_FEE'), plans: sumKind('ORDER') }
  })
}
