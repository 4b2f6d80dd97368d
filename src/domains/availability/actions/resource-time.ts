/** What the slot engine needs about resources: hours at a place and busy time, each loaded once for a whole range. guide: services-and-availability 15 */
import type { Ctx } from '#kit/ctx.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, minuteMs, parseLocal, rulerFor } from '#kit/pure/zone.ts'
import { bookingsAppId, type ServiceFacts, type ServiceLocation } from '#domains/services/public.ts'
import { currentSite } from '#domains/site/public.ts'
import { businessScheduleId, hoursOf, resourcesByIds, resourcesOfType, staffTypeId, type ResourceFacts, type WeeklyHours } from '#domains/staff/public.ts'
import { alwaysOpen, layOutHours, openWindows, type HoursRule, type Place, type SpecialDays } from '../rules/hours.ts'
import type { ResourceTime, SlotQuestion } from '../rules/slots.ts'
import * as store from '../store/calendar.ts'
import { slotConfig } from '../store/slot-config.ts'
import { sessionsIn } from './sessions.ts'

const dayOf = (date: { toString(): string } | null): number | undefined =>
  date ? Math.floor((parseLocal(`${date.toString()}T00:00`) as number) / dayMs) : undefined
/** Weekly rules, single days and the days that exceptions take out, of one schedule. */
function rulesOf(rows: readonly WeeklyHours[]): HoursRule[] {
  return rows
    .filter((row) => !row.cancelled && row.recurrenceType !== 'SPECIAL')
    .map((row) => ({
      weekday: row.weekday,
      startMinute: row.startMinute,
      endMinute: row.endMinute,
      intervalWeeks: row.intervalWeeks,
      startsOn: dayOf(row.startsOn),
      untilOn: dayOf(row.untilOn),
      locationId: row.locationId ?? undefined,
      exceptDays: rows.flatMap((other) => (other.masterId === row.id ? (dayOf(other.originalOn) ?? []) : [])),
    }))
}

const specialOf = (rows: readonly WeeklyHours[]): SpecialDays[] =>
  rows.flatMap((row) =>
    row.recurrenceType === 'SPECIAL'
      ? [{ first: dayOf(row.startsOn) as number, last: dayOf(row.untilOn) as number, spans: row.spans as SpecialDays['spans'] }]
      : [],
  )

export interface Ground {
  zone: string
  range: Interval
  resources: Map<string, ResourceFacts>
  hours: Map<string, HoursRule[]>
  businessHours: HoursRule[]
  businessId: string
  /** Closing days and special hours, by schedule. */
  special: Map<string, SpecialDays[]>
  busy: Map<string, Interval[]>
  /** How starts are cut, by the settings of the site. */
  split: { sameAsDuration: boolean; minutes: number }
}

/** Primary resource ids of an appointment's question: the requested ones among its staff (or of its primary type), in order of name. */
function primariesOf(service: ServiceFacts): string[] {
  const primary = service.primaryResourceType
  if (!primary || primary === staffTypeId) return service.staffIds
  return service.serviceResources.find((need) => need.resourceType.id === primary)?.resourceIds.values ?? []
}

/** Loads hours and busy time of everything the services need, in a handful of queries. */
export async function groundOf(ctx: Ctx, services: readonly ServiceFacts[], range: Interval, exceptBookingId?: string): Promise<Ground> {
  const padded = { start: range.start - 2 * dayMs, end: range.end + 2 * dayMs }
  // A needed type without a list means any resource of the type.
  const openTypes = new Set(
    services.flatMap((s) => s.serviceResources.filter((need) => need.resourceIds.values.length === 0).map((need) => need.resourceType.id)),
  )
  const [{ timeZone }, config, business, listed, ...anyOf] = await Promise.all([
    currentSite(ctx),
    slotConfig(ctx, bookingsAppId),
    businessScheduleId(ctx),
    resourcesByIds(
      ctx,
      services.flatMap((s) => [...s.staffIds, ...s.serviceResources.flatMap((need) => need.resourceIds.values)]),
    ),
    ...[...openTypes].map((typeId) => resourcesOfType(ctx, typeId)),
  ])
  const resources = new Map([...listed, ...anyOf.flat()].map((resource) => [resource.id, resource]))
  const ids = [...resources.keys()]
  const [rows, used, sessions] = await Promise.all([
    hoursOf(ctx, [business, ...[...resources.values()].flatMap((r) => [r.eventsScheduleId, ...(r.hoursId ? [r.hoursId] : [])])]),
    store.busyOf(ctx, ids, padded, exceptBookingId),
    ids.length > 0 ? sessionsIn(ctx, { resourceIds: ids }, padded) : [],
  ])
  const scheduleIds = [...new Set(rows.map((row) => row.scheduleId))]
  const hours = new Map(scheduleIds.map((scheduleId) => [scheduleId, rulesOf(rows.filter((row) => row.scheduleId === scheduleId))]))
  const special = new Map(scheduleIds.map((scheduleId) => [scheduleId, specialOf(rows.filter((row) => row.scheduleId === scheduleId))]))
  const busy = new Map<string, Interval[]>(ids.map((id) => [id, []]))
  for (const { resourceId, start, end } of used) busy.get(resourceId)?.push({ start, end })
  for (const session of sessions) if (!session.transparent) for (const id of session.resourceIds) busy.get(id)?.push(session)
  const split = { sameAsDuration: config.sameAsDuration, minutes: config.splitMinutes }
  return { zone: timeZone, range, resources, hours, businessHours: hours.get(business) ?? [], businessId: business, special, busy, split }
}

/**
 * Special days of a person or thing: its own first, then those of the business. decision: special hours of the business hold for those who
 * follow its hours, its closing days for everybody.
 */
function specialFor(ground: Ground, resource: ResourceFacts): SpecialDays[] {
  const own = resource.eventsScheduleId === ground.businessId ? [] : (ground.special.get(resource.eventsScheduleId) ?? [])
  const business = ground.special.get(ground.businessId) ?? []
  return [...own, ...(resource.hoursId === ground.businessId ? business : business.filter((one) => one.spans.length === 0))]
}

export interface SlotWish {
  range: Interval
  place: Place
  durationMinutes: number
  /** Primary resources asked for; absent means all. */
  resourceIds?: readonly string[] | undefined
  /** Resource type → the only resources of it that may be used. */
  only?: ReadonlyMap<string, ReadonlySet<string>> | undefined
}

/** By name; where the policy ranks staff, by rank first. guide: 15.7 */
function inOrderOf(service: ServiceFacts): (a: ResourceFacts, b: ResourceFacts) => number {
  const { sortingMethodType, rankingOptions } = service.policy.staffSortingPolicy
  const way = sortingMethodType !== 'RANKING' ? 0 : rankingOptions?.order === 'HIGHEST_TO_LOWEST' ? -1 : 1
  const rank = (r: ResourceFacts) => r.staff?.rank ?? 100
  return (a, b) => way * (rank(a) - rank(b)) || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1)
}

/** The question for the slot engine, from what was loaded. */
export function questionOf(ground: Ground, service: ServiceFacts, wish: SlotWish): SlotQuestion {
  const ruler = rulerFor(ground.zone)
  const primaryType = service.primaryResourceType ?? staffTypeId
  const otherNeeds = service.serviceResources.filter((need) => need.resourceType.id !== primaryType)
  const within =
    otherNeeds.length > 0 || primaryType !== staffTypeId
      ? layOutHours(ground.businessHours, wish.place, wish.range, ruler, ground.special.get(ground.businessId))
      : undefined
  const timeOf = (resource: ResourceFacts): ResourceTime => {
    const here =
      resource.locationIds === 'all' || resource.hoursId !== null || (wish.place !== 'elsewhere' && resource.locationIds.includes(wish.place.locationId))
    const instances = !here
      ? []
      : resource.hoursId === null
        ? alwaysOpen(wish.range, ruler, specialFor(ground, resource))
        : layOutHours(ground.hours.get(resource.hoursId) ?? [], wish.place, wish.range, ruler, specialFor(ground, resource))
    return { id: resource.id, instances, windows: openWindows(instances, within), busy: ground.busy.get(resource.id) ?? [] }
  }
  const known = (ids: readonly string[]) =>
    ids
      .flatMap((id) => ground.resources.get(id) ?? [])
      .filter((r) => r.staff?.serviceProvider !== false && (wish.only?.get(r.typeId)?.has(r.id) ?? true))
      .sort(inOrderOf(service))
  const primaries = known(primariesOf(service)).filter((r) => !wish.resourceIds || wish.resourceIds.includes(r.id))
  const buffer = service.timeBetweenSessions
  const { sameAsDuration, minutes } = ground.split
  const step = sameAsDuration ? (service.sessionDurations[0] ?? wish.durationMinutes) + buffer : minutes
  return {
    duration: wish.durationMinutes * minuteMs,
    buffer: buffer * minuteMs,
    step: step * minuteMs,
    restartAfterBusy: sameAsDuration,
    primaries: primaries.map(timeOf),
    others: otherNeeds.map((need) => ({
      typeId: need.resourceType.id,
      resources: known(
        need.resourceIds.values.length > 0
          ? need.resourceIds.values
          : [...ground.resources.values()].filter((r) => r.typeId === need.resourceType.id).map((r) => r.id),
      ).map(timeOf),
    })),
    range: wish.range,
  }
}

export const placeOf = (location: ServiceLocation | undefined): Place =>
  location?.type === 'BUSINESS' && location.business?.id ? { locationId: location.business.id } : 'elsewhere'
