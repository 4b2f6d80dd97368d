/** Queries of bookings: fields of the public filter, and visibility. Source: guide bookings §18.1. */
import { type Expression, sql, type SqlBool } from 'kysely'
import type { ReadContext } from '#kit/api/context.ts'
import { noPreparedPlan, readSql } from '#kit/db/open.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { parseFilter, type Fields } from '#kit/query/filter.ts'
import { longPage } from '#kit/query/long-list.ts'
import { boundedPage, cursorPage, readQuery, readTextOption, type BoundedMeta, type CursorMeta, type WireQuery } from '#kit/query/query.ts'
import { toSql } from '#kit/query/to-sql.ts'
import { selectAttendances, type AttendanceRow } from './attendance.ts'
import { toBookingRow, visibleTo, type BookingQuery, type BookingRow, type Viewer } from './bookings.ts'
import { matchesWords } from './match-words.ts'
import { splitByLength, whereImplied, withBothEnds } from './list-conditions.ts'

const id = (column: string) => ({ type: 'id', column }) as const
const slotId = (column: string) => ({ type: 'id', column: sql.raw(`case when booking.service_type <> 'COURSE' then ${column} end`) }) as const
const slot = { eventId: { type: 'string', column: 'booking.event_id' }, resource: id('booking.resource_id') } as const
const text = (column: string) => ({ type: 'string', column }) as const
const instant = (column: string) => ({ type: 'instant', column, sort: true, required: true }) as const

const slotFields = (prefix: string) => ({
  [`${prefix}slot.sessionId`]: slot.eventId,
  [`${prefix}slot.eventId`]: slot.eventId,
  [`${prefix}slot.serviceId`]: slotId('booking.service_id'),
  [`${prefix}slot.scheduleId`]: slotId('booking.schedule_id'),
  [`${prefix}slot.resource.id`]: slot.resource,
  [`${prefix}slot.location.id`]: { type: 'string', column: sql`booking.location ->> 'id'` },
  [`${prefix}slot.location.locationType`]: { type: 'string', column: sql`booking.location ->> 'locationType'` },
  [`${prefix}schedule.scheduleId`]: { type: 'id', column: sql`case when booking.service_type = 'COURSE' then booking.schedule_id end` },
  [`${prefix}schedule.location.id`]: { type: 'string', column: sql`case when booking.service_type = 'COURSE' then booking.location ->> 'id' end` },
  [`${prefix}schedule.location.locationType`]: {
    type: 'string',
    column: sql`case when booking.service_type = 'COURSE' then booking.location ->> 'locationType' end`,
  },
  [`${prefix}schedule.serviceId`]: { type: 'id', column: sql`case when booking.service_type = 'COURSE' then booking.service_id end` },
})

export const bookingFields = {
  id: { type: 'id', column: 'booking.id', sort: true, required: true },
  status: { type: 'enum', column: 'booking.status', values: ['CREATED', 'PENDING', 'CONFIRMED', 'DECLINED', 'CANCELED', 'WAITING_LIST'], required: true },
  paymentStatus: text('booking.payment_status'),
  selectedPaymentOption: text('booking.payment_option'),
  externalUserId: text('booking.external_user_id'),
  'contactDetails.contactId': id('booking.contact_id'),
  'contactDetails.email': { type: 'string', column: 'booking.email_key', ignoreCase: 'lower' },
  ...slotFields('bookedEntity.item.'),
  ...slotFields('bookedEntity.'),
  'bookedEntity.tags': {
    type: 'strings',
    column: sql`array[case booking.service_type when 'APPOINTMENT' then 'INDIVIDUAL' when 'CLASS' then 'GROUP' else 'COURSE' end]`,
  },
  'createdBy.contactId': id('booking.created_by_contact_id'),
  ...Object.fromEntries(
    ['createdBy.id.', 'createdBy.'].flatMap((p) => [
      [`${p}appId`, id('booking.created_by_app_id')],
      [`${p}wixUserId`, id('booking.created_by_user_id')],
      [`${p}memberId`, id('booking.created_by_member_id')],
      [`${p}anonymousVisitorId`, id('booking.created_by_visitor_id')],
    ]),
  ),
  createdDate: instant('booking.created_at'),
  updatedDate: instant('booking.updated_at'),
  startDate: instant('booking.start_at'),
  endDate: instant('booking.end_at'),
  'participantsInfo.type.totalParticipants.value': { type: 'integer', column: 'booking.participants' },
  totalParticipants: { type: 'integer', column: 'booking.participants' },
  doubleBooked: { type: 'boolean', column: 'booking.double_booked' },
  'multiServiceBookingInfo.id': { type: 'string', column: sql`booking.multi_service_booking ->> 'id'` },
  formSubmissionId: id('booking.form_submission_id'),
  // Own: everyone and every room that it needs; `slot.resource` is the person alone.
  resourceIds: {
    type: 'strings',
    column: sql`booking.resource_ids::text[]`,
    anyOf: (ids: readonly string[]) => sql`(booking.resource_ids && ${ids.filter(isGuid)}::uuid[])`,
  },
} as Fields

const collectFieldNames = (filter: unknown): string[] =>
  filter === null || typeof filter !== 'object'
    ? []
    : Array.isArray(filter)
      ? filter.flatMap(collectFieldNames)
      : Object.entries(filter).flatMap(([key, value]) => (key.startsWith('$') ? collectFieldNames(value) : [key]))

/** decision: customers do not see abandoned checkouts unless they filter by id or status. */
function selectListed(ctx: ReadContext, viewer: Viewer, filter: unknown) {
  const base = visibleTo(ctx, viewer)
  if (viewer.all || collectFieldNames(filter).some((name) => name === 'id' || name === '_id' || name === 'status')) return base
  return base.where((eb) => eb.or([eb('booking.status', '!=', 'CREATED'), eb('booking.holdUntil', '>', ctx.now)]))
}

/** decision: by offset the total is exact up to here and absent above. Source: guide bookings §18.1. */
const MAX_COUNTED = 10_000
/** Pages by cursor carry no total; a filter that finds at most so many is answered from what it finds, any other from the order. */
const FEW = 2000
/** Of what words find every row is fetched when the walk ends too early: it goes on for longer. */
const SCANNED_PER_ROW_WITH_WORDS = 600
/** Up to this many bookings any query plan is fast. */
const SHORT_LIST_SIZE = 2000
/** Whether there are so many bookings that the query plan matters. */
const isLongList = (ctx: ReadContext): Promise<boolean> =>
  ctx.cache(
    ['booking'],
    'bookings are many',
    async () =>
      (
        await ctx.db
          .selectFrom('booking')
          .select(sql`1`.as('one'))
          .where('siteId', '=', ctx.siteId)
          .orderBy('startAt')
          .offset(SHORT_LIST_SIZE)
          .limit(1)
          .execute()
      ).length > 0,
  )

export interface BookingPageInput {
  query: WireQuery | null | undefined
  /** Options that the cursor carries to the next page. */
  options: Record<string, unknown>
  /** The longest page; 100 by default. */
  maxLimit?: number
}
export async function bookingPage(
  ctx: ReadContext,
  viewer: Viewer,
  input: BookingPageInput,
): Promise<{ rows: BookingRow[]; meta: CursorMeta | BoundedMeta; options: Record<string, unknown> }> {
  const query = readQuery(input.query, {
    name: 'bookings.query',
    fields: bookingFields,
    paging: input.query?.paging && !input.query.cursorPaging ? 'offset' : 'cursor',
    defaultLimit: 50,
    maxLimit: input.maxLimit ?? 100,
    defaultSort: [{ field: 'createdDate', order: 'DESC' }],
    options: input.options,
  })
  const isLong = await isLongList(ctx)
  const condition = await matchesWords(ctx, readTextOption(query, 'search'), isLong)
  const candidates = whereImplied(selectListed(ctx, viewer, query.wireFilter), query.filter)
  const parts = query.sort[0]?.field === 'startDate' ? splitByLength(ctx.siteId, query.filter) : undefined
  const selectRows = (found: BookingQuery) => found.selectAll('booking')
  const list = {
    candidates,
    selectRows,
    query: { ...query, filter: withBothEnds(query.filter) },
    condition,
    maxCounted: query.kind === 'cursor' ? FEW : MAX_COUNTED,
    ...(condition && { scannedPerRow: SCANNED_PER_ROW_WITH_WORDS }),
  }
  const page = isLong
    ? await longPage({ ...list, ...(parts && { parts }), db: ctx.db })
    : query.kind === 'cursor'
      ? await cursorPage(selectRows(condition ? candidates.where(condition) : candidates), list.query)
      : await boundedPage(list)
  return { rows: page.rows.map(toBookingRow), meta: page.meta, options: query.options }
}

interface CountInput {
  filter: unknown
  search?: string | null | undefined
  /** Counting ends here. */
  upTo?: number | null | undefined
}

export async function countBookings(ctx: ReadContext, viewer: Viewer, { filter, search, upTo }: CountInput): Promise<number> {
  const condition = await matchesWords(ctx, search, await isLongList(ctx))
  const parsed = parseFilter(filter, bookingFields, { path: 'filter' })
  const matching = whereImplied(selectListed(ctx, viewer, filter), parsed)
    .where(toSql(parsed, bookingFields))
    .$if(condition !== undefined, (query) => query.where(condition as Expression<SqlBool>))
    .select(sql`1`.as('one'))
    .$if(typeof upTo === 'number', (query) => query.limit(upTo as number))
  // How many a word finds decides about the way to them.
  const { rows } = await readSql(ctx.db, sql<{ n: number }>`${noPreparedPlan} select count(*)::int as n from (${matching}) as matching`)
  return rows[0]?.n ?? 0
}

const attendanceFields = {
  id: { type: 'id', column: 'attendance.id', sort: true, required: true },
  bookingId: id('attendance.booking_id'),
  eventId: text('attendance.event_id'),
  sessionId: text('attendance.event_id'),
  status: { type: 'enum', column: 'attendance.status', values: ['NOT_SET', 'ATTENDED', 'NOT_ATTENDED'], required: true },
  numberOfAttendees: { type: 'integer', column: 'attendance.attendees' },
} as Fields

export async function attendancePage(ctx: ReadContext, wire: WireQuery | null | undefined): Promise<{ rows: AttendanceRow[]; meta: CursorMeta }> {
  const query = readQuery(wire, {
    name: 'attendance.query',
    fields: attendanceFields,
    paging: 'cursor',
    defaultLimit: 50,
    maxLimit: 1000,
    defaultSort: [{ field: 'id', order: 'ASC' }],
  })
  const page = await cursorPage(selectAttendances(ctx).selectAll('attendance'), query)
  return { rows: page.rows, meta: page.meta }
}

export async function countAttendances(ctx: ReadContext, filter: unknown): Promise<number> {
  const { n } = await selectAttendances(ctx)
    .where(toSql(parseFilter(filter, attendanceFields, { path: 'filter' }), attendanceFields))
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
