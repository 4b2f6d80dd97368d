/** Read model of session statistics: bookings and attendance. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import type { VisitCounts } from '../rules/session-statistics.ts'
import { readSql } from '#kit/db/open.ts'

/** Participants of confirmed bookings per session of a class, or per schedule of a course, whenever it was booked. */
export async function countPeopleBySession(ctx: ReadContext, from: Temporal.Instant): Promise<Map<string, number>> {
  const { rows } = await readSql(
    ctx.db,
    sql<{ id: string; people: number }>`
    select case when service_type = 'COURSE' then schedule_id::text else event_id end id, sum(participants)::int people
    from booking
    where site_id = ${ctx.siteId}::uuid and status = 'CONFIRMED'
      and (service_type = 'COURSE' or (service_type = 'CLASS' and start_at >= ${from}::timestamptz and start_at <= ${ctx.now}::timestamptz))
    group by 1`,
  )
  return new Map(rows.map(({ id, people }) => [id, people]))
}

/** Bookings in the past, by month of start and by service. Attendance is recorded per session. */
export async function countVisitsByMonth(ctx: ReadContext, from: Temporal.Instant, timeZone: string): Promise<VisitCounts[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<VisitCounts>`
    select to_char(b.start_at at time zone ${timeZone}, 'YYYY-MM') as month, b.service_id "serviceId", max(b.title) as name,
      coalesce(sum(b.participants) filter (where b.status = 'CONFIRMED'), 0)::int booked,
      coalesce(sum(b.participants) filter (where b.status = 'CANCELED'), 0)::int cancelled,
      coalesce(sum(seen.attended), 0)::int attended, coalesce(sum(seen.missed * b.participants), 0)::int missed
    from booking b
    left join (
      select site_id, booking_id, sum(attendees) filter (where status = 'ATTENDED') attended, count(*) filter (where status = 'NOT_ATTENDED') missed
      from attendance where site_id = ${ctx.siteId}::uuid group by site_id, booking_id) seen on seen.site_id = b.site_id and seen.booking_id = b.id
    where b.site_id = ${ctx.siteId}::uuid and b.start_at >= ${from}::timestamptz and b.start_at <= ${ctx.now}::timestamptz
    group by 1, 2 order by 1, 2`,
  )
  return rows
}
