/** When the business is closed, as the calendar shades it: outside its hours, on closing days, and outside the hours of special days. */
import { startOfWeek, toWeekday } from '#web/kit/days.ts'
import { weekdays } from '../business-time.ts'

/** Weekly hours; `interval` every so many weeks from the week of `from`. Ends may be `24:00`. */
export interface OpenPeriod {
  day: string
  start: string
  end: string
  interval?: number | undefined
  from?: string | null | undefined
  until?: string | null | undefined
}
/** `from` and `until` are days, the last inclusive; without periods it is closed. */
export interface SpecialDays {
  from: string
  until: string
  title: string
  periods: readonly { start: string; end: string }[]
}
export interface OpeningHours {
  /** None: the business has not set its hours, and nothing is shaded. */
  periods: readonly OpenPeriod[]
  specialDays: readonly SpecialDays[]
}

const weekMs = 7 * 86_400_000
/** Weeks from Monday to Monday, counted from a Monday long ago. */
const toWeekNumber = (date: string): number => Math.floor(Date.parse(`${startOfWeek(date, 1)}T00:00:00Z`) / weekMs)
const isInWeek = ({ interval = 1, from }: OpenPeriod, date: string): boolean =>
  interval <= 1 || !from || (toWeekNumber(date) - toWeekNumber(from)) % interval === 0

const specialOn = ({ specialDays }: OpeningHours, date: string) => specialDays.filter(({ from, until }) => from <= date && date <= until)

/** Whether it is open at a local time of the business, `2027-05-10 14:30:00`. */
export function isOpenAt(hours: OpeningHours, local: string): boolean {
  const [date = '', clock = ''] = local.split(/[ T]/)
  const time = clock.slice(0, 5)
  const special = specialOn(hours, date)
  const holds = ({ start, end }: { start: string; end: string }) => start <= time && time < end
  if (special.length > 0) return special.some(({ periods }) => periods.some(holds))
  if (hours.periods.length === 0) return true
  return hours.periods.some(
    (one) => one.day === weekdays[toWeekday(date)] && (one.from ?? '') <= date && date <= (one.until ?? '9999') && isInWeek(one, date) && holds(one),
  )
}

/** Closing days and special hours between two days, the second exclusive, by their first day. */
export const specialDaysIn = ({ specialDays }: OpeningHours, from: string, to: string): SpecialDays[] =>
  specialDays.filter((one) => one.from < to && one.until >= from).toSorted((a, b) => (a.from < b.from ? -1 : 1))
