/** SQL on bookings. */
import { sql, type InsertType, type Selectable, type SelectQueryBuilder } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { pipelineQuery, json, writes } from '#kit/db/open.ts'
import type { BookingTable, Tables } from '#kit/db/tables.gen.ts'
import type { PaymentOption, PaymentTerms } from '../rules/due.ts'
import type { BookingStatus, BookingTransition, PaymentStatus } from '../rules/machine.ts'
import type { ServiceType } from '../rules/outcome.ts'
import type { PolicySnapshot } from '../rules/policy.ts'
import { readSql } from '#kit/db/open.ts'
import { hasPayments, isBeingPaid } from './payments.ts'

export interface ContactDetails {
  contactId?: string
  firstName?: string
  lastName?: string
  email?: string
  phone?: string
  fullAddress?: unknown
  timeZone?: string
  countryCode?: string
}
export interface ResourceCopy {
  id: string
  name: string
  email?: string | undefined
  scheduleId?: string | undefined
  type?: string | undefined
}
/** A booked add-on; its price is part of the price snapshot. */
export interface AddOnCopy {
  id: string
  groupId: string
  name: string
  durationInMinutes?: number
  quantity?: number
}
export interface LocationCopy {
  id?: string | undefined
  name?: string | undefined
  formattedAddress?: string | undefined
  locationType: string
}
/** The price agreed when the booking was made, in minor units. */
export interface PriceSnapshot {
  currency: string
  terms: PaymentTerms
  total: number
  /** Part of `total` for add-ons. */
  addOns?: number
  /** Of that, the share per person. */
  addOnsEach?: number
  /** The price by choices, for so many people. */
  priced?: { total: number; people: number }
}
export interface AdditionalField {
  id: string
  value?: string
  label?: string
  valueType: string
}

interface TypedColumns {
  status: BookingStatus
  paymentStatus: PaymentStatus
  paymentOption: PaymentOption
  serviceType: ServiceType
  resource: ResourceCopy | null
  location: LocationCopy | null
  participantsChoices: unknown
  contactDetails: ContactDetails
  additionalFields: AdditionalField[]
  source: { platform: string; actor: string; appDefId?: string }
  extendedFields: Record<string, Record<string, unknown>>
  addOns: AddOnCopy[]
  multiServiceBooking: { id: string; type: string; place: number } | null
  policy: PolicySnapshot
  price: PriceSnapshot
}
type Row = Selectable<BookingTable>
export type BookingRow = Omit<Row, keyof TypedColumns> & TypedColumns

const jsonColumns = [
  'resource',
  'location',
  'participantsChoices',
  'contactDetails',
  'additionalFields',
  'source',
  'extendedFields',
  'addOns',
  'multiServiceBooking',
  'policy',
  'price',
] as const
/** JSON columns and those of machines hold what this store wrote. */
export const toBookingRow = (row: Row): BookingRow => row as BookingRow
type Columns<T> = { [K in keyof T as K extends keyof BookingTable ? K : never]: K extends keyof BookingTable ? InsertType<BookingTable[K]> : never }
/** The columns of a booking as they are written: JSON as text. */
function toColumns<T extends Partial<BookingRow>>(values: T): Columns<T> {
  const out: Record<string, unknown> = { ...values }
  for (const name of jsonColumns) if (name in out) out[name] = out[name] === null || out[name] === undefined ? null : json(out[name])
  return out as Columns<T>
}

const bookings = (ctx: ReadContext) => ctx.db.selectFrom('booking').where('booking.siteId', '=', ctx.siteId)
export type BookingQuery = SelectQueryBuilder<Tables, 'booking', object>

/** Whose bookings the caller sees: owners all, members and visitors their own. Source: guide bookings §1 (own booking). */
export interface Viewer {
  all: boolean
  memberId?: string | undefined
  contactId?: string | undefined
  visitorId?: string | undefined
}
export const visibleTo = (ctx: ReadContext, viewer: Viewer): BookingQuery => {
  if (viewer.all) return bookings(ctx)
  return bookings(ctx).where((eb) =>
    eb.or([
      ...(viewer.memberId ? [eb('createdByMemberId', '=', viewer.memberId)] : []),
      ...(viewer.contactId ? [eb('contactId', '=', viewer.contactId)] : []),
      ...(viewer.visitorId ? [eb('createdByVisitorId', '=', viewer.visitorId)] : []),
    ]),
  )
}

export async function bookingById(ctx: ReadContext, viewer: Viewer, id: string): Promise<BookingRow | undefined> {
  const row = await visibleTo(ctx, viewer).selectAll('booking').where('booking.id', '=', id).executeTakeFirst()
  return row && toBookingRow(row)
}

/** The booking, locked until commit: every change starts here. */
export async function lockBooking(ctx: TransactionContext, viewer: Viewer, id: string): Promise<BookingRow | undefined> {
  const row = await visibleTo(ctx, viewer).selectAll('booking').where('booking.id', '=', id).forUpdate().executeTakeFirst()
  return row && toBookingRow(row)
}

/** Search text: name, email and digits of the phone, normalized. */
const toSearchText = ({ firstName, lastName, email, phone }: ContactDetails) =>
  sql<string>`plain_text(${[firstName, lastName, email, phone, phone?.replace(/\D/g, '')].filter(Boolean).join(' ')})`

/** Pipelined: the insert is sent with the next statement. */
export async function insertBooking(ctx: TransactionContext, booking: Omit<BookingRow, 'siteId' | 'search'>): Promise<void> {
  const row = { ...toColumns(booking), search: toSearchText(booking.contactDetails), siteId: ctx.siteId }
  await pipelineQuery(ctx.tx, ctx.tx.insertInto('booking').values(row))
}

/** Columns of a booking that may change. The status changes by a transition of the state machine alone. */
export type BookingChange = Partial<Omit<BookingRow, 'status'>>

export async function updateBooking(ctx: TransactionContext, id: string, change: BookingChange, transition?: BookingTransition): Promise<void> {
  await ctx.tx
    .updateTable('booking')
    .set({
      ...toColumns(change),
      ...(transition && { status: transition.to }),
      ...(change.contactDetails && { search: toSearchText(change.contactDetails) }),
    })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
}

export const bookingsById = async (ctx: ReadContext, viewer: Viewer, ids: readonly string[]): Promise<BookingRow[]> =>
  ids.length === 0
    ? []
    : (
        await visibleTo(ctx, viewer)
          .selectAll('booking')
          .where('booking.id', 'in', ids as string[])
          .execute()
      ).map(toBookingRow)

/** Open bookings of a session, course or service, locked in a fixed order. */
export const lockOpenBookings = async (
  ctx: TransactionContext,
  of: { eventId: string } | { scheduleId: string } | { serviceId: string; from: Temporal.Instant },
) =>
  (
    await bookings(ctx)
      .selectAll('booking')
      .where('status', 'in', ['CREATED', 'PENDING', 'CONFIRMED', 'WAITING_LIST'])
      .$if('eventId' in of, (q) => q.where('eventId', '=', (of as { eventId: string }).eventId))
      .$if('scheduleId' in of, (q) => q.where('scheduleId', '=', (of as { scheduleId: string }).scheduleId))
      .$if('serviceId' in of, (q) =>
        q.where('serviceId', '=', (of as { serviceId: string }).serviceId).where('endAt', '>', (of as { from: Temporal.Instant }).from),
      )
      .orderBy('id')
      .forUpdate()
      .execute()
  ).map(toBookingRow)

/** Requests and confirmed bookings of the site that are not over, in order of time. */
export const findUpcomingBookings = async (ctx: ReadContext): Promise<BookingRow[]> =>
  (
    await bookings(ctx)
      .selectAll('booking')
      .where('status', 'in', ['PENDING', 'CONFIRMED'])
      .where('endAt', '>', ctx.now)
      .orderBy('startAt')
      .orderBy('id')
      .execute()
  ).map(toBookingRow)

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
/** Reassigns bookings and waitlist entries from one contact to another. */
export async function reassignBookings(ctx: TransactionContext, fromId: string, toId: string): Promise<void> {
  await sql`${writes('booking')}
    update booking set contact_id = ${toId}, contact_details = contact_details || jsonb_build_object('contactId', ${toId}::text)
    where site_id = ${ctx.siteId} and contact_id = ${fromId}`.execute(ctx.tx)
  // A contact that would wait twice for a session keeps both entries.
  await sql`${writes('waitlist_entry')}
    update waitlist_entry set contact_id = ${toId}
    where site_id = ${ctx.siteId} and contact_id = ${fromId} and not exists (
      select 1 from waitlist_entry mine where mine.site_id = waitlist_entry.site_id and mine.session_id = waitlist_entry.session_id and mine.contact_id = ${toId})`.execute(
    ctx.tx,
  )
}
/** Removes personal data from a customer's bookings; service, time and money remain for accounting. */
export const eraseCustomer = (ctx: TransactionContext, who: { memberId: string; contactId: string }): Promise<{ id: string }[]> =>
  ctx.tx
    .updateTable('booking')
    .set({
      contactDetails: json({ contactId: who.contactId, firstName: 'Deleted member' }),
      additionalFields: json([]),
      extendedFields: json({}),
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

const selectPartsOfSet = (ctx: ReadContext, viewer: Viewer, setId: string) =>
  visibleTo(ctx, viewer).selectAll('booking').where(sql<string>`multi_service_booking ->> 'id'`, '=', setId).orderBy('id')
const compareByPlace = (a: BookingRow, b: BookingRow) => (a.multiServiceBooking?.place ?? 0) - (b.multiServiceBooking?.place ?? 0)
/** The parts of a set in their order. */
export const listPartsOfSet = async (ctx: ReadContext, viewer: Viewer, setId: string): Promise<BookingRow[]> =>
  (await selectPartsOfSet(ctx, viewer, setId).execute()).map(toBookingRow).toSorted(compareByPlace)
/** The same, locked because they are about to change. */
export const lockPartsOfSet = async (ctx: TransactionContext, viewer: Viewer, setId: string): Promise<BookingRow[]> =>
  (await selectPartsOfSet(ctx, viewer, setId).forUpdate().execute()).map(toBookingRow).toSorted(compareByPlace)

/** The items of an order. */
export const bookingsOfOrder = async (ctx: ReadContext, orderId: string): Promise<BookingRow[]> =>
  (await bookings(ctx).selectAll('booking').where('orderId', '=', orderId).orderBy('startAt').orderBy('id').execute()).map(toBookingRow)

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

/** Overlapping appointments of the resources, to mark double bookings. */
export const countOverlappingAppointments = async (
  ctx: ReadContext,
  { resourceIds, from, to, except }: { resourceIds: readonly string[]; from: Temporal.Instant; to: Temporal.Instant; except: string },
): Promise<number> => {
  if (resourceIds.length === 0) return 0
  const { count } = await bookings(ctx)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('serviceType', '=', 'APPOINTMENT')
    .where('id', '!=', except)
    .where((eb) => eb.or([eb('status', 'in', ['CONFIRMED', 'PENDING']), eb.and([eb('status', '=', 'CREATED'), eb('holdUntil', '>', ctx.now)])]))
    .where(sql<boolean>`resource_ids && ${sql.val(resourceIds)}::uuid[]`)
    .where('startAt', '<', to)
    .where(sql<boolean>`end_at + buffer_minutes * interval '1 minute' > ${from}`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

// ---- due work

const selectDue = (ctx: TransactionContext) => bookings(ctx).selectAll('booking').forUpdate().skipLocked().limit(100)
export const lockOverdueHolds = async (ctx: TransactionContext): Promise<BookingRow[]> =>
  (await selectDue(ctx).where('status', '=', 'CREATED').where('holdUntil', '<=', ctx.now).orderBy('holdUntil').execute()).map(toBookingRow)
export const lockUnansweredRequests = async (ctx: TransactionContext): Promise<BookingRow[]> =>
  (await selectDue(ctx).where('status', '=', 'PENDING').where('startAt', '<=', ctx.now).orderBy('startAt').execute()).map(toBookingRow)
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

/** Bookings of class and appointment that ended within a period without a no-show; of a set the first part. */
const selectEnded = (ctx: ReadContext, { from, to }: { from: Temporal.Instant; to: Temporal.Instant }) =>
  bookings(ctx)
    .where('status', '=', 'CONFIRMED')
    .where('endAt', '>', from)
    .where('endAt', '<=', to)
    .where(sql<boolean>`coalesce((multi_service_booking ->> 'place')::integer, 0) = 0`)
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
/** Of these, the last visit of each customer, who has not booked since. */
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
const listRows = async (query: Ended): Promise<BookingRow[]> => (await query.selectAll('booking').orderBy('endAt').orderBy('id').execute()).map(toBookingRow)
const countRows = async (query: Ended): Promise<number> => Number((await query.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()).count)

export const listEndedBookings = (ctx: ReadContext, window: { from: Temporal.Instant; to: Temporal.Instant }) => listRows(selectEnded(ctx, window))
export const listLastVisits = (ctx: ReadContext, window: { from: Temporal.Instant; to: Temporal.Instant }) => listRows(selectLastVisits(ctx, window))
export const countEndedBookings = (ctx: ReadContext, window: { from: Temporal.Instant; to: Temporal.Instant }) => countRows(selectEnded(ctx, window))
export const countLastVisits = (ctx: ReadContext, window: { from: Temporal.Instant; to: Temporal.Instant }) => countRows(selectLastVisits(ctx, window))

/** Reminders that are still to be sent until then. */
export const countReminders = (ctx: ReadContext, until: Temporal.Instant): Promise<number> =>
  countRows(bookings(ctx).where('status', '=', 'CONFIRMED').where('remindAt', '<', until))

/** Puts off reminders that are still to come by so many hours. */
export const moveReminders = (ctx: TransactionContext, hours: number): Promise<unknown> =>
  ctx.tx
    .updateTable('booking')
    .set({ remindAt: sql`remind_at + make_interval(hours => ${hours}::integer)` })
    .where('siteId', '=', ctx.siteId)
    .where('remindAt', '>', ctx.now)
    .execute()

// ---- reading

/** Longer bookings have an index of their own: `booking_long`. */
const LONG = sql`interval '2 days'`
/**
 * Bookings that overlap a range, for the calendar of the dashboard, in order of time. What is not long begins at most two days before
 * the range: both parts are ranges of an index, however many years lie before.
 */
export const findBookingsInRange = async (ctx: ReadContext, from: Temporal.Instant, to: Temporal.Instant): Promise<BookingRow[]> => {
  const overlapping = bookings(ctx)
    .selectAll('booking')
    .where((eb) => eb.or([eb('status', 'in', ['CONFIRMED', 'PENDING']), eb.and([eb('status', '=', 'CREATED'), eb('holdUntil', '>', ctx.now)])]))
    .where('startAt', '<', to)
    .where('endAt', '>', from)
  return (
    await overlapping
      .where('startAt', '>=', from.subtract({ hours: 48 }))
      .where(sql<boolean>`end_at - start_at <= ${LONG}`)
      .unionAll(overlapping.where(sql<boolean>`end_at - start_at > ${LONG}`))
      .orderBy('startAt')
      .orderBy('id')
      .execute()
  ).map(toBookingRow)
}

/** Those of these ids that exist, in no order. */
export const bookingsByIds = async (ctx: ReadContext, ids: readonly string[]): Promise<BookingRow[]> =>
  ids.length === 0 ? [] : (await bookings(ctx).selectAll('booking').where('id', 'in', ids).execute()).map(toBookingRow)

/** Confirmed bookings and requests of a class session, or of all sessions of a course, in order of registration. */
export const findBookingsOfSession = async (ctx: ReadContext, of: { eventId: string } | { scheduleId: string }): Promise<BookingRow[]> =>
  (
    await bookings(ctx)
      .selectAll('booking')
      .where('status', 'in', ['CONFIRMED', 'PENDING'])
      .where((eb) => ('eventId' in of ? eb('eventId', '=', of.eventId) : eb.and([eb('scheduleId', '=', of.scheduleId), eb('serviceType', '=', 'COURSE')])))
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  ).map(toBookingRow)

/** Confirmed bookings of these clients that are not paid, or not wholly. */
export const findOwedBookings = async (ctx: ReadContext, contactIds: readonly string[]): Promise<BookingRow[]> =>
  (
    await bookings(ctx)
      .selectAll('booking')
      .where('contactId', 'in', [...contactIds])
      .where('status', '=', 'CONFIRMED')
      // In the words of its index.
      .where(sql<boolean>`(payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or payment_status = 'UNDEFINED' and payment_option = 'OFFLINE')`)
      .orderBy('startAt')
      .orderBy('id')
      .execute()
  ).map(toBookingRow)

/** Sets what the business noted about a booking; null removes it. False when there is no such booking. */
export const setBusinessNote = async (ctx: TransactionContext, id: string, note: string | null): Promise<boolean> =>
  (await ctx.tx.updateTable('booking').set({ businessNote: note }).where('siteId', '=', ctx.siteId).where('id', '=', id).returning('id').executeTakeFirst()) !==
  undefined

// ---- links

export async function getLinkSecret(ctx: TransactionContext, fresh: string | undefined): Promise<string | undefined> {
  const known = await ctx.tx.selectFrom('bookingLinkKey').select('secret').where('siteId', '=', ctx.siteId).executeTakeFirst()
  if (known || !fresh) return known?.secret
  await ctx.tx
    .insertInto('bookingLinkKey')
    .values({ siteId: ctx.siteId, secret: fresh, createdAt: ctx.authNow })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return getLinkSecret(ctx, undefined)
}
