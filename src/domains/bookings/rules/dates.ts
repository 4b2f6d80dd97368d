/** Reads the date strings of a booked slot. Source: guide bookings §4.1. */
import { Temporal } from 'temporal-polyfill'
import type { Decision } from './decision.ts'

const SHAPE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::(\d\d)(?:[.:](\d{1,3}))?)?(Z|[+-]\d\d:?\d\d)?$/i

/** Known zone names: the check takes a quarter of a millisecond, and few names are ever used. */
const zones = new Set<string>()
/** Whether the name is an IANA time zone that this machine knows. */
export const isTimeZone = (name: string): boolean => {
  if (zones.has(name)) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    return false
  }
  if (/^[+-]/.test(name)) return false
  zones.add(name)
  return true
}

/**
 * The instant of a slot string. With a zone the local time counts there and a numeric offset is ignored; `Z` always
 * means UTC; without zone and offset the zone of the business counts. Refuses a local time that a DST change skips.
 */
export function parseSlotInstant(
  text: string,
  zone: string | undefined,
  businessZone: string,
): Decision<Temporal.Instant, 'INVALID_DATE_FORMAT' | 'INVALID_TIME_ZONE'> {
  if (zone !== undefined && !isTimeZone(zone)) return { refused: 'INVALID_TIME_ZONE', data: { timezone: zone } }
  const parts = SHAPE.exec(text)
  const unreadable = { refused: 'INVALID_DATE_FORMAT', data: { date: text } } as const
  if (!parts) return unreadable
  const [, minute, seconds = '00', millis = '0', offset] = parts
  if (Number(seconds) !== 0 || Number(millis) !== 0) return unreadable
  try {
    const clock = Temporal.PlainDateTime.from(minute as string, { overflow: 'reject' })
    if (offset?.toUpperCase() === 'Z') return { ok: clock.toZonedDateTime('UTC').toInstant() }
    if (offset && zone === undefined) return { ok: Temporal.Instant.from(`${minute}:00${offset}`) }
    const there = clock.toZonedDateTime(zone ?? businessZone, { disambiguation: 'earlier' })
    return there.toPlainDateTime().equals(clock) ? { ok: there.toInstant() } : unreadable
  } catch {
    return unreadable
  }
}

const MAX_SLOT_TIMES = 10_000
const slotTimes = new Map<string, string>()
/** An instant with the offset of the zone of the slot. Those who book a class, and lists, ask for the same few again and again. */
export function formatSlotTime(at: Temporal.Instant, zone: string): string {
  const key = `${at.epochMilliseconds} ${zone}`
  let text = slotTimes.get(key)
  if (text === undefined) {
    if (slotTimes.size >= MAX_SLOT_TIMES) slotTimes.clear()
    slotTimes.set(key, (text = at.toString({ timeZone: zone, fractionalSecondDigits: 3 })))
  }
  return text
}

/** Whether a time begins and ends at midnight of the zone: it fills whole days. Source: guide bookings §3 (`allDay`). */
export const isAllDay = (start: Temporal.Instant, end: Temporal.Instant, zone: string): boolean =>
  [start, end].every((at) => at.toZonedDateTimeISO(zone).toPlainTime().equals('00:00'))
