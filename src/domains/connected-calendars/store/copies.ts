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
  'scheduleId',
] as const
export type ShownBooking = Pick<Selectable<BookingTable>, (typeof fields)[number]>
/** What takes time: these are shown in other calendars. */
export const SHOWN_STATUSES = ['CONFIRMED', 'PENDING'] as const

/** What is written: an appointment by its booking, a session of a class or course once for all who booked it. */
export type CopyKind = 'BOOKING' | 'SESSION'
export interface OutdatedCopy {
  connectionId: string
  kind: CopyKind
  entryId: string
  /** As it should be. */
  state: string
}
/** Copies of appointments that are not as their bookings: to be written, or to be removed. Past bookings are left as they are. */
export const listOutdatedBookings = async (ctx: TransactionContext): Promise<OutdatedCopy[]> =>
  (
    await readSql(
      ctx.db,
      sql<OutdatedCopy>`
      select c.id as connection_id, 'BOOKING' as kind, b.id::text as entry_id, b.revision::text as state
      from calendar_connection c
      join booking b on b.site_id = c.site_id and b.end_at > ${ctx.now} and b.start_at < ${ctx.now.add({ hours: 24 * 366 })}
        and b.service_type = 'APPOINTMENT' and (b.resource_id = c.resource_id or c.resource_id = any(b.resource_ids))
      left join calendar_copy k on k.site_id = c.site_id and k.connection_id = c.id and k.entry_id = b.id::text
      where c.site_id = ${ctx.siteId} and c.exports and c.status in ('CONNECTED', 'SYNC_IN_PROGRESS', 'SYNCED')
        and (b.status in ('CONFIRMED', 'PENDING') and k.state is distinct from b.revision::text
          or b.status not in ('CONFIRMED', 'PENDING') and k.state is not null)
      union all
      select k.connection_id, k.kind, k.entry_id, coalesce(b.revision::text, '')
      from calendar_copy k
      join calendar_connection c on c.site_id = k.site_id and c.id = k.connection_id
      left join booking b on b.site_id = k.site_id and b.id::text = k.entry_id
      where k.site_id = ${ctx.siteId} and k.kind = 'BOOKING' and c.sealed is not null and c.status <> 'ERROR'
        and (b.id is null or b.service_type <> 'APPOINTMENT' or not (b.resource_id = c.resource_id or c.resource_id = any(b.resource_ids))
          or not c.exports and b.end_at > ${ctx.now})
      limit 200`,
    )
  ).rows

/** Copies of sessions that are not over, of connections that can be written to. */
export const listSessionCopies = (ctx: ReadContext): Promise<Pick<CopyRow, 'connectionId' | 'entryId' | 'state'>[]> =>
  ctx.db
    .selectFrom('calendarCopy as k')
    .innerJoin('calendarConnection as c', (join) => join.onRef('c.siteId', '=', 'k.siteId').onRef('c.id', '=', 'k.connectionId'))
    .select(['k.connectionId', 'k.entryId', 'k.state'])
    .where('k.siteId', '=', ctx.siteId)
    .where('k.kind', '=', 'SESSION')
    .where('k.endsAt', '>', ctx.now)
    .where('c.sealed', 'is not', null)
    .where('c.status', '<>', 'ERROR')
    .execute()

const sessionKey = sql<string>`case when service_type = 'COURSE' then schedule_id::text else event_id end`
/** How many people booked: by the session of a class, by the schedule of a course. Bookings that ended before `from` are left out. */
export const countPeople = async (ctx: ReadContext, from: Temporal.Instant): Promise<Map<string, number>> => {
  const rows = await ctx.db
    .selectFrom('booking')
    .select([sessionKey.as('key'), sql<number>`sum(participants)::int`.as('people')])
    .where('siteId', '=', ctx.siteId)
    .where('serviceType', 'in', ['CLASS', 'COURSE'])
    .where('status', 'in', SHOWN_STATUSES)
    .where('endAt', '>', from)
    .groupBy(sessionKey)
    .execute()
  return new Map(rows.map(({ key, people }) => [key, people]))
}

export const findCopy = (ctx: ReadContext, connectionId: string, entryId: string): Promise<CopyRow | undefined> =>
  ctx.db
    .selectFrom('calendarCopy')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('connectionId', '=', connectionId)
    .where('entryId', '=', entryId)
    .executeTakeFirst()
export const saveCopy = (ctx: TransactionContext, copy: Omit<CopyRow, 'siteId' | 'kind'> & { kind: CopyKind }): Promise<unknown> =>
  ctx.tx
    .insertInto('calendarCopy')
    .values({ ...copy, siteId: ctx.siteId })
    .onConflict((oc) =>
      oc
        .columns(['siteId', 'connectionId', 'entryId'])
        .doUpdateSet({ calendarId: copy.calendarId, ref: copy.ref, state: copy.state, kind: copy.kind, endsAt: copy.endsAt }),
    )
    .execute()
export const deleteCopy = (ctx: TransactionContext, connectionId: string, entryId: string): Promise<unknown> =>
  ctx.tx.deleteFrom('calendarCopy').where('siteId', '=', ctx.siteId).where('connectionId', '=', connectionId).where('entryId', '=', entryId).execute()

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
/** At most 5,000 bookings, the next first: all of a member; else appointments, because sessions are listed once for all who booked them. */
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
    .$if(scope === 'all' || !('memberId' in scope), (q) => q.where('serviceType', '=', 'APPOINTMENT'))
    .$if(scope !== 'all' && 'memberId' in scope, (q) => {
      const { memberId } = scope as { memberId: string }
      return q.where((eb) => eb.or([eb('createdByMemberId', '=', memberId), eb('contactId', '=', memberId)]))
    })
    .orderBy('startAt')
    .orderBy('id')
    .limit(5000)
    .execute()
