/**
 * Guesses at passwords. Each is counted, under the lock of its counter, before it is looked at: many at once are no more than the limit.
 * A right one gives its count back. Source: guide identity 9.5.
 */
import type { Ctx } from '#kit/ctx.ts'
import type { Limit } from '#kit/work/windows.ts'
import { afterFailure, waitSeconds } from '../rules/lock-out.ts'
import { clearAttempts, countUse, giveBackUse, lockAttempts, noteLockTold, saveAttempts } from '../store/throttles.ts'

export interface GuessOf {
  /** Where the counters stand. */
  siteId: string
  /** The counter of the account, or of the account in a browser that it knows. */
  key: string
  /** Counters of the caller's address. `refuses`: too many of them wait. */
  byAddress: readonly { key: string | undefined; limit: Limit; refuses: boolean }[]
}

export interface Guess extends GuessOf {
  /** Whether the account waits if this guess is wrong. */
  locks: boolean
}

/** Counts a guess; `wait` in seconds when it may not be made now. In a transaction of its own: a refusal must not undo the count. */
export const countGuess = (ctx: Ctx, of: GuessOf): Promise<{ wait: number; guess?: undefined } | { wait?: undefined; guess: Guess }> =>
  ctx.write(async ({ tx, authNow }) => {
    const before = await lockAttempts(tx, of.siteId, of.key, authNow)
    const wait = waitSeconds(before, authNow.epochMilliseconds)
    if (wait > 0) return { wait }
    for (const { key, limit, refuses } of of.byAddress) {
      const tooMany = key === undefined ? 0 : await countUse(tx, of.siteId, key, limit, authNow)
      if (tooMany > 0 && refuses) return { wait: tooMany }
    }
    const after = afterFailure(before, authNow.epochMilliseconds)
    await saveAttempts(tx, of.siteId, of.key, after)
    return { guess: { ...of, locks: waitSeconds(after, authNow.epochMilliseconds) > 0 } }
  })

/** The guess was right: the account starts afresh, and the address gets its count back. */
export async function forgetGuess({ tx }: Ctx, { siteId, key, byAddress }: Guess): Promise<void> {
  await clearAttempts(tx, siteId, key)
  for (const counter of byAddress) if (counter.key !== undefined) await giveBackUse(tx, siteId, counter.key)
}

/** Whether the person is to be told that their account waits: once a day. */
export const mayTellLock = (ctx: Ctx, { siteId, key, locks }: Guess): Promise<boolean> =>
  locks ? noteLockTold(ctx.tx, siteId, key, ctx.authNow) : Promise.resolve(false)
