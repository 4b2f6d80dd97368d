/** What the slot engine needs about resources: hours at a place and busy time, each loaded once for a whole range. guide: services-and-availability 15 */
import type { Ctx } from '#kit/ctx.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, minuteMs, parseLocal, rulerFor } from '#kit/pure/zone.ts'
import type { ServiceFacts, ServiceLocation } from '#domains/services/public.ts'
import { currentSite } from '#domains/site/public.ts'
import { businessScheduleId, hoursOf, resourcesByIds, resourcesOfType, staffTypeId, type ResourceFacts, type WeeklyHours } from '#domains/staff/public.ts'
import { alwaysOpen, layOutHours, openWindows, type HoursRule, type Place } from '../rules/hours.ts'
import type { ResourceTime, SlotQuestion } from '../rules/slots.ts'
import * as store from '../store.ts'
import { sessionsIn } from './sessions.ts'

const dayOf = (date: { toString(): string } | null): number | undefined =>
  date ? Math.floor((parseLocal(`${date.toString()}T00:00`) as number) / dayMs) : undefined
const ruleOf = (row: WeeklyHours): HoursRule => ({
  weekday: row.weekday,
  startMinute: row.startMinute,
  endMinute: row.endMinute,
  intervalWeeks: row.intervalWeeks,
  startsOn: dayOf(row.startsOn),
  untilOn: dayOf(row.untilOn),
  locationId: row.locationId ?? undefined,
})

export interface Ground {
  zone: string
  range: Interval
  resources: Map<string, ResourceFacts>
  hours: Map<string, HoursRule[]>
  businessHours: HoursRule[]
  busy: Map<string, Interval[]>
}

/** Primary resource ids of an appointment's question: the requested ones among its staff (or of its primary type), in order of name. */
function primariesOf(service: ServiceFacts): string[] {
  const primary = service.primaryResourceType
  if (!primary || primary === staffTypeId) return service.staffIds
  return service.serviceResources.find((need) => need.resourceType.id === primary)?.resourceIds.values ?? []
}

/** Loads hours and busy time of everything the services need, in a handful of queries. */
export async function groundOf(ctx: Ctx, services: readonly ServiceFacts[], range: Interval, exceptBookingId?: string): Promise<Ground> {
  const { timeZone } = await currentSite(ctx)
  const padded = { start: range.start - 2 * dayMs, end: range.end + 2 * dayMs }
  const listed = await resourcesByIds(
    ctx,
    services.flatMap((s) => [...s.staffIds, ...s.serviceResources.flatMap((need) => need.resourceIds.values)]),
  )
  // A needed type without a list means any resource of the type.
  const openTypes = new Set(
    services.flatMap((s) => s.serviceResources.filter((need) => need.resourceIds.values.length === 0).map((need) => need.resourceType.id)),
  )
  const anyOf = (await Promise.all([...openTypes].map((typeId) => resourcesOfType(ctx, typeId)))).flat()
  const resources = new Map([...listed, ...anyOf].map((resource) => [resource.id, resource]))
  const business = await businessScheduleId(ctx)
  const hours = new Map<string, HoursRule[]>()
  for (const row of await hoursOf(ctx, [business, ...[...resources.values()].flatMap((r) => (r.hoursId ? [r.hoursId] : []))]))
    hours.set(row.scheduleId, [...(hours.get(row.scheduleId) ?? []), ruleOf(row)])
  const ids = [...resources.keys()]
  const busy = new Map<string, Interval[]>(ids.map((id) => [id, []]))
  for (const { resourceId, start, end } of await store.busyOf(ctx, ids, padded, exceptBookingId)) busy.get(resourceId)?.push({ start, end })
  if (ids.length > 0)
    for (const session of await sessionsIn(ctx, { resourceIds: ids }, padded))
      if (!session.transparent) for (const id of session.resourceIds) busy.get(id)?.push(session)
  return { zone: timeZone, range, resources, hours, businessHours: hours.get(business) ?? [], busy }
}

export interface SlotWish {
  range: Interval
  place: Place
  durationMinutes: number
  /** Primary resources asked for; absent means all. */
  resourceIds?: readonly string[] | undefined
  split: { sameAsDuration: boolean; minutes: number }
}

/** The question for the slot engine, from what was loaded. */
export function questionOf(ground: Ground, service: ServiceFacts, wish: SlotWish): SlotQuestion {
  const ruler = rulerFor(ground.zone, wish.range.start)
  const primaryType = service.primaryResourceType ?? staffTypeId
  const otherNeeds = service.serviceResources.filter((need) => need.resourceType.id !== primaryType)
  const within = otherNeeds.length > 0 || primaryType !== staffTypeId ? layOutHours(ground.businessHours, wish.place, wish.range, ruler) : undefined
  const timeOf = (resource: ResourceFacts): ResourceTime => {
    const here =
      resource.locationIds === 'all' || resource.hoursId !== null || (wish.place !== 'elsewhere' && resource.locationIds.includes(wish.place.locationId))
    const instances = !here
      ? []
      : resource.hoursId === null
        ? alwaysOpen(wish.range, ruler)
        : layOutHours(ground.hours.get(resource.hoursId) ?? [], wish.place, wish.range, ruler)
    return { id: resource.id, instances, windows: openWindows(instances, within), busy: ground.busy.get(resource.id) ?? [] }
  }
  const known = (ids: readonly string[]) =>
    ids
      .flatMap((id) => ground.resources.get(id) ?? [])
      .filter((r) => r.staff?.serviceProvider !== false)
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1))
  const primaries = known(primariesOf(service)).filter((r) => !wish.resourceIds || wish.resourceIds.includes(r.id))
  const buffer = service.timeBetweenSessions
  const step = wish.split.sameAsDuration ? (service.sessionDurations[0] ?? wish.durationMinutes) + buffer : wish.split.minutes
  return {
    duration: wish.durationMinutes * minuteMs,
    buffer: buffer * minuteMs,
    step: step * minuteMs,
    restartAfterBusy: wish.split.sameAsDuration,
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
