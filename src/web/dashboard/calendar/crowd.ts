/** Days with more entries than can be drawn one by one: how many begin when. Pure. */
import { toWallTime } from '../business-time.ts'
import { entryStart, type Entry } from '../parts/events.ts'
import type { View } from './views.ts'

/** Entries that a view still draws; beyond, they would be thinner than a finger and take seconds. */
const MOST_DRAWN: Partial<Record<View, number>> = { day: 250, week: 700, month: 700 }
export const isCrowded = (view: View, count: number): boolean => count > (MOST_DRAWN[view] ?? Number.POSITIVE_INFINITY)

export interface Crowd {
  /** `YYYY-MM-DD` of those with entries, in order. */
  days: string[]
  /** In order, 0 to 23. */
  hours: number[]
  /** Entries that begin on a day, or on a day within an hour. */
  count: (day: string, hour?: number) => number
}
/** When the entries begin, on the clock of the business. */
export function countStarts(entries: readonly Entry[], zone: string): Crowd {
  const counts = new Map<string, number>()
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const [days, hours] = [new Set<string>(), new Set<number>()]
  for (const entry of entries) {
    const start = toWallTime(entryStart(entry), zone)
    const [day, hour] = [start.slice(0, 10), Number(start.slice(11, 13))]
    days.add(day)
    hours.add(hour)
    add(day)
    add(`${day} ${hour}`)
  }
  return {
    days: [...days].sort(),
    hours: [...hours].sort((a, b) => a - b),
    count: (day, hour) => counts.get(hour === undefined ? day : `${day} ${hour}`) ?? 0,
  }
}
