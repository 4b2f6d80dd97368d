/** SQL on the time of people and rooms. Whether it is free is decided by a function of the database: claim_time. */
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { writes } from '#kit/db/open.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { readSql } from '#kit/db/open.ts'

const toInstant = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms)
const toUuidArray = (ids: readonly string[]) => sql`cast(${`{${ids.join(',')}}`} as uuid[])`

export interface BusyRow {
  resourceId: string
  start: number
  end: number
}
/** Time of resources that bookings occupy; expired holds do not count. */
export async function listBusy(ctx: ReadContext, resourceIds: readonly string[], range: Interval, exceptBookingId?: string): Promise<BusyRow[]> {
  if (resourceIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('resourceUse')
    .select([
      'resourceId',
      sql<number>`(extract(epoch from lower(during)) * 1000)::bigint`.as('start'),
      sql<number>`(extract(epoch from upper(during)) * 1000)::bigint`.as('end'),
    ])
    .where('siteId', '=', ctx.siteId)
    .where('resourceId', 'in', resourceIds)
    .where('holds', '=', true)
    .where(sql<boolean>`during && tstzrange(${toInstant(range.start)}, ${toInstant(range.end)})`)
    .where((eb) => eb.or([eb('holdUntil', 'is', null), eb('holdUntil', '>', ctx.now)]))
    .$if(exceptBookingId !== undefined, (q) => q.where('bookingId', '<>', exceptBookingId as string))
    .execute()
  return rows
}

/** Other calendars whose data is older no longer block. Source: guide services-and-availability §14.2. */
const EXTERNAL_FRESH_HOURS = 7 * 24
/** The same, and when resources are busy in other calendars: in one statement. Source: guide services-and-availability §15.3. */
export async function listBlocked(ctx: ReadContext, resourceIds: readonly string[], range: Interval, exceptBookingId?: string): Promise<BusyRow[]> {
  if (resourceIds.length === 0) return []
  const [ids, during] = [toUuidArray(resourceIds), sql`tstzrange(${toInstant(range.start)}, ${toInstant(range.end)})`]
  const exceptBooking = exceptBookingId === undefined ? sql`` : sql`and booking_id <> ${exceptBookingId}`
  const { rows } = await readSql(
    ctx.db,
    sql<BusyRow>`
    select resource_id, (extract(epoch from lower(during)) * 1000)::bigint as start, (extract(epoch from upper(during)) * 1000)::bigint as "end"
    from (
      select resource_id, during from resource_use
      where site_id = ${ctx.siteId} and resource_id = any(${ids}) and holds and during && ${during} and (hold_until is null or hold_until > ${ctx.now}) ${exceptBooking}
      union all
      select e.resource_id, e.during from external_event e
      join calendar_connection c on c.site_id = e.site_id and c.id = e.connection_id and c.imports and c.synced_at > ${ctx.now.subtract({ hours: EXTERNAL_FRESH_HOURS })}
      where e.site_id = ${ctx.siteId} and e.resource_id = any(${ids}) and e.during && ${during}
    ) blocked`,
  )
  return rows
}

export interface BlockedTime extends BusyRow {
  kind: 'BOOKING' | 'OTHER_CALENDAR'
  /** The booking, or the entry of the other calendar. */
  id: string
}
/** The same with what blocks each time. */
export async function listBlockedTimes(ctx: ReadContext, resourceIds: readonly string[], range: Interval): Promise<BlockedTime[]> {
  if (resourceIds.length === 0) return []
  const [ids, during] = [toUuidArray(resourceIds), sql`tstzrange(${toInstant(range.start)}, ${toInstant(range.end)})`]
  const { rows } = await readSql(
    ctx.db,
    sql<BlockedTime>`
    select kind, id, resource_id, (extract(epoch from lower(during)) * 1000)::bigint as start, (extract(epoch from upper(during)) * 1000)::bigint as "end"
    from (
      select 'BOOKING' as kind, booking_id::text as id, resource_id, during from resource_use
      where site_id = ${ctx.siteId} and resource_id = any(${ids}) and holds and during && ${during} and (hold_until is null or hold_until > ${ctx.now})
      union all
      select 'OTHER_CALENDAR', e.connection_id || ' ' || e.calendar_id || ' ' || e.position, e.resource_id, e.during from external_event e
      join calendar_connection c on c.site_id = e.site_id and c.id = e.connection_id and c.imports and c.synced_at > ${ctx.now.subtract({ hours: EXTERNAL_FRESH_HOURS })}
      where e.site_id = ${ctx.siteId} and e.resource_id = any(${ids}) and e.during && ${during}
    ) blocked
    order by start, kind, id`,
  )
  return rows
}

export const claimTime = async (
  ctx: TransactionContext,
  input: {
    bookingId: string
    resourceIds: readonly string[]
    from: Temporal.Instant
    to: Temporal.Instant
    holdUntil: Temporal.Instant | null
    forced: boolean
  },
): Promise<boolean> =>
  (
    await sql<{
      ok: boolean
    }>`${writes('resource_use')} select claim_time(${ctx.siteId}, ${input.bookingId}, ${toUuidArray([...new Set(input.resourceIds)])}, ${input.from}, ${input.to}, cast(${input.holdUntil} as timestamptz), ${ctx.now}, ${input.forced}) as ok`.execute(
      ctx.tx,
    )
  ).rows[0]?.ok ?? false
export const releaseTime = (ctx: TransactionContext, bookingId: string): Promise<unknown> =>
  ctx.tx.deleteFrom('resourceUse').where('siteId', '=', ctx.siteId).where('bookingId', '=', bookingId).execute()
