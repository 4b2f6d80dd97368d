/** The figures of the start page from the sums of single days. Own rule of this product. */

/** A day as `2027-05-20` and what was counted on it; days without anything may be missing. */
export interface DayFigures {
  day: string
  revenue: number
  bookings: number
  members: number
  taken: number
  places: number
}
export interface WeekFigure {
  value: number
  previous: number
  days: number[]
}
export type Week = Record<'revenue' | 'bookings' | 'members' | 'fill', WeekFigure>

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
/** Of a hundred, whole; 0 without places. */
const percent = (taken: number, places: number) => (places > 0 ? Math.round((taken / places) * 100) : 0)

/** `days`: the fourteen days in their order, the last of which is today. */
export function toWeekFigures(days: readonly string[], found: readonly DayFigures[]): Week {
  const empty = { revenue: 0, bookings: 0, members: 0, taken: 0, places: 0 }
  const filled = days.map((day) => found.find((one) => one.day === day) ?? { day, ...empty })
  const [before, week] = [filled.slice(0, 7), filled.slice(7)]
  const count = (key: 'revenue' | 'bookings' | 'members'): WeekFigure => ({
    value: sum(week.map((one) => one[key])),
    previous: sum(before.map((one) => one[key])),
    days: week.map((one) => one[key]),
  })
  const calculateFill = (some: readonly DayFigures[]) => percent(sum(some.map(({ taken }) => taken)), sum(some.map(({ places }) => places)))
  return {
    revenue: count('revenue'),
    bookings: count('bookings'),
    members: count('members'),
    fill: { value: calculateFill(week), previous: calculateFill(before), days: week.map((one) => calculateFill([one])) },
  }
}
