/** Read model of the sessions of a day: how many are booked and checked in. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'

export interface SessionAttendance {
  /** The session of a class, or the schedule of a course. */
  id: string
  people: number
}
/** Participants who have booked: by session for classes of the day, by schedule for the courses named. */
export async function countPeople(
  ctx: ReadContext,
  day: { from: Temporal.Instant; to: Temporal.Instant },
  scheduleIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await readSql(
    ctx.db,
    sql<SessionAttendance>`
    select event_id id, sum(participants)::int people from booking
    where site_id = ${ctx.siteId}::uuid and service_type = 'CLASS' and status in ('CONFIRMED', 'PENDING')
      and start_at >= ${day.from}::timestamptz and start_at < ${day.to}::timestamptz and event_id is not null
    group by 1
    union all
    select schedule_id::text, sum(participants)::int from booking
    where site_id = ${ctx.siteId}::uuid and service_type = 'COURSE' and status in ('CONFIRMED', 'PENDING') and schedule_id = any(${[...scheduleIds]}::uuid[])
    group by 1`,
  )
  return new Map(rows.map(({ id, people }) => [id, people]))
}

/** People who have been checked in, by session. */
export async function countCheckedIn(ctx: ReadContext, sessionIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await readSql(
    ctx.db,
    sql<SessionAttendance>`
    select event_id id, sum(attendees)::int people from attendance
    where site_id = ${ctx.siteId}::uuid and event_id = any(${[...sessionIds]}::text[]) and status = 'ATTENDED'
    group by 1`,
  )
  return new Map(rows.map(({ id, people }) => [id, people]))
}
