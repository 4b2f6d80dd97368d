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

export const FREE_TRIES = 5
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 15 * 60_000
const HOUR_MS = 3_600_000
const MOST_PER_HOUR = 100

export const noAttempts = (now: number): Attempts => ({ count: 0, inARow: 0, windowStartsAt: now, lockedUntil: 0, lastFailureAt: 0 })

/** Seconds to wait before the next try, 0 when it may be made now. */
export const waitSeconds = (attempts: Attempts, now: number): number => Math.max(0, Math.ceil((attempts.lockedUntil - now) / 1000))

/** The counter after one more failure: every fifth in a row starts a wait, 30 s doubling to 15 min; a hundred an hour close the hour. */
export function afterFailure(attempts: Attempts, now: number): Attempts {
  const sameHour = now - attempts.windowStartsAt < HOUR_MS
  const count = (sameHour ? attempts.count : 0) + 1
  const inARow = attempts.inARow + 1
  const windowStartsAt = sameHour ? attempts.windowStartsAt : now
  const wait = inARow < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(inARow - FREE_TRIES, 10))
  const hourEnd = count >= MOST_PER_HOUR ? windowStartsAt + HOUR_MS : 0
  return { count, inARow, windowStartsAt, lockedUntil: Math.max(wait > 0 ? now + wait : 0, hourEnd), lastFailureAt: now }
}
