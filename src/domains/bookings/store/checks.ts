/** SQL of the nightly check of bookings: places and resources against the bookings that hold them. Source: guide bookings §5.3. */
import { sql } from 'kysely'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'

/** As many as are read of each kind; a check reports few findings. */
const MOST = 20

/** Sessions whose count of places is not the sum of their bookings, or above what they have without having been filled so by the business. */
export const findMiscountedSessions = async (ctx: ReadContext): Promise<{ sessionId: string; taken: number; held: number; capacity: number }[]> => {
  const { rows } = await readSql(
    ctx.db,
    sql<{ sessionId: string; taken: number; held: number; capacity: number }>`
    select s.session_id as "sessionId", s.taken, coalesce(sum(u.people), 0)::int as held, s.capacity
    from session_seat s left join seat_use u using (site_id, session_id)
    where s.site_id = ${ctx.siteId}
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
    where b.site_id = ${ctx.siteId} and b.status in ('DECLINED', 'CANCELED') and (
      b.remind_at is not null
      or exists (select 1 from seat_use u where u.site_id = b.site_id and u.booking_id = b.id and not u.offer)
      or exists (select 1 from resource_use r where r.site_id = b.site_id and r.booking_id = b.id and r.holds))
    order by b.id limit ${MOST}`,
  )
  return rows
}
