/** Parts of what came in, added up. Pure. */
import { toMinor } from '#kit/pure/money.ts'

interface RevenuePart {
  dimension: string
  id: string | null
  name: string | null
  currency: string
  /** Decimal string. */
  amount: string
  payments: number
}
export interface RevenueShare extends Omit<RevenuePart, 'amount'> {
  minor: bigint
}

/** One share for each dimension, thing and currency, by currency and the most first; what has no id is told apart by its name. */
export function addShares(parts: readonly RevenuePart[]): RevenueShare[] {
  const shares = new Map<string, RevenueShare>()
  for (const { amount, ...part } of parts) {
    const key = JSON.stringify([part.dimension, part.id, part.currency, part.id === null ? part.name : ''])
    const [sum, minor] = [shares.get(key), toMinor(amount, part.currency)]
    shares.set(
      key,
      sum
        ? { ...sum, name: (sum.name ?? '') > (part.name ?? '') ? sum.name : part.name, minor: sum.minor + minor, payments: sum.payments + part.payments }
        : { ...part, minor },
    )
  }
  return [...shares.values()].toSorted(
    (a, b) => compare(a.currency, b.currency) || Number(b.minor > a.minor) - Number(b.minor < a.minor) || compare(a.id ?? '~', b.id ?? '~'),
  )
}
const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)
