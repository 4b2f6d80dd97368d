/** What a change of the time zone of the business means for a session: which keep their local time and which their instant. guide: services-and-availability 12.4 */
import type { Interval } from '#kit/pure/intervals.ts'
import type { ZoneOffsets } from '#kit/pure/zone.ts'
import { toInterval } from './recurrence.ts'

/**
 * The new instants of a session that keeps its local time, both local numbers. Undefined: it stays when it is, because it has begun
 * or because its local time lies in the past of the new zone.
 */
export function spanAfterZoneChange(session: Interval & { local: Interval }, to: ZoneOffsets, now: number): Interval | undefined {
  const next = toInterval(session.local.start, session.local.end, to)
  return session.start > now && next.start > now ? next : undefined
}
