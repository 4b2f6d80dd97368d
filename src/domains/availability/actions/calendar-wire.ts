/** Sessions and series → calendar events on the wire. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { formatLocal, zoneOffsets } from '#kit/pure/zone.ts'
import { servicesBySchedules } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import { resourcesByIds } from '#domains/staff/public.ts'
import type { CalendarEvent } from '../contract.ts'
import type { BookedAppointment } from '../hooks.ts'
import { localWeekday, weekdays } from '../rules/recurrence.ts'
import type { EventRow } from '../store/events.ts'
import { attachSeats, type Session } from './sessions.ts'

const formatInstant = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'millisecond' })

const toResourceTransparency = ({ freeResourceIds }: { freeResourceIds: readonly string[] }, id: string) =>
  freeResourceIds.includes(id) ? ('TRANSPARENT' as const) : ('OPAQUE' as const)
/** What an event does not say itself and follows its service. */
const listInheritedFields = ({ serviceId, capacity, location }: Pick<EventRow, 'serviceId' | 'capacity'> & { location?: unknown }): string[] =>
  serviceId === null ? [] : [...(capacity === null ? ['totalCapacity'] : []), ...(location ? [] : ['location'])]

/** A series as a MASTER event; its times are local times of the business. */
export const masterToWire = (row: EventRow, timeZone: string): CalendarEvent => ({
  id: row.id,
  scheduleId: row.scheduleId,
  ...(row.serviceId ? { serviceId: row.serviceId } : {}),
  type: row.type as CalendarEvent['type'],
  title: row.title,
  start: { localDate: `${row.localStart}:00`, utcDate: formatInstant(row.startAt.epochMilliseconds), timeZone },
  end: { localDate: `${row.localEnd}:00`, utcDate: formatInstant(row.endAt.epochMilliseconds), timeZone },
  resources: row.resourceIds.map((id) => ({ id, transparency: toResourceTransparency(row, id) })),
  ...(row.notes ? { notes: row.notes } : {}),
  ...(row.allDay ? { allDay: true } : {}),
  ...(row.location ? { location: row.location as CalendarEvent['location'] } : {}),
  ...(row.capacity ? { totalCapacity: row.capacity } : {}),
  transparency: row.transparency as 'BUSY',
  status: row.status as 'CONFIRMED',
  recurrenceType: 'MASTER',
  inheritedFields: listInheritedFields(row),
  revision: String(row.revision),
  recurrenceRule: {
    frequency: 'WEEKLY',
    interval: row.intervalWeeks ?? 1,
    days: [weekdays[localWeekday(row.localStart)] as string],
    ...(row.untilLocal ? { until: { localDate: `${row.untilLocal}:00` } } : {}),
  },
})

/** Appointments as calendar events, in the zone of the site. */
export async function appointmentsToWire(ctx: ReadContext, appointments: readonly BookedAppointment[]): Promise<CalendarEvent[]> {
  const { timeZone } = await getSite(ctx)
  const offsets = zoneOffsets(timeZone)
  const known = await resourcesByIds(
    ctx,
    appointments.flatMap(({ resourceIds }) => resourceIds),
  )
  const names = new Map(known.map(({ id, name }) => [id, name]))
  const toMoment = (at: number) => ({ localDate: formatLocal(offsets.toLocal(at)), utcDate: formatInstant(at), timeZone })
  return appointments.map(({ id, scheduleId, serviceId, title, start, end, resourceIds, location, approval, isCancelled, revision }) => ({
    id,
    scheduleId,
    serviceId,
    title,
    type: 'APPOINTMENT' as const,
    start: toMoment(start),
    end: toMoment(end),
    resources: resourceIds.map((one) => ({ id: one, ...(names.has(one) ? { name: names.get(one) as string } : {}), transparency: 'OPAQUE' as const })),
    ...(location && { location }),
    totalCapacity: 1,
    remainingCapacity: isCancelled ? 1 : 0,
    transparency: isCancelled ? ('FREE' as const) : ('BUSY' as const),
    ...(approval && { approval }),
    status: isCancelled ? ('CANCELLED' as const) : ('CONFIRMED' as const),
    recurrenceType: 'NONE' as const,
    revision: String(revision),
  }))
}

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
    resources: s.resourceIds.map((id) => ({ id, ...(names.has(id) ? { name: names.get(id) as string } : {}), transparency: toResourceTransparency(s, id) })),
    ...(s.notes ? { notes: s.notes } : {}),
    ...(s.allDay ? { allDay: true } : {}),
    ...(s.location ? { location: s.location } : {}),
    ...(s.type === 'EVENT' ? {} : { totalCapacity: s.totalCapacity, remainingCapacity: s.remainingCapacity }),
    transparency: s.transparent ? ('FREE' as const) : ('BUSY' as const),
    status: s.cancelled ? ('CANCELLED' as const) : ('CONFIRMED' as const),
    recurrenceType: s.recurrenceType,
    inheritedFields: listInheritedFields(s),
    ...(s.masterId ? { recurringEventId: s.masterId } : {}),
    revision: String(s.revision),
  }))
}
