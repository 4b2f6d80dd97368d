/** Read model of session statistics: bookings and attendance. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import type { ReportMonths } from '../rules/months.ts'
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

/** Bookings in the past, by month of start and by service. Attendance is recorded per session. Names are those of today, or of a booking where the service is gone. */
export async function countVisitsByMonth(ctx: ReadContext, { from, names, starts }: ReportMonths): Promise<VisitCounts[]> {
  // The bounds are compared as numbers: a month on the clock of the zone would be worked out for each of a million rows.
  const within = sql`b.site_id = ${ctx.siteId}::uuid and b.start_at >= ${from}::timestamptz and b.start_at <= ${ctx.now}::timestamptz`
  const month = sql`width_bucket(b.start_at, ${starts.map(String)}::timestamptz[])`
  const { rows } = await readSql(
    ctx.db,
    sql<VisitCounts>`
    with made as (
      select ${month} as nr, b.service_id, coalesce(sum(b.participants) filter (where b.status = 'CONFIRMED'), 0)::int booked,
        coalesce(sum(b.participants) filter (where b.status = 'CANCELED'), 0)::int cancelled
      from booking b where ${within} group by 1, 2),
    seen as (
      select ${month} as nr, b.service_id, coalesce(sum(a.attendees) filter (where a.status = 'ATTENDED'), 0)::int attended,
        coalesce(sum(b.participants) filter (where a.status = 'NOT_ATTENDED'), 0)::int missed
      from attendance a join booking b on b.site_id = a.site_id and b.id = a.booking_id
      where a.site_id = ${ctx.siteId}::uuid and a.status <> 'NOT_SET' and ${within} group by 1, 2)
    select (${names}::text[])[m.nr] as month, m.service_id "serviceId", coalesce(v.name,
        (select one.title from booking one where one.site_id = ${ctx.siteId}::uuid and one.service_id = m.service_id order by one.start_at desc limit 1), '') as name,
      m.booked, m.cancelled, coalesce(s.attended, 0) attended, coalesce(s.missed, 0) missed
    from made m left join seen s on s.nr = m.nr and s.service_id = m.service_id
    left join service v on v.site_id = ${ctx.siteId}::uuid and v.id = m.service_id
    order by m.nr, m.service_id`,
  )
  return rows
}
