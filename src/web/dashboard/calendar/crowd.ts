/** Days with more entries than can be drawn one by one: how many begin when. Pure. */
import { toWallTime } from '../business-time.ts'
import type { CalendarCount } from '../entities.ts'
import { entryStart, type Entry } from '../parts/events.ts'
import type { View } from './views.ts'

/** Entries that a view still draws; beyond, they would be thinner than a finger, a list of many screens, and take seconds. */
const MOST_DRAWN: Partial<Record<View, number>> = { day: 250, week: 700, month: 700, agenda: 1000 }
/** Above this number the entries of a view are counted; absent: each is drawn. */
export const getMostDrawn = (view: View): number | undefined => MOST_DRAWN[view]

export interface Crowd {
  /** Entries of all days. */
  total: number
  /** `YYYY-MM-DD` of those with entries, in order. */
  days: string[]
  /** In order, 0 to 23. */
  hours: number[]
  /** Entries that begin on a day, or on a day within an hour. */
  count: (day: string, hour?: number) => number
}
/** When the entries begin, on the clock of the business: those that are at hand, and those that only their number is known of. */
export function countStarts(entries: readonly Entry[], counted: readonly CalendarCount[], zone: string): Crowd {
  const counts = new Map<string, number>()
  const [days, hours] = [new Set<string>(), new Set<number>()]
  const add = (day: string, hour: number, number: number) => {
    days.add(day)
    hours.add(hour)
    for (const key of ['', day, `${day} ${hour}`]) counts.set(key, (counts.get(key) ?? 0) + number)
  }
  for (const entry of entries) {
    const start = toWallTime(entryStart(entry), zone)
    add(start.slice(0, 10), Number(start.slice(11, 13)), 1)
  }
  for (const { day, hour, entries: number } of counted) add(day, hour, number)
  return {
    total: counts.get('') ?? 0,
    days: [...days].sort(),
    hours: [...hours].sort((a, b) => a - b),
    count: (day, hour) => counts.get(hour === undefined ? day : `${day} ${hour}`) ?? 0,
  }
}
