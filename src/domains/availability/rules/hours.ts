/** Expands weekly working hours, which are local times, to instants. Source: guide services-and-availability §15.2. */
import { intersectIntervals, mergeIntervals, type Interval } from '#kit/pure/intervals.ts'
import { dayMs, minuteMs, toWeekday, type ZoneOffsets } from '#kit/pure/zone.ts'

export interface HoursRule {
  /** 1 Monday … 7 Sunday. */
  weekday: number
  startMinute: number
  /** Past 1440 means the next day. */
  endMinute: number
  intervalWeeks: number
  /** Day numbers counted from 1970-01-01; the weeks of an interval are counted from the Monday of the first day. */
  startsOn?: number | undefined
  untilOn?: number | undefined
  locationId?: string | undefined
  /** Days of the rule that an exception removes or replaces. */
  exceptDays?: readonly number[] | undefined
}

/** Days on which the weekly rules do not apply: closed, or open at other times. Day numbers counted from 1970-01-01, the last inclusive. */
export interface SpecialDays {
  first: number
  last: number
  spans: readonly { start: number; end: number }[]
  /** The location whose days they are; absent: the whole business, or one person or thing. */
  locationId?: string | undefined
}

/** The location of a slot: a business location, or one outside (CUSTOM, CUSTOMER), to which only rules without a location apply. */
export type SlotLocation = { locationId: string } | 'offsite'

const isServedAt = (rule: HoursRule, location: SlotLocation): boolean =>
  rule.locationId === undefined || (location !== 'offsite' && rule.locationId === location.locationId)

/**
 * The special days that apply to a resource at a location, those that take precedence first: its own, then those of the location, then
 * those of the business. decision: special hours of the business and of a location apply to resources that use the hours of the business,
 * their closing days to all.
 */
export function selectSpecialDays(
  { own, business, usesBusinessHours }: { own: readonly SpecialDays[]; business: readonly SpecialDays[]; usesBusinessHours: boolean },
  location: SlotLocation,
): SpecialDays[] {
  const applicable = business.filter((one) => usesBusinessHours || one.spans.length === 0)
  const here = location === 'offsite' ? [] : applicable.filter((one) => one.locationId === location.locationId)
  return [...own, ...here, ...applicable.filter((one) => one.locationId === undefined)]
}

/** The instances of weekly rules that overlap the range, padded by two days on each side, unmerged, in chronological order. Special days replace them; the first that includes a day wins. */
export function expandWorkingHours(
  rules: readonly HoursRule[],
  location: SlotLocation,
  range: Interval,
  offsets: ZoneOffsets,
  special: readonly SpecialDays[] = [],
): Interval[] {
  const first = Math.floor(offsets.toLocal(range.start) / dayMs) - 2
  const last = Math.floor(offsets.toLocal(range.end) / dayMs) + 2
  const instances: Interval[] = []
  const specialOn = (day: number) => special.find((one) => day >= one.first && day <= one.last)
  const addInstance = (day: number, startMinute: number, endMinute: number) => {
    const [start, end] = [offsets.toInstant(day * dayMs + startMinute * minuteMs), offsets.toInstant(day * dayMs + endMinute * minuteMs)]
    if (end > start) instances.push({ start, end })
  }
  for (const one of special)
    for (let day = Math.max(first, one.first); day <= Math.min(last, one.last); day++)
      if (specialOn(day) === one) for (const span of one.spans) addInstance(day, span.start, span.end)
  for (const rule of rules) {
    if (!isServedAt(rule, location)) continue
    const anchorMonday = rule.startsOn === undefined ? 0 : rule.startsOn - toWeekday(rule.startsOn) + 1
    for (let day = first + ((rule.weekday - toWeekday(first) + 7) % 7); day <= last; day += 7) {
      if (rule.startsOn !== undefined && day < rule.startsOn) continue
      if (rule.untilOn !== undefined && day > rule.untilOn) continue
      if (rule.exceptDays?.includes(day) || specialOn(day)) continue
      const week = Math.floor((day - anchorMonday) / 7)
      if (rule.startsOn !== undefined && week % rule.intervalWeeks !== 0) continue
      addInstance(day, rule.startMinute, rule.endMinute)
    }
  }
  return instances.sort((a, b) => a.start - b.start)
}

/** Always available: one window per local day, for resources without working hours. */
export const expandAlwaysOpen = (range: Interval, offsets: ZoneOffsets, special: readonly SpecialDays[] = []): Interval[] =>
  expandWorkingHours(
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMinute: 0, endMinute: 1440, intervalWeeks: 1 })),
    'offsite',
    range,
    offsets,
    special,
  )

/** Windows in which an appointment must fit: merged, and limited to the business hours when the service requires more than staff. */
export const toOpenWindows = (instances: readonly Interval[], within?: readonly Interval[]): Interval[] =>
  within ? intersectIntervals(instances, within) : mergeIntervals(instances)
