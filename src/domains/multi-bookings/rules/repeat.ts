/** The dates of a repeated appointment. Source: guide bookings §16.7. */
import type { Temporal } from 'temporal-polyfill'

export interface RepeatInput {
  start: Temporal.Instant
  end: Temporal.Instant
  /** The zone of the business: its clock shows the same time on each date. */
  timeZone: string
  everyWeeks: number
  /** How many dates, the first one included. */
  count: number
}

/** The first date and those that follow it, each at the same wall time and of the same length. A time that the clock skips comes one hour later. */
export function listRepeats({ start, end, timeZone, everyWeeks, count }: RepeatInput): { start: Temporal.Instant; end: Temporal.Instant }[] {
  const first = start.toZonedDateTimeISO(timeZone)
  const length = start.until(end)
  return Array.from({ length: count }, (_, at) => {
    const begin = first.add({ weeks: at * everyWeeks }).toInstant()
    return { start: begin, end: begin.add(length) }
  })
}

export type RepeatStatus = 'FREE' | 'TAKEN' | 'TOO_EARLY' | 'TOO_LATE' | 'NOT_ONLINE'

/** Whether a date can be booked; what the policy forbids is said before what is taken. */
export function getRepeatStatus(
  flags: { tooEarlyToBook?: boolean; tooLateToBook?: boolean; bookOnlineDisabled?: boolean },
  hasFreePerson: boolean,
): RepeatStatus {
  if (flags.bookOnlineDisabled) return 'NOT_ONLINE'
  if (flags.tooLateToBook) return 'TOO_LATE'
  if (flags.tooEarlyToBook) return 'TOO_EARLY'
  return hasFreePerson ? 'FREE' : 'TAKEN'
}
