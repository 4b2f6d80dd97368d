/** Rate limits and failed attempts, counted in the database: all processes share them. Source: guide identity §9.5. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { type Selectable, sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { type Db, pipelineQuery, type Tx, writes } from '#kit/db/open.ts'
import type { ThrottleTable } from '#kit/db/tables.gen.ts'
import type { Attempts } from '../rules/lock-out.ts'

type Counter = Pick<Selectable<ThrottleTable>, 'count' | 'streak' | 'windowStartsAt' | 'lockedUntil' | 'lastFailureAt'>
export const toAttempts = (row: Counter): Attempts => ({
  count: row.count,
  inARow: row.streak,
  windowStartsAt: row.windowStartsAt.epochMilliseconds,
  lockedUntil: row.lockedUntil?.epochMilliseconds ?? 0,
  lastFailureAt: row.lastFailureAt?.epochMilliseconds ?? 0,
})

/** Records a lockout email unless one was sent within a day; returns whether to send it. */
export const markLockoutNotified = async (tx: Tx, siteId: string, key: string, now: Temporal.Instant): Promise<boolean> =>
  (await tx
    .updateTable('throttle')
    .set({ notifiedAt: now })
    .where('siteId', '=', siteId)
    .where('key', '=', key)
    .where((eb) => eb.or([eb('notifiedAt', 'is', null), eb('notifiedAt', '<=', now.subtract({ hours: 24 }))]))
    .returning('key')
    .executeTakeFirst()) !== undefined

/** Takes one use back. */
export const releaseSharedRateLimit = async (tx: Tx, siteId: string, key: string): Promise<void> =>
  void (await pipelineQuery(tx, sql`${writes('throttle')} update throttle set count = greatest(count - 1, 0) where site_id = ${siteId} and key = ${key}`))

export const clearAttempts = async (tx: Tx, siteId: string, key: string): Promise<void> =>
  void (await pipelineQuery(tx, tx.deleteFrom('throttle').where('siteId', '=', siteId).where('key', '=', key)))

/** Counts one use of a key within its window; returns the seconds to wait above the limit, else 0. */
export async function consumeSharedRateLimit(
  tx: Db,
  siteId: string,
  key: string,
  limit: { times: number; seconds: number },
  now: Temporal.Instant,
): Promise<number> {
  const windowStart = now.subtract({ seconds: limit.seconds })
  const row = await tx
    .insertInto('throttle')
    .values({ siteId, key, count: 1, windowStartsAt: now })
    .onConflict((c) =>
      c.columns(['siteId', 'key']).doUpdateSet({
        count: sql<number>`case when throttle.window_starts_at <= ${windowStart} then 1 else throttle.count + 1 end`,
        windowStartsAt: sql<Temporal.Instant>`case when throttle.window_starts_at <= ${windowStart} then ${now}::timestamptz else throttle.window_starts_at end`,
      }),
    )
    .returning(['count', 'windowStartsAt'])
    .executeTakeFirstOrThrow()
  if (row.count <= limit.times) return 0
  return Math.max(1, Math.ceil(row.windowStartsAt.add({ seconds: limit.seconds }).since(now).total('seconds')))
}

/** Uses of a key within its window, and when that window ends. */
export interface RateLimitUsage {
  uses: number
  retryAfterSeconds: number
}
export const toRateLimitUsage = (
  row: { count: number; windowStartsAt: Temporal.Instant } | undefined,
  seconds: number,
  now: Temporal.Instant,
): RateLimitUsage =>
  row
    ? { uses: row.count, retryAfterSeconds: Math.max(1, Math.ceil(row.windowStartsAt.add({ seconds }).since(now).total('seconds'))) }
    : { uses: 0, retryAfterSeconds: 0 }

export const readSharedRateLimit = async (ctx: ReadContext, key: string, seconds: number, now: Temporal.Instant): Promise<RateLimitUsage> =>
  toRateLimitUsage(
    await ctx.db
      .selectFrom('throttle')
      .select(['count', 'windowStartsAt'])
      .where('siteId', '=', ctx.siteId)
      .where('key', '=', key)
      .where('windowStartsAt', '>', now.subtract({ seconds }))
      .executeTakeFirst(),
    seconds,
    now,
  )

/** Consumes a captcha answer; false when it was used before. */
export const consumeCaptcha = async (ctx: TransactionContext, tokenHash: string, now: Temporal.Instant): Promise<boolean> =>
  (await ctx.tx
    .insertInto('usedCaptcha')
    .values({ siteId: ctx.siteId, tokenHash, usedAt: now })
    .onConflict((c) => c.columns(['siteId', 'tokenHash']).doNothing())
    .returning('tokenHash')
    .executeTakeFirst()) !== undefined
