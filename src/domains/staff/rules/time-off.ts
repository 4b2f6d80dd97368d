/** Which days a staff member may request off. Own rule of this product. */
import { Temporal } from 'temporal-polyfill'
import { dateFormat } from '#kit/pure/date-format.ts'

/** How far ahead time off is asked for, and how long it lasts at most. */
export const MAX_DAYS_AHEAD = 730
export const MAX_DAYS_OFF = 366

export type DaysProblem = 'IS_OVER' | 'ENDS_BEFORE_START' | 'TOO_LONG' | 'TOO_FAR_AHEAD'

/** What is wrong with the days from `from` until `until` (inclusive), asked for on `today`; undefined when nothing is. */
export function findDaysProblem(from: Temporal.PlainDate, until: Temporal.PlainDate, today: Temporal.PlainDate): DaysProblem | undefined {
  if (Temporal.PlainDate.compare(until, from) < 0) return 'ENDS_BEFORE_START'
  if (Temporal.PlainDate.compare(until, today) < 0) return 'IS_OVER'
  if (from.until(until).days + 1 > MAX_DAYS_OFF) return 'TOO_LONG'
  return today.until(from).days > MAX_DAYS_AHEAD ? 'TOO_FAR_AHEAD' : undefined
}

/** The days as people read them: `Monday, 3 May 2027`, or `3 – 7 May 2027`. */
export function formatDays(from: Temporal.PlainDate, until: Temporal.PlainDate, language: string, businessZone: string): string {
  const at = (day: Temporal.PlainDate) => day.toZonedDateTime('UTC').epochMilliseconds
  const isOneDay = from.equals(until)
  const format = dateFormat(language, businessZone, { dateStyle: isOneDay ? 'full' : 'long', timeZone: 'UTC' })
  return isOneDay ? format.format(at(from)) : format.formatRange(at(from), at(until))
}
