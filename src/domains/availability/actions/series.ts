/** Whole series: change what has not started, end, cut in two, copy. guide: services-and-availability 13.4 */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import { dayMs, minuteMs, parseLocal, rulerFor, type Ruler } from '#kit/pure/zone.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { currentSite } from '#domains/site/public.ts'
import { followSession, type SessionChange, type SessionPart } from '../asks.ts'
import type { CalendarEvent, EventWish } from '../contract.ts'
import { refuse } from '../errors.ts'
import { occurrencesIn, parseOccurrenceId, wallText, type FormerZone } from '../rules/recurrence.ts'
import * as store from '../store/calendar.ts'
import { announce, changedParts, changeEvent, masterToWire, tellService, type HowToChange } from './calendar.ts'
import { seriesOf, sessionsIn, single, type Session } from './sessions.ts'

/** How far back and ahead occurrences are given rows of their own when their series changes. */
const reachMs = 400 * dayMs
/** Later than any session. */
const farMs = 36_525 * dayMs

type Notice = SessionChange['participantNotification'] | null | undefined
const at = (local: number, ruler: Ruler) => Temporal.Instant.fromEpochMilliseconds(ruler.instant(local))
const placeOf = (row: store.EventRow): Session['location'] => (row.location ?? undefined) as Session['location']
const zone = async (ctx: Ctx): Promise<string> => (await currentSite(ctx)).timeZone

/** An occurrence gets the row it stands for so far, so that what becomes of the series does not change it. */
async function keep(
  ctx: Ctx,
  session: Session,
  change: { status?: string; masterId?: string; capacity?: number | null; recurrenceType?: 'INSTANCE' | 'EXCEPTION' } = {},
): Promise<void> {
  await store.insertEvent(ctx, {
    siteId: ctx.siteId,
    id: session.id,
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
    location: session.location ? json(session.location) : null,
    transparency: session.transparent ? 'FREE' : 'BUSY',
    recurrenceType: change.recurrenceType ?? 'EXCEPTION',
    masterId: change.masterId ?? session.masterId ?? null,
    originalLocalStart: parseOccurrenceId(session.id)?.localStart ?? session.localStart,
    capacity: change.capacity === undefined ? session.capacity : change.capacity,
    status: change.status ?? 'CONFIRMED',
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
}

/** Occurrences of a series that have no row yet, in a range. */
async function bare(ctx: Ctx, master: store.EventRow, range: { start: number; end: number }): Promise<Session[]> {
  return (await sessionsIn(ctx, { scheduleIds: [master.scheduleId] }, range, true)).filter(
    (s) => s.recurrenceType === 'INSTANCE' && s.masterId === master.id && !s.hasRow,
  )
}
/** Future sessions of a series, with and without rows, that somebody holds a seat of. */
async function withPeople(ctx: Ctx, master: store.EventRow, from: number): Promise<Session[]> {
  const sessions = (await sessionsIn(ctx, { scheduleIds: [master.scheduleId] }, { start: from, end: from + 2 * reachMs })).filter(
    (s) => s.masterId === master.id && s.start >= from,
  )
  const seats = await store.seatsOf(
    ctx,
    sessions.map((s) => s.id),
  )
  return sessions.filter((s) => (seats.get(s.id)?.taken ?? 0) > 0 || (seats.get(s.id)?.queued ?? 0) > 0)
}
const tell = (ctx: Ctx, session: Pick<Session, 'id' | 'scheduleId' | 'type'>, changed: readonly SessionPart[], notice: Notice) =>
  followSession.ask(ctx, {
    eventId: session.id,
    scheduleId: session.scheduleId,
    isCourse: session.type === 'COURSE',
    changed,
    participantNotification: notice ?? undefined,
  })

/** Cancels one session: its row, or a row made for it. Bookings of a course follow once, when all of its sessions are done: see `tellCourse`. */
async function cancelSession(ctx: Ctx, session: Session, notice: Notice): Promise<void> {
  if (session.hasRow) await store.updateEvent(ctx, session.id, { status: 'CANCELLED', ...(session.masterId ? { recurrenceType: 'EXCEPTION' } : {}) })
  else await keep(ctx, session, { status: 'CANCELLED' })
  if (session.type !== 'COURSE') await tell(ctx, session, ['time'], notice)
}

/** People book a course as a whole: they follow it once after any change of its sessions. */
const tellCourse = async (
  ctx: Ctx,
  row: Pick<store.EventRow, 'id' | 'scheduleId' | 'type'>,
  changed: readonly SessionPart[],
  notice: Notice,
): Promise<void> => {
  if (row.type === 'COURSE') await tell(ctx, { ...row, type: 'COURSE' }, changed, notice)
}

/** The series has no occurrence that starts after `until`. Sessions with people are refused, or cancelled when asked to. */
async function endAfter(
  ctx: Ctx,
  master: store.EventRow,
  until: number,
  ruler: Ruler,
  how: { cancelBookings: boolean; notice: Notice; keepPeople?: boolean },
): Promise<store.EventRow> {
  const from = ruler.instant(until) + minuteMs
  const held = await withPeople(ctx, master, Math.max(from, ctx.now.epochMilliseconds))
  if (held.length > 0 && !how.cancelBookings && !how.keepPeople) refuse('SESSIONS_HAVE_BOOKINGS', { sessions: held.length })
  for (const session of held) {
    if (!how.keepPeople) await cancelSession(ctx, session, how.notice)
    else if (!session.hasRow) await keep(ctx, session)
  }
  await store.cancelEmptyExceptions(
    ctx,
    master.id,
    Temporal.Instant.fromEpochMilliseconds(Math.max(from, ctx.now.epochMilliseconds)),
    held.map((s) => s.id),
  )
  return store.updateEvent(ctx, master.id, { untilLocal: wallText(until) })
}

/** Changes all occurrences that have not started; what they change themselves they keep. */
export async function changeSeries(ctx: Ctx, id: string, wish: EventWish, how: HowToChange & { cancelBookings?: boolean | null }): Promise<CalendarEvent> {
  const row = await store.eventRow(ctx, id)
  if (row?.recurrenceType !== 'MASTER') return changeEvent(ctx, id, wish, how)
  if (wish.revision && wish.revision !== String(row.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(row.revision) })
  const timeZone = await zone(ctx)
  const now = ctx.now.epochMilliseconds
  const ruler = rulerFor(timeZone)
  if (how.cancel) return cancelSeries(ctx, row, how.participantNotification)
  const [oldStart, oldEnd] = [parseLocal(row.localStart) as number, parseLocal(row.localEnd) as number]
  const start = wish.start ? parseLocal(wish.start.localDate) : oldStart
  const end = wish.end ? parseLocal(wish.end.localDate) : start === undefined ? undefined : start + (oldEnd - oldStart)
  const until =
    wish.recurrenceRule === null || wish.recurrenceRule?.until === null
      ? null
      : wish.recurrenceRule?.until
        ? parseLocal(wish.recurrenceRule.until.localDate)
        : undefined
  orViolate(
    start === undefined || end === undefined || end <= start || end - start > 31 * dayMs || (wish.recurrenceRule?.until && until === undefined)
      ? [{ field: 'event.end', description: 'must be after the start, at most 31 days, as YYYY-MM-DDThh:mm:ss', violatedRule: 'VALIDATION', data: {} }]
      : [],
  )
  const ended =
    typeof until === 'number'
      ? await endAfter(ctx, row, until, ruler, { cancelBookings: how.cancelBookings === true, notice: how.participantNotification })
      : row
  const delta = (start as number) - oldStart
  const length = (end as number) - (start as number)
  for (const session of await bare(ctx, ended, { start: now - reachMs, end: now + minuteMs })) if (session.start <= now) await keep(ctx, session)
  const next = occurrencesIn(seriesOf(ended), { start: now, end: now + reachMs }, ruler).find((o) => o.start > now)
  const first = next ? (parseLocal(next.originalLocalStart) as number) : oldStart
  const held = next ? await withPeople(ctx, ended, now + 1) : []
  for (const session of held) if (!session.hasRow) await keep(ctx, session, { recurrenceType: 'INSTANCE' })
  const change = {
    title: wish.title ?? row.title,
    notes: wish.notes === undefined ? row.notes : wish.notes,
    resourceIds: wish.resources?.map((r) => r.id) ?? row.resourceIds,
    capacity: wish.totalCapacity === undefined ? row.capacity : wish.totalCapacity,
    location: wish.location === undefined ? (row.location ? json(row.location) : null) : wish.location ? json(wish.location) : null,
  }
  await store.moveExceptions(ctx, { master: ended, from: wallText(first), deltaMs: delta, lengthMs: length, change, ruler })
  const after = await store.updateEvent(ctx, id, {
    ...change,
    localStart: wallText(first + delta),
    localEnd: wallText(first + delta + length),
    zones: json((ended.zones as FormerZone[]).filter(({ before }) => before > wallText(first + delta))),
    startAt: at(first + delta, ruler),
    endAt: at(first + delta + length, ruler),
    ...(wish.recurrenceRule?.interval ? { intervalWeeks: wish.recurrenceRule.interval } : {}),
    ...(until === null
      ? { untilLocal: null }
      : ended.untilLocal && delta !== 0 && until === undefined
        ? { untilLocal: wallText((parseLocal(ended.untilLocal) as number) + delta) }
        : {}),
  })
  await tellService(ctx, after)
  const parts = changedParts(
    { start: oldStart, end: oldEnd, cancelled: false, location: placeOf(row), resourceIds: row.resourceIds },
    { start: oldStart + delta, end: oldStart + delta + length, cancelled: false, location: placeOf(after), resourceIds: after.resourceIds },
  )
  const changed: readonly SessionPart[] = until !== undefined || wish.recurrenceRule?.interval ? ['time', ...parts.filter((part) => part !== 'time')] : parts
  for (const session of held) await tell(ctx, session, changed, how.participantNotification)
  await tellCourse(ctx, after, changed, how.participantNotification)
  const event = masterToWire(after, timeZone)
  announce(ctx, 'updated', event, { updatedEvent: { currentEntity: event } })
  return event
}

/** What is left of a series is cancelled, its bookings too. */
async function cancelSeries(ctx: Ctx, row: store.EventRow, notice: Notice): Promise<CalendarEvent> {
  const timeZone = await zone(ctx)
  const ruler = rulerFor(timeZone)
  const after = await endAfter(ctx, row, ruler.local(ctx.now.epochMilliseconds), ruler, { cancelBookings: true, notice })
  await tellService(ctx, after)
  await tellCourse(ctx, after, ['time'], notice)
  const event = { ...masterToWire(after, timeZone), status: 'CANCELLED' as const }
  announce(ctx, 'cancelled', event, { actionEvent: { body: { event } } })
  return event
}

/** This and following: a new series begins with a future occurrence; the later ones move over to it and keep their ids. */
export async function splitSeries(ctx: Ctx, id: string, splitLocalDate: string): Promise<{ event: CalendarEvent; splitEvent: CalendarEvent }> {
  const row = await store.eventRow(ctx, id)
  if (row?.recurrenceType !== 'MASTER') return refuseStandard('NOT_FOUND')
  const timeZone = await zone(ctx)
  const local = parseLocal(splitLocalDate)
  const ruler = rulerFor(timeZone)
  const from =
    local === undefined
      ? undefined
      : occurrencesIn(seriesOf(row), { start: ruler.instant(local), end: ruler.instant(local) + minuteMs }, ruler).find(
          (o) => o.originalLocalStart === wallText(local),
        )
  const first = parseLocal(row.localStart) as number
  if (local === undefined || !from || from.start <= ctx.now.epochMilliseconds || local === first) return orViolateSplit()
  const newId = ctx.newId()
  const later = await bare(ctx, row, { start: from.start, end: from.start + reachMs })
  const length = (parseLocal(row.localEnd) as number) - first
  const made = await store.insertEvent(ctx, {
    ...row,
    id: newId,
    location: row.location ? json(row.location) : null,
    extendedFields: json(row.extendedFields),
    zones: json([]),
    localStart: wallText(local),
    localEnd: wallText(local + length),
    startAt: at(local, ruler),
    endAt: at(local + length, ruler),
    revision: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  await store.handOver(ctx, row.id, newId, wallText(local))
  for (const session of later) if (session.start >= from.start) await keep(ctx, session, { masterId: newId, recurrenceType: 'INSTANCE' })
  const old = await store.updateEvent(ctx, row.id, { untilLocal: wallText(local - minuteMs) })
  const [event, splitEvent] = [masterToWire(old, timeZone), masterToWire(made, timeZone)]
  announce(ctx, 'recurring_split', event, { actionEvent: { body: { event, splitEvent } } })
  return { event, splitEvent }
}
const orViolateSplit = (): never => {
  orViolate([{ field: 'splitLocalDate', description: 'must be the start of a future occurrence after the first', violatedRule: 'VALIDATION', data: {} }])
  return refuseStandard('NOT_FOUND')
}

/** The service is deleted: its future sessions end, or those without people. guide: 6.4 */
export async function endSessions(
  ctx: Ctx,
  ask: { scheduleId: string; capacity: number; isCourse: boolean; keepPeople: boolean; notice: Notice },
): Promise<void> {
  const now = ctx.now.epochMilliseconds
  const ruler = rulerFor(await zone(ctx))
  const courseTaken = ask.isCourse ? ((await store.seatsOf(ctx, [ask.scheduleId])).get(ask.scheduleId)?.taken ?? 0) : 0
  if (ask.keepPeople && courseTaken > 0) return
  for (const master of await store.mastersIn(ctx, { scheduleIds: [ask.scheduleId] }, { start: now, end: now + farMs }))
    await endAfter(ctx, master, ruler.local(now), ruler, { cancelBookings: true, notice: ask.notice, keepPeople: ask.keepPeople })
  const left = (await storedSessions(ctx, ask.scheduleId)).filter((s) => s.start > now)
  const seats = await store.seatsOf(
    ctx,
    left.map((s) => s.id),
  )
  for (const session of left) {
    if (!ask.keepPeople || (seats.get(session.id)?.taken ?? 0) === 0) await cancelSession(ctx, session, ask.notice)
    // A session that stays keeps the places it had; its service can't tell any more.
    else if (session.capacity === null) await store.updateEvent(ctx, session.id, { capacity: ask.capacity })
  }
}

/** Sessions with rows that are not cancelled and have not ended. */
const storedSessions = async (ctx: Ctx, scheduleId: string): Promise<Session[]> => {
  const now = ctx.now.epochMilliseconds
  return (await store.singlesIn(ctx, { scheduleIds: [scheduleId] }, { start: now, end: now + farMs })).map(single).filter((s) => !s.cancelled)
}

/** Series that still have occurrences, without their exceptions and without anybody in them. guide: 6.6 */
export async function copyRunningSeries(ctx: Ctx, fromScheduleId: string, to: { serviceId: string; scheduleId: string }): Promise<boolean> {
  const now = ctx.now.epochMilliseconds
  const ruler = rulerFor(await zone(ctx))
  for (const master of await store.mastersIn(ctx, { scheduleIds: [fromScheduleId] }, { start: now, end: now + 2 * reachMs })) {
    const next = occurrencesIn(seriesOf(master), { start: now, end: now + 2 * reachMs }, ruler).find((o) => o.start > now)
    if (!next) continue
    const row = await store.insertEvent(ctx, {
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
    await tellService(ctx, row)
  }
  return true
}
