/** SQL on bookings. */
import { sql, type InsertType, type Selectable, type SelectQueryBuilder } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ItemDiscount } from '#domains/orders/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { pipelineQuery, json, readSql } from '#kit/db/open.ts'
import { precompileInsert } from '#kit/db/precompiled-insert.ts'
import type { BookingTable, Tables } from '#kit/db/tables.gen.ts'
import { openSecret, sealSecret } from '#kit/secrets/sealing.ts'
import type { PaymentOption, PaymentTerms } from '../rules/due.ts'
import type { BookingStatus, BookingTransition, PaymentStatus } from '../rules/machine.ts'
import type { ServiceType } from '../rules/outcome.ts'
import type { PolicySnapshot } from '../rules/policy.ts'
import { describeLinkSecret } from '../rules/sealed.ts'

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
/** The coupon of a booking: what it takes off this one, and the use that it shares with what is paid together. */
export interface CouponSnapshot {
  id: string
  code: string
  useId: string
  off: ItemDiscount
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
  coupon?: CouponSnapshot | undefined
  /** Of `total`, what a custom checkout says it has taken: it stands in no payment here. */
  paidElsewhere?: number
}
export interface AdditionalField {
  id: string
  value?: string
  label?: string
  valueType: string
}

/** Who may give an appointment, by type of resource, as the request said it. */
export interface ResourceSelection {
  resourceTypeId?: string
  selectionMethod?: string
}

interface TypedColumns {
  status: BookingStatus
  paymentStatus: PaymentStatus
  paymentOption: PaymentOption
  serviceType: ServiceType
  resource: ResourceCopy | null
  location: LocationCopy | null
  resourceSelections: ResourceSelection[] | null
  participantsChoices: unknown
  contactDetails: ContactDetails
  additionalFields: AdditionalField[]
  source: { platform: string; actor: string; appDefId?: string; appName?: string }
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
  'resourceSelections',
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

export const bookings = (ctx: ReadContext) => ctx.db.selectFrom('booking').where('booking.siteId', '=', ctx.siteId)
export type BookingQuery = SelectQueryBuilder<Tables, 'booking', object>

/** Whose bookings the caller sees: owners all, members and visitors their own, staff what they give. Source: guide bookings §1 (own booking), §18.1. */
export interface Viewer {
  all: boolean
  memberId?: string | undefined
  contactId?: string | undefined
  visitorId?: string | undefined
  resourceId?: string | undefined
}
export const visibleTo = (ctx: ReadContext, viewer: Viewer): BookingQuery => {
  if (viewer.all) return bookings(ctx)
  return bookings(ctx).where((eb) =>
    eb.or([
      ...(viewer.memberId ? [eb('createdByMemberId', '=', viewer.memberId)] : []),
      ...(viewer.contactId ? [eb('contactId', '=', viewer.contactId)] : []),
      ...(viewer.visitorId ? [eb('createdByVisitorId', '=', viewer.visitorId)] : []),
      ...(viewer.resourceId ? [eb('resourceId', '=', viewer.resourceId), sql<boolean>`booking.resource_ids @> array[${viewer.resourceId}::uuid]`] : []),
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

/** What a booking is found by: name, email and digits of the phone; the database normalizes it. */
export const joinSearchText = ({ firstName, lastName, email, phone }: ContactDetails): string =>
  [firstName, lastName, email, phone, phone?.replace(/\D/g, '')].filter(Boolean).join(' ')
const toSearchText = (contact: ContactDetails) => sql<string>`plain_text(${joinSearchText(contact)})`

const insertRow = precompileInsert('booking', { search: (value) => `plain_text(${value})` })
/** Pipelined: the insert is sent with the next statement. */
export async function insertBooking(ctx: TransactionContext, booking: BookingRow): Promise<void> {
  await pipelineQuery(ctx.tx, insertRow(Object.assign(toColumns(booking), { siteId: ctx.siteId })))
}

/** Columns of a booking that may change. The status changes by a transition of the state machine alone. */
export type BookingChange = Partial<Omit<BookingRow, 'status'>>

/** Pipelined, like the insert. */
export async function updateBooking(ctx: TransactionContext, id: string, change: BookingChange, transition?: BookingTransition): Promise<void> {
  const update = ctx.tx
    .updateTable('booking')
    .set({
      ...toColumns(change),
      ...(transition && { status: transition.to }),
      ...(change.contactDetails && { search: toSearchText(change.contactDetails) }),
    })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
  await pipelineQuery(ctx.tx, update)
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

/** Of these bookings those whose people or rooms another booking has, for good, at their time. */
export async function findTakenRequests(ctx: ReadContext, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await readSql(
    ctx.db,
    sql<{ id: string }>`
    select b.id from booking b
    where b.site_id = ${ctx.siteId} and b.id = any (${sql.val(ids)}::uuid[]) and exists (
      select from resource_use u
      where u.site_id = b.site_id and u.resource_id = any (b.resource_ids) and u.during && tstzrange(b.start_at, b.end_at + b.buffer_minutes * interval '1 minute')
        and u.booking_id <> b.id and u.holds and u.hold_until is null)`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** What calendars show of a booking: a week has thousands, whose prices and policies would take longer to read than all the rest. */
const calendarColumns = [
  'id',
  'revision',
  'status',
  'paymentStatus',
  'paymentOption',
  'serviceType',
  'serviceId',
  'scheduleId',
  'eventId',
  'title',
  'startAt',
  'endAt',
  'participants',
  'contactDetails',
] as const
export type CalendarBookingRow = Pick<BookingRow, (typeof calendarColumns)[number] | 'location' | 'resourceIds'>

/** Thousands of bookings share a few places and people: each text is read once, and rows share what came of it. */
function parseOnce<T>(parse: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text) ?? parse(text)
    known.set(text, found)
    return found
  }
}

/** Longer bookings have an index of their own: `booking_long`. */
const LONG = sql`interval '2 days'`
export interface CalendarRange {
  from: Temporal.Instant
  to: Temporal.Instant
  /** Of appointments only those that need this person or room. */
  resourceId?: string | undefined
}
/**
 * Bookings that overlap a range and hold their time, in two parts that share none. What is not long begins at most two days before the
 * range: both parts are ranges of an index, however many years lie before.
 */
function overlappingBookings(ctx: ReadContext, { from, to, resourceId }: CalendarRange) {
  const all = bookings(ctx)
    .where((eb) => eb.or([eb('status', 'in', ['CONFIRMED', 'PENDING']), eb.and([eb('status', '=', 'CREATED'), eb('holdUntil', '>', ctx.now)])]))
    .where('startAt', '<', to)
    .where('endAt', '>', from)
    .$if(resourceId !== undefined, (query) =>
      query.where((eb) => eb.or([eb('serviceType', '!=', 'APPOINTMENT'), sql<boolean>`resource_ids @> array[${resourceId}]::uuid[]`])),
    )
  const short = all.where('startAt', '>=', from.subtract({ hours: 48 })).where(sql<boolean>`end_at - start_at <= ${LONG}`)
  return { short, long: all.where(sql<boolean>`end_at - start_at > ${LONG}`) }
}

export interface StartCount {
  /** `YYYY-MM-DD` and 0 to 23, on the clock of a time zone. */
  day: string
  hour: number
  entries: number
}
/** How many appointments of a range begin within each hour on the clock of `timeZone`; hours without any are left out. */
export async function countAppointmentStarts(ctx: ReadContext, range: CalendarRange, timeZone: string): Promise<StartCount[]> {
  const { short, long } = overlappingBookings(ctx, range)
  const hour = sql<string>`date_trunc('hour', start_at at time zone ${timeZone}::text)`.as('startHour')
  const starts = short
    .where('serviceType', '=', 'APPOINTMENT')
    .select(hour)
    .unionAll(long.where('serviceType', '=', 'APPOINTMENT').select(hour))
  return ctx.db
    .selectFrom(starts.as('starts'))
    .select([
      sql<string>`to_char(start_hour, 'YYYY-MM-DD')`.as('day'),
      sql<number>`extract(hour from start_hour)::int`.as('hour'),
      sql<number>`count(*)::int`.as('entries'),
    ])
    .groupBy('startHour')
    .execute()
}

/** People in the sessions of a range: by session of classes, by schedule of courses. */
export async function sumSessionGuests(ctx: ReadContext, range: CalendarRange): Promise<ReadonlyMap<string, number>> {
  const { short, long } = overlappingBookings(ctx, range)
  const select = (part: typeof short) =>
    part
      .where('serviceType', '!=', 'APPOINTMENT')
      .select([sql<string | null>`case service_type when 'CLASS' then event_id else schedule_id::text end`.as('key'), 'participants'])
  const rows = await ctx.db
    .selectFrom(select(short).unionAll(select(long)).as('guests'))
    .select(['key', sql<number>`sum(participants)::int`.as('people')])
    .groupBy('key')
    .execute()
  return new Map(rows.flatMap(({ key, people }) => (key === null ? [] : [[key, people]])))
}

/** Bookings that overlap a range, for the calendar of the dashboard, in order of time; `only` those of appointments. */
export async function findBookingsInRange(ctx: ReadContext, range: CalendarRange, only?: 'APPOINTMENT'): Promise<CalendarBookingRow[]> {
  const { short, long } = overlappingBookings(ctx, range)
  const select = (part: typeof short) =>
    part
      .$if(only !== undefined, (query) => query.where('serviceType', '=', 'APPOINTMENT'))
      .select(calendarColumns)
      .select([sql<string | null>`location::text`.as('locationText'), sql<string>`array_to_string(resource_ids, ' ')`.as('resourcesText')])
  const rows = await select(short).unionAll(select(long)).orderBy('startAt').orderBy('id').execute()
  const parseLocation = parseOnce((text) => JSON.parse(text) as LocationCopy)
  const parseIds = parseOnce((text) => text.split(' ').filter(Boolean))
  // The rows themselves are completed: copies of thousands would cost more than reading them.
  return rows.map((row) =>
    Object.assign(row as unknown as CalendarBookingRow, {
      location: row.locationText === null ? null : parseLocation(row.locationText),
      resourceIds: parseIds(row.resourcesText),
    }),
  )
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

/** Sets what the business noted about a booking; null removes it. False when there is no such booking. */
export const setBusinessNote = async (ctx: TransactionContext, id: string, note: string | null): Promise<boolean> =>
  (await ctx.tx.updateTable('booking').set({ businessNote: note }).where('siteId', '=', ctx.siteId).where('id', '=', id).returning('id').executeTakeFirst()) !==
  undefined

/** The secret of the links of the site; `fresh` becomes it when there is none. */
export async function getLinkSecret(ctx: TransactionContext, fresh: string | undefined): Promise<string | undefined> {
  const known = await ctx.cache(
    ['booking_link_key'],
    'secret of booking links',
    async () => (await ctx.tx.selectFrom('bookingLinkKey').select('secret').where('siteId', '=', ctx.siteId).executeTakeFirst())?.secret,
  )
  if (known) return openSecret(describeLinkSecret(ctx.siteId), known)
  if (!fresh) return undefined
  await ctx.tx
    .insertInto('bookingLinkKey')
    .values({ siteId: ctx.siteId, secret: sealSecret(describeLinkSecret(ctx.siteId), fresh), createdAt: ctx.authNow })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return getLinkSecret(ctx, undefined)
}

/** The ends of bookings without the buffer after them, in epoch milliseconds by id. */
export async function listBookingEnds(ctx: ReadContext, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.selectFrom('booking').select(['id', 'endAt']).where('siteId', '=', ctx.siteId).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, endAt }) => [id, endAt.epochMilliseconds]))
}
/** Those of the sessions that bookings refer to whose hold ran out. */
export async function listSessionsWithLapsedHolds(ctx: ReadContext, sessionIds: readonly string[]): Promise<string[]> {
  if (sessionIds.length === 0) return []
  const rows = await bookings(ctx)
    .select('eventId')
    .distinct()
    .where('eventId', 'in', sessionIds)
    .where('status', '=', 'CREATED')
    // The runner has released its seats, or will.
    .where((eb) => eb.or([eb('holdUntil', 'is', null), eb('holdUntil', '<=', ctx.now)]))
    .execute()
  return rows.flatMap(({ eventId }) => eventId ?? [])
}
