/** How failed attempts slow the next one down. Counters exist for unknown addresses too. Source: guide identity 9.5. */

export interface Attempts {
  /** Failures in the current window. */
  count: number
  /** Failures since the last success. */
  inARow: number
  windowStartsAt: number
  lockedUntil: number
  /** Start of the window while there is no failure. */
  lastFailureAt: number
}

/** The numbers of the rule; times in seconds. */
export const lockOut = { freeTries: 5, firstWait: 30, longestWait: 15 * 60, window: 3600, mostPerWindow: 100 } as const

export const emptyAttempts = (now: number): Attempts => ({ count: 0, inARow: 0, windowStartsAt: now, lockedUntil: 0, lastFailureAt: 0 })

/** Seconds to wait before the next try, 0 when it may be made now. */
export const waitSeconds = (attempts: Attempts, now: number): number => Math.max(0, Math.ceil((attempts.lockedUntil - now) / 1000))

/**
 * The counter after one more failure: every one from the fifth in a row on starts a wait, 30 s doubling to 15 min; a hundred an hour close the hour.
 * The database follows the same rule where it counts under the lock of the row (`count_guess`); a property test holds the two together.
 * @public
 */
export function applyFailure(attempts: Attempts, now: number): Attempts {
  const sameWindow = now - attempts.windowStartsAt < lockOut.window * 1000
  const count = (sameWindow ? attempts.count : 0) + 1
  const inARow = attempts.inARow + 1
  const windowStartsAt = sameWindow ? attempts.windowStartsAt : now
  const beyond = inARow - lockOut.freeTries
  const wait = beyond < 0 ? 0 : Math.min(lockOut.longestWait, lockOut.firstWait * 2 ** Math.min(beyond, 10)) * 1000
  const windowEnd = count >= lockOut.mostPerWindow ? windowStartsAt + lockOut.window * 1000 : 0
  return { count, inARow, windowStartsAt, lockedUntil: Math.max(wait > 0 ? now + wait : 0, windowEnd), lastFailureAt: now }
}
