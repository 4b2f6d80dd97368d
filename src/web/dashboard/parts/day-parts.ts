/** What reaches past midnight is drawn day by day: one part for each day of the business. Pure. */
import { addDays, startOfDay } from '#web/kit/days.ts'
import { toWallTime } from '../business-time.ts'

export interface DayPart {
  /** YYYY-MM-DD. */
  day: string
  /** On the wall clock, `YYYY-MM-DD HH:mm:ss`; a part that lasts to the end of its day ends at midnight of the next one. */
  start: string
  end: string
  /** There is no other part. */
  isWhole: boolean
  /** It covers its day from the first to the last moment. */
  isAllDay: boolean
}
/** The days to show: the first, and the day after the last one. */
export interface DayRange {
  from: string
  to: string
  zone: string
}

/** No day is shorter, also where the clock is put forward. */
const SHORTEST_DAY = 22 * 3_600_000
const midnight = (day: string) => `${day} 00:00:00`
const readDay = (wallTime: string) => wallTime.slice(0, 10)

/** Where the clock is put back, a time may end before it begins: then it is as long as it lasts. */
function endOnSameDay(start: string, end: string, length: number): string {
  if (end > start || length === 0) return end
  const later = new Date(Date.parse(`${start.replace(' ', 'T')}Z`) + length).toISOString()
  return readDay(later) > readDay(start) ? midnight(addDays(readDay(start), 1)) : later.slice(0, 19).replace('T', ' ')
}

/** The parts of a time, given by its instants, that lie on these days. */
export function splitByDay(startInstant: string, endInstant: string, { from, to, zone }: DayRange): DayPart[] {
  const [starts, ends] = [Date.parse(startInstant), Date.parse(endInstant)]
  const [start, end] = [toWallTime(starts, zone), toWallTime(ends, zone)]
  const first = readDay(start)
  const isShort = ends - starts < SHORTEST_DAY
  if (isShort && first === readDay(end)) {
    return first >= from && first < to ? [{ day: first, start, end: endOnSameDay(start, end, ends - starts), isWhole: true, isAllDay: false }] : []
  }
  // A moment before, since midnight belongs to the day that it ends.
  const last = readDay(toWallTime(Math.max(starts, ends - 1), zone))
  const parts: DayPart[] = []
  for (let day = first < from ? from : first; day <= last && day < to; day = addDays(day, 1)) {
    const next = addDays(day, 1)
    parts.push({
      day,
      start: day === first ? start : midnight(day),
      end: day === readDay(end) ? end : midnight(next),
      isWhole: first === last,
      isAllDay: !isShort && starts <= Date.parse(startOfDay(day, zone)) && ends >= Date.parse(startOfDay(next, zone)),
    })
  }
  return parts
}
