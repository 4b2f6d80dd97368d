/** Lockout: how failed attempts delay the next one. Unknown emails are counted too. Source: guide identity §9.5. */

export interface Attempts {
  /** Failures in the current window. */
  count: number
  /** Failures since the last success. */
  inARow: number
  windowStartsAt: number
  lockedUntil: number
  /** The start of the window when there is no failure. */
  lastFailureAt: number
}

/** Parameters of the lockout; times in seconds. The database function `count_guess` reads them by these names. */
export const lockOut = { freeTries: 5, firstWait: 30, longestWait: 15 * 60, window: 3600, mostPerWindow: 100 } as const

/** A counter without failures. `now` in epoch milliseconds. */
export const emptyAttempts = (now: number): Attempts => ({ count: 0, inARow: 0, windowStartsAt: now, lockedUntil: 0, lastFailureAt: 0 })

/** Seconds to wait before the next attempt, or 0. */
export const waitSeconds = (attempts: Attempts, now: number): number => Math.max(0, Math.ceil((attempts.lockedUntil - now) / 1000))

/**
 * The counter after one more failure: from the fifth in a row on each starts a wait of 30 s, doubling to 15 min; a hundred per hour lock the rest of the hour.
 * The database function `count_guess` implements the same rule under the lock of the row; a property test compares the two.
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
