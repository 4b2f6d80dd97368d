/**
 * Guesses at passwords. Each is counted, under the lock of its counter, before it is looked at: many at once are no more than the limit.
 * A right one gives its count back. Source: guide identity 9.5.
 */
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import * as store from '../store/password-attempts.ts'
import { clearAttempts, releaseSharedRateLimit, markLockoutNotified } from '../store/rate-limits.ts'

export interface PasswordAttempt extends store.AttemptTarget {
  /** Whether the account waits if this guess is wrong. */
  locks: boolean
}

/** Counts a guess; `wait` in seconds when it may not be made now. In a transaction of its own: a refusal must not undo the count. */
export async function countPasswordAttempt(
  ctx: OwnTransactionContext,
  of: store.AttemptTarget,
): Promise<{ wait: number; attempt?: undefined } | { wait?: undefined; attempt: PasswordAttempt }> {
  const { wait, locks } = await ctx.transaction(({ tx, authNow }) => store.countPasswordAttempt(tx, of, authNow))
  return wait > 0 ? { wait } : { attempt: { ...of, locks } }
}

/** The guess was right: the account starts afresh, and the address gets its count back. */
export async function clearPasswordAttempt({ tx }: TransactionContext, { siteId, key, byAddress }: PasswordAttempt): Promise<void> {
  await clearAttempts(tx, siteId, key)
  for (const counter of byAddress) if (counter.key !== undefined) await releaseSharedRateLimit(tx, siteId, counter.key)
}

/** Whether the person is to be told that their account waits: once a day. */
export const claimLockoutEmail = (ctx: TransactionContext, { siteId, key, locks }: PasswordAttempt): Promise<boolean> =>
  locks ? markLockoutNotified(ctx.tx, siteId, key, ctx.authNow) : Promise.resolve(false)
