/** When other calendars are read, and what follows when one cannot be. Source: guide services-and-availability §14.2. */
import type { CalendarProblemCode } from '#kit/pure/calendar-providers.ts'

export const POLL_SECONDS = 15 * 60
/** Broken ones are asked less often: they mend themselves when the other side does. decision */
const POLL_BROKEN_SECONDS = 60 * 60
export const MAX_FAILURES = 3
/** Data older than this no longer blocks. */
export const FRESH_DAYS = 7
/** A calendar that says it has not changed is read as a whole once a day: the range moves on. decision */
export const REREAD_HOURS = 24
export const RANGE_DAYS = { back: 7, ahead: 400 } as const

/** Seconds until the next reading; `chance` in [0, 1) spreads them by ± 20 %, so that servers are not asked by all at once. */
export const nextPollSeconds = (isBroken: boolean, chance: number): number => Math.round((isBroken ? POLL_BROKEN_SECONDS : POLL_SECONDS) * (0.8 + 0.4 * chance))

export type ErrorReason = 'TOKEN_REVOKED' | 'EXTERNAL_CALENDAR_DELETED'
export interface FailureDecision {
  failures: number
  isBroken: boolean
  errorReason: ErrorReason | null
}
/** `failures`: those in a row before this one. */
export function decideFailure(code: CalendarProblemCode, failures: number): FailureDecision {
  // The keys are the operator's: the person did nothing wrong and can mend nothing, so the connection waits and is read again. decision
  if (code === 'NOT_CONFIGURED') return { failures, isBroken: false, errorReason: null }
  const count = failures + 1
  if (code === 'GONE') return { failures: count, isBroken: true, errorReason: 'EXTERNAL_CALENDAR_DELETED' }
  if (code === 'UNAUTHORIZED') return { failures: count, isBroken: true, errorReason: 'TOKEN_REVOKED' }
  return { failures: count, isBroken: count >= MAX_FAILURES, errorReason: null }
}
