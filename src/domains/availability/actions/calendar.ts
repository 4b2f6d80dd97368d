/** Creates, moves and cancels sessions on the calendar. Source: guide services-and-availability §13. */
import { Temporal } from 'temporal-polyfill'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { DomainEvent } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { dayMs, parseLocal, zoneOffsets, type ZoneOffsets } from '#kit/pure/zone.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { assertNoViolations, refuseStandard, type Violation } from '#kit/api/refusal.ts'
import { servicesBySchedules, setSessionSummary, type ServiceDefinition } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import { findScheduleOwner, resourcesByIds, type ScheduleOwner } from '#domains/staff/public.ts'
import { listBookedAppointments, onSessionChanged, type SessionChange, type SessionAspect } from '../hooks.ts'
import type { CalendarEvent, CalendarEventInput } from '../contract.ts'
import { refuse } from '../errors.ts'
import { findTimeViolations, findZoneViolations, toResourceColumns } from '../rules/event-input.ts'
import { parseOccurrenceId, toInterval, toLocalText } from '../rules/recurrence.ts'
import * as eventStore from '../store/events.ts'
import * as sessionLocks from '../store/session-locks.ts'
import { appointmentsToWire, eventToWire, masterToWire } from './calendar-wire.ts'
import { assertKnownReferences, completeLocation, findLocationViolations, findResourceViolations, hasSameIds } from './event-references.ts'
import { courseSessions, sessionById, sessionsIn, rowToSession, type Session } from './sessions.ts'
import { changeHours, createHours, findHoursEvent } from './working-hours.ts'
import { eventMachine } from '../rules/event-machine.ts'
import { getTransition } from '#kit/pure/state-machine.ts'

const entityFqdn = 'wix.calendar.v3.event'
/** Emits a calendar event under `slug` of the public event types. */
export const emitCalendarEvent = (ctx: TransactionContext, slug: string, entity: CalendarEvent, payload: DomainEvent['payload']) =>
  ctx.emit({ type: `${entityFqdn}_${slug}`, entityFqdn, slug, entityId: entity.id, payload })

/** Maps the former names of working hours and of transparency to the current ones. */
const normalizeType = (input: CalendarEventInput) => (input.type === 'TIME_AVAILABILITY' || input.type === 'AVAILABILITY' ? 'WORKING_HOURS' : input.type)
export const normalizeTransparency = (input: CalendarEventInput): 'BUSY' | 'FREE' | undefined =>
  input.transparency === undefined ? undefined : input.transparency === 'FREE' || input.transparency === 'TRANSPARENT' ? 'FREE' : 'BUSY'
const scheduleViolation = (description: string): Violation => ({ field: 'event.scheduleId', description, violatedRule: 'VALIDATION', data: {} })

/** Creates a session, a series, blocked time or working hours. Refuses with violations what its rules do not allow. Source: guide services-and-availability §13. */
export async function createEvent(
  ctx: TransactionContext,
  asked: CalendarEventInput,
  participantNotification?: SessionChange['participantNotification'] | null,
): Promise<CalendarEvent> {
  const input = await completeLocation(ctx, asked)
  const { timeZone } = await getSite(ctx)
  const today = Math.floor(zoneOffsets(timeZone).toLocal(ctx.now.epochMilliseconds) / dayMs) * dayMs
  assertNoViolations([...findTimeViolations(input, today), ...findZoneViolations(input, timeZone)])
  const offsets = zoneOffsets(timeZone)
  const type = normalizeType(input) ?? 'EVENT'
  const [service] = input.scheduleId ? await servicesBySchedules(ctx, [input.scheduleId]) : []
  const owner = input.scheduleId && !service ? await findScheduleOwner(ctx, input.scheduleId) : undefined
  if (input.scheduleId && !service && !owner) assertNoViolations([scheduleViolation('is not a schedule of this site')])
  if (type === 'WORKING_HOURS') {
    if (!owner) assertNoViolations([scheduleViolation('must be that of the business, or of a person or thing')])
    assertNoViolations(await findLocationViolations(ctx, input.location))
    const event = await createHours(ctx, input.scheduleId as string, input)
    emitCalendarEvent(ctx, 'created', event, { createdEvent: { entity: event } })
    return event
  }
  if (type === 'COURSE' && service) await sessionLocks.lockSessionsForChange(ctx, service.scheduleId)
  const row = await eventStore.insertEvent(ctx, await toNewEvent(ctx, input, { type, service, owner, offsets }))
  await updateServiceSessionSummary(ctx, row)
  // The bookings of a course get another date.
  if (type === 'COURSE')
    await onSessionChanged.call(ctx, {
      eventId: row.id,
      scheduleId: row.scheduleId,
      isCourse: true,
      changed: ['time'],
      participantNotification: participantNotification ?? undefined,
    })
  const event = row.recurrenceType === 'MASTER' ? masterToWire(row, timeZone) : await eventToWire(ctx, (await sessionById(ctx, row.id)) as Session)
  emitCalendarEvent(ctx, 'created', event, { createdEvent: { entity: event } })
  return event
}

interface EventContext {
  type: NonNullable<ReturnType<typeof normalizeType>>
  service: ServiceDefinition | undefined
  owner: ScheduleOwner | undefined
  offsets: ZoneOffsets
}
/** The row of a new session or series; refuses unknown resources, and a schedule of another type. */
async function toNewEvent(ctx: ReadContext, input: CalendarEventInput, { type, service, owner, offsets }: EventContext): Promise<eventStore.NewEvent> {
  const ids = (input.resources?.length ? input.resources : owner?.resourceId ? [{ id: owner.resourceId }] : []).map((r) => r.id)
  const resources = await resourcesByIds(ctx, ids)
  assertNoViolations([
    // Blocked time of no one would block nothing; what takes no time may stand in the calendar by itself.
    ...findResourceViolations(ids, { known: resources.length, needsOne: type !== 'EVENT' || !input.scheduleId || normalizeTransparency(input) !== 'FREE' }),
    ...(await findLocationViolations(ctx, input.location)),
    ...(type === 'EVENT' || service?.type === type ? [] : [scheduleViolation(`must be the schedule of a ${type.toLowerCase()}`)]),
  ])
  const [start, end] = [parseLocal(input.start?.localDate as string) as number, parseLocal(input.end?.localDate as string) as number]
  const span = toInterval(start, end, offsets)
  const until = input.recurrenceRule?.until ? parseLocal(input.recurrenceRule.until.localDate) : undefined
  return {
    siteId: ctx.siteId,
    id: ctx.newId(),
    scheduleId: input.scheduleId ?? (resources[0]?.eventsScheduleId as string),
    serviceId: service?.id ?? null,
    type,
    title: input.title ?? service?.name ?? '',
    localStart: toLocalText(start),
    localEnd: toLocalText(end),
    startAt: Temporal.Instant.fromEpochMilliseconds(span.start),
    endAt: Temporal.Instant.fromEpochMilliseconds(span.end),
    ...toResourceColumns(input.resources?.length ? input.resources : ids.map((id) => ({ id }))),
    location: input.location ? json(input.location) : null,
    capacity: input.totalCapacity ?? null,
    notes: input.notes ?? null,
    allDay: input.allDay ?? false,
    transparency: normalizeTransparency(input) ?? 'BUSY',
    recurrenceType: input.recurrenceRule ? 'MASTER' : 'NONE',
    intervalWeeks: input.recurrenceRule ? (input.recurrenceRule.interval ?? 1) : null,
    untilLocal: until === undefined ? null : toLocalText(until),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
}

const isSameLocation = (a: Session['location'], b: Session['location']): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
type ComparableSession = Pick<Session, 'start' | 'end' | 'cancelled' | 'location' | 'resourceIds'>
/** What changed about a session, as far as participants are concerned. */
export const diffSession = (before: ComparableSession, after: ComparableSession): SessionAspect[] => [
  ...(before.start !== after.start || before.end !== after.end || before.cancelled !== after.cancelled ? (['time'] as const) : []),
  ...(isSameLocation(before.location, after.location) ? [] : (['place'] as const)),
  ...(hasSameIds(before.resourceIds, after.resourceIds) ? [] : (['staff'] as const)),
]

export interface ChangeEventOptions {
  cancel?: boolean
  participantNotification?: SessionChange['participantNotification'] | null
}

/** Before an event is read to be changed: bookings of its schedule wait until the transaction ends, and those that are being made are waited for. */
export const lockEvent = (ctx: TransactionContext, id: string): Promise<void> => {
  const masterId = parseOccurrenceId(id)?.masterId
  return sessionLocks.lockSessionsOfEvent(ctx, masterId ? [id, masterId] : [id])
}

/** Changes one event. An occurrence of a series is stored as an exception that keeps its id. The schedule is locked. Working hours: working-hours.ts; series: series.ts. */
export async function changeEvent(
  ctx: TransactionContext,
  id: string,
  input: CalendarEventInput,
  { cancel = false, participantNotification }: ChangeEventOptions = {},
): Promise<CalendarEvent> {
  const row = await eventStore.findEvent(ctx, id)
  const hours = row ? undefined : await changeHours(ctx, id, input, cancel)
  if (hours) {
    emitChanged(ctx, hours, cancel)
    return hours
  }
  const before = (await sessionById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (input.revision && input.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  if (before.cancelled && cancel) return eventToWire(ctx, before)
  const change = await readEventChange(ctx, input, before)
  const transition = getTransition(eventMachine, before.cancelled ? 'CANCELLED' : 'CONFIRMED', cancel ? 'cancel' : 'change')
  const after = row
    ? await eventStore.updateEvent(ctx, id, { ...change, transition, ...(row.recurrenceType === 'INSTANCE' ? { recurrenceType: 'EXCEPTION' } : {}) })
    : await eventStore.insertEvent(ctx, { ...change, ...toException(ctx, before), status: transition.to })
  await updateServiceSessionSummary(ctx, after)
  await onSessionChanged.call(ctx, {
    eventId: id,
    scheduleId: after.scheduleId,
    isCourse: after.type === 'COURSE',
    changed: diffSession(before, rowToSession(after)),
    participantNotification: participantNotification ?? undefined,
  })
  const event = await eventToWire(ctx, (await sessionById(ctx, id)) as Session)
  emitChanged(ctx, event, cancel)
  return event
}
/** The row of an occurrence that had none. It goes on from the revision of its series, which was read: another change from there is refused. */
const toException = (ctx: BaseContext, { id, scheduleId, serviceId, type, masterId, localStart, revision }: Session) => ({
  siteId: ctx.siteId,
  id,
  scheduleId,
  serviceId,
  type,
  recurrenceType: 'EXCEPTION',
  masterId: masterId ?? null,
  originalLocalStart: parseOccurrenceId(id)?.localStart ?? localStart,
  revision: revision + 1,
  createdAt: ctx.now,
  updatedAt: ctx.now,
})
/** The columns of an event after a change. Refuses another time zone, and people, rooms and locations that are unknown. */
async function readEventChange(ctx: ReadContext, input: CalendarEventInput, before: Session) {
  const { timeZone } = await getSite(ctx)
  assertNoViolations(findZoneViolations(input, timeZone))
  await assertKnownReferences(ctx, input, before)
  return toEventChange(input, before, zoneOffsets(timeZone))
}
/** Refuses times that are no range. */
function toEventChange(input: CalendarEventInput, before: Session, offsets: ZoneOffsets) {
  const [localStart, localEnd] = [input.start?.localDate ?? `${before.localStart}:00`, input.end?.localDate ?? `${before.localEnd}:00`]
  const allDay = input.allDay ?? before.allDay
  assertNoViolations(findTimeViolations({ start: { localDate: localStart }, end: { localDate: localEnd }, allDay }, 0))
  const [start, end] = [parseLocal(localStart) as number, parseLocal(localEnd) as number]
  const span = toInterval(start, end, offsets)
  return {
    localStart: toLocalText(start),
    localEnd: toLocalText(end),
    startAt: Temporal.Instant.fromEpochMilliseconds(span.start),
    endAt: Temporal.Instant.fromEpochMilliseconds(span.end),
    title: input.title ?? before.title,
    allDay,
    ...(input.resources ? toResourceColumns(input.resources) : { resourceIds: before.resourceIds, freeResourceIds: before.freeResourceIds }),
    capacity: input.totalCapacity === undefined ? before.capacity : input.totalCapacity,
    location: input.location === null ? null : input.location ? json(input.location) : before.location ? json(before.location) : null,
    notes: input.notes === undefined ? before.notes : input.notes,
    transparency: normalizeTransparency(input) ?? (before.transparent ? 'FREE' : 'BUSY'),
  }
}
const emitChanged = (ctx: TransactionContext, event: CalendarEvent, cancel: boolean): void =>
  cancel
    ? emitCalendarEvent(ctx, 'cancelled', event, { actionEvent: { body: { event } } })
    : emitCalendarEvent(ctx, 'updated', event, { updatedEvent: { currentEntity: event } })

/** A calendar event by id, also an occurrence that is not stored, an appointment and working hours. Refuses with NOT_FOUND. */
export const getEvent = async (ctx: ReadContext, id: string): Promise<CalendarEvent> => {
  const row = await eventStore.findEvent(ctx, id)
  if (row?.recurrenceType === 'MASTER') return masterToWire(row, (await getSite(ctx)).timeZone)
  const hours = row ? undefined : await findHoursEvent(ctx, id)
  if (hours) return hours
  const session = await sessionById(ctx, id)
  if (session) return eventToWire(ctx, session)
  const appointments = isGuid(id) ? (await listBookedAppointments.call(ctx, { id })).flat() : []
  return (await appointmentsToWire(ctx, appointments))[0] ?? refuseStandard('NOT_FOUND')
}

/** Updates staff and dates of a class or course from its sessions; their rooms are no staff. Source: guide services-and-availability §3. */
export async function updateServiceSessionSummary(ctx: TransactionContext, row: Pick<eventStore.EventRow, 'serviceId' | 'type' | 'scheduleId'>): Promise<void> {
  if (!row.serviceId || row.type === 'EVENT') return
  const now = ctx.now.epochMilliseconds
  const course = row.type === 'COURSE'
  const sessions = course
    ? await courseSessions(ctx, row.scheduleId)
    : await sessionsIn(ctx, { scheduleIds: [row.scheduleId] }, { start: now, end: now + 366 * dayMs })
  const [first, last] = [sessions[0], sessions.at(-1)]
  const resourceIds = sessions.filter((s) => s.end > now).flatMap((s) => s.resourceIds)
  const staffIds = new Set((await resourcesByIds(ctx, resourceIds)).filter(({ staff }) => staff).map(({ id }) => id))
  await setSessionSummary(ctx, row.serviceId, {
    staffIds: [...new Set(resourceIds)].filter((id) => staffIds.has(id)),
    firstSessionAt: course && first ? Temporal.Instant.fromEpochMilliseconds(first.start) : null,
    lastSessionEndsAt: course && last ? Temporal.Instant.fromEpochMilliseconds(last.end) : null,
  })
}
