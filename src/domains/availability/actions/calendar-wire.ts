/** Sessions and series → calendar events on the wire. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { servicesBySchedules } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import { resourcesByIds } from '#domains/staff/public.ts'
import type { CalendarEvent } from '../contract.ts'
import { localWeekday, weekdays } from '../rules/recurrence.ts'
import type { EventRow } from '../store/calendar.ts'
import { attachSeats, type Session } from './sessions.ts'

const formatInstant = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'millisecond' })

/** A series as a MASTER event; its times are local times of the business. */
export const masterToWire = (row: EventRow, timeZone: string): CalendarEvent => ({
  id: row.id,
  scheduleId: row.scheduleId,
  ...(row.serviceId ? { serviceId: row.serviceId } : {}),
  type: row.type as CalendarEvent['type'],
  title: row.title,
  start: { localDate: `${row.localStart}:00`, utcDate: formatInstant(row.startAt.epochMilliseconds), timeZone },
  end: { localDate: `${row.localEnd}:00`, utcDate: formatInstant(row.endAt.epochMilliseconds), timeZone },
  resources: row.resourceIds.map((id) => ({ id })),
  ...(row.notes ? { notes: row.notes } : {}),
  ...(row.allDay ? { allDay: true } : {}),
  ...(row.location ? { location: row.location as CalendarEvent['location'] } : {}),
  ...(row.capacity ? { totalCapacity: row.capacity } : {}),
  transparency: row.transparency as 'BUSY',
  status: row.status as 'CONFIRMED',
  recurrenceType: 'MASTER',
  revision: String(row.revision),
  recurrenceRule: {
    frequency: 'WEEKLY',
    interval: row.intervalWeeks ?? 1,
    days: [weekdays[localWeekday(row.localStart)] as string],
    ...(row.untilLocal ? { until: { localDate: `${row.untilLocal}:00` } } : {}),
  },
})

export const eventToWire = async (ctx: ReadContext, session: Session): Promise<CalendarEvent> => (await eventsToWire(ctx, [session]))[0] as CalendarEvent
/** Sessions as calendar events, in the same order. The time zone of the site is read once. */
export async function eventsToWire(ctx: ReadContext, sessions: readonly Session[]): Promise<CalendarEvent[]> {
  const { timeZone } = await getSite(ctx)
  const services = await servicesBySchedules(
    ctx,
    sessions.map((s) => s.scheduleId),
  )
  const withSeats = await attachSeats(ctx, sessions, new Map(services.map((s) => [s.scheduleId, s.capacity])))
  const names = new Map(
    (
      await resourcesByIds(
        ctx,
        sessions.flatMap((s) => s.resourceIds),
      )
    ).map((r) => [r.id, r.name]),
  )
  return withSeats.map((s) => ({
    id: s.id,
    scheduleId: s.scheduleId,
    ...(s.serviceId ? { serviceId: s.serviceId } : {}),
    type: s.type,
    title: s.title,
    start: { localDate: `${s.localStart}:00`, utcDate: formatInstant(s.start), timeZone },
    end: { localDate: `${s.localEnd}:00`, utcDate: formatInstant(s.end), timeZone },
    resources: s.resourceIds.map((id) => ({ id, ...(names.has(id) ? { name: names.get(id) as string } : {}) })),
    ...(s.notes ? { notes: s.notes } : {}),
    ...(s.allDay ? { allDay: true } : {}),
    ...(s.location ? { location: s.location } : {}),
    ...(s.type === 'EVENT' ? {} : { totalCapacity: s.totalCapacity, remainingCapacity: s.remainingCapacity }),
    transparency: s.transparent ? ('FREE' as const) : ('BUSY' as const),
    status: s.cancelled ? ('CANCELLED' as const) : ('CONFIRMED' as const),
    recurrenceType: s.recurrenceType,
    ...(s.masterId ? { recurringEventId: s.masterId } : {}),
    revision: String(s.revision),
  }))
}
