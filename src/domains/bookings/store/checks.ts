/** SQL of the nightly check of bookings: places and resources against the bookings that hold them. Source: guide bookings §5.3. */
import { sql } from 'kysely'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'

/** As many as are read of each kind; a check reports few findings. */
const MOST = 20

/**
 * What a night looks at: what changed or took place in the last weeks, and what is still to come. What is older was looked at when it was new, so that the
 * check does not grow with the history of a site.
 */
const CHECKED_DAYS = 35
const checkedSince = (ctx: ReadContext) => ctx.now.subtract({ hours: 24 * CHECKED_DAYS })

const sessionOfBooking = sql`case when b.service_type = 'COURSE' then b.schedule_id::text else b.event_id end`

/** Sessions whose count of places is not the sum of their bookings, or above what they have without having been filled so by the business. */
export const findMiscountedSessions = async (ctx: ReadContext): Promise<{ sessionId: string; taken: number; held: number; capacity: number }[]> => {
  const { rows } = await readSql(
    ctx.db,
    sql<{ sessionId: string; taken: number; held: number; capacity: number }>`
    with looked_at as (
      select e.id from calendar_event e
      where e.site_id = ${ctx.siteId} and e.recurrence_type <> 'MASTER' and e.start_at > ${checkedSince(ctx)}
      union
      select ${sessionOfBooking} from booking b where b.site_id = ${ctx.siteId} and b.updated_at > ${checkedSince(ctx)} and b.service_type <> 'APPOINTMENT'
      union
      select ${sessionOfBooking} from booking b where b.site_id = ${ctx.siteId} and b.end_at > ${checkedSince(ctx)} and b.service_type <> 'APPOINTMENT'
    )
    select s.session_id as "sessionId", s.taken, coalesce(sum(u.people), 0)::int as held, s.capacity
    from looked_at l join session_seat s on s.site_id = ${ctx.siteId} and s.session_id = l.id left join seat_use u using (site_id, session_id)
    group by s.session_id, s.taken, s.capacity, s.overfilled_to
    having s.taken <> coalesce(sum(u.people), 0) or s.taken > greatest(s.capacity, s.overfilled_to)
    order by s.session_id limit ${MOST}`,
  )
  return rows
}

/** Bookings that are over and still hold a place or a resource, or wait to remind. */
export const findClosedHolders = async (ctx: ReadContext): Promise<{ bookingId: string; status: string }[]> => {
  const { rows } = await readSql(
    ctx.db,
    sql<{ bookingId: string; status: string }>`
    select b.id as "bookingId", b.status
    from booking b
    where b.site_id = ${ctx.siteId} and b.status in ('DECLINED', 'CANCELED') and b.remind_at is not null
    union
    select b.id as "bookingId", b.status
    from booking b
    where b.site_id = ${ctx.siteId} and b.status in ('DECLINED', 'CANCELED') and b.updated_at > ${checkedSince(ctx)} and (
      exists (select 1 from seat_use u where u.site_id = b.site_id and u.booking_id = b.id and not u.offer)
      or exists (select 1 from resource_use r where r.site_id = b.site_id and r.booking_id = b.id and r.holds))
    order by 1 limit ${MOST}`,
  )
  return rows
}
