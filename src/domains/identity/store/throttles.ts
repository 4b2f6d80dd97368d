/** Counters of attempts and the audit log. */
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { json, type Tx } from '#kit/db/open.ts'
import { noAttempts, type Attempts } from '../rules/lock-out.ts'

/** The counter of a key, locked so that failures at the same time are all counted. */
export async function lockAttempts(tx: Tx, siteId: string, key: string, now: Temporal.Instant): Promise<Attempts & { notifiedAt: Temporal.Instant | null }> {
  await tx
    .insertInto('throttle')
    .values({ siteId, key, count: 0, windowStartsAt: now })
    .onConflict((c) => c.columns(['siteId', 'key']).doNothing())
    .execute()
  const row = await tx.selectFrom('throttle').selectAll().where('siteId', '=', siteId).where('key', '=', key).forUpdate().executeTakeFirstOrThrow()
  return {
    count: row.count,
    inARow: row.streak,
    windowStartsAt: row.windowStartsAt.epochMilliseconds,
    lockedUntil: row.lockedUntil?.epochMilliseconds ?? 0,
    lastFailureAt: row.lastFailureAt?.epochMilliseconds ?? 0,
    notifiedAt: row.notifiedAt,
  }
}

export async function readAttempts(tx: Tx, siteId: string, key: string, now: Temporal.Instant): Promise<Attempts> {
  const row = await tx.selectFrom('throttle').selectAll().where('siteId', '=', siteId).where('key', '=', key).executeTakeFirst()
  return row
    ? {
        count: row.count,
        inARow: row.streak,
        windowStartsAt: row.windowStartsAt.epochMilliseconds,
        lockedUntil: row.lockedUntil?.epochMilliseconds ?? 0,
        lastFailureAt: row.lastFailureAt?.epochMilliseconds ?? 0,
      }
    : noAttempts(now.epochMilliseconds)
}

export async function saveAttempts(tx: Tx, siteId: string, key: string, attempts: Attempts, notifiedAt?: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('throttle')
    .set({
      count: attempts.count,
      streak: attempts.inARow,
      windowStartsAt: Temporal.Instant.fromEpochMilliseconds(attempts.windowStartsAt),
      lockedUntil: attempts.lockedUntil === 0 ? null : Temporal.Instant.fromEpochMilliseconds(attempts.lockedUntil),
      lastFailureAt: Temporal.Instant.fromEpochMilliseconds(attempts.lastFailureAt),
      ...(notifiedAt ? { notifiedAt } : {}),
    })
    .where('siteId', '=', siteId)
    .where('key', '=', key)
    .execute()
}

export const clearAttempts = async (tx: Tx, siteId: string, key: string): Promise<void> =>
  void (await tx.deleteFrom('throttle').where('siteId', '=', siteId).where('key', '=', key).execute())

/** Counts one more use of a key within a window; returns the seconds to wait when there were too many, else 0. */
export async function countUse(tx: Tx, siteId: string, key: string, limit: { times: number; seconds: number }, now: Temporal.Instant): Promise<number> {
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

/** How often a key was used within its window, and when that window ends. */
export async function usesOf(
  tx: Tx,
  siteId: string,
  key: string,
  seconds: number,
  now: Temporal.Instant,
): Promise<{ uses: number; retryAfterSeconds: number }> {
  const row = await tx
    .selectFrom('throttle')
    .select(['count', 'windowStartsAt'])
    .where('siteId', '=', siteId)
    .where('key', '=', key)
    .where('windowStartsAt', '>', now.subtract({ seconds }))
    .executeTakeFirst()
  return row
    ? { uses: row.count, retryAfterSeconds: Math.max(1, Math.ceil(row.windowStartsAt.add({ seconds }).since(now).total('seconds'))) }
    : { uses: 0, retryAfterSeconds: 0 }
}

/** Takes a captcha answer; false when it was given before. */
export const useCaptcha = async (tx: Tx, siteId: string, tokenHash: string, now: Temporal.Instant): Promise<boolean> =>
  (await tx
    .insertInto('usedCaptcha')
    .values({ siteId, tokenHash, usedAt: now })
    .onConflict((c) => c.columns(['siteId', 'tokenHash']).doNothing())
    .returning('tokenHash')
    .executeTakeFirst()) !== undefined

/** One line of the audit log: who did what to whom; never a secret. */
export async function audit(
  ctx: Ctx,
  action: string,
  entry: { siteId?: string; actorKind?: string; actorId?: string; subjectId?: string; data?: Record<string, unknown> } = {},
): Promise<void> {
  const { caller } = ctx
  await ctx.tx
    .insertInto('auditEntry')
    .values({
      siteId: entry.siteId ?? ctx.siteId,
      id: ctx.newId(),
      action,
      actorKind: entry.actorKind ?? caller.role,
      actorId: entry.actorId ?? caller.userId ?? caller.appId ?? caller.memberId ?? caller.visitorId ?? null,
      subjectId: entry.subjectId ?? null,
      ip: ctx.ip,
      requestId: ctx.requestId,
      data: json(entry.data ?? {}),
      at: ctx.authNow,
    })
    .execute()
}
