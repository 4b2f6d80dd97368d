/** Converts between instants and the local time of the business, which the calendar component works in. Without a date library: the calendar begins with it. */
import { addDays, addMonths, dateFormat, formatDay, startOfWeek } from '#web/kit/days.ts'
import { pageLanguage } from '#web/language.ts'

const dayMs = 86_400_000
/** An instant as `YYYY-MM-DD HH:mm:ss` on the wall clock of the business. */
export const toWallTime = (instant: string | number, zone: string): string =>
  dateFormat('en-CA', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' }).format(new Date(instant)).replace(', ', ' ')

/** How far the clock of the zone is ahead of UTC, in milliseconds. */
const findOffset = (at: number, zone: string): number => Date.parse(`${toWallTime(at, zone).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000

/** The instant of a local time of the business. A skipped time moves forward; of a repeated one, the first is meant. */
export function toInstant(wallTime: string, zone: string): string {
  const [day = '', clock = ''] = wallTime.split(/[ T]/)
  const wanted = Date.parse(`${day}T${clock}Z`)
  const [before, after] = [findOffset(wanted - dayMs, zone), findOffset(wanted + dayMs, zone)]
  const isAfter = findOffset(wanted - before, zone) !== before && findOffset(wanted - after, zone) === after
  return new Date(wanted - (isAfter ? after : before)).toISOString()
}

export const nowIn = (zone: string): string => toWallTime(Date.now(), zone)
/** The weeks that hold the month of `date`: first day, and the day after the last one. */
export function monthGrid(date: string, weekStartsOn: number): { from: string; to: string } {
  const first = `${date.slice(0, 7)}-01`
  return { from: startOfWeek(first, weekStartsOn), to: addDays(startOfWeek(addDays(addMonths(first, 1), -1), weekStartsOn), 7) }
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
/** "Monday", "Mon" of a name on the wire. */
export const weekdayName = (day: string, style: 'long' | 'short' = 'long'): string =>
  formatDay(addDays('1970-01-04', weekdays.indexOf(day as (typeof weekdays)[number])), pageLanguage(), { weekday: style })
