/** SQL on the bookings that are written into other calendars, and on those that feeds list. */
import { type Selectable, sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'
import type { BookingTable, CalendarCopyTable } from '#kit/db/tables.gen.ts'

export type CopyRow = Selectable<CalendarCopyTable>
const fields = [
  'id',
  'status',
  'revision',
  'title',
  'startAt',
  'endAt',
  'updatedAt',
  'canceledAt',
  'contactDetails',
  'participants',
  'location',
  'resourceId',
  'resourceIds',
  'serviceType',
] as const
export type ShownBooking = Pick<Selectable<BookingTable>, (typeof fields)[number]>
/** What takes time: these are shown in other calendars. */
export const SHOWN_STATUSES = ['CONFIRMED', 'PENDING'] as const

/** Copies that are not as their bookings: to be written, or to be removed. Past bookings are left as they are. */
export const listOutdated = async (ctx: TransactionContext): Promise<{ connectionId: string; bookingId: string; revision: number }[]> =>
  (
    await readSql(
      ctx.db,
      sql<{ connectionId: string; bookingId: string; revision: number }>`
      select c.id as connection_id, b.id as booking_id, b.revision
      from calendar_connection c
      join booking b on b.site_id = c.site_id and b.end_at > ${ctx.now} and b.start_at < ${ctx.now.add({ hours: 24 * 366 })}
        and (b.resource_id = c.resource_id or c.resource_id = any(b.resource_ids))
      left join calendar_copy k on k.site_id = c.site_id and k.connection_id = c.id and k.booking_id = b.id
      where c.site_id = ${ctx.siteId} and c.exports and c.status in ('CONNECTED', 'SYNC_IN_PROGRESS', 'SYNCED')
        and (b.status in ('CONFIRMED', 'PENDING') and k.revision is distinct from b.revision
          or b.status not in ('CONFIRMED', 'PENDING') and k.revision is not null)
      union all
      select k.connection_id, k.booking_id, coalesce(b.revision, 0)
      from calendar_copy k
      join calendar_connection c on c.site_id = k.site_id and c.id = k.connection_id
      left join booking b on b.site_id = k.site_id and b.id = k.booking_id
      where k.site_id = ${ctx.siteId} and c.sealed is not null and c.status <> 'ERROR'
        and (b.id is null or not (b.resource_id = c.resource_id or c.resource_id = any(b.resource_ids)) or not c.exports and b.end_at > ${ctx.now})
      limit 200`,
    )
  ).rows

export const findCopy = (ctx: ReadContext, connectionId: string, bookingId: string): Promise<CopyRow | undefined> =>
  ctx.db
    .selectFrom('calendarCopy')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('connectionId', '=', connectionId)
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()
export const saveCopy = (ctx: TransactionContext, copy: Omit<CopyRow, 'siteId'>): Promise<unknown> =>
  ctx.tx
    .insertInto('calendarCopy')
    .values({ ...copy, siteId: ctx.siteId })
    .onConflict((oc) =>
      oc.columns(['siteId', 'connectionId', 'bookingId']).doUpdateSet({ calendarId: copy.calendarId, ref: copy.ref, revision: copy.revision }),
    )
    .execute()
export const deleteCopy = (ctx: TransactionContext, connectionId: string, bookingId: string): Promise<unknown> =>
  ctx.tx.deleteFrom('calendarCopy').where('siteId', '=', ctx.siteId).where('connectionId', '=', connectionId).where('bookingId', '=', bookingId).execute()

export const findShownBooking = (ctx: ReadContext, id: string): Promise<ShownBooking | undefined> =>
  ctx.db.selectFrom('booking').select(fields).where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()

/** Whose bookings a feed lists. */
export type FeedScope = { resourceId: string } | { locationId: string } | { memberId: string } | 'all'
export interface FeedRange {
  from: Temporal.Instant
  to: Temporal.Instant
  /** Cancelled ones are kept for as long as calendars may need to hear of it. */
  cancelledSince: Temporal.Instant
}
/** At most 5,000 bookings, the next first. */
export const listFeedBookings = (ctx: ReadContext, scope: FeedScope, { from, to, cancelledSince }: FeedRange): Promise<ShownBooking[]> =>
  ctx.db
    .selectFrom('booking')
    .select(fields)
    .where('siteId', '=', ctx.siteId)
    .where('endAt', '>', from)
    .where('startAt', '<', to)
    .where((eb) => eb.or([eb('status', 'in', SHOWN_STATUSES), eb.and([eb('status', '=', 'CANCELED'), eb('canceledAt', '>', cancelledSince)])]))
    .$if(scope !== 'all' && 'resourceId' in scope, (q) => {
      const { resourceId } = scope as { resourceId: string }
      return q.where((eb) => eb.or([eb('resourceId', '=', resourceId), sql<boolean>`${resourceId}::uuid = any(resource_ids)`]))
    })
    .$if(scope !== 'all' && 'locationId' in scope, (q) => q.where(sql<boolean>`location->>'id' = ${(scope as { locationId: string }).locationId}`))
    .$if(scope !== 'all' && 'memberId' in scope, (q) => {
      const { memberId } = scope as { memberId: string }
      return q.where((eb) => eb.or([eb('createdByMemberId', '=', memberId), eb('contactId', '=', memberId)]))
    })
    .orderBy('startAt')
    .orderBy('id')
    .limit(5000)
    .execute()
