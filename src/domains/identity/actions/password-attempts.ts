/**
 * Password attempts. Each is counted, under the lock of its counter, before the password is checked: parallel attempts cannot exceed the limit.
 * A right one releases its count. Source: guide identity §9.5.
 */
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import * as store from '../store/password-attempts.ts'
import { clearAttempts, releaseSharedRateLimit, markLockoutNotified } from '../store/rate-limits.ts'

export interface PasswordAttempt extends store.AttemptTarget {
  /** Whether the account is locked if this attempt is wrong. */
  locks: boolean
}

/** Counts an attempt; returns `wait` in seconds when it may not be made now. In a transaction of its own: a refusal must not roll the count back. */
export async function countPasswordAttempt(
  ctx: OwnTransactionContext,
  of: store.AttemptTarget,
): Promise<{ wait: number; attempt?: undefined } | { wait?: undefined; attempt: PasswordAttempt }> {
  const { wait, locks } = await ctx.transaction(({ tx, authNow }) => store.countPasswordAttempt(tx, of, authNow))
  return wait > 0 ? { wait } : { attempt: { ...of, locks } }
}

/** After a right attempt: clears the account's counter and releases the counts of the IP address. */
export async function clearPasswordAttempt({ tx }: TransactionContext, { siteId, key, byAddress }: PasswordAttempt): Promise<void> {
  await clearAttempts(tx, siteId, key)
  for (const counter of byAddress) if (counter.key !== undefined) await releaseSharedRateLimit(tx, siteId, counter.key)
}

/** Whether a lockout email is due: once a day. Records that it is sent. */
export const claimLockoutEmail = (ctx: TransactionContext, { siteId, key, locks }: PasswordAttempt): Promise<boolean> =>
  locks ? markLockoutNotified(ctx.tx, siteId, key, ctx.authNow) : Promise.resolve(false)
