/** Putting sessions on the calendar, moving and cancelling them. guide: services-and-availability 13 */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import type { DomainEvent } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import { dayMs, parseLocal, rulerFor } from '#kit/pure/zone.ts'
import { orViolate, refuseStandard, type Violation } from '#kit/refusal.ts'
import { servicesBySchedules, setSessionFacts } from '#domains/services/public.ts'
import { currentSite } from '#domains/site/public.ts'
import { ownerOfSchedule, resourcesByIds } from '#domains/staff/public.ts'
import { followSession, type SessionChange, type SessionPart } from '../asks.ts'
import type { CalendarEvent, EventWish } from '../contract.ts'
import { refuse } from '../errors.ts'
import { parseOccurrenceId, spanOf, wallText, weekdayOfLocal } from '../rules/recurrence.ts'
import * as store from '../store/calendar.ts'
import { courseSessions, sessionById, sessionsIn, single, withSeats, type Session } from './sessions.ts'
import { changeHours, createHours, hoursEvent } from './working-hours.ts'

const days = ['', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
const entityFqdn = 'wix.calendar.v3.event'
export const announce = (ctx: Ctx, slug: string, entity: CalendarEvent, payload: DomainEvent['payload']) =>
  ctx.announce({ type: `${entityFqdn}_${slug}`, entityFqdn, slug, entityId: entity.id, payload })
const stamp = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'millisecond' })

function violationsOf(wish: EventWish, today: number): Violation[] {
  const broken = (field: string, description: string): Violation => ({ field: `event.${field}`, description, violatedRule: 'VALIDATION', data: {} })
  const [start, end] = [parseLocal(wish.start?.localDate ?? ''), parseLocal(wish.end?.localDate ?? '')]
  if (start === undefined) return [broken('start.localDate', 'must be YYYY-MM-DDThh:mm:ss')]
  if (end === undefined) return [broken('end.localDate', 'must be YYYY-MM-DDThh:mm:ss')]
  const list: Violation[] = []
  if (end <= start) list.push(broken('end', 'must be after the start'))
  if (end - start > 31 * dayMs) list.push(broken('end', 'must be at most 31 days after the start'))
  const rule = wish.recurrenceRule
  if (rule) {
    if (rule.days?.[0] && rule.days[0] !== days[weekdayOfLocal(wish.start?.localDate as string)])
      list.push(broken('recurrenceRule.days', 'must be the weekday of the start'))
    if (start < today) list.push(broken('start', 'a series starts today or later'))
    if (rule.frequency && rule.frequency !== 'WEEKLY') list.push(broken('recurrenceRule.frequency', 'must be WEEKLY'))
    if (rule.until && parseLocal(rule.until.localDate) === undefined) list.push(broken('recurrenceRule.until.localDate', 'must be YYYY-MM-DDThh:mm:ss'))
  }
  return list
}

/** The older names of working hours, and of being busy or free. */
const typeOf = (wish: EventWish) => (wish.type === 'TIME_AVAILABILITY' || wish.type === 'AVAILABILITY' ? 'WORKING_HOURS' : wish.type)
const transparencyOf = (wish: EventWish): 'BUSY' | 'FREE' | undefined =>
  wish.transparency === undefined ? undefined : wish.transparency === 'FREE' || wish.transparency === 'TRANSPARENT' ? 'FREE' : 'BUSY'
const unknownSchedule = (description: string): Violation => ({ field: 'event.scheduleId', description, violatedRule: 'VALIDATION', data: {} })

export async function createEvent(
  ctx: Ctx,
  wish: EventWish,
  participantNotification?: SessionChange['participantNotification'] | null,
): Promise<CalendarEvent> {
  const { timeZone } = await currentSite(ctx)
  const today = Math.floor(rulerFor(timeZone).local(ctx.now.epochMilliseconds) / dayMs) * dayMs
  orViolate(violationsOf(wish, today))
  const ruler = rulerFor(timeZone)
  const type = typeOf(wish) ?? 'EVENT'
  const [service] = wish.scheduleId ? await servicesBySchedules(ctx, [wish.scheduleId]) : []
  const owner = wish.scheduleId && !service ? await ownerOfSchedule(ctx, wish.scheduleId) : undefined
  if (wish.scheduleId && !service && !owner) orViolate([unknownSchedule('is not a schedule of this site')])
  if (type === 'WORKING_HOURS') {
    if (!owner) orViolate([unknownSchedule('must be that of the business, or of a person or thing')])
    const event = await createHours(ctx, wish.scheduleId as string, wish)
    announce(ctx, 'created', event, { createdEvent: { entity: event } })
    return event
  }
  const ids = (wish.resources?.length ? wish.resources : owner?.resourceId ? [{ id: owner.resourceId }] : []).map((r) => r.id)
  const resources = await resourcesByIds(ctx, ids)
  orViolate([
    ...(resources.length === new Set(ids).size && (type === 'EVENT' || ids.length > 0) && ids.length + (wish.scheduleId ? 1 : 0) > 0
      ? []
      : [{ field: 'event.resources', description: 'must name resources of this site', violatedRule: 'VALIDATION' as const }]),
    ...(type === 'EVENT' || service?.type === type
      ? []
      : [{ field: 'event.scheduleId', description: `must be the schedule of a ${type.toLowerCase()}`, violatedRule: 'VALIDATION' as const }]),
  ])
  const [start, end] = [parseLocal(wish.start?.localDate as string) as number, parseLocal(wish.end?.localDate as string) as number]
  const span = spanOf(start, end, ruler)
  const until = wish.recurrenceRule?.until ? parseLocal(wish.recurrenceRule.until.localDate) : undefined
  const row = await store.insertEvent(ctx, {
    siteId: ctx.siteId,
    id: ctx.newId(),
    scheduleId: wish.scheduleId ?? (resources[0]?.eventsScheduleId as string),
    serviceId: service?.id ?? null,
    type,
    title: wish.title ?? service?.name ?? '',
    localStart: wallText(start),
    localEnd: wallText(end),
    startAt: Temporal.Instant.fromEpochMilliseconds(span.start),
    endAt: Temporal.Instant.fromEpochMilliseconds(span.end),
    resourceIds: ids,
    location: wish.location ? json(wish.location) : null,
    capacity: wish.totalCapacity ?? null,
    notes: wish.notes ?? null,
    allDay: wish.allDay ?? false,
    transparency: transparencyOf(wish) ?? 'BUSY',
    recurrenceType: wish.recurrenceRule ? 'MASTER' : 'NONE',
    intervalWeeks: wish.recurrenceRule ? (wish.recurrenceRule.interval ?? 1) : null,
    untilLocal: until === undefined ? null : wallText(until),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  await tellService(ctx, row)
  // Whoever booked a course has one date more.
  if (type === 'COURSE')
    await followSession.ask(ctx, {
      eventId: row.id,
      scheduleId: row.scheduleId,
      isCourse: true,
      changed: ['time'],
      participantNotification: participantNotification ?? undefined,
    })
  const event = row.recurrenceType === 'MASTER' ? masterToWire(row, timeZone) : await eventToWire(ctx, (await sessionById(ctx, row.id)) as Session)
  announce(ctx, 'created', event, { createdEvent: { entity: event } })
  return event
}

export const masterToWire = (row: store.EventRow, timeZone: string): CalendarEvent => ({
  id: row.id,
  scheduleId: row.scheduleId,
  ...(row.serviceId ? { serviceId: row.serviceId } : {}),
  type: row.type as CalendarEvent['type'],
  title: row.title,
  start: { localDate: `${row.localStart}:00`, utcDate: stamp(row.startAt.epochMilliseconds), timeZone },
  end: { localDate: `${row.localEnd}:00`, utcDate: stamp(row.endAt.epochMilliseconds), timeZone },
  resources: row.resourceIds.map((id) => ({ id })),
  ...(row.location ? { location: row.location as CalendarEvent['location'] } : {}),
  ...(row.capacity ? { totalCapacity: row.capacity } : {}),
  transparency: row.transparency as 'BUSY',
  status: row.status as 'CONFIRMED',
  recurrenceType: 'MASTER',
  revision: String(row.revision),
  recurrenceRule: {
    frequency: 'WEEKLY',
    interval: row.intervalWeeks ?? 1,
    days: [days[weekdayOfLocal(row.localStart)] as string],
    ...(row.untilLocal ? { until: { localDate: `${row.untilLocal}:00` } } : {}),
  },
})

export const eventToWire = async (ctx: Ctx, session: Session): Promise<CalendarEvent> => (await eventsToWire(ctx, [session]))[0] as CalendarEvent
export async function eventsToWire(ctx: Ctx, sessions: readonly Session[]): Promise<CalendarEvent[]> {
  const { timeZone } = await currentSite(ctx)
  const services = await servicesBySchedules(
    ctx,
    sessions.map((s) => s.scheduleId),
  )
  const facts = await withSeats(ctx, sessions, new Map(services.map((s) => [s.scheduleId, s.capacity])))
  const names = new Map(
    (
      await resourcesByIds(
        ctx,
        sessions.flatMap((s) => s.resourceIds),
      )
    ).map((r) => [r.id, r.name]),
  )
  return facts.map((s) => ({
    id: s.id,
    scheduleId: s.scheduleId,
    ...(s.serviceId ? { serviceId: s.serviceId } : {}),
    type: s.type,
    title: s.title,
    start: { localDate: `${s.localStart}:00`, utcDate: stamp(s.start), timeZone },
    end: { localDate: `${s.localEnd}:00`, utcDate: stamp(s.end), timeZone },
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

const samePlace = (a: Session['location'], b: Session['location']): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
const sameIds = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((id) => b.includes(id))
type Compared = Pick<Session, 'start' | 'end' | 'cancelled' | 'location' | 'resourceIds'>
/** What those who booked a session have to know about its change. */
export const changedParts = (before: Compared, after: Compared): SessionPart[] => [
  ...(before.start !== after.start || before.end !== after.end || before.cancelled !== after.cancelled ? (['time'] as const) : []),
  ...(samePlace(before.location, after.location) ? [] : (['place'] as const)),
  ...(sameIds(before.resourceIds, after.resourceIds) ? [] : (['staff'] as const)),
]

export interface HowToChange {
  cancel?: boolean
  participantNotification?: SessionChange['participantNotification'] | null
}

/** Changes one event. An occurrence of a series gets a row of its own, an exception that keeps its id. Working hours and series: see there. */
export async function changeEvent(
  ctx: Ctx,
  id: string,
  wish: EventWish,
  { cancel = false, participantNotification }: HowToChange = {},
): Promise<CalendarEvent> {
  const row = await store.eventRow(ctx, id)
  const hours = row ? undefined : await changeHours(ctx, id, wish, cancel)
  if (hours) {
    if (cancel) announce(ctx, 'cancelled', hours, { actionEvent: { body: { event: hours } } })
    else announce(ctx, 'updated', hours, { updatedEvent: { currentEntity: hours } })
    return hours
  }
  const before = (await sessionById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (wish.revision && wish.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const ruler = rulerFor((await currentSite(ctx)).timeZone)
  if (before.cancelled && cancel) return eventToWire(ctx, before)
  const [localStart, localEnd] = [wish.start?.localDate ?? `${before.localStart}:00`, wish.end?.localDate ?? `${before.localEnd}:00`]
  orViolate(violationsOf({ start: { localDate: localStart }, end: { localDate: localEnd } }, 0))
  const [start, end] = [parseLocal(localStart) as number, parseLocal(localEnd) as number]
  const span = spanOf(start, end, ruler)
  const change = {
    localStart: wallText(start),
    localEnd: wallText(end),
    startAt: Temporal.Instant.fromEpochMilliseconds(span.start),
    endAt: Temporal.Instant.fromEpochMilliseconds(span.end),
    title: wish.title ?? before.title,
    resourceIds: wish.resources?.map((r) => r.id) ?? before.resourceIds,
    capacity: wish.totalCapacity === undefined ? before.capacity : wish.totalCapacity,
    location: wish.location === null ? null : wish.location ? json(wish.location) : before.location ? json(before.location) : null,
    notes: wish.notes === undefined ? before.notes : wish.notes,
    transparency: transparencyOf(wish) ?? (before.transparent ? 'FREE' : 'BUSY'),
    status: cancel || before.cancelled ? 'CANCELLED' : 'CONFIRMED',
  }
  const after = row
    ? await store.updateEvent(ctx, id, { ...change, ...(row.recurrenceType === 'INSTANCE' ? { recurrenceType: 'EXCEPTION' } : {}) })
    : await store.insertEvent(ctx, {
        ...change,
        siteId: ctx.siteId,
        id,
        scheduleId: before.scheduleId,
        serviceId: before.serviceId,
        type: before.type,
        recurrenceType: 'EXCEPTION',
        masterId: before.masterId ?? null,
        originalLocalStart: parseOccurrenceId(before.id)?.localStart ?? before.localStart,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
  await tellService(ctx, after)
  await followSession.ask(ctx, {
    eventId: id,
    scheduleId: after.scheduleId,
    isCourse: after.type === 'COURSE',
    changed: changedParts(before, single(after)),
    participantNotification: participantNotification ?? undefined,
  })
  const event = await eventToWire(ctx, (await sessionById(ctx, id)) as Session)
  if (cancel) announce(ctx, 'cancelled', event, { actionEvent: { body: { event } } })
  else announce(ctx, 'updated', event, { updatedEvent: { currentEntity: event } })
  return event
}
export const getEvent = async (ctx: Ctx, id: string): Promise<CalendarEvent> => {
  const row = await store.eventRow(ctx, id)
  if (row?.recurrenceType === 'MASTER') return masterToWire(row, (await currentSite(ctx)).timeZone)
  const hours = row ? undefined : await hoursEvent(ctx, id)
  return hours ?? eventToWire(ctx, (await sessionById(ctx, id)) ?? refuseStandard('NOT_FOUND'))
}

/** Staff and dates of a class or course follow its sessions. */
export async function tellService(ctx: Ctx, row: Pick<store.EventRow, 'serviceId' | 'type' | 'scheduleId'>): Promise<void> {
  if (!row.serviceId || row.type === 'EVENT') return
  const now = ctx.now.epochMilliseconds
  const course = row.type === 'COURSE'
  const sessions = course
    ? await courseSessions(ctx, row.scheduleId)
    : await sessionsIn(ctx, { scheduleIds: [row.scheduleId] }, { start: now, end: now + 366 * dayMs })
  const [first, last] = [sessions[0], sessions.at(-1)]
  await setSessionFacts(ctx, row.serviceId, {
    staffIds: [...new Set(sessions.filter((s) => s.end > now).flatMap((s) => s.resourceIds))],
    firstSessionAt: course && first ? Temporal.Instant.fromEpochMilliseconds(first.start) : null,
    lastSessionEndsAt: course && last ? Temporal.Instant.fromEpochMilliseconds(last.end) : null,
  })
}
