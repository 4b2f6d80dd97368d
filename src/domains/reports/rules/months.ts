/** The months that a report looks back on, in the zone of the business. */
import type { Temporal } from 'temporal-polyfill'

export interface ReportMonths {
  /** The start of the first one. */
  from: Temporal.Instant
  /** `2027-05`, the oldest first; the last one still runs. */
  names: string[]
  /** Their starts, in the same order. */
  starts: Temporal.Instant[]
}

/** The last `count` months up to the one of `now`. */
export function lastMonths(now: Temporal.Instant, timeZone: string, count: number): ReportMonths {
  const first = now
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .with({ day: 1 })
    .subtract({ months: count - 1 })
  const days = Array.from({ length: count }, (_, at) => first.add({ months: at }))
  return {
    from: first.toZonedDateTime(timeZone).toInstant(),
    names: days.map((day) => day.toString().slice(0, 7)),
    starts: days.map((day) => day.toZonedDateTime(timeZone).toInstant()),
  }
}

/** The month of an instant, in milliseconds, that is not before the first. */
export const findMonth = ({ names, starts }: ReportMonths, at: number): string => names[starts.findLastIndex((start) => start.epochMilliseconds <= at)] ?? ''
