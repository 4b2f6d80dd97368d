/** SQL on what the coming days bring. Days are those of the time zone of the site. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'
import { toBookingRow, type BookingRow } from './bookings.ts'
import { isFirstOfSet } from './due-bookings.ts'

export interface Stretch {
  from: Temporal.Instant
  to: Temporal.Instant
  timeZone: string
}

/** Confirmed bookings, people and sessions of plans, by the day of the start. */
export async function countBookingsByDay(
  ctx: ReadContext,
  { from, to, timeZone }: Stretch,
): Promise<Map<string, { bookings: number; people: number; planSessions: number }>> {
  const { rows } = await readSql(
    ctx.db,
    sql<{ day: string; bookings: number; people: number; sessions: number }>`
    select to_char(start_at at time zone ${timeZone}::text, 'YYYY-MM-DD') "day", count(*)::int bookings, sum(participants)::int people,
      coalesce(sum(credits) filter (where plan_order_id is not null), 0)::int sessions
    from booking where site_id = ${ctx.siteId} and status = 'CONFIRMED' and start_at >= ${from} and start_at < ${to}
    group by 1`,
  )
  return new Map(rows.map(({ day, bookings, people, sessions }) => [day, { bookings, people, planSessions: sessions }]))
}

/** Reminders by the day on which they are sent; those that wait are sent on the first day. */
export async function countRemindersByDay(ctx: ReadContext, { from, to, timeZone }: Stretch): Promise<Map<string, number>> {
  const { rows } = await readSql(
    ctx.db,
    sql<{ day: string; count: number }>`
    select to_char(greatest(remind_at, ${from}::timestamptz) at time zone ${timeZone}::text, 'YYYY-MM-DD') "day", count(*)::int count
    from booking where site_id = ${ctx.siteId} and status = 'CONFIRMED' and remind_at < ${to} and start_at > ${from} and ${isFirstOfSet}
    group by 1`,
  )
  return new Map(rows.map(({ day, count }) => [day, count]))
}

/** Confirmed bookings that start in a stretch of time and are not paid, or not wholly. */
export const findUnpaidStartingIn = async (ctx: ReadContext, from: Temporal.Instant, to: Temporal.Instant): Promise<BookingRow[]> =>
  (
    await ctx.db
      .selectFrom('booking')
      .selectAll('booking')
      .where('booking.siteId', '=', ctx.siteId)
      .where('status', '=', 'CONFIRMED')
      .where('startAt', '>=', from)
      .where('startAt', '<', to)
      // In the words of its index.
      .where(sql<boolean>`(payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or payment_status = 'UNDEFINED' and payment_option = 'OFFLINE')`)
      .execute()
  ).map(toBookingRow)
