/** Weekly series of sessions: occurrences in a range, and their ids. Source: guide services-and-availability §13.3. */
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, formatLocal, minuteMs, parseLocal, zoneOffsets, toWeekday, type ZoneOffsets } from '#kit/pure/zone.ts'

export interface Series {
  masterId: string
  /** Business wall clock, `YYYY-MM-DDThh:mm`. */
  localStart: string
  localEnd: string
  intervalWeeks: number
  /** Inclusive: an occurrence that starts at this local time still exists. */
  untilLocal?: string | undefined
  /** Former zones of the business, oldest first: occurrences that start before a local time are in that zone. */
  zones?: readonly FormerZone[] | undefined
}
export interface FormerZone {
  /** `YYYY-MM-DDThh:mm`, exclusive. */
  before: string
  timeZone: string
}

export interface Occurrence extends Interval {
  id: string
  originalLocalStart: string
  localStart: string
  localEnd: string
}

/** `YYYY-MM-DDThh:mm`, the form in which the calendar stores local time. */
export const toLocalText = (local: number): string => formatLocal(local).slice(0, 16)
export const localWeekday = (text: string): number => toWeekday(Math.floor((parseLocal(text) ?? 0) / dayMs))

/** The id of an occurrence: series and local start, so that it exists before the occurrence is stored. */
export const occurrenceId = (masterId: string, localStart: string): string => `${masterId}_${localStart.slice(0, 16).replaceAll('-', '').replace(':', '')}`

/** The parts of an occurrence id; undefined for any other id. */
export function parseOccurrenceId(id: string): { masterId: string; localStart: string } | undefined {
  const m = /^(.{36})_(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)$/.exec(id)
  return m ? { masterId: m[1] as string, localStart: `${m[2]}-${m[3]}-${m[4]}T${m[5]}:${m[6]}` } : undefined
}

/**
 * The instants of a session from its local start and end. It ends at its local end; where a change of the
 * clock moves the start past the end, it lasts its full length instead.
 */
export function toInterval(localStart: number, localEnd: number, offsets: ZoneOffsets): Interval {
  const [start, end] = [offsets.toInstant(localStart), offsets.toInstant(localEnd)]
  return { start, end: end > start ? end : start + (localEnd - localStart) }
}

/** The zone of an occurrence by its local start: that of the business now, or a former one. */
export function offsetsAt(zones: readonly FormerZone[] | undefined, local: number, now: ZoneOffsets): ZoneOffsets {
  const former = zones?.find(({ before }) => local < (parseLocal(before) as number))
  return former ? zoneOffsets(former.timeZone) : now
}

/** Occurrences of a series that overlap the range. `localStart` and `localEnd` are in the current zone, also for occurrences in a former one. */
export function occurrencesIn(series: Series, range: Interval, offsets: ZoneOffsets): Occurrence[] {
  const first = parseLocal(series.localStart) as number
  const length = (parseLocal(series.localEnd) as number) - first
  const until = series.untilLocal === undefined ? Number.POSITIVE_INFINITY : (parseLocal(series.untilLocal) as number)
  const step = 7 * dayMs * series.intervalWeeks
  const list: Occurrence[] = []
  // Starts early: a session that began before the range may overlap it, and former zones may differ by a day.
  let local = first + Math.max(0, Math.floor((offsets.toLocal(range.start) - length - 3 * dayMs - first) / step)) * step
  for (; local <= until; local += step) {
    const there = offsetsAt(series.zones, local, offsets)
    const { start, end } = toInterval(local, local + length, there)
    if (start >= range.end) break
    if (end > range.start) {
      const originalLocalStart = toLocalText(local)
      const [localStart, localEnd] =
        there === offsets ? [originalLocalStart, toLocalText(local + length)] : [toLocalText(offsets.toLocal(start)), toLocalText(offsets.toLocal(end))]
      list.push({ id: occurrenceId(series.masterId, originalLocalStart), originalLocalStart, localStart, localEnd, start, end })
    }
  }
  return list
}

/** Longer than the longest interval of a series, 52 weeks. */
const LONGEST_INTERVAL_MS = 400 * dayMs
/** The first occurrence that starts after an instant, however far ahead its series begins; undefined when the series has ended by then. */
export function findNextOccurrence(series: Series, after: number, offsets: ZoneOffsets): Occurrence | undefined {
  const begins = offsets.toInstant(parseLocal(series.localStart) as number)
  return occurrencesIn(series, { start: after, end: Math.max(after, begins) + LONGEST_INTERVAL_MS }, offsets).find(({ start }) => start > after)
}

/**
 * The last minute in which an occurrence may start when a series is ended, in local time. `asked` is when the business wants it to end, undefined: now. What took
 * place stays, and none comes back of a series that had ended before.
 */
export function toSeriesEnd(asked: number | undefined, now: number, { untilLocal }: Pick<Series, 'untilLocal'>): number {
  const earliest = untilLocal === undefined ? now : Math.min(now, parseLocal(untilLocal) as number)
  return Math.floor(Math.max(asked ?? earliest, earliest) / minuteMs) * minuteMs
}

/** Whether the series has an occurrence that starts at this local time. */
export function hasOccurrenceAt(series: Series, localStart: string): boolean {
  const [first, at] = [parseLocal(series.localStart) as number, parseLocal(localStart)]
  if (at === undefined || at < first) return false
  if (series.untilLocal !== undefined && at > (parseLocal(series.untilLocal) as number)) return false
  return (at - first) % (7 * dayMs * series.intervalWeeks) === 0
}

/** By ISO weekday: 1 is Monday. */
export const weekdays = ['', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
