/** Bookings as they follow each other, by the day of the business on which they begin. */
import { toDay } from '#web/kit/days.ts'
import type { ExtendedBooking } from '../entities.ts'
import { bookingStart } from '../parts/format.ts'

export function groupByDay(rows: readonly ExtendedBooking[], timeZone: string): { day: string; bookings: ExtendedBooking[] }[] {
  const groups: { day: string; bookings: ExtendedBooking[] }[] = []
  for (const row of rows) {
    const day = toDay(bookingStart(row.booking), timeZone)
    const last = groups.at(-1)
    if (last?.day === day) last.bookings.push(row)
    else groups.push({ day, bookings: [row] })
  }
  return groups
}
