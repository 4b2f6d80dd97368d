/** Days and months, on the clock of the business, and what of a time some of them leave open. Pure. */
import { dayMs, dayNumber, toCivilDate, type ZoneOffsets } from '#kit/pure/zone.ts'

/** Half open, in milliseconds since 1970. */
export interface Period {
  startsAt: number
  endsAt: number
}
/** Half open, in milliseconds since 1970. */
export interface OpenRange {
  from: number
  to: number
}

/** The start of the day of an instant. */
export const startOfDay = (at: number, { toLocal, toInstant }: ZoneOffsets): number => toInstant(Math.floor(toLocal(at) / dayMs) * dayMs)

/** The days that begin at or after `from` and end by `to`, in order. A day that a zone left out is none. */
export function listDays({ from, to }: OpenRange, { toLocal, toInstant }: ZoneOffsets): Period[] {
  const days: Period[] = []
  for (let day = Math.floor(toLocal(from) / dayMs); ; day++) {
    const [startsAt, endsAt] = [toInstant(day * dayMs), toInstant((day + 1) * dayMs)]
    if (endsAt > to) return days
    if (startsAt >= from && endsAt > startsAt) days.push({ startsAt, endsAt })
  }
}

/** The months that begin at or after `from` and end by `to`, in order. */
export function listMonths({ from, to }: OpenRange, { toLocal, toInstant }: ZoneOffsets): Period[] {
  const months: Period[] = []
  const { year, month } = toCivilDate(Math.floor(toLocal(from) / dayMs))
  const findStart = (nr: number) => toInstant(dayNumber(year + Math.floor((month - 1 + nr) / 12), ((month - 1 + nr) % 12) + 1, 1) * dayMs)
  for (let nr = 0; ; nr++) {
    const [startsAt, endsAt] = [findStart(nr), findStart(nr + 1)]
    if (endsAt > to) return months
    if (startsAt >= from) months.push({ startsAt, endsAt })
  }
}

/** From the start of the first to the end of the last. */
export const toRange = (periods: readonly Period[]): OpenRange => ({ from: periods[0]?.startsAt ?? 0, to: periods.at(-1)?.endsAt ?? 0 })

/** What of the range the periods, in order, leave open. */
export function findOpenRanges({ from, to }: OpenRange, periods: readonly Period[]): OpenRange[] {
  const open: OpenRange[] = []
  let at = from
  for (const { startsAt, endsAt } of periods) {
    if (startsAt > at) open.push({ from: at, to: Math.min(startsAt, to) })
    at = Math.max(at, endsAt)
  }
  return at < to ? [...open, { from: at, to }] : open
}

/** Neighbours together, in order. */
export function joinPeriods(periods: readonly Period[]): Period[][] {
  const joined: Period[][] = []
  for (const period of periods) {
    const last = joined.at(-1)
    if (last?.at(-1)?.endsAt === period.startsAt) last.push(period)
    else joined.push([period])
  }
  return joined
}
