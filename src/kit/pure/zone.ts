/**
 * Wall-clock time of a zone, as numbers. A "local" number counts the milliseconds of a clock on the wall as if it stood in UTC,
 * so that days and weeks are plain arithmetic. A ruler knows the zone's changes year by year and converts both ways without
 * asking the calendar library for each slot. Conversion is "compatible" as in RFC 5545 3.3.5: a local time that does not exist
 * moves forward by the gap; one that exists twice means the first.
 */
import { Temporal } from 'temporal-polyfill'

export const minuteMs = 60_000
export const dayMs = 86_400_000

export interface Ruler {
  zone: string
  /** Offset of the zone from UTC at an instant, in milliseconds. */
  offset(ms: number): number
  local(ms: number): number
  instant(local: number): number
  /** True in the second pass of a repeated hour: such an instant cannot be written as a local time. */
  isSecondPass(ms: number): boolean
}

/** Whether the name is a time zone this machine knows; offsets such as `+02:00` are not names. */
export function isZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

interface Stretch {
  from: number
  to: number
  offset: number
}

/** A year of a zone: its changes, with a margin of two days on either side, since local times and instants of the year differ by at most one. */
interface YearOfZone {
  /** Start and end of the year in UTC: what this record answers for, as instants and as local numbers. */
  from: number
  to: number
  stretches: Stretch[]
}

function yearOfZone(zone: string, year: number): YearOfZone {
  const [from, to] = [dayNumber(year, 1, 1) * dayMs, dayNumber(year + 1, 1, 1) * dayMs]
  let at = Temporal.Instant.fromEpochMilliseconds(from - 2 * dayMs).toZonedDateTimeISO(zone)
  const stretches: Stretch[] = []
  let begin = Number.NEGATIVE_INFINITY
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    const end = next && next.epochMilliseconds < to + 2 * dayMs ? next.epochMilliseconds : Number.POSITIVE_INFINITY
    stretches.push({ from: begin, to: end, offset: at.offsetNanoseconds / 1e6 })
    if (!next || end === Number.POSITIVE_INFINITY) return { from, to, stretches }
    begin = end
    at = next
  }
}

const rulers = new Map<string, Ruler>()

/** The ruler of a zone, right for every instant and every local time. */
export function rulerFor(zone: string): Ruler {
  const known = rulers.get(zone)
  if (known) return known
  const years = new Map<number, YearOfZone>()
  let last: YearOfZone = { from: 0, to: 0, stretches: [] }
  const at = (ms: number): Stretch[] => {
    if (ms < last.from || ms >= last.to) {
      const year = yearOf(ms)
      last = years.get(year) ?? yearOfZone(zone, year)
      if (years.size > 200) years.clear()
      years.set(year, last)
    }
    return last.stretches
  }
  const find = (list: readonly Stretch[], ms: number): number => {
    for (let i = list.length - 1; i > 0; i--) if (ms >= (list[i] as Stretch).from) return i
    return 0
  }
  const offset = (ms: number) => {
    const list = at(ms)
    return (list[find(list, ms)] as Stretch).offset
  }
  const ruler: Ruler = {
    zone,
    offset,
    local: (ms) => ms + offset(ms),
    instant: (local) => {
      const list = at(local)
      for (let i = 0; i < list.length; i++) {
        const { from, to, offset: here } = list[i] as Stretch
        if (local - here < from) return local - (list[i - 1] as Stretch).offset // in the gap: the clock was put forward
        if (local - here < to) return local - here
      }
      return local
    },
    isSecondPass: (ms) => {
      const list = at(ms)
      const i = find(list, ms)
      const before = list[i - 1]
      return before !== undefined && ms + (list[i] as Stretch).offset < before.to + before.offset
    },
  }
  if (rulers.size > 500) rulers.clear()
  rulers.set(zone, ruler)
  return ruler
}

/** Civil date of a day number counted from 1970-01-01. */
export function civil(dayNumber: number): { year: number; month: number; day: number } {
  const z = dayNumber + 719_468
  const era = Math.floor(z / 146_097)
  const doe = z - era * 146_097
  const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365)
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100))
  const mp = Math.floor((5 * doy + 2) / 153)
  const month = mp < 10 ? mp + 3 : mp - 9
  return { year: yoe + era * 400 + (month <= 2 ? 1 : 0), month, day: doy - Math.floor((153 * mp + 2) / 5) + 1 }
}

/** Day number of a civil date, counted from 1970-01-01. */
export function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yoe = y - era * 400
  const doy = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return era * 146_097 + yoe * 365 + Math.floor(yoe / 4) - Math.floor(yoe / 100) + doy - 719_468
}

const yearOf = (ms: number): number => civil(Math.floor(ms / dayMs)).year

/** 1 Monday … 7 Sunday of a day number. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

const two = (n: number): string => (n < 10 ? `0${n}` : String(n))

/** `YYYY-MM-DD` of a day number. */
export function dayText(day: number): string {
  const { year, month, day: d } = civil(day)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(d)}`
}

/** `YYYY-MM-DDThh:mm:ss` of a local number. */
export function localText(local: number): string {
  const day = Math.floor(local / dayMs)
  const seconds = Math.floor((local - day * dayMs) / 1000)
  return `${dayText(day)}T${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** `YYYY-MM-DDThh:mm:ss.000+hh:mm` of an instant in the ruler's zone. */
export function offsetText(ms: number, ruler: Ruler): string {
  const minutes = Math.round(ruler.offset(ms) / minuteMs)
  const size = Math.abs(minutes)
  const tail = minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
  return `${localText(ruler.local(ms))}.000${tail}`
}

const localShape = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?$/

/** The local number of `YYYY-MM-DDThh:mm[:ss]`, or undefined for anything else (a bare date, an offset, a 31st of June). */
export function parseLocal(text: string): number | undefined {
  const m = localShape.exec(text)
  if (!m) return undefined
  const [year, month, day, hour, minute, second] = m.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number, number, number]
  const number = dayNumber(year, month, day)
  if (hour > 23 || minute > 59 || second > 59 || dayText(number) !== text.slice(0, 10)) return undefined
  return number * dayMs + hour * 3_600_000 + minute * minuteMs + second * 1000
}
