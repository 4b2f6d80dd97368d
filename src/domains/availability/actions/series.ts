/** Changes of whole series: update what has not started, end, split, copy. Source: guide services-and-availability §13.4. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { dayMs, minuteMs, parseLocal, zoneOffsets, type ZoneOffsets } from '#kit/pure/zone.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { getSite } from '#domains/site/public.ts'
import { findSessionsWithLapsedHolds, onSessionChanged, type SessionChange, type SessionAspect } from '../hooks.ts'
import type { CalendarEvent, CalendarEventInput } from '../contract.ts'
import { refuse } from '../errors.ts'
import { findTimeViolations, findZoneViolations, toResourceColumns } from '../rules/event-input.ts'
import { findNextOccurrence, occurrencesIn, parseOccurrenceId, toLocalText, toSeriesEnd, type FormerZone } from '../rules/recurrence.ts'
import * as eventStore from '../store/events.ts'
import * as seatStore from '../store/seats.ts'
import * as sessionLocks from '../store/session-locks.ts'
import {
  emitCalendarEvent,
  diffSession,
  changeEvent,
  lockEvent,
  normalizeTransparency,
  updateServiceSessionSummary,
  type ChangeEventOptions,
} from './calendar.ts'
import { masterToWire } from './calendar-wire.ts'
import { assertKnownReferences, completeLocation } from './event-references.ts'
import { computeOccurrence, toSeries, sessionsIn, rowToSession, type Session } from './sessions.ts'
import { splitHours } from './split-hours.ts'
import { eventMachine } from '../rules/event-machine.ts'
import { getTransition } from '#kit/pure/state-machine.ts'

/** How far ahead occurrences are looked through when their series changes. */
const storedRangeMs = 400 * dayMs
/** How far ahead of now, and of the first session of a series that is still to begin, sessions may be booked; the same as for courses. */
const bookedRangeMs = 3 * 366 * dayMs
/** Later than any session. */
const distantFutureMs = 36_525 * dayMs

type Notice = SessionChange['participantNotification'] | null | undefined
const toInstant = (local: number, offsets: ZoneOffsets) => Temporal.Instant.fromEpochMilliseconds(offsets.toInstant(local))
const readLocation = (row: eventStore.EventRow): Session['location'] => (row.location ?? undefined) as Session['location']
const getBusinessZone = async (ctx: ReadContext): Promise<string> => (await getSite(ctx)).timeZone

/** Stores an occurrence as it is, so that later changes of the series do not affect it. One that is called off has changed; any other keeps its revision. */
async function storeOccurrence(
  ctx: TransactionContext,
  session: Session,
  change: { id?: string; status?: string; masterId?: string; capacity?: number | null; recurrenceType?: 'INSTANCE' | 'EXCEPTION' } = {},
): Promise<void> {
  await eventStore.insertEvent(ctx, {
    siteId: ctx.siteId,
    id: change.id ?? session.id,
    scheduleId: session.scheduleId,
    serviceId: session.serviceId,
    type: session.type,
    title: session.title,
    notes: session.notes,
    allDay: session.allDay,
    localStart: session.localStart,
    localEnd: session.localEnd,
    startAt: Temporal.Instant.fromEpochMilliseconds(session.start),
    endAt: Temporal.Instant.fromEpochMilliseconds(session.end),
    resourceIds: session.resourceIds,
    freeResourceIds: session.freeResourceIds,
    location: session.location ? json(session.location) : null,
    transparency: session.transparent ? 'FREE' : 'BUSY',
    recurrenceType: change.recurrenceType ?? 'EXCEPTION',
    masterId: change.masterId ?? session.masterId ?? null,
    originalLocalStart: parseOccurrenceId(session.id)?.localStart ?? session.localStart,
    capacity: change.capacity === undefined ? session.capacity : change.capacity,
    status: change.status ?? 'CONFIRMED',
    revision: change.status ? session.revision + 1 : session.revision,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
}

/** Occurrences of a series in a range that are not stored. */
async function listUnstoredOccurrences(ctx: ReadContext, master: eventStore.EventRow, range: { start: number; end: number }): Promise<Session[]> {
  return (await sessionsIn(ctx, { scheduleIds: [master.scheduleId] }, range, true)).filter(
    (s) => s.recurrenceType === 'INSTANCE' && s.masterId === master.id && !s.hasRow,
  )
}
const listSessionsFrom = async (ctx: ReadContext, master: eventStore.EventRow, from: number): Promise<Session[]> =>
  (await sessionsIn(ctx, { scheduleIds: [master.scheduleId] }, { start: from, end: Math.max(from, master.startAt.epochMilliseconds) + bookedRangeMs })).filter(
    (s) => s.masterId === master.id && s.start >= from,
  )
const toIds = (sessions: readonly Session[]): string[] => sessions.map(({ id }) => id)
async function filterBooked(ctx: ReadContext, sessions: readonly Session[]): Promise<Session[]> {
  const seats = await seatStore.loadSeats(ctx, toIds(sessions))
  return sessions.filter((s) => (seats.get(s.id)?.taken ?? 0) > 0 || (seats.get(s.id)?.queued ?? 0) > 0)
}
/** Future sessions of a series, stored or not, that have bookings or waitlist entries. */
const listBookedSessions = async (ctx: ReadContext, master: eventStore.EventRow, from: number): Promise<Session[]> =>
  filterBooked(ctx, await listSessionsFrom(ctx, master, from))
/** The same, and those of which only bookings without seats are left: they follow their session, too. */
async function listSessionsToFollow(ctx: ReadContext, master: eventStore.EventRow, from: number): Promise<{ booked: Session[]; lapsed: Session[] }> {
  const sessions = await listSessionsFrom(ctx, master, from)
  const booked = await filterBooked(ctx, sessions)
  const withLapsed = new Set((await findSessionsWithLapsedHolds.call(ctx, toIds(sessions))).flat())
  return { booked, lapsed: sessions.filter((session) => withLapsed.has(session.id) && !booked.includes(session)) }
}
const notifySessionChanged = (
  ctx: TransactionContext,
  session: Pick<Session, 'id' | 'scheduleId' | 'type'>,
  changed: readonly SessionAspect[],
  notice: Notice,
) =>
  onSessionChanged.call(ctx, {
    eventId: session.id,
    scheduleId: session.scheduleId,
    isCourse: session.type === 'COURSE',
    changed,
    participantNotification: notice ?? undefined,
  })

const cancel = getTransition(eventMachine, 'CONFIRMED', 'cancel')

/** Cancels one session. Bookings of a course follow once, after all of its sessions: see `notifyCourseChanged`. */
async function cancelSession(ctx: TransactionContext, session: Session, notice: Notice): Promise<void> {
  if (session.hasRow) await eventStore.updateEvent(ctx, session.id, { transition: cancel, ...(session.masterId ? { recurrenceType: 'EXCEPTION' } : {}) })
  else await storeOccurrence(ctx, session, { status: cancel.to })
  if (session.type !== 'COURSE') await notifySessionChanged(ctx, session, ['time'], notice)
}

/** A course is booked as a whole: its bookings follow once after any change of its sessions. */
const notifyCourseChanged = async (
  ctx: TransactionContext,
  row: Pick<eventStore.EventRow, 'id' | 'scheduleId' | 'type'>,
  changed: readonly SessionAspect[],
  notice: Notice,
): Promise<void> => {
  if (row.type === 'COURSE') await notifySessionChanged(ctx, { ...row, type: 'COURSE' }, changed, notice)
}

/** Ends a series: no occurrence starts after the minute of `askedUntil`; undefined, or a time that is over, is now. Refuses when later sessions have bookings, or cancels or keeps them as `options` say. */
async function endSeriesAfter(
  ctx: TransactionContext,
  master: eventStore.EventRow,
  askedUntil: number | undefined,
  offsets: ZoneOffsets,
  options: { cancelBookings: boolean; notice: Notice; keepBooked?: boolean },
): Promise<eventStore.EventRow> {
  const until = toSeriesEnd(askedUntil, offsets.toLocal(ctx.now.epochMilliseconds), toSeries(master))
  const from = offsets.toInstant(until) + minuteMs
  const held = await listBookedSessions(ctx, master, Math.max(from, ctx.now.epochMilliseconds))
  if (held.length > 0 && !options.cancelBookings && !options.keepBooked) refuse('SESSIONS_HAVE_BOOKINGS', { sessions: held.length })
  for (const session of held) {
    if (!options.keepBooked) await cancelSession(ctx, session, options.notice)
    else if (!session.hasRow) await storeOccurrence(ctx, session)
  }
  await eventStore.cancelEmptyExceptions(
    ctx,
    master.id,
    cancel,
    Temporal.Instant.fromEpochMilliseconds(Math.max(from, ctx.now.epochMilliseconds)),
    held.map((s) => s.id),
  )
  return eventStore.updateEvent(ctx, master.id, { untilLocal: toLocalText(until) })
}

/** The times of a series after a change: how far its start moves, its new length and end; refuses times that are no range. */
function parseSeriesTimes(input: CalendarEventInput, row: eventStore.EventRow) {
  const [oldStart, oldEnd] = [parseLocal(row.localStart) as number, parseLocal(row.localEnd) as number]
  const start = input.start ? parseLocal(input.start.localDate) : oldStart
  const end = input.end ? parseLocal(input.end.localDate) : start === undefined ? undefined : start + (oldEnd - oldStart)
  const rule = input.recurrenceRule
  const until = rule === null || rule?.until === null ? null : rule?.until ? parseLocal(rule.until.localDate) : undefined
  assertNoViolations(
    start === undefined || end === undefined || end <= start || end - start > 31 * dayMs || (rule?.until && until === undefined)
      ? [{ field: 'event.end', description: 'must be after the start, at most 31 days, as YYYY-MM-DDThh:mm:ss', violatedRule: 'VALIDATION', data: {} }]
      : [],
  )
  const allDay = input.allDay ?? row.allDay
  assertNoViolations(
    findTimeViolations({ start: { localDate: `${toLocalText(start as number)}:00` }, end: { localDate: `${toLocalText(end as number)}:00` }, allDay }, 0),
  )
  return { oldStart, oldEnd, delta: (start as number) - oldStart, length: (end as number) - (start as number), until }
}
const toComparable = (row: eventStore.EventRow, time: { start: number; end: number }) => ({
  ...time,
  cancelled: false,
  location: readLocation(row),
  resourceIds: row.resourceIds,
})

type SeriesTimes = ReturnType<typeof parseSeriesTimes>

/** Occurrences that have started are history: they are stored as they are before their series changes. */
async function storeStartedOccurrences(ctx: TransactionContext, master: eventStore.EventRow): Promise<void> {
  const now = ctx.now.epochMilliseconds
  for (const session of await listUnstoredOccurrences(ctx, master, { start: Math.min(now, master.startAt.epochMilliseconds), end: now + minuteMs }))
    if (session.start <= now) await storeOccurrence(ctx, session)
}

/**
 * The id of an occurrence names its start. Where a stored session that moved away still has that id, the occurrence is stored with an id of
 * its own: no two sessions share one. Source: guide services-and-availability §13.4.
 */
async function storeOccurrencesOfTakenIds(ctx: TransactionContext, master: eventStore.EventRow): Promise<void> {
  for (const start of await eventStore.listTakenStarts(ctx, master.id)) {
    const session = await computeOccurrence(ctx, master, start)
    if (session) await storeOccurrence(ctx, session, { id: ctx.newId(), recurrenceType: 'INSTANCE' })
  }
}

/** What of a session changes beside its time; absent fields keep the value of the series. */
const toSessionChange = (row: eventStore.EventRow, input: CalendarEventInput) => ({
  title: input.title ?? row.title,
  allDay: input.allDay ?? row.allDay,
  notes: input.notes === undefined ? row.notes : input.notes,
  ...(input.resources ? toResourceColumns(input.resources) : { resourceIds: row.resourceIds, freeResourceIds: row.freeResourceIds }),
  transparency: normalizeTransparency(input) ?? row.transparency,
  capacity: input.totalCapacity === undefined ? row.capacity : input.totalCapacity,
  location: input.location === undefined ? (row.location ? json(row.location) : null) : input.location ? json(input.location) : null,
})

/** The times of the series from its first changed occurrence on, and the last day; a moved series moves its end along. */
function toSeriesTimeColumns(row: eventStore.EventRow, input: CalendarEventInput, { delta, length, until }: SeriesTimes, first: number, offsets: ZoneOffsets) {
  const [start, end] = [first + delta, first + delta + length]
  const movesEnd = row.untilLocal && delta !== 0 && until === undefined
  return {
    localStart: toLocalText(start),
    localEnd: toLocalText(end),
    zones: json((row.zones as FormerZone[]).filter(({ before }) => before > toLocalText(start))),
    startAt: toInstant(start, offsets),
    endAt: toInstant(end, offsets),
    ...(input.recurrenceRule?.interval ? { intervalWeeks: input.recurrenceRule.interval } : {}),
    ...(until === null ? { untilLocal: null } : movesEnd ? { untilLocal: toLocalText((parseLocal(row.untilLocal as string) as number) + delta) } : {}),
  }
}

/** What changed for people who are booked. A new end or interval of the series counts as a changed time. */
function diffSeries(before: eventStore.EventRow, after: eventStore.EventRow, input: CalendarEventInput, times: SeriesTimes): readonly SessionAspect[] {
  const { oldStart, oldEnd, delta, length, until } = times
  const moved = { start: oldStart + delta, end: oldStart + delta + length }
  const changed = diffSession(toComparable(before, { start: oldStart, end: oldEnd }), toComparable(after, moved))
  return until !== undefined || input.recurrenceRule?.interval ? ['time', ...changed.filter((aspect) => aspect !== 'time')] : changed
}

interface ChangeSeriesOptions extends ChangeEventOptions {
  cancelBookings?: boolean | null
  /** Only this occurrence and those that follow. */
  fromEventId?: string | null | undefined
}
/** Changes all occurrences that have not started; exceptions keep their own changes. */
export async function changeSeries(ctx: TransactionContext, id: string, asked: CalendarEventInput, options: ChangeSeriesOptions): Promise<CalendarEvent> {
  await lockEvent(ctx, id)
  const input = await completeLocation(ctx, asked)
  const row = await eventStore.findEvent(ctx, id)
  if (row?.recurrenceType !== 'MASTER') return options.fromEventId ? throwSplitViolation('fromEventId') : changeEvent(ctx, id, input, options)
  if (input.revision && input.revision !== String(row.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(row.revision) })
  if (options.fromEventId) return changeFollowing(ctx, row, options.fromEventId, input, options)
  if (options.cancel) return cancelSeries(ctx, row, options.participantNotification)
  const timeZone = await getBusinessZone(ctx)
  const offsets = zoneOffsets(timeZone)
  const notice = options.participantNotification
  assertNoViolations(findZoneViolations(input, timeZone))
  await assertKnownReferences(ctx, input, row)
  const times = parseSeriesTimes(input, row)
  const { until, delta, length } = times
  const series = typeof until === 'number' ? await endSeriesAfter(ctx, row, until, offsets, { cancelBookings: options.cancelBookings === true, notice }) : row
  await storeOccurrencesOfTakenIds(ctx, series)
  await storeStartedOccurrences(ctx, series)
  const now = ctx.now.epochMilliseconds
  const next = findNextOccurrence(toSeries(series), now, offsets)
  const first = next ? (parseLocal(next.originalLocalStart) as number) : times.oldStart
  const { booked, lapsed } = await listSessionsToFollow(ctx, series, now + 1)
  const followed = [...booked, ...lapsed]
  for (const session of followed) if (!session.hasRow) await storeOccurrence(ctx, session, { recurrenceType: 'INSTANCE' })
  const change = toSessionChange(row, input)
  await eventStore.moveExceptions(ctx, { master: series, from: toLocalText(first), deltaMs: delta, lengthMs: length, change, offsets })
  const after = await eventStore.updateEvent(ctx, id, { ...change, ...toSeriesTimeColumns(series, input, times, first, offsets) })
  await storeOccurrencesOfTakenIds(ctx, after)
  await updateServiceSessionSummary(ctx, after)
  const changed = diffSeries(row, after, input, times)
  for (const session of followed) await notifySessionChanged(ctx, session, changed, notice)
  await notifyCourseChanged(ctx, after, changed, notice)
  const takesOtherTime = delta !== 0 || length !== times.oldEnd - times.oldStart || changed.includes('staff')
  ctx.noteEffect({ kind: takesOtherTime ? 'SERIES_RESCHEDULED' : 'SERIES_CHANGED', id, what: after.title, count: booked.length })
  const event = masterToWire(after, timeZone)
  emitCalendarEvent(ctx, 'updated', event, { updatedEvent: { currentEntity: event } })
  return event
}

const shiftMoment = (moment: CalendarEventInput['start'], byMs: number): CalendarEventInput['start'] => {
  const local = moment && parseLocal(moment.localDate)
  return local === undefined ? moment : { localDate: `${toLocalText(local + byMs)}:00` }
}

/** "This and following": parts the series before an occurrence and changes or cancels the later part. From the first occurrence on, that is the whole series. */
async function changeFollowing(
  ctx: TransactionContext,
  row: eventStore.EventRow,
  fromEventId: string,
  input: CalendarEventInput,
  options: ChangeSeriesOptions,
): Promise<CalendarEvent> {
  const stored = await eventStore.findEvent(ctx, fromEventId)
  const named = parseOccurrenceId(fromEventId)
  const localStart = stored ? stored.originalLocalStart : named?.localStart
  const local = (stored ? stored.masterId : named?.masterId) === row.id && localStart ? parseLocal(localStart) : undefined
  if (local === undefined || !localStart) return throwSplitViolation('fromEventId')
  const fromFirstMs = local - (parseLocal(row.localStart) as number)
  const whole = { ...options, fromEventId: null }
  if (fromFirstMs === 0) return changeSeries(ctx, row.id, input, whole)
  const { splitEvent } = await splitSeries(ctx, row.id, localStart, 'fromEventId')
  const { start, end } = input
  const moved = { ...(start && { start: shiftMoment(start, fromFirstMs) }), ...(end && { end: shiftMoment(end, fromFirstMs) }) }
  return changeSeries(ctx, splitEvent.id, { ...input, ...moved, revision: splitEvent.revision } as CalendarEventInput, whole)
}

/** Cancels the remaining occurrences of a series with their bookings. */
async function cancelSeries(ctx: TransactionContext, row: eventStore.EventRow, notice: Notice): Promise<CalendarEvent> {
  const timeZone = await getBusinessZone(ctx)
  const offsets = zoneOffsets(timeZone)
  const after = await endSeriesAfter(ctx, row, undefined, offsets, { cancelBookings: true, notice })
  await updateServiceSessionSummary(ctx, after)
  await notifyCourseChanged(ctx, after, ['time'], notice)
  const event = { ...masterToWire(after, timeZone), status: 'CANCELLED' as const }
  emitCalendarEvent(ctx, 'cancelled', event, { actionEvent: { body: { event } } })
  return event
}

/** Sessions from an instant on that have no row of their own and keep their ids when the series is split: those of the next time, and all that are booked. */
async function listSessionsToKeep(ctx: TransactionContext, row: eventStore.EventRow, start: number) {
  const near = await listUnstoredOccurrences(ctx, row, { start, end: start + storedRangeMs })
  const { booked, lapsed } = await listSessionsToFollow(ctx, row, start)
  return [...near, ...[...booked, ...lapsed].filter(({ id, hasRow }) => !hasRow && !near.some((one) => one.id === id))]
}

/** "This and following": starts a new series at a future occurrence; later stored occurrences move to it and keep their ids. */
export async function splitSeries(
  ctx: TransactionContext,
  id: string,
  splitLocalDate: string,
  field = 'splitLocalDate',
): Promise<{ event: CalendarEvent; splitEvent: CalendarEvent }> {
  await lockEvent(ctx, id)
  const row = await eventStore.findEvent(ctx, id)
  if (!row) return splitWorkingHours(ctx, id, splitLocalDate, field)
  if (row.recurrenceType !== 'MASTER') return refuseStandard('NOT_FOUND')
  const timeZone = await getBusinessZone(ctx)
  const local = parseLocal(splitLocalDate)
  const offsets = zoneOffsets(timeZone)
  const from =
    local === undefined
      ? undefined
      : occurrencesIn(toSeries(row), { start: offsets.toInstant(local), end: offsets.toInstant(local) + minuteMs }, offsets).find(
          (o) => o.originalLocalStart === toLocalText(local),
        )
  const first = parseLocal(row.localStart) as number
  if (local === undefined || !from || from.start <= ctx.now.epochMilliseconds || local === first) return throwSplitViolation(field)
  const newId = ctx.newId()
  const later = await listSessionsToKeep(ctx, row, from.start)
  const length = (parseLocal(row.localEnd) as number) - first
  const made = await eventStore.insertEvent(ctx, {
    ...row,
    id: newId,
    location: row.location ? json(row.location) : null,
    extendedFields: json(row.extendedFields),
    zones: json([]),
    localStart: toLocalText(local),
    localEnd: toLocalText(local + length),
    startAt: toInstant(local, offsets),
    endAt: toInstant(local + length, offsets),
    revision: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  await eventStore.reassignSessions(ctx, row.id, newId, toLocalText(local))
  for (const session of later) if (session.start >= from.start) await storeOccurrence(ctx, session, { masterId: newId, recurrenceType: 'INSTANCE' })
  const old = await eventStore.updateEvent(ctx, row.id, { untilLocal: toLocalText(local - minuteMs) })
  const [event, splitEvent] = [masterToWire(old, timeZone), masterToWire(made, timeZone)]
  emitCalendarEvent(ctx, 'recurring_split', event, { actionEvent: { body: { event, splitEvent } } })
  return { event, splitEvent }
}
/** Weekly working hours are split alike. */
async function splitWorkingHours(
  ctx: TransactionContext,
  id: string,
  splitLocalDate: string,
  field: string,
): Promise<{ event: CalendarEvent; splitEvent: CalendarEvent }> {
  const split = (await splitHours(ctx, id, splitLocalDate)) ?? refuseStandard('NOT_FOUND')
  if (split === 'NO_OCCURRENCE') return throwSplitViolation(field)
  emitCalendarEvent(ctx, 'recurring_split', split.event, { actionEvent: { body: split } })
  return split
}
const throwSplitViolation = (field: string): never => {
  const description = field === 'splitLocalDate' ? 'must be the start of a future occurrence after the first' : 'must be a future session of the series'
  assertNoViolations([{ field, description, violatedRule: 'VALIDATION', data: {} }])
  return refuseStandard('NOT_FOUND')
}

/** Ends the future sessions of a deleted service, all or those without bookings. Source: guide services-and-availability §6.4. */
export async function endSessions(
  ctx: TransactionContext,
  input: { scheduleId: string; capacity: number; isCourse: boolean; keepBooked: boolean; notice: Notice },
): Promise<void> {
  const now = ctx.now.epochMilliseconds
  const offsets = zoneOffsets(await getBusinessZone(ctx))
  await sessionLocks.lockSessionsForChange(ctx, input.scheduleId)
  const courseTaken = input.isCourse ? ((await seatStore.loadSeats(ctx, [input.scheduleId])).get(input.scheduleId)?.taken ?? 0) : 0
  if (input.keepBooked && courseTaken > 0) return
  for (const master of await eventStore.mastersIn(ctx, { scheduleIds: [input.scheduleId] }, { start: now, end: now + distantFutureMs }))
    await endSeriesAfter(ctx, master, undefined, offsets, { cancelBookings: true, notice: input.notice, keepBooked: input.keepBooked })
  const left = (await listStoredSessions(ctx, input.scheduleId)).filter((s) => s.start > now)
  const seats = await seatStore.loadSeats(
    ctx,
    left.map((s) => s.id),
  )
  for (const session of left) {
    if (!input.keepBooked || (seats.get(session.id)?.taken ?? 0) === 0) await cancelSession(ctx, session, input.notice)
    // A session that stays stores its capacity, which it had from the service.
    else if (session.capacity === null) await eventStore.updateEvent(ctx, session.id, { capacity: input.capacity })
  }
}

/** Stored sessions that are not cancelled and have not ended. */
const listStoredSessions = async (ctx: ReadContext, scheduleId: string): Promise<Session[]> => {
  const now = ctx.now.epochMilliseconds
  return (await eventStore.singlesIn(ctx, { scheduleIds: [scheduleId] }, { start: now, end: now + distantFutureMs }))
    .map(rowToSession)
    .filter((s) => !s.cancelled)
}

/** Copies series that still have occurrences, without exceptions and bookings. Always true. Source: guide services-and-availability §6.6. */
export async function copyRunningSeries(ctx: TransactionContext, fromScheduleId: string, to: { serviceId: string; scheduleId: string }): Promise<boolean> {
  const now = ctx.now.epochMilliseconds
  const offsets = zoneOffsets(await getBusinessZone(ctx))
  for (const master of await eventStore.mastersIn(ctx, { scheduleIds: [fromScheduleId] }, { start: now, end: now + distantFutureMs })) {
    const next = findNextOccurrence(toSeries(master), now, offsets)
    if (!next) continue
    const row = await eventStore.insertEvent(ctx, {
      ...master,
      ...to,
      id: ctx.newId(),
      location: master.location ? json(master.location) : null,
      extendedFields: json(master.extendedFields),
      zones: json([]),
      localStart: next.localStart,
      localEnd: next.localEnd,
      startAt: Temporal.Instant.fromEpochMilliseconds(next.start),
      endAt: Temporal.Instant.fromEpochMilliseconds(next.end),
      revision: 1,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    await updateServiceSessionSummary(ctx, row)
  }
  return true
}
