/** The events of a range: sessions, series, appointments and working hours. Source: guide services-and-availability §13. */
import type { Input } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, isZone, parseLocal, zoneOffsets } from '#kit/pure/zone.ts'
import { servicesByIds } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { availabilityApi, CalendarEvent } from '../contract.ts'
import { listBookedAppointments } from '../hooks.ts'
import { hasMoreStarts, mastersIn, type EventScope } from '../store/events.ts'
import { appointmentsToWire, eventsToWire, masterToWire } from './calendar-wire.ts'
import { sessionsIn } from './sessions.ts'
import { listHoursEvents, listHoursSeries } from './working-hours.ts'

type OneOrMany = string | string[] | { $eq: string } | { $in: string[] } | { $hasSome: string[] } | null | undefined
/** The values of a filter. */
export function filterValues(filter: OneOrMany): string[] | undefined {
  if (filter === undefined || filter === null) return undefined
  if (typeof filter === 'string' || Array.isArray(filter)) return [filter].flat()
  return '$eq' in filter ? [filter.$eq] : '$in' in filter ? filter.$in : filter.$hasSome
}

type EventsQuery = Input<(typeof availabilityApi)['queryEvents']>['body']
interface ParsedQuery {
  range: Interval
  scope: EventScope
  /** Series are asked for as such. */
  withSeries: boolean
  withCancelled: boolean
  hasType: (type: CalendarEvent['type']) => boolean
}

/**
 * Events that overlap the range, in the order series, sessions, appointments, working hours. Working hours are listed for named schedules only. Undefined when
 * they are more than `atMost`: of many stored ones no more than that is read.
 */
export async function queryEventsUpTo(ctx: ReadContext, body: EventsQuery): Promise<CalendarEvent[] | undefined> {
  const query = await parseEventsQuery(ctx, body)
  const most = body.atMost ?? undefined
  if (most !== undefined && (await hasMoreStarts(ctx, query.scope, query.range, most))) return undefined
  const events = await listEvents(ctx, body, query)
  return most !== undefined && events.length > most ? undefined : events
}

async function listEvents(ctx: ReadContext, body: EventsQuery, query: ParsedQuery): Promise<CalendarEvent[]> {
  const wanted = body.recurrenceType
  const [sessions, appointments, hours] = [await listSessions(ctx, query), await listAppointments(ctx, query), await listWorkingHours(ctx, query)]
  return [...sessions, ...appointments, ...hours].filter((event) => query.hasType(event.type) && (!wanted?.length || wanted.includes(event.recurrenceType)))
}

async function parseEventsQuery(ctx: ReadContext, body: EventsQuery): Promise<ParsedQuery> {
  const zone = body.timeZone ?? (await getSite(ctx)).timeZone
  const [from, to] = [parseLocal(body.fromLocalDate), parseLocal(body.toLocalDate)]
  assertNoViolations([
    ...(isZone(zone) ? [] : [{ field: 'timeZone', description: 'is not a time zone', violatedRule: 'VALIDATION' as const, data: {} }]),
    ...(from === undefined || to === undefined || to <= from || to - from > 366 * dayMs
      ? [{ field: 'toLocalDate', description: 'needs a range of at most 366 days of YYYY-MM-DDThh:mm:ss', violatedRule: 'VALIDATION' as const, data: {} }]
      : []),
  ])
  const offsets = zoneOffsets(zone)
  const filter = body.query?.filter
  const serviceIds = filterValues(filter?.serviceId)?.filter(isGuid)
  const scheduleIds = serviceIds
    ? (await servicesByIds(ctx, serviceIds)).map((service) => service.scheduleId)
    : filterValues(filter?.scheduleId)?.filter(isGuid)
  const resourceIds = (filterValues(filter?.resourceId) ?? filterValues(filter?.['resources.id']))?.filter(isGuid)
  const types = filterValues(filter?.type)
  return {
    range: { start: offsets.toInstant(from as number), end: offsets.toInstant(to as number) },
    scope: { ...(scheduleIds && { scheduleIds }), ...(resourceIds && { resourceIds }) },
    withSeries: body.recurrenceType?.includes('MASTER') ?? false,
    withCancelled: body.withCancelled ?? false,
    hasType: (type) => !types || types.includes(type),
  }
}

async function listSessions(ctx: ReadContext, { range, scope, withSeries, withCancelled, hasType }: ParsedQuery): Promise<CalendarEvent[]> {
  if (!(['EVENT', 'CLASS', 'COURSE'] as const).some(hasType)) return []
  const { timeZone } = await getSite(ctx)
  const series = withSeries ? (await mastersIn(ctx, scope, range)).map((row) => masterToWire(row, timeZone)) : []
  return [...series, ...(await eventsToWire(ctx, await sessionsIn(ctx, scope, range, withCancelled)))]
}

async function listAppointments(ctx: ReadContext, { range, scope: { scheduleIds, resourceIds }, hasType }: ParsedQuery): Promise<CalendarEvent[]> {
  if (!hasType('APPOINTMENT')) return []
  const found = (await listBookedAppointments.call(ctx, { range })).flat()
  const isInScope = (one: (typeof found)[number]) =>
    (!scheduleIds || scheduleIds.includes(one.scheduleId)) && (!resourceIds || one.resourceIds.some((id) => resourceIds.includes(id)))
  return appointmentsToWire(ctx, found.filter(isInScope))
}

async function listWorkingHours(ctx: ReadContext, { range, scope: { scheduleIds }, withSeries, hasType }: ParsedQuery): Promise<CalendarEvent[]> {
  if (!scheduleIds || !hasType('WORKING_HOURS')) return []
  const { timeZone } = await getSite(ctx)
  const hours = await listHoursEvents(ctx, scheduleIds, range, zoneOffsets(timeZone))
  return [...hours, ...(withSeries ? await listHoursSeries(ctx, scheduleIds) : [])]
}
