/** The nightly check: when it is due, and what it reports. Source: guide pricing-plans §17. */
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import type { Temporal } from 'temporal-polyfill'

export interface Finding {
  /** What does not fit, in words for the owner. */
  what: string
  orderId?: string | undefined
  invoiceId?: string | undefined
}
/** One check reports at most so many findings. */
export const maxFindings = 100

/** Between three and five at night of the business, once a night; later when the server was off. */
export function isCheckDue(of: { last: Temporal.Instant; now: Temporal.Instant; timeZone: string }): boolean {
  const hours = (of.now.epochMilliseconds - of.last.epochMilliseconds) / 3_600_000
  const { hour } = of.now.toZonedDateTimeISO(of.timeZone)
  return hours >= 30 || (hours >= 20 && hour >= 3 && hour < 5)
}

/** A payment as our rows know it; amounts are decimal strings of its currency. */
export interface KnownPayment {
  amount: string
  currency: string
  refunds: readonly { id: string; amount: string; reason: string; state: string; ref: string | null }[]
}
/** The same as its provider knows it now. */
export interface ReportedPayment {
  /** What became of the charge. */
  outcome: string
  /** Absent where the provider does not say. */
  moved?: { amount: string; currency: string } | undefined
  refunds: readonly { ref: string; amount: string; state: string; refundId?: string | undefined }[]
}

/**
 * Where rows and provider differ, in words for the owner. Refunds that are on their way on either side are left to their follow-up; a lost
 * dispute is no refund at the provider.
 */
export function comparePayment(known: KnownPayment, reported: ReportedPayment): string[] {
  const { currency } = known
  const minor = (text: string): bigint => toMinor(text, currency)
  const findings: string[] = []
  if (reported.outcome !== 'succeeded') findings.push(`A payment of ${known.amount} ${currency} is noted; for the provider it is ${reported.outcome}.`)
  else if (reported.moved && (reported.moved.currency !== currency || minor(reported.moved.amount) !== minor(known.amount)))
    findings.push(`A payment of ${known.amount} ${currency} is noted; the provider took ${reported.moved.amount} ${reported.moved.currency}.`)
  const matches = new Set<string>()
  for (const one of reported.refunds) {
    const ours = known.refunds.filter(({ id, ref, state }) => (id === one.refundId || ref === one.ref) && state !== 'FAILED')
    for (const { id } of ours) matches.add(id)
    if (one.state !== 'succeeded' || ours.some(({ state }) => state === 'SENDING')) continue
    const noted = ours.reduce((sum, { amount }) => sum + minor(amount), 0n)
    if (noted !== minor(one.amount)) findings.push(`The provider gave back ${one.amount} ${currency}; ${fromMinor(noted, currency)} of it is noted.`)
  }
  const failed = new Set(reported.refunds.filter(({ state }) => state === 'failed').flatMap(({ ref, refundId }) => [ref, refundId ?? ref]))
  for (const { id, ref, amount, reason, state } of known.refunds) {
    if (state !== 'SUCCEEDED' || reason === 'DISPUTE') continue
    if (!matches.has(id) || failed.has(id) || (ref !== null && failed.has(ref)))
      findings.push(`A refund of ${amount} ${currency} is noted as done; the provider did not make it.`)
  }
  return findings
}
