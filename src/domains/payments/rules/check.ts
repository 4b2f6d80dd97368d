/** The nightly check: when it is due, and what it tells. Source: guide pricing-plans §17. */
import type { Temporal } from 'temporal-polyfill'

export interface Finding {
  /** What does not fit, in words for the owner. */
  what: string
  orderId?: string | undefined
  invoiceId?: string | undefined
}
/** One check tells of this many. */
export const maxFindings = 100

/** Between three and five at night of the business, once a night; later when the server was off. */
export function isCheckDue(of: { last: Temporal.Instant; now: Temporal.Instant; timeZone: string }): boolean {
  const hours = (of.now.epochMilliseconds - of.last.epochMilliseconds) / 3_600_000
  const { hour } = of.now.toZonedDateTimeISO(of.timeZone)
  return hours >= 30 || (hours >= 20 && hour >= 3 && hour < 5)
}
