/**
 * Wall-clock time of a zone, as numbers. A "local" number counts the milliseconds of a clock on the wall as if it stood in UTC,
 * so that days and weeks are plain arithmetic. `zoneOffsets` loads the zone's changes year by year and converts both ways without
 * a call of the calendar library for each slot. Conversion is "compatible" as in RFC 5545 3.3.5: a local time that does not exist
 * moves forward by the gap; one that exists twice means the first.
 */
import { Temporal } from 'temporal-polyfill'

export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

export interface ZoneOffsets {
  zone: string
  /** Offset of the zone from UTC at an instant, in milliseconds. */
  offset(ms: number): number
  toLocal(ms: number): number
  toInstant(toLocal: number): number
  /** True in the second pass of a repeated hour: such an instant cannot be written as a local time. */
  isSecondPass(ms: number): boolean
  /** The first local time after the gap in which this one lies; undefined for one that exists. */
  findGapEnd(local: number): number | undefined
}

/** Names that were found: making a formatter takes half a millisecond. */
const knownZones = new Set<string>()

/** Whether the name is a time zone this machine knows; offsets such as `+02:00` are not names. */
export function isZone(name: string): boolean {
  if (knownZones.has(name)) return true
  if (/^[+-]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    // Names come from outside, in any case of letters.
    if (knownZones.size > 1000) knownZones.clear()
    knownZones.add(name)
    return true
  } catch {
    return false
  }
}

interface OffsetPeriod {
  from: number
  to: number
  offset: number
}

/** A year of a zone: its changes, with a margin of two days on either side, since local times and instants of the year differ by at most one. */
interface ZoneYear {
  /** Start and end of the year in UTC: what this record answers for, as instants and as local numbers. */
  from: number
  to: number
  periods: OffsetPeriod[]
}

function loadZoneYear(zone: string, year: number): ZoneYear {
  const [from, to] = [dayNumber(year, 1, 1) * dayMs, dayNumber(year + 1, 1, 1) * dayMs]
  let at = Temporal.Instant.fromEpochMilliseconds(from - 2 * dayMs).toZonedDateTimeISO(zone)
  const periods: OffsetPeriod[] = []
  let begin = Number.NEGATIVE_INFINITY
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    const end = next && next.epochMilliseconds < to + 2 * dayMs ? next.epochMilliseconds : Number.POSITIVE_INFINITY
    periods.push({ from: begin, to: end, offset: at.offsetNanoseconds / 1e6 })
    if (!next || end === Number.POSITIVE_INFINITY) return { from, to, periods }
    begin = end
    at = next
  }
}

/** Finds the offset periods around an instant or a local number; years are loaded once. */
function createPeriodLookup(zone: string): (ms: number) => readonly OffsetPeriod[] {
  const years = new Map<number, ZoneYear>()
  let last: ZoneYear = { from: 0, to: 0, periods: [] }
  return (ms) => {
    if (ms < last.from || ms >= last.to) {
      const year = toYear(ms)
      last = years.get(year) ?? loadZoneYear(zone, year)
      if (years.size > 200) years.clear()
      years.set(year, last)
    }
    return last.periods
  }
}

/** The index of the period that an instant lies in. */
function findPeriod(periods: readonly OffsetPeriod[], ms: number): number {
  for (let i = periods.length - 1; i > 0; i--) if (ms >= (periods[i] as OffsetPeriod).from) return i
  return 0
}

function localToInstant(periods: readonly OffsetPeriod[], local: number): number {
  for (let i = 0; i < periods.length; i++) {
    const { from, to, offset } = periods[i] as OffsetPeriod
    if (local - offset < from) return local - (periods[i - 1] as OffsetPeriod).offset // in the gap: the clock was put forward
    if (local - offset < to) return local - offset
  }
  return local
}

function findGapEnd(periods: readonly OffsetPeriod[], local: number): number | undefined {
  for (const { from, to, offset } of periods) {
    if (local - offset < from) return from + offset
    if (local - offset < to) return undefined
  }
  return undefined
}

function isInRepeatedHour(periods: readonly OffsetPeriod[], ms: number): boolean {
  const i = findPeriod(periods, ms)
  const before = periods[i - 1]
  return before !== undefined && ms + (periods[i] as OffsetPeriod).offset < before.to + before.offset
}

const offsetsByZone = new Map<string, ZoneOffsets>()

/** The offsets of a zone, right for every instant and every local time. */
export function zoneOffsets(zone: string): ZoneOffsets {
  const cached = offsetsByZone.get(zone)
  if (cached) return cached
  const findPeriods = createPeriodLookup(zone)
  const offset = (ms: number) => {
    const periods = findPeriods(ms)
    return (periods[findPeriod(periods, ms)] as OffsetPeriod).offset
  }
  const offsets: ZoneOffsets = {
    zone,
    offset,
    toLocal: (ms) => ms + offset(ms),
    toInstant: (local) => localToInstant(findPeriods(local), local),
    isSecondPass: (ms) => isInRepeatedHour(findPeriods(ms), ms),
    findGapEnd: (local) => findGapEnd(findPeriods(local), local),
  }
  if (offsetsByZone.size > 500) offsetsByZone.clear()
  offsetsByZone.set(zone, offsets)
  return offsets
}

/** Civil date of a day number counted from 1970-01-01. */
export function toCivilDate(dayNumber: number): { year: number; month: number; day: number } {
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

const toYear = (ms: number): number => toCivilDate(Math.floor(ms / dayMs)).year

/** 1 Monday … 7 Sunday of a day number. */
export const toWeekday = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

const padTwo = (n: number): string => (n < 10 ? `0${n}` : String(n))

/** The day that was written last: lists go on within it many times. */
let lastWritten = { day: Number.NaN, text: '' }
/** `YYYY-MM-DD` of a day number. */
export function formatDayNumber(day: number): string {
  if (day !== lastWritten.day) {
    const { year, month, day: d } = toCivilDate(day)
    lastWritten = { day, text: `${String(year).padStart(4, '0')}-${padTwo(month)}-${padTwo(d)}` }
  }
  return lastWritten.text
}

/** `YYYY-MM-DDThh:mm:ss` of a local number. */
export function formatLocal(local: number): string {
  const day = Math.floor(local / dayMs)
  const seconds = Math.floor((local - day * dayMs) / 1000)
  return `${formatDayNumber(day)}T${padTwo(Math.floor(seconds / 3600))}:${padTwo(Math.floor(seconds / 60) % 60)}:${padTwo(seconds % 60)}`
}

/** `YYYY-MM-DDThh:mm:ss.000+hh:mm` of an instant in the zone of the offsets. */
export function formatWithOffset(ms: number, offsets: ZoneOffsets): string {
  const minutes = Math.round(offsets.offset(ms) / minuteMs)
  const size = Math.abs(minutes)
  const tail = minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${padTwo(Math.floor(size / 60))}:${padTwo(size % 60)}`
  return `${formatLocal(offsets.toLocal(ms))}.000${tail}`
}

const localPattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?$/

/** The local number of `YYYY-MM-DDThh:mm[:ss]`, or undefined for anything else (a bare date, an offset, a 31st of June). */
export function parseLocal(text: string): number | undefined {
  const m = localPattern.exec(text)
  if (!m) return undefined
  const [year, month, day, hour, minute, second] = m.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number, number, number]
  const number = dayNumber(year, month, day)
  if (hour > 23 || minute > 59 || second > 59 || formatDayNumber(number) !== text.slice(0, 10)) return undefined
  return number * dayMs + hour * 3_600_000 + minute * minuteMs + second * 1000
}
