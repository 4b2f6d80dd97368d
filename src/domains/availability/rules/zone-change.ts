/** Which sessions keep their local time and which their instant when the business changes its time zone. Source: guide services-and-availability §12.4. */
import type { Interval } from '#kit/pure/intervals.ts'
import type { ZoneOffsets } from '#kit/pure/zone.ts'
import { toInterval } from './recurrence.ts'

/**
 * The new instants of a session that keeps its local time. Undefined: it keeps its instants, because it has begun
 * or because its local time is in the past in the new zone.
 */
export function spanAfterZoneChange(session: Interval & { local: Interval }, to: ZoneOffsets, now: number): Interval | undefined {
  const next = toInterval(session.local.start, session.local.end, to)
  return session.start > now && next.start > now ? next : undefined
}
