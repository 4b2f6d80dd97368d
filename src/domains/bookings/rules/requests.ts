/** Until when the business may answer a request. Source: guide bookings §5.2 row 19. */
import { Temporal } from 'temporal-polyfill'

/**
 * Requests for a course that were made before this instant go without an answer. decision: a request waits for the next session after it, for a course
 * can be asked for after its first one; when no session is left, all have waited long enough. `starts` of its sessions, of which one has begun.
 */
export function getLatestUnanswered(starts: readonly Temporal.Instant[], now: Temporal.Instant): Temporal.Instant {
  const hasBegun = (start: Temporal.Instant) => Temporal.Instant.compare(start, now) <= 0
  const last = starts.filter(hasBegun).sort(Temporal.Instant.compare).at(-1)
  return last && !starts.every(hasBegun) ? last : now
}
