/** SQL on the bookings of one customer: upcoming, merged, erased, owed, and what counts towards the hold limits. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { pipelineQuery, json, writes } from '#kit/db/open.ts'
import { readSql } from '#kit/db/open.ts'
import { isBeingPaid } from './payments.ts'
import { type BookingRow, bookings, toBookingRow, type Viewer, visibleTo } from './bookings.ts'

/** Upcoming bookings of a customer, locked. */
export const lockUpcomingBookings = async (ctx: TransactionContext, who: { memberId: string; contactId: string | undefined }): Promise<BookingRow[]> =>
  (
    await bookings(ctx)
      .selectAll('booking')
      .where('status', 'in', ['CREATED', 'PENDING', 'CONFIRMED', 'WAITING_LIST'])
      .where((eb) => eb.or([eb('createdByMemberId', '=', who.memberId), ...(who.contactId ? [eb('contactId', '=', who.contactId)] : [])]))
      .where('startAt', '>', ctx.now)
      .orderBy('id')
      .forUpdate()
      .execute()
  ).map(toBookingRow)

/** Upcoming bookings that a plan order pays for, in order of time. */
const upcomingOfPlan = (ctx: ReadContext, orderId: string) =>
  bookings(ctx)
    .selectAll('booking')
    .where('planOrderId', '=', orderId)
    .where('status', 'in', ['PENDING', 'CONFIRMED'])
    .where('startAt', '>', ctx.now)
    .orderBy('startAt')
    .orderBy('id')
export const upcomingBookingsOfPlan = async (ctx: ReadContext, orderId: string): Promise<BookingRow[]> =>
  (await upcomingOfPlan(ctx, orderId).execute()).map(toBookingRow)
export const lockUpcomingOfPlan = async (ctx: TransactionContext, orderId: string): Promise<BookingRow[]> =>
  (await upcomingOfPlan(ctx, orderId).forUpdate().execute()).map(toBookingRow)

/** Whether one of the bookings that the viewer sees takes this time or session: held, requested or confirmed. */
export async function hasBookingAt(
  ctx: ReadContext,
  viewer: Viewer,
  { serviceId, startAt, eventId }: { serviceId: string; startAt: Temporal.Instant; eventId: string | null },
): Promise<boolean> {
  const found = await visibleTo(ctx, viewer)
    .select('booking.id')
    .where('serviceId', '=', serviceId)
    .where('startAt', '=', startAt)
    .$if(eventId !== null, (q) => q.where('eventId', '=', eventId))
    .where((eb) => eb.or([eb('status', 'in', ['PENDING', 'CONFIRMED']), eb.and([eb('status', '=', 'CREATED'), eb('holdUntil', '>', ctx.now)])]))
    .executeTakeFirst()
  return found !== undefined
}

const isOfCustomer = (who: { memberId: string; contactId: string }) => sql<boolean>`(created_by_member_id = ${who.memberId} or contact_id = ${who.contactId})`
/** Every booking of a customer, the latest first. */
export const bookingsOfCustomer = async (ctx: ReadContext, who: { memberId: string; contactId: string }): Promise<BookingRow[]> =>
  (await bookings(ctx).selectAll('booking').where(isOfCustomer(who)).orderBy('startAt', 'desc').orderBy('id').execute()).map(toBookingRow)
/** Contacts other than the member's own that occur in the member's bookings only. */
export const findExclusiveContacts = async (ctx: ReadContext, { memberId, contactId }: { memberId: string; contactId: string }): Promise<string[]> =>
  (
    await readSql(
      ctx.db,
      sql<{ id: string }>`
      select distinct contact_id as id from booking
      where site_id = ${ctx.siteId} and created_by_member_id = ${memberId} and contact_id <> ${contactId} and not exists (
        select 1 from booking other where other.site_id = booking.site_id and other.contact_id = booking.contact_id
          and other.created_by_member_id is distinct from ${memberId})`,
    )
  ).rows.map(({ id }) => id)
/** Reassigns bookings from one contact to another. */
export async function reassignBookings(ctx: TransactionContext, fromId: string, toId: string): Promise<void> {
  const moved = await sql`${writes('booking')}
    update booking set contact_id = ${toId}, contact_details = contact_details || jsonb_build_object('contactId', ${toId}::text)
    where site_id = ${ctx.siteId} and contact_id = ${fromId}`.execute(ctx.tx)
  if (moved.numAffectedRows) ctx.noteEffect({ kind: 'BOOKINGS_JOINED', id: toId, count: Number(moved.numAffectedRows) })
}
/** Removes personal data from a customer's bookings; service, time and money remain for accounting. */
export const eraseCustomer = (ctx: TransactionContext, who: { memberId: string; contactId: string }): Promise<{ id: string }[]> =>
  ctx.tx
    .updateTable('booking')
    .set({
      contactDetails: json({ contactId: who.contactId, firstName: 'Deleted member' }),
      additionalFields: json([]),
      extendedFields: json({}),
      // Where the business comes to the customer, the place is their address.
      location: sql`case when location ->> 'locationType' = 'CUSTOM' then '{"locationType":"CUSTOM"}'::jsonb else location end`,
      emailKey: null,
      search: '',
      ip: null,
      externalUserId: null,
      businessNote: null,
    })
    .where('siteId', '=', ctx.siteId)
    .where(isOfCustomer(who))
    .returning('id')
    .execute()

/** Holds and recent bookings of a customer, for the hold limits. */
export interface HoldUsage {
  /** Own live holds, newest first; a hold whose charge is under way is being paid. */
  mine: (BookingRow & { isBeingPaid: boolean })[]
  /** Live holds from the same address. */
  ofAddress: number
  /** Bookings that the visitor made within the last hour. */
  made: number
}
/** Pipelined with the next statements; the answer is awaited when it is needed. */
export async function queryHoldUsage(
  ctx: TransactionContext,
  who: { memberId?: string | undefined; visitorId?: string | undefined; ip: string },
): Promise<() => Promise<HoldUsage>> {
  const live = bookings(ctx).where('status', '=', 'CREATED').where('holdUntil', '>', ctx.now)
  const counted = await pipelineQuery(
    ctx.tx,
    sql<{ ofAddress: number; made: number }>`select
      (select count(*)::int from booking where site_id = ${ctx.siteId} and status = 'CREATED' and hold_until > ${ctx.now} and ip = ${who.ip}) as of_address,
      (select count(*)::int from booking where site_id = ${ctx.siteId} and created_by_visitor_id = cast(${who.visitorId ?? null} as uuid) and created_at > ${ctx.now.subtract({ hours: 1 })}) as made`,
  )
  const holder = who.memberId ?? who.visitorId
  const held =
    holder &&
    (await pipelineQuery(
      ctx.tx,
      live
        .selectAll('booking')
        .select(isBeingPaid.as('isBeingPaid'))
        .where(who.memberId ? 'createdByMemberId' : 'createdByVisitorId', '=', holder)
        .orderBy('createdAt', 'desc'),
    ))
  return async () => {
    const [{ ofAddress, made } = { ofAddress: 0, made: 0 }] = await counted()
    const mine = held ? (await held()).map((row) => ({ ...toBookingRow(row), isBeingPaid: row.isBeingPaid })) : []
    return { mine, ofAddress, made }
  }
}

/** In the words of the indexes and of `count_unpaid`. */
const isUnpaid = sql<boolean>`(booking.payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or booking.payment_status = 'UNDEFINED' and booking.payment_option = 'OFFLINE')`
const kept = sql<number>`booking_kept(booking.site_id, booking.id)`
/** Fees of these clients that are not paid, with what was paid for their bookings. */
export const findOpenFees = (ctx: ReadContext, contactIds: readonly string[]) =>
  bookings(ctx)
    .innerJoin('bookingFee as f', (join) => join.onRef('f.siteId', '=', 'booking.siteId').onRef('f.bookingId', '=', 'booking.id'))
    .where('f.status', '<>', 'WAIVED')
    .where(sql<boolean>`f.collected < coalesce(f.applied, f.amount)`)
    .where('booking.contactId', 'in', [...contactIds])
    .orderBy('booking.startAt', 'desc')
    .orderBy('booking.id')
    .select([
      'booking.id',
      'booking.title',
      'booking.startAt',
      'booking.contactId',
      'booking.status',
      'f.trigger',
      'f.amount',
      'f.applied',
      'f.collected',
      'f.currency',
      kept.as('kept'),
    ])
    .execute()

/** Confirmed bookings of these clients that are not paid, or not wholly. */
export const findOwedBookings = async (ctx: ReadContext, contactIds: readonly string[]): Promise<BookingRow[]> =>
  (
    await bookings(ctx)
      .selectAll('booking')
      .where('contactId', 'in', [...contactIds])
      .where('status', '=', 'CONFIRMED')
      .where(isUnpaid)
      .orderBy('startAt')
      .orderBy('id')
      .execute()
  ).map(toBookingRow)
