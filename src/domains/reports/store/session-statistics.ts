/** Read model of session statistics: bookings, attendance, and the sums of days that are over. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { readSql, writes } from '#kit/db/open.ts'
import type { OpenRange, Period } from '../rules/periods.ts'
import type { SessionSum } from '../rules/session-statistics.ts'
import { formatStart, toInstant, toInstants } from './summed-periods.ts'

/** Participants of confirmed bookings of classes that begin in the range, by session and their start. */
export async function countPeopleBySession(ctx: ReadContext, range: OpenRange): Promise<{ sessionId: string; start: Temporal.Instant; people: number }[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<{ sessionId: string; start: Temporal.Instant; people: number }>`
    select event_id "sessionId", start_at as start, sum(participants)::int people from booking
    where site_id = ${ctx.siteId}::uuid and status = 'CONFIRMED' and service_type = 'CLASS' and event_id is not null and ${beginsIn(ctx, range)}
    group by 1, 2`,
  )
  return rows
}
/** Participants of confirmed bookings of courses by schedule, whenever they booked. */
export async function countPeopleBySchedule(ctx: ReadContext, scheduleIds: readonly string[]): Promise<Map<string, number>> {
  if (scheduleIds.length === 0) return new Map()
  const { rows } = await readSql(
    ctx.db,
    sql<{ id: string; people: number }>`
    select schedule_id id, sum(participants)::int people from booking
    where site_id = ${ctx.siteId}::uuid and service_type = 'COURSE' and status = 'CONFIRMED' and schedule_id = any(${scheduleIds}::uuid[])
    group by 1`,
  )
  return new Map(rows.map(({ id, people }) => [id, people]))
}

/** Of one service: participants of confirmed and of cancelled bookings, and those who came and did not. `nr` counts the parts of the time from 1. */
export interface VisitSum {
  nr: number
  serviceId: string
  booked: number
  cancelled: number
  attended: number
  missed: number
}
// The bounds are compared as instants: a day on the clock of the zone would be worked out for each of a million rows.
const beginsIn = (ctx: ReadContext, { from, to }: OpenRange) => sql`start_at >= ${toInstant(from)}::timestamptz
  and start_at < ${toInstant(to)}::timestamptz and start_at <= ${ctx.now}::timestamptz`
/** Bookings that begin in the range, counted in their rows; `starts` are those of its parts. Attendance is recorded per session. */
export async function countVisits(ctx: ReadContext, range: OpenRange, starts: readonly number[]): Promise<VisitSum[]> {
  const nr = sql`width_bucket(b.start_at, ${toInstants(starts)})`
  const { rows } = await readSql(
    ctx.db,
    sql<VisitSum>`
    with made as (
      select ${nr} as nr, b.service_id, coalesce(sum(b.participants) filter (where b.status = 'CONFIRMED'), 0)::int booked,
        coalesce(sum(b.participants) filter (where b.status = 'CANCELED'), 0)::int cancelled
      from booking b where b.site_id = ${ctx.siteId}::uuid and ${beginsIn(ctx, range)} group by 1, 2),
    seen as (
      select ${nr} as nr, b.service_id, coalesce(sum(a.attendees) filter (where a.status = 'ATTENDED'), 0)::int attended,
        coalesce(sum(b.participants) filter (where a.status = 'NOT_ATTENDED'), 0)::int missed
      from attendance a join booking b on b.site_id = a.site_id and b.id = a.booking_id
      where a.site_id = ${ctx.siteId}::uuid and a.status <> 'NOT_SET' and ${beginsIn(ctx, range)} group by 1, 2)
    select m.nr, m.service_id "serviceId", m.booked, m.cancelled, coalesce(s.attended, 0) attended, coalesce(s.missed, 0) missed
    from made m left join seen s on s.nr = m.nr and s.service_id = m.service_id`,
  )
  return rows
}
/** The same of days that are summed. */
export async function readVisits(ctx: ReadContext, periods: readonly Period[], starts: readonly number[]): Promise<VisitSum[]> {
  if (periods.length === 0) return []
  const { rows } = await readSql(
    ctx.db,
    sql<VisitSum>`
    select width_bucket(starts_at, ${toInstants(starts)}) as nr, service_id "serviceId", sum(booked)::int booked, sum(cancelled)::int cancelled,
      sum(attended)::int attended, sum(missed)::int missed
    from visits_of_day where site_id = ${ctx.siteId}::uuid and starts_at = any(${toInstants(periods.map(({ startsAt }) => startsAt))})
    group by 1, 2`,
  )
  return rows
}
/** Saves what was counted by day, of the days that begin at `own`. */
export async function insertVisits(ctx: TransactionContext, days: readonly Period[], own: ReadonlySet<number>, visits: readonly VisitSum[]): Promise<void> {
  const rows = visits.flatMap(({ nr, ...sum }) => {
    const day = days[nr - 1]
    return day && own.has(day.startsAt) ? [{ ...sum, startsAt: formatStart(day.startsAt) }] : []
  })
  if (rows.length === 0) return
  await sql`${writes('visits_of_day')}
    insert into visits_of_day (site_id, starts_at, service_id, booked, cancelled, attended, missed)
    select ${ctx.siteId}::uuid, r."startsAt", r."serviceId", r.booked, r.cancelled, r.attended, r.missed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ("startsAt" timestamptz, "serviceId" uuid, booked int, cancelled int, attended int, missed int)`.execute(
    ctx.tx,
  )
}

/** Sessions of days that are summed, by part of the time, schedule, weekday and hour. */
export async function readSessionSums(ctx: ReadContext, periods: readonly Period[], starts: readonly number[]): Promise<(SessionSum & { nr: number })[]> {
  if (periods.length === 0) return []
  const { rows } = await readSql(
    ctx.db,
    sql<SessionSum & { nr: number }>`
    select width_bucket(starts_at, ${toInstants(starts)}) as nr, schedule_id "scheduleId", is_course "isCourse", weekday, hour, sum(sessions)::int sessions,
      sum(places)::int places, sum(without_places)::int "withoutPlaces", sum(taken)::int taken
    from sessions_of_day where site_id = ${ctx.siteId}::uuid and starts_at = any(${toInstants(periods.map(({ startsAt }) => startsAt))})
    group by 1, 2, 3, 4, 5`,
  )
  return rows
}
/** Saves sums of sessions by day. */
export async function insertSessionSums(ctx: TransactionContext, sums: readonly (SessionSum & { startsAt: number })[]): Promise<void> {
  if (sums.length === 0) return
  const rows = JSON.stringify(sums.map(({ startsAt, ...sum }) => ({ ...sum, startsAt: formatStart(startsAt) })))
  await sql`${writes('sessions_of_day')}
    insert into sessions_of_day (site_id, starts_at, schedule_id, is_course, weekday, hour, sessions, places, without_places, taken)
    select ${ctx.siteId}::uuid, r."startsAt", r."scheduleId", r."isCourse", r.weekday, r.hour, r.sessions, r.places, r."withoutPlaces", r.taken
    from jsonb_to_recordset(${rows}::jsonb) r ("startsAt" timestamptz, "scheduleId" uuid, "isCourse" boolean, weekday smallint, hour smallint, sessions int,
      places int, "withoutPlaces" int, taken int)`.execute(ctx.tx)
}

/** Names as of today, or of the last booking where the service is gone. */
export async function findServiceNames(ctx: ReadContext, serviceIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await readSql(
    ctx.db,
    sql<{ id: string; name: string }>`
    select one.id, coalesce(v.name, (select b.title from booking b where b.site_id = ${ctx.siteId}::uuid and b.service_id = one.id order by b.start_at desc limit 1), '') as name
    from unnest(${serviceIds}::uuid[]) one (id) left join service v on v.site_id = ${ctx.siteId}::uuid and v.id = one.id`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
