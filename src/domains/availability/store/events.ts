/** SQL on calendar events: sessions, series, what replaces occurrences of them, and blocked time. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { writes } from '#kit/db/open.ts'
import type { CalendarEventTable } from '#kit/db/tables.gen.ts'
import type { EventTransition } from '../rules/event-machine.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, formatLocal, parseLocal, type ZoneOffsets } from '#kit/pure/zone.ts'
import { readSql } from '#kit/db/open.ts'
import { precompileQuery } from '#kit/db/precompiled-query.ts'

export type EventRow = Selectable<CalendarEventTable>
export type NewEvent = Insertable<CalendarEventTable>
const toInstant = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms)
const toUuidArray = (ids: readonly string[]) => sql`cast(${`{${ids.join(',')}}`} as uuid[])`

/** Events of these schedules, or events that use these resources. */
export interface EventScope {
  scheduleIds?: readonly string[]
  resourceIds?: readonly string[]
}

const selectInScope = (ctx: ReadContext, { scheduleIds, resourceIds }: EventScope) =>
  ctx.db
    .selectFrom('calendarEvent')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .$if(scheduleIds !== undefined, (q) => (scheduleIds?.length ? q.where('scheduleId', 'in', scheduleIds) : q.where(sql<boolean>`false`)))
    .$if(resourceIds !== undefined, (q) => q.where(sql<boolean>`resource_ids && ${toUuidArray(resourceIds ?? [])}`))

/** An event lasts at most 31 days; local times are up to 14 hours off. What begins earlier is over: years of history are not read. */
const LONGEST_MS = 33 * dayMs
const toEarliest = (range: Interval) => Math.max(0, range.start - LONGEST_MS)
const toLocalMinute = (ms: number) => formatLocal(ms).slice(0, 16)

const selectMasters = (ctx: ReadContext, scope: EventScope, range: Interval) =>
  selectInScope(ctx, scope)
    .where('recurrenceType', '=', 'MASTER')
    .where('status', '=', 'CONFIRMED')
    .where('startAt', '<', toInstant(range.end))
    .where((eb) => eb.or([eb('untilLocal', 'is', null), eb('untilLocal', '>=', toLocalMinute(toEarliest(range)))]))
const selectSingles = (ctx: ReadContext, scope: EventScope, range: Interval) =>
  selectInScope(ctx, scope)
    .where('recurrenceType', '<>', 'MASTER')
    .where('startAt', '<', toInstant(range.end))
    .where('startAt', '>=', toInstant(toEarliest(range)))
    .where('endAt', '>', toInstant(range.start))
/** Series that may have occurrences in the range. */
export const mastersIn = (ctx: ReadContext, scope: EventScope, range: Interval): Promise<EventRow[]> => selectMasters(ctx, scope, range).execute()
/** Stored events in the range: single events, instances and exceptions. */
export const singlesIn = (ctx: ReadContext, scope: EventScope, range: Interval): Promise<EventRow[]> => selectSingles(ctx, scope, range).execute()
type EventPart = 'masters' | 'singles' | 'exceptions'
/** What the occurrences of series in a range come from: the series, and what replaces occurrences of them. `as` names the part of each row. */
function selectSeries(ctx: ReadContext, scope: EventScope, range: Interval) {
  const as = (part: EventPart) => sql<EventPart>`${sql.lit(part)}`.as('part')
  const masters = selectMasters(ctx, scope, range)
  const exceptions = ctx.db
    .selectFrom('calendarEvent')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('masterId', 'in', masters.clearSelect().select('id'))
    .where('originalLocalStart', '>=', toLocalMinute(toEarliest(range)))
    .where('originalLocalStart', '<=', toLocalMinute(range.end + LONGEST_MS))
  return {
    series: masters.select(as('masters')).unionAll(exceptions.select(as('exceptions'))),
    singles: selectSingles(ctx, scope, range).select(as('singles')),
  }
}
const pickPart = (rows: readonly (EventRow & { part: EventPart })[], wanted: EventPart): EventRow[] =>
  rows.flatMap(({ part, ...row }) => (part === wanted ? [row] : []))
/** What the sessions in a range come from, in one statement: series, single events in the range, and what replaces occurrences of the series. */
export async function eventsIn(ctx: ReadContext, scope: EventScope, range: Interval): Promise<Record<EventPart, EventRow[]>> {
  const { series, singles } = selectSeries(ctx, scope, range)
  const rows = await series.unionAll(singles).execute()
  return { masters: pickPart(rows, 'masters'), singles: pickPart(rows, 'singles'), exceptions: pickPart(rows, 'exceptions') }
}
/** The same without the single events. */
export async function seriesIn(ctx: ReadContext, scope: EventScope, range: Interval): Promise<Record<'masters' | 'exceptions', EventRow[]>> {
  const rows = await selectSeries(ctx, scope, range).series.execute()
  return { masters: pickPart(rows, 'masters'), exceptions: pickPart(rows, 'exceptions') }
}
export interface StartCount {
  /** `YYYY-MM-DD` and the hour, on the clock of the zone that was asked for. */
  day: string
  hour: number
  entries: number
}
/** How many stored sessions that are not cancelled begin within each hour of the range; blocked time is no session. */
export const countStoredStarts = (ctx: ReadContext, scope: EventScope, range: Interval, timeZone: string): Promise<StartCount[]> =>
  ctx.db
    .selectFrom(
      selectInScope(ctx, scope)
        .clearSelect()
        .where('recurrenceType', '<>', 'MASTER')
        .where('status', '=', 'CONFIRMED')
        .where('type', '<>', 'EVENT')
        .where('startAt', '>=', toInstant(range.start))
        .where('startAt', '<', toInstant(range.end))
        .groupBy('startAt')
        .select([sql<string>`date_trunc('hour', start_at at time zone ${timeZone}::text)`.as('startHour'), sql<number>`count(*)`.as('entries')])
        .as('starts'),
    )
    .groupBy('startHour')
    .select([
      sql<string>`to_char(start_hour, 'YYYY-MM-DD')`.as('day'),
      sql<number>`extract(hour from start_hour)::int`.as('hour'),
      sql<number>`sum(entries)::int`.as('entries'),
    ])
    .execute()
/** Whether more stored events than this begin within the range; no further than that is counted. */
export const hasMoreStarts = async (ctx: ReadContext, scope: EventScope, range: Interval, most: number): Promise<boolean> =>
  (
    await selectInScope(ctx, scope)
      .clearSelect()
      .where('recurrenceType', '<>', 'MASTER')
      .where('startAt', '>=', toInstant(range.start))
      .where('startAt', '<', toInstant(range.end))
      .select('id')
      .limit(1)
      .offset(most)
      .execute()
  ).length > 0
/** Stored events that start after an instant, including cancelled ones. */
export const singlesFrom = (ctx: ReadContext, from: Temporal.Instant): Promise<EventRow[]> =>
  selectInScope(ctx, {}).where('recurrenceType', '<>', 'MASTER').where('startAt', '>', from).orderBy('startAt').orderBy('id').execute()
/** All series that are not cancelled, including ended ones. */
export const listMasters = (ctx: ReadContext): Promise<EventRow[]> =>
  selectInScope(ctx, {}).where('recurrenceType', '=', 'MASTER').where('status', '=', 'CONFIRMED').orderBy('id').execute()
/** Recomputes the local times of events from their instants in another zone, except for series and `exceptIds`. */
export const updateLocalTimes = (ctx: TransactionContext, timeZone: string, exceptIds: readonly string[]): Promise<unknown> => {
  const text = (column: 'start_at' | 'end_at') => sql<string>`local_minute(${sql.ref(column)}, ${timeZone})`
  return ctx.tx
    .updateTable('calendarEvent')
    .set({ localStart: text('start_at'), localEnd: text('end_at') })
    .where('siteId', '=', ctx.siteId)
    .where('recurrenceType', '<>', 'MASTER')
    .where(sql<boolean>`id <> all(${exceptIds}::text[])`)
    .execute()
}
/** Sets new instants of events; their local times stay. */
export const moveEvents = async (ctx: TransactionContext, events: readonly { id: string; start: number; end: number }[]): Promise<void> => {
  if (events.length === 0) return
  const rows = JSON.stringify(events.map(({ id, start, end }) => ({ id, start_at: toInstant(start).toString(), end_at: toInstant(end).toString() })))
  await sql`${writes('calendar_event')}
    update calendar_event e set start_at = n.start_at, end_at = n.end_at, revision = e.revision + 1, updated_at = ${ctx.now}
    from jsonb_to_recordset(${rows}::jsonb) as n(id text, start_at timestamptz, end_at timestamptz)
    where e.site_id = ${ctx.siteId} and e.id = n.id`.execute(ctx.tx)
}
const eventById = precompileQuery(({ siteId, id }: { siteId: string; id: string }, db) =>
  db.selectFrom('calendarEvent').selectAll().where('siteId', '=', siteId).where('id', '=', id),
)
export const findEvent = async (ctx: ReadContext, id: string): Promise<EventRow | undefined> =>
  (await readSql(ctx.db, eventById({ siteId: ctx.siteId, id }))).rows[0]

export const insertEvent = (ctx: TransactionContext, row: NewEvent): Promise<EventRow> =>
  ctx.tx.insertInto('calendarEvent').values(row).returningAll().executeTakeFirstOrThrow()
export const updateEvent = (
  ctx: TransactionContext,
  id: string,
  { transition, ...change }: Omit<Updateable<CalendarEventTable>, 'status'> & { transition?: EventTransition },
): Promise<EventRow> =>
  ctx.tx
    .updateTable('calendarEvent')
    .set({ ...change, ...(transition && { status: transition.to }), updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Cancels future exceptions of a series, except those with bookings (`exceptIds`). */
export const cancelEmptyExceptions = (
  ctx: TransactionContext,
  masterId: string,
  transition: EventTransition,
  from: Temporal.Instant,
  exceptIds: readonly string[],
): Promise<unknown> =>
  ctx.tx
    .updateTable('calendarEvent')
    .set({ status: transition.to, updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('masterId', '=', masterId)
    .where('startAt', '>=', from)
    .where('status', '=', transition.from)
    .$if(exceptIds.length > 0, (q) => q.where('id', 'not in', exceptIds))
    .execute()
/**
 * Local starts at which an occurrence of the series would have the id of a stored session that is no longer there: it moved with its series,
 * or belongs to the series that was split off. Starts that a stored occurrence holds are left out.
 */
export const listTakenStarts = async (ctx: TransactionContext, masterId: string): Promise<string[]> => {
  const { rows } = await sql<{ start: string }>`
    select start from (
      select id, master_id, original_local_start, regexp_replace(right(id, 13), '(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)', '\\1-\\2-\\3T\\4:\\5') as start
      from calendar_event where site_id = ${ctx.siteId} and id > ${`${masterId}_`} and id < ${`${masterId}_:`}) named
    where (master_id <> ${masterId} or original_local_start <> start) and not exists (
      select from calendar_event held where held.site_id = ${ctx.siteId} and held.master_id = ${masterId} and held.original_local_start = named.start)
    order by start`.execute(ctx.tx)
  return rows.map(({ start }) => start)
}
/** Moves stored occurrences of a series from a local start on to another series. */
export const reassignSessions = (ctx: TransactionContext, fromMasterId: string, toMasterId: string, fromLocal: string): Promise<unknown> =>
  ctx.tx
    .updateTable('calendarEvent')
    .set({ masterId: toMasterId })
    .where('siteId', '=', ctx.siteId)
    .where('masterId', '=', fromMasterId)
    .where('originalLocalStart', '>=', fromLocal)
    .execute()

/** Sets the location of sessions without their own: of those that have begun, and of future ones with their series. */
export const pinLocation = async (ctx: TransactionContext, scheduleId: string, location: string, which: { past: boolean; future: boolean }): Promise<void> => {
  const pinned = ctx.tx
    .updateTable('calendarEvent')
    .set({ location })
    .where('siteId', '=', ctx.siteId)
    .where('scheduleId', '=', scheduleId)
    .where('location', 'is', null)
  if (which.past) await pinned.where('recurrenceType', '<>', 'MASTER').where('startAt', '<=', ctx.now).execute()
  if (which.future)
    await pinned
      .set({ revision: sql`revision + 1`, updatedAt: ctx.now })
      .where((eb) => eb.or([eb('recurrenceType', '=', 'MASTER'), eb('startAt', '>', ctx.now)]))
      .execute()
}

interface SeriesMove {
  master: EventRow
  /** Stored occurrences from this local start on. */
  from: string
  deltaMs: number
  lengthMs: number
  change: Pick<Updateable<CalendarEventTable>, 'title' | 'notes' | 'allDay' | 'resourceIds' | 'freeResourceIds' | 'transparency' | 'capacity' | 'location'>
  offsets: ZoneOffsets
}
/**
 * Applies a change of a series to its stored occurrences, except for fields that they changed themselves. By when they take place: one that was put off
 * from before `from` is still to come, and of one that was brought forward and has begun only its place in the series moves.
 */
export async function moveExceptions(ctx: TransactionContext, { master, from, deltaMs, lengthMs, change, offsets }: SeriesMove): Promise<void> {
  const rows = await ctx.tx
    .selectFrom('calendarEvent')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('masterId', '=', master.id)
    .where((eb) => eb.or([eb('originalLocalStart', '>=', from), eb('startAt', '>', ctx.now)]))
    .orderBy('originalLocalStart', deltaMs > 0 ? 'desc' : 'asc')
    .execute()
  const oldLength = (parseLocal(master.localEnd) as number) - (parseLocal(master.localStart) as number)
  const text = (local: number) => formatLocal(local).slice(0, 16)
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
  for (const row of rows) {
    const original = parseLocal(row.originalLocalStart as string) as number
    const [start, end] = [parseLocal(row.localStart) as number, parseLocal(row.localEnd) as number]
    const isMoved = (row.originalLocalStart as string) >= from
    if (Temporal.Instant.compare(row.startAt, ctx.now) <= 0) {
      if (deltaMs !== 0) await updateEvent(ctx, row.id, { originalLocalStart: text(original + deltaMs) })
      continue
    }
    const hasSeriesTime = isMoved && start === original && end - start === oldLength
    const time = hasSeriesTime
      ? {
          localStart: text(original + deltaMs),
          localEnd: text(original + deltaMs + lengthMs),
          startAt: toInstant(offsets.toInstant(original + deltaMs)),
          endAt: toInstant(offsets.toInstant(original + deltaMs + lengthMs)),
        }
      : {}
    await updateEvent(ctx, row.id, {
      ...(isMoved ? { originalLocalStart: text(original + deltaMs) } : {}),
      ...time,
      ...(row.title === master.title ? { title: change.title } : {}),
      ...(row.notes === master.notes ? { notes: change.notes } : {}),
      ...(hasSeriesTime && row.allDay === master.allDay ? { allDay: change.allDay } : {}),
      ...(row.transparency === master.transparency ? { transparency: change.transparency } : {}),
      ...(isSame(row.resourceIds, master.resourceIds) && isSame(row.freeResourceIds, master.freeResourceIds)
        ? { resourceIds: change.resourceIds, freeResourceIds: change.freeResourceIds }
        : {}),
      ...(row.capacity === master.capacity ? { capacity: change.capacity } : {}),
      ...(isSame(row.location, master.location) ? { location: change.location } : {}),
    })
  }
}
