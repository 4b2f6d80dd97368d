/**
 * Guesses at passwords. Each is counted, under the lock of its counter, before it is looked at: many at once are no more than the limit.
 * A right one gives its count back. Source: guide identity 9.5.
 */
import type { Ctx } from '#kit/ctx.ts'
import * as store from '../store/guesses.ts'
import { clearAttempts, giveBackUse, noteLockTold } from '../store/throttles.ts'

export interface Guess extends store.GuessOf {
  /** Whether the account waits if this guess is wrong. */
  locks: boolean
}

/** Counts a guess; `wait` in seconds when it may not be made now. In a transaction of its own: a refusal must not undo the count. */
export async function countGuess(ctx: Ctx, of: store.GuessOf): Promise<{ wait: number; guess?: undefined } | { wait?: undefined; guess: Guess }> {
  const { wait, locks } = await ctx.write(({ tx, authNow }) => store.countGuess(tx, of, authNow))
  return wait > 0 ? { wait } : { guess: { ...of, locks } }
}

/** The guess was right: the account starts afresh, and the address gets its count back. */
export async function forgetGuess({ tx }: Ctx, { siteId, key, byAddress }: Guess): Promise<void> {
  await clearAttempts(tx, siteId, key)
  for (const counter of byAddress) if (counter.key !== undefined) await giveBackUse(tx, siteId, counter.key)
}

/** Whether the person is to be told that their account waits: once a day. */
export const mayTellLock = (ctx: Ctx, { siteId, key, locks }: Guess): Promise<boolean> =>
  locks ? noteLockTold(ctx.tx, siteId, key, ctx.authNow) : Promise.resolve(false)
