/**
 * Days of the calendar, written YYYY-MM-DD, and how they are called. A day has no zone; where it meets an instant, the zone is
 * named. Without a date library: these are loaded with every public page.
 */
import { type DateFormat, dateFormat as formatInRegion, formatClock, joinClocks } from '#kit/pure/date-format.ts'
import { businessZone } from '../business-zone.ts'
import { pageLanguage } from '../language.ts'
import { pageTime } from '../rendered-page.ts'

const dayMs = 86_400_000
const toUtcDate = (day: string) => new Date(`${day}T00:00:00Z`)
const toDayString = (date: Date) => date.toISOString().slice(0, 10)

/** How days and times are written in a language, and English as where the business is. */
export const dateFormat = (language: string, options: Intl.DateTimeFormatOptions): DateFormat => formatInRegion(language, businessZone(), options)
/** A time of the wall clock, `HH:MM`, as it is read: "14:30", or "2:30 pm". */
export const formatWallTime = (time: string, language: string = pageLanguage()): string => formatClock(time, language, businessZone())

/** From one wall time to another: "9:00 AM–5:30 PM". */
export const formatSpan = (start: string, end: string, language: string = pageLanguage()): string =>
  joinClocks(formatWallTime(start, language), formatWallTime(end, language))

export const addDays = (day: string, count: number): string => toDayString(new Date(toUtcDate(day).getTime() + count * dayMs))
/** The same day of another month, or its last one: a month after 31 January is 28 February. */
export function addMonths(day: string, count: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return toDayString(new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))))
}
/** Counts from 0, Sunday. */
export const toWeekday = (day: string): number => toUtcDate(day).getUTCDay()
/** The first day of the week that holds `day`; `weekStartsOn` counts from 0, Sunday. */
export const startOfWeek = (day: string, weekStartsOn: number): string => addDays(day, -((toWeekday(day) - weekStartsOn + 7) % 7))

/** The zone of this browser. */
export const visitorZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
/** A zone by its place: "New York". */
export const zonePlace = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
/** The day on which an instant falls in a zone. */
export const toDay = (at: number | string | Date, zone: string): string =>
  dateFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(at))
export const todayIn = (zone: string): string => toDay(pageTime(), zone)
/** The hour, 0 to 23, that the clock of a zone shows at an instant. */
export const toHour = (at: string, zone: string): number =>
  Number(dateFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(new Date(at)))
/** The first instant of a day in a zone; where the clock skips midnight, the first one there is. */
export const startOfDay = (day: string, zone: string): string => toInstant(`${day}T00:00:00`, zone)
/** The last second of a day: an end that is still shown as that day. */
export const endOfDay = (day: string, zone: string): string => new Date(new Date(startOfDay(addDays(day, 1), zone)).getTime() - 1000).toISOString()
/** The instant at which the clock of a zone shows a time, YYYY-MM-DDThh:mm:ss. */
export function toInstant(local: string, zone: string): string {
  const format = dateFormat('en-CA', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
  const toWallTime = (at: number) => Date.parse(`${format.format(at).replace(', ', 'T')}Z`)
  const wanted = Date.parse(`${local}Z`)
  // Twice: the offset of the guess may be that of the day before a change of the clock.
  const first = wanted - (toWallTime(wanted) - wanted)
  return new Date(first - (toWallTime(first) - wanted)).toISOString()
}

const dayFormat = (language: string, options: Intl.DateTimeFormatOptions) => dateFormat(language, { ...options, timeZone: 'UTC' })
export const formatDay = (day: string, language: string, options: Intl.DateTimeFormatOptions): string => dayFormat(language, options).format(toUtcDate(day))
/** "23–29 November", "30 November – 6 December": Node and browsers differ in thin spaces between numbers. */
export const formatDays = (first: string, last: string, language: string, options: Intl.DateTimeFormatOptions): string =>
  dayFormat(language, options)
    .formatRange(toUtcDate(first), toUtcDate(last))
    .replaceAll(/(?<=\d)\u2009–\u2009(?=\d)/g, '–')
/** A month, YYYY-MM: "Mar 30"; long: "March 2030". */
export const formatMonth = (month: string, language: string, style: 'short' | 'long' = 'short'): string =>
  formatDay(`${month}-15`, language, { month: style, year: style === 'short' ? '2-digit' : 'numeric' })

/**
 * A range of two instants: "Tue 3 March, 14:30–15:30"; with the day of the end where it is another one, for courses end weeks after they
 * begin. `toText` writes an instant in full.
 */
export function joinTimes<At>(at: At, until: At | undefined, toText: (at: At) => string, format: (at: At, style: 'date' | 'time') => string): string {
  if (until === undefined) return toText(at)
  return format(at, 'date') === format(until, 'date') ? joinClocks(toText(at), format(until, 'time')) : `${toText(at)} – ${toText(until)}`
}
