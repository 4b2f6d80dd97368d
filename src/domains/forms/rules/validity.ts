/** How long the answers to an intake form last. Source: guide services-and-availability §12.3. */
import type { Temporal } from 'temporal-polyfill'

/**
 * Whether a submission still counts. Without `validityMonths` it counts for good; else until the same day some months later
 * has begun in the time zone of the site. decision: counted by days, so that "every 12 months" does not ask twice for one anniversary.
 */
export function isStillValid(submittedAt: Temporal.Instant, validityMonths: number | null, at: Temporal.Instant, timeZone: string): boolean {
  if (validityMonths === null) return true
  const until = submittedAt.toZonedDateTimeISO(timeZone).toPlainDate().add({ months: validityMonths })
  const today = at.toZonedDateTimeISO(timeZone).toPlainDate()
  return until.since(today).sign > 0
}
