/** All SQL on bookings, their payments and attendances. */
import { sql, type Selectable, type SelectQueryBuilder } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import type { AttendanceTable, BookingPaymentTable, BookingTable, Tables } from '#kit/db/tables.gen.ts'
import type { PaymentOption, PaymentTerms } from '../rules/due.ts'
import type { BookingStatus, PaymentStatus } from '../rules/machine.ts'
import type { ServiceType } from '../rules/outcome.ts'
import type { PolicySnapshot } from '../rules/policy.ts'

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
}
export interface LocationCopy {
  id?: string | undefined
  name?: string | undefined
  formattedAddress?: string | undefined
  locationType: string
}
/** The price as it was told when the booking was made. Minor units of the currency. */
export interface PriceSnapshot {
  currency: string
  terms: PaymentTerms
  total: number
}
export interface AdditionalField {
  id: string
  value?: string
  label?: string
  valueType: string
}

interface Typed {
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
  multiServiceBooking: { id: string; type: string } | null
  policy: PolicySnapshot
  price: PriceSnapshot
}
type Row = Selectable<BookingTable>
export type BookingRecord = Omit<Row, keyof Typed> & Typed
export type PaymentRecord = Selectable<BookingPaymentTable>
export type AttendanceRecord = Selectable<AttendanceTable>

const jsonColumns = [
  'resource',
  'location',
  'participantsChoices',
  'contactDetails',
  'additionalFields',
  'source',
  'extendedFields',
  'multiServiceBooking',
  'policy',
  'price',
] as const
const record = (row: Row): BookingRecord => row as unknown as BookingRecord
function columns<T extends Partial<BookingRecord>>(values: T): Record<string, unknown> {
  const out: Record<string, unknown> = { ...values }
  for (const name of jsonColumns) if (name in out) out[name] = out[name] === null || out[name] === undefined ? null : json(out[name])
  return out
}

const bookings = (ctx: Ctx) => ctx.tx.selectFrom('booking').where('booking.siteId', '=', ctx.siteId)
export type BookingQuery = SelectQueryBuilder<Tables, 'booking', object>

/** Whose bookings the caller sees: owners all, members and visitors their own. Source: guide: bookings 1 (own booking). */
export interface Viewer {
  all: boolean
  memberId?: string | undefined
  contactId?: string | undefined
  visitorId?: string | undefined
}
export const visibleTo = (ctx: Ctx, viewer: Viewer): BookingQuery => {
  if (viewer.all) return bookings(ctx)
  return bookings(ctx).where((eb) =>
    eb.or([
      ...(viewer.memberId ? [eb('createdByMemberId', '=', viewer.memberId)] : []),
      ...(viewer.contactId ? [eb('contactId', '=', viewer.contactId)] : []),
      ...(viewer.visitorId ? [eb('createdByVisitorId', '=', viewer.visitorId)] : []),
    ]),
  )
}

export async function bookingById(ctx: Ctx, viewer: Viewer, id: string): Promise<BookingRecord | undefined> {
  const row = await visibleTo(ctx, viewer).selectAll('booking').where('booking.id', '=', id).executeTakeFirst()
  return row && record(row)
}

/** The booking, locked until commit: every change starts here. */
export async function lockBooking(ctx: Ctx, viewer: Viewer, id: string): Promise<BookingRecord | undefined> {
  const row = await visibleTo(ctx, viewer).selectAll('booking').where('booking.id', '=', id).forUpdate().executeTakeFirst()
  return row && record(row)
}

export async function insertBooking(ctx: Ctx, booking: Omit<BookingRecord, 'siteId'>): Promise<void> {
  await ctx.tx
    .insertInto('booking')
    .values({ ...columns(booking), siteId: ctx.siteId } as never)
    .execute()
}

export async function updateBooking(ctx: Ctx, id: string, change: Partial<BookingRecord>): Promise<void> {
  await ctx.tx
    .updateTable('booking')
    .set(columns(change) as never)
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
}

export const bookingsById = async (ctx: Ctx, viewer: Viewer, ids: readonly string[]): Promise<BookingRecord[]> =>
  ids.length === 0
    ? []
    : (
        await visibleTo(ctx, viewer)
          .selectAll('booking')
          .where('booking.id', 'in', ids as string[])
          .execute()
      ).map(record)

/** Own live holds of a customer, newest first: for the limits and for a second click. */
export const liveHolds = async (
  ctx: Ctx,
  who: { memberId?: string | undefined; visitorId?: string | undefined; ip: string },
): Promise<{ mine: BookingRecord[]; ofAddress: number }> => {
  const live = bookings(ctx).where('status', '=', 'CREATED').where('holdUntil', '>', ctx.now)
  const mine =
    who.memberId || who.visitorId
      ? (
          await live
            .selectAll('booking')
            .where(who.memberId ? 'createdByMemberId' : 'createdByVisitorId', '=', (who.memberId ?? who.visitorId) as string)
            .orderBy('createdAt', 'desc')
            .execute()
        ).map(record)
      : []
  const { count } = await live
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ip', '=', who.ip)
    .executeTakeFirstOrThrow()
  return { mine, ofAddress: Number(count) }
}

/** Confirmed appointments on a resource that overlap, for the double-booked mark. */
export const overlappingAppointments = async (
  ctx: Ctx,
  resourceIds: readonly string[],
  from: Temporal.Instant,
  to: Temporal.Instant,
  except: string,
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

// ---- what time makes due

const due = (ctx: Ctx) => bookings(ctx).selectAll('booking').forUpdate().skipLocked().limit(100)
export const overdueHolds = async (ctx: Ctx): Promise<BookingRecord[]> =>
  (await due(ctx).where('status', '=', 'CREATED').where('holdUntil', '<=', ctx.now).orderBy('holdUntil').execute()).map(record)
export const unansweredRequests = async (ctx: Ctx): Promise<BookingRecord[]> =>
  (await due(ctx).where('status', '=', 'PENDING').where('startAt', '<=', ctx.now).orderBy('startAt').execute()).map(record)
export const dueReminders = async (ctx: Ctx): Promise<BookingRecord[]> =>
  (await due(ctx).where('status', '=', 'CONFIRMED').where('remindAt', '<=', ctx.now).orderBy('remindAt').execute()).map(record)

// ---- payments

export const startPayment = async (
  ctx: Ctx,
  payment: Pick<PaymentRecord, 'id' | 'bookingId' | 'amount' | 'currency'> & { card: unknown },
): Promise<boolean> => {
  const row = await ctx.tx
    .insertInto('bookingPayment')
    .values({ ...payment, card: json(payment.card), siteId: ctx.siteId, kind: 'ONLINE', status: 'STARTED', createdAt: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
export const notePayment = (ctx: Ctx, payment: Pick<PaymentRecord, 'bookingId' | 'amount' | 'currency'>) =>
  ctx.tx
    .insertInto('bookingPayment')
    .values({ ...payment, id: ctx.newId(), siteId: ctx.siteId, kind: 'MANUAL', status: 'SUCCEEDED', createdAt: ctx.now, settledAt: ctx.now })
    .execute()
export const settlePayment = (
  ctx: Ctx,
  id: string,
  change: { status: 'SUCCEEDED' | 'FAILED' | 'REFUNDED'; providerRef?: string; declineCode?: string | null },
) =>
  ctx.tx
    .updateTable('bookingPayment')
    .set({ ...change, settledAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
export const notePaymentRef = (ctx: Ctx, id: string, providerRef: string) =>
  ctx.tx.updateTable('bookingPayment').set({ providerRef }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
/** The payment, locked, if it still waits for its end. */
export const lockOpenPayment = (ctx: Ctx, id: string): Promise<PaymentRecord | undefined> =>
  ctx.tx
    .selectFrom('bookingPayment')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('status', '=', 'STARTED')
    .forUpdate()
    .executeTakeFirst()
export const paymentsOf = (ctx: Ctx, bookingId: string): Promise<PaymentRecord[]> =>
  ctx.tx.selectFrom('bookingPayment').selectAll().where('siteId', '=', ctx.siteId).where('bookingId', '=', bookingId).execute()
export const openPayments = (ctx: Ctx, before: Temporal.Instant): Promise<PaymentRecord[]> =>
  ctx.tx
    .selectFrom('bookingPayment')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('status', '=', 'STARTED')
    .where('createdAt', '<=', before)
    .limit(100)
    .execute()
export const markRefunded = (ctx: Ctx, bookingId: string) =>
  ctx.tx
    .updateTable('bookingPayment')
    .set({ status: 'REFUNDED', settledAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('bookingId', '=', bookingId)
    .where('status', '=', 'SUCCEEDED')
    .returning(['id', 'amount', 'currency'])
    .execute()

// ---- attendance

export const putAttendance = (ctx: Ctx, said: { bookingId: string; eventId: string; status: string; attendees: number }): Promise<AttendanceRecord> =>
  ctx.tx
    .insertInto('attendance')
    .values({ ...said, id: ctx.newId(), siteId: ctx.siteId, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'bookingId', 'eventId']).doUpdateSet({ status: said.status, attendees: said.attendees, updatedAt: ctx.now }))
    .returningAll()
    .executeTakeFirstOrThrow()
export const attendancesOf = (ctx: Ctx, bookingIds: readonly string[]): Promise<AttendanceRecord[]> =>
  bookingIds.length === 0
    ? Promise.resolve([])
    : ctx.tx
        .selectFrom('attendance')
        .selectAll()
        .where('siteId', '=', ctx.siteId)
        .where('bookingId', 'in', bookingIds as string[])
        .execute()
export const forgetAttendance = (ctx: Ctx, bookingId: string) =>
  ctx.tx.deleteFrom('attendance').where('siteId', '=', ctx.siteId).where('bookingId', '=', bookingId).execute()
export const attendances = (ctx: Ctx) => ctx.tx.selectFrom('attendance').where('attendance.siteId', '=', ctx.siteId)

// ---- reading

/** Bookings that touch a range, for the owner's calendar: appointments by their time, and those of the named sessions. */
export const inCalendar = async (ctx: Ctx, from: Temporal.Instant, to: Temporal.Instant): Promise<BookingRecord[]> =>
  (
    await bookings(ctx)
      .selectAll('booking')
      .where((eb) => eb.or([eb('status', 'in', ['CONFIRMED', 'PENDING']), eb.and([eb('status', '=', 'CREATED'), eb('holdUntil', '>', ctx.now)])]))
      .where('startAt', '<', to)
      .where('endAt', '>', from)
      .orderBy('startAt')
      .orderBy('id')
      .limit(2000)
      .execute()
  ).map(record)

// ---- links

export async function linkSecret(ctx: Ctx, fresh: string | undefined): Promise<string | undefined> {
  const known = await ctx.tx.selectFrom('bookingLinkKey').select('secret').where('siteId', '=', ctx.siteId).executeTakeFirst()
  if (known || !fresh) return known?.secret
  await ctx.tx
    .insertInto('bookingLinkKey')
    .values({ siteId: ctx.siteId, secret: fresh, createdAt: ctx.authNow })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return linkSecret(ctx, undefined)
}
