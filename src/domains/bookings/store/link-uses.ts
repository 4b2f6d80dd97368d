/** SQL on rate limits of links. Windows run on the system clock. */
import { sql } from 'kysely'
import { writes } from '#kit/db/open.ts'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'

/** Counts a use; answers the uses in the current window, this one included. */
export async function countUse(ctx: TransactionContext, key: string, seconds: number): Promise<number> {
  const { rows } = await sql<{ uses: number }>`${writes('booking_link_use')}
    insert into booking_link_use as known (site_id, key, window_started_at, uses) values (${ctx.siteId}, ${key}, ${ctx.authNow}, 1)
    on conflict (site_id, key) do update set
      uses = case when known.window_started_at <= ${ctx.authNow.subtract({ seconds })} then 1 else known.uses + 1 end,
      window_started_at = case when known.window_started_at <= ${ctx.authNow.subtract({ seconds })} then excluded.window_started_at else known.window_started_at end
    returning uses`.execute(ctx.tx)
  return Number(rows[0]?.uses ?? 0)
}
export async function getUses(ctx: ReadContext, key: string, seconds: number): Promise<number> {
  const row = await ctx.db
    .selectFrom('bookingLinkUse')
    .select('uses')
    .where('siteId', '=', ctx.siteId)
    .where('key', '=', key)
    .where('windowStartedAt', '>', ctx.authNow.subtract({ seconds }))
    .executeTakeFirst()
  return row?.uses ?? 0
}
export const deleteUses = async (ctx: TransactionContext, before: Temporal.Instant): Promise<number> =>
  (await ctx.tx.deleteFrom('bookingLinkUse').where('siteId', '=', ctx.siteId).where('windowStartedAt', '<', before).returning('key').execute()).length

/** Whether one is from before an instant: a condition on a row of `site`. */
export const hasUses = (before: Temporal.Instant) => sql<boolean>`
  exists (select from booking_link_use as one where one.site_id = site.id and one.window_started_at < ${before})`
