/** What is still to go back after a refund that failed. Source: guide pricing-plans §11, bookings §12.6. */
import { fromMinor, toMinor } from '#kit/pure/money.ts'

export interface RestInput {
  /** What the refund that failed was to give back. */
  amount: string
  /** Minor units of the payment that have not gone back and are not on their way. */
  left: bigint
  /** Refunds of the same payment that were written down after it. */
  later: readonly { amount: string; state: string }[]
  currency: string
}

/**
 * Minor units to ask for again: what the failed refund was for, less what went back or is on its way since, at most what is left.
 * Nothing when nothing else went back: then it failed on its own, and asking again would fail again.
 */
export function calculateRest({ amount, left, later, currency }: RestInput): bigint {
  const since = later.filter(({ state }) => state !== 'FAILED').reduce((sum, one) => sum + toMinor(one.amount, currency), 0n)
  const missing = toMinor(amount, currency) - since
  if (since === 0n || missing <= 0n) return 0n
  return missing < left ? missing : left
}

/** What a bank disputes that names no sum: what has not gone back of a payment, or all of one that has. */
export function findDisputable({ amount, refunded, currency }: { amount: string; refunded: string; currency: string }): string {
  const left = toMinor(amount, currency) - toMinor(refunded, currency)
  return left > 0n ? fromMinor(left, currency) : amount
}
