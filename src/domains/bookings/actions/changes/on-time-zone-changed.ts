/** The business changes its time zone: classes and courses keep their local time, appointments their instant. Source: guide services-and-availability §12.4. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { parseLocal, zoneOffsets } from '#kit/pure/zone.ts'
import * as store from '../../store/bookings.ts'
import * as scheduling from '../../scheduling.ts'
import { updateBookingsOfCourse, updateBookingsOfSession } from './on-session-changed.ts'

interface TimeZoneChange {
  from: string
  to: string
}

/**
 * Bookings follow their sessions, which have moved in the same transaction. Customers always get an email: a forgotten checkbox must not
 * send them at the wrong hour. decision: bookings shown in the old zone of the business are shown in its new one.
 */
export async function updateBookingsForTimeZone(ctx: TransactionContext, zones: TimeZoneChange): Promise<void> {
  const upcoming = await store.findUpcomingBookings(ctx)
  const events = new Set(upcoming.flatMap((booking) => (booking.serviceType === 'CLASS' && booking.eventId ? [booking.eventId] : [])))
  const courses = new Set(upcoming.flatMap((booking) => (booking.serviceType === 'COURSE' ? [booking.scheduleId] : [])))
  for (const eventId of [...events].sort()) await updateBookingsOfSession(ctx, eventId, undefined, zones)
  for (const scheduleId of [...courses].sort())
    if ((await findMovedSessions(ctx, scheduleId, zones)).length > 0) await updateBookingsOfCourse(ctx, scheduleId, true, { notifyParticipants: true }, zones)
}

const findUpcomingSessions = async (ctx: ReadContext, scheduleId: string) =>
  ((await scheduling.findCourse(ctx, scheduleId))?.sessions ?? []).filter((session) => session.start > ctx.now.epochMilliseconds)
/** Future sessions of a course that were at another instant in the old zone. */
async function findMovedSessions(ctx: ReadContext, scheduleId: string, { from }: TimeZoneChange) {
  const before = zoneOffsets(from)
  return (await findUpcomingSessions(ctx, scheduleId)).filter((session) => before.toInstant(parseLocal(session.localStart) as number) !== session.start)
}

export interface TimeZonePreview {
  /** Booked sessions that would move, the next ones first; at most five. */
  sessions: { title: string; start: Temporal.Instant; newStart: Temporal.Instant; people: number }[]
  sessionCount: number
  people: number
  /** How many people would get an email. */
  emails: number
  /** Appointments that keep their instant and are shown at another hour. */
  appointments: number
}
/** The effect of changing the zone of the business now. */
export async function previewTimeZoneChange(ctx: ReadContext, { from, to }: TimeZoneChange): Promise<TimeZonePreview> {
  const [before, after, now] = [zoneOffsets(from), zoneOffsets(to), ctx.now.epochMilliseconds]
  const newStart = (start: number): number | undefined => {
    const next = after.toInstant(before.toLocal(start))
    return start > now && next > now && next !== start ? next : undefined
  }
  const sessions = new Map<string, TimeZonePreview['sessions'][number]>()
  const moving = new Set<string>()
  const upcoming = await store.findUpcomingBookings(ctx)
  const ofCourses = new Map<string, { id: string; start: number }[]>()
  for (const booking of upcoming) {
    if (booking.serviceType === 'APPOINTMENT') continue
    if (booking.serviceType === 'COURSE' && !ofCourses.has(booking.scheduleId))
      ofCourses.set(booking.scheduleId, await findUpcomingSessions(ctx, booking.scheduleId))
    const own =
      booking.serviceType === 'COURSE'
        ? (ofCourses.get(booking.scheduleId) ?? [])
        : booking.eventId
          ? [{ id: booking.eventId, start: booking.startAt.epochMilliseconds }]
          : []
    for (const { id, start } of own) {
      const next = newStart(start)
      if (next === undefined) continue
      moving.add(booking.id)
      const at = Temporal.Instant.fromEpochMilliseconds
      const known = sessions.get(id) ?? { title: booking.title, start: at(start), newStart: at(next), people: 0 }
      sessions.set(id, { ...known, people: known.people + booking.participants })
    }
  }
  const moved = upcoming.filter((booking) => moving.has(booking.id))
  return {
    sessions: [...sessions.values()].sort((a, b) => Temporal.Instant.compare(a.start, b.start)).slice(0, 5),
    sessionCount: sessions.size,
    people: moved.reduce((sum, booking) => sum + booking.participants, 0),
    emails: moved.filter((booking) => booking.contactDetails.email).length,
    appointments: upcoming.filter((booking) => booking.serviceType === 'APPOINTMENT' && newStart(booking.startAt.epochMilliseconds) !== undefined).length,
  }
}
