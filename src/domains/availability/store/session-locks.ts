/**
 * Locks of the sessions of a schedule, for those who book them and those who change them. Each stands beside no table: in a cluster a statement about a
 * table runs on the node where its rows are, and no one else waits for a lock there.
 */
import { sql } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { pipelineQuery } from '#kit/db/open.ts'
import { precompileQuery } from '#kit/db/precompiled-query.ts'

const toScheduleKey = (siteId: unknown, scheduleId: unknown) => sql`hashtextextended(format('sessions %s %s', ${siteId}, ${scheduleId}), 0)`
const lockForBooking = precompileQuery(
  ({ siteId, scheduleId }: { siteId: string; scheduleId: string }) =>
    sql`select pg_advisory_xact_lock_shared(${toScheduleKey(sql`cast(${siteId} as uuid)`, sql`cast(${scheduleId} as uuid)`)})`,
)
/**
 * Makes changes of the sessions of a schedule wait until the transaction ends, so that the session that was read is the one that is
 * booked. Those who book do not wait for each other. Pipelined.
 */
export const lockSessionsForBooking = async (ctx: TransactionContext, scheduleId: string): Promise<void> =>
  void (await pipelineQuery(ctx.tx, lockForBooking({ siteId: ctx.siteId, scheduleId })))
/** Waits for those who book or change sessions of the schedule, and keeps others waiting until the transaction ends: their bookings follow the change. */
export const lockSessionsForChange = async (ctx: TransactionContext, scheduleId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(${toScheduleKey(sql`cast(${ctx.siteId} as uuid)`, sql`cast(${scheduleId} as uuid)`)})`.execute(ctx.tx))
/** The same for several schedules, in this order. */
const lockSchedulesForChange = async (ctx: TransactionContext, schedules: readonly { scheduleId: string }[]): Promise<void> => {
  const ids = schedules.map(({ scheduleId }) => scheduleId)
  await sql`select pg_advisory_xact_lock(${toScheduleKey(sql`cast(${ctx.siteId} as uuid)`, sql.ref('id'))})
    from unnest(cast(${`{${ids.join()}}`} as uuid[])) schedule(id)`.execute(ctx.tx)
}
const selectScheduleIds = (ctx: ReadContext) =>
  ctx.db.selectFrom('calendarEvent').where('siteId', '=', ctx.siteId).select('scheduleId').distinct().orderBy('scheduleId')
/** The same for the schedule of an event: `ids` are its own and that of its series. */
export const lockSessionsOfEvent = async (ctx: TransactionContext, ids: readonly string[]): Promise<void> =>
  lockSchedulesForChange(ctx, await selectScheduleIds(ctx).where('id', 'in', ids).execute())
/** The same for all schedules of the site. */
export const lockAllSessions = async (ctx: TransactionContext): Promise<void> => lockSchedulesForChange(ctx, await selectScheduleIds(ctx).execute())
