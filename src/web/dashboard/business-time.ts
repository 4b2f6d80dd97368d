/** Converts between instants and the local time of the business, which the calendar component works in. */
import { Temporal } from 'temporal-polyfill'
import { addDays, startOfWeek } from '#web/kit/days.ts'

/** An instant as `YYYY-MM-DD HH:mm:ss` on the wall clock of the business. */
export const toWallTime = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')

/** The instant of a local time of the business. A skipped time moves forward; of a repeated one, the first is meant. */
export const toInstant = (wallTime: string, zone: string): string =>
  Temporal.PlainDateTime.from(wallTime.replace(' ', 'T'))
    .toZonedDateTime(zone, { disambiguation: 'compatible' })
    .toInstant()
    .toString({ fractionalSecondDigits: 3 })

export const nowIn = (zone: string): string => Temporal.Now.plainDateTimeISO(zone).toString({ smallestUnit: 'second' }).replace('T', ' ')
/** The weeks that hold the month of `date`: first day, and the day after the last one. */
export function monthGrid(date: string, weekStartsOn: number): { from: string; to: string } {
  const first = Temporal.PlainDate.from(date).with({ day: 1 })
  const from = startOfWeek(first.toString(), weekStartsOn)
  const last = first.add({ months: 1 }).subtract({ days: 1 }).toString()
  return { from, to: addDays(startOfWeek(last, weekStartsOn), 7) }
}

/** HH:MM of typed text: "9", "09:30", "930", "7.30 pm"; undefined when it is no time of day. */
export function parseTime(typed: string): string | undefined {
  const found = /^(\d{1,2})(?:[:.h ]?(\d\d))?\s*(am|pm|a|p)?\.?$/i.exec(typed.trim())
  if (!found) return undefined
  const [, hourText, minuteText = '00', half = ''] = found
  const typedHour = Number(hourText)
  if (half && (typedHour < 1 || typedHour > 12)) return undefined
  const hour = half ? (typedHour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0) : typedHour
  return hour < 24 && Number(minuteText) < 60 ? `${String(hour).padStart(2, '0')}:${minuteText}` : undefined
}

/** Names of the days on the wire, by their number: Sunday is 0. */
export const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const
