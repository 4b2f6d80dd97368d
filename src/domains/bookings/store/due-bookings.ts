/** SQL on what time makes due: holds and requests that run out, reminders, visits that ended. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { hasPayments } from './payments.ts'
import { type BookingRow, bookings, toBookingRow } from './bookings.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

/** Bookings of one run of a schedule. */
export const DUE_BATCH = 100
const selectDue = (ctx: TransactionContext) => bookings(ctx).selectAll('booking').forUpdate().skipLocked().limit(DUE_BATCH)
export const lockOverdueHolds = async (ctx: TransactionContext): Promise<BookingRow[]> =>
  (await selectDue(ctx).where('status', '=', 'CREATED').where('holdUntil', '<=', ctx.now).orderBy('holdUntil').execute()).map(toBookingRow)
const selectRequests = (ctx: TransactionContext) => selectDue(ctx).where('status', '=', 'PENDING').where('startAt', '<=', ctx.now)
/** Requests whose time has begun; those for courses, which have several times, are asked for by course. */
export const lockUnansweredRequests = async (ctx: TransactionContext): Promise<BookingRow[]> =>
  (await selectRequests(ctx).where('serviceType', '!=', 'COURSE').orderBy('startAt').execute()).map(toBookingRow)
/** The schedules of courses that have begun and that someone still asks for. */
export const listRequestedCourses = async (ctx: ReadContext): Promise<string[]> =>
  (
    await bookings(ctx)
      .select('scheduleId')
      .distinct()
      .where('serviceType', '=', 'COURSE')
      .where('status', '=', 'PENDING')
      .where('startAt', '<=', ctx.now)
      .orderBy('scheduleId')
      .execute()
  ).map(({ scheduleId }) => scheduleId)
/** Requests for a course that stand as they are since before an instant. */
export const lockCourseRequests = async (ctx: TransactionContext, scheduleId: string, before: Temporal.Instant): Promise<BookingRow[]> =>
  (
    await selectRequests(ctx)
      .where('serviceType', '=', 'COURSE')
      .where('scheduleId', '=', scheduleId)
      .where('updatedAt', '<', before)
      .orderBy('updatedAt')
      .execute()
  ).map(toBookingRow)
/** Deletes old abandoned bookings without an order. */
export const deleteAbandoned = async (ctx: TransactionContext, before: Temporal.Instant): Promise<number> => {
  const gone = await ctx.tx
    .deleteFrom('booking')
    .where('siteId', '=', ctx.siteId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('booking')
        .select('id')
        .where('siteId', '=', ctx.siteId)
        .where('status', '=', 'CREATED')
        .where('orderId', 'is', null)
        .where('createdAt', '<', before)
        // Pending and late payments still need their booking.
        .where(({ not }) => not(hasPayments))
        .orderBy('createdAt')
        .limit(500),
    )
    .returning('id')
    .execute()
  return gone.length
}
export const lockDueReminders = async (ctx: TransactionContext): Promise<BookingRow[]> =>
  (await selectDue(ctx).where('status', '=', 'CONFIRMED').where('remindAt', '<=', ctx.now).orderBy('remindAt').execute()).map(toBookingRow)

/** Confirmed bookings that ended within a period without a no-show. */
const selectEnded = (ctx: ReadContext, { from, to }: { from: Temporal.Instant; to: Temporal.Instant }) =>
  bookings(ctx)
    .where('status', '=', 'CONFIRMED')
    .where('endAt', '>', from)
    .where('endAt', '<=', to)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attendance as missed')
            .select('missed.id')
            .whereRef('missed.siteId', '=', 'booking.siteId')
            .whereRef('missed.bookingId', '=', 'booking.id')
            .where('missed.status', '=', 'NOT_ATTENDED'),
        ),
      ),
    )
/** The same, of a set the first part. */
const selectEndedVisits = (ctx: ReadContext, window: Window) =>
  selectEnded(ctx, window).where(sql<boolean>`coalesce((multi_service_booking ->> 'place')::integer, 0) = 0`)
/** Of these bookings the last one of each customer, who has not booked since. Of a set that is the part that ends last: with it the visit is over. */
const selectLastVisits = (ctx: ReadContext, window: { from: Temporal.Instant; to: Temporal.Instant }) =>
  selectEnded(ctx, window)
    .where('contactId', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('booking as later')
            .select('later.id')
            .whereRef('later.siteId', '=', 'booking.siteId')
            .whereRef('later.contactId', '=', 'booking.contactId')
            .where('later.status', 'in', ['CONFIRMED', 'PENDING'])
            .where(({ eb, or, and, ref }) =>
              or([eb('later.endAt', '>', ref('booking.endAt')), and([eb('later.endAt', '=', ref('booking.endAt')), eb('later.id', '>', ref('booking.id'))])]),
            ),
        ),
      ),
    )
type Ended = ReturnType<typeof selectEnded>
const listRows = async (query: Ended, limit?: number): Promise<BookingRow[]> => {
  const ordered = query.selectAll('booking').orderBy('endAt').orderBy('id')
  return (await (limit === undefined ? ordered : ordered.limit(limit)).execute()).map(toBookingRow)
}
const countRows = async (query: Ended): Promise<number> => Number((await query.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()).count)

interface Window {
  from: Temporal.Instant
  to: Temporal.Instant
}
export const listEndedBookings = (ctx: ReadContext, window: Window, limit?: number) => listRows(selectEndedVisits(ctx, window), limit)
export const listLastVisits = (ctx: ReadContext, window: Window, limit?: number) => listRows(selectLastVisits(ctx, window), limit)
export const countEndedBookings = (ctx: ReadContext, window: Window) => countRows(selectEndedVisits(ctx, window))
export const countLastVisits = (ctx: ReadContext, window: Window) => countRows(selectLastVisits(ctx, window))

/** Whether a booking is no part of a set, or the first one of those that stand: a condition on a row of `booking`. */
export const isFirstOfSet = sql<boolean>`
  not exists (
    select from booking sooner
    where sooner.site_id = booking.site_id and sooner.multi_service_booking ->> 'id' = booking.multi_service_booking ->> 'id' and sooner.status = 'CONFIRMED'
      and (sooner.start_at, (sooner.multi_service_booking ->> 'place')::integer) < (booking.start_at, (booking.multi_service_booking ->> 'place')::integer))`
const selectReminders = (ctx: ReadContext, until: Temporal.Instant) =>
  bookings(ctx).where('status', '=', 'CONFIRMED').where('remindAt', '<', until).where(isFirstOfSet)
/** Reminders that are still to be sent until then. */
export const countReminders = (ctx: ReadContext, until: Temporal.Instant): Promise<number> => countRows(selectReminders(ctx, until))
export const listReminders = (ctx: ReadContext, until: Temporal.Instant, limit: number): Promise<BookingRow[]> => listRows(selectReminders(ctx, until), limit)

/** Puts off reminders that are still to come by so many hours. */
export const moveReminders = (ctx: TransactionContext, hours: number): Promise<unknown> =>
  ctx.tx
    .updateTable('booking')
    .set({ remindAt: sql`add_hours(remind_at, ${hours}::integer)` })
    .where('siteId', '=', ctx.siteId)
    .where('remindAt', '>', ctx.now)
    .execute()

export const hasOverdueHolds: SiteCondition = ({ now }) => sql`
  exists (select from booking as one where one.site_id = site.id and one.status = 'CREATED' and one.hold_until <= ${now})`
export const hasUnansweredRequests: SiteCondition = ({ now }) => sql`
  exists (select from booking as one where one.site_id = site.id and one.status = 'PENDING' and one.start_at <= ${now})`
export const hasDueReminders: SiteCondition = ({ now }) => sql`
  exists (select from booking as one where one.site_id = site.id and one.status = 'CONFIRMED' and one.remind_at <= ${now})`
/** Bookings that were not finished, from before an instant: a condition on a row of `site`. */
export const hasAbandoned = (before: Temporal.Instant) => sql<boolean>`
  exists (select from booking as one where one.site_id = site.id and one.status = 'CREATED' and one.order_id is null and one.created_at < ${before})`
