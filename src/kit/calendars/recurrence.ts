/** Repetition of events of other calendars, on wall-clock time: the zone is applied to each occurrence. Source: RFC 5545 §3.3.10. */
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'

const toWall = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC')
/** Occurrences that one rule may have in the range: a rule of every second would fill the memory. */
export const MAX_OCCURRENCES = 20_000

/** Of the library: by its own bound of 10,000 a rule of every hour would end after a year. Counted rules begin at their first occurrence. */
const MAX_STEPS = 50_000

/** Thrown for a rule that cannot be read, or that repeats too often. */
export class UnreadableRule extends Error {
  override name = 'UnreadableRule'
}

const isFrequent = (rule: string): boolean => /FREQ=(SECONDLY|MINUTELY)/i.test(rule)

/**
 * Starts of a rule within `[from, to)`. All values are wall-clock time counted as if in UTC, in milliseconds; an `UNTIL` in UTC has been converted
 * by the caller. The first occurrence is `start`, which counts even where the rule does not name it (RFC 5545 §3.8.5.3).
 */
export function expandRule(rule: string, start: number, from: number, to: number): number[] {
  if (isFrequent(rule)) throw new UnreadableRule('the rule repeats more often than every hour')
  try {
    const dtstart = toWall(start)
    const series = new RRuleTemporal({ rruleString: `RRULE:${rule}`, dtstart, includeDtstart: true, temporal: Temporal, maxIterations: MAX_STEPS })
    const found = series.between(toWall(Math.max(from, start)), toWall(to - 1), true).map((one) => one.epochMilliseconds)
    if (found.length > MAX_OCCURRENCES) throw new UnreadableRule('the rule has too many occurrences')
    return found
  } catch (error) {
    if (error instanceof UnreadableRule) throw error
    throw new UnreadableRule(`the rule cannot be read: ${(error as Error).message}`)
  }
}
