/** Input of the slot computation: working hours and busy time of resources, each loaded once for a whole range. Source: guide services-and-availability §15. */
import type { ReadContext } from '#kit/api/context.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, parseLocal, zoneOffsets } from '#kit/pure/zone.ts'
import type { ServiceDefinition, ServiceLocation } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import { businessScheduleId, resourcesOfType, staffTypeId, type BookableResource, type WeeklyHours } from '#domains/staff/public.ts'
import type { HoursRule, SlotLocation, SpecialDays } from '../rules/hours.ts'
import { buildSlotQuery, type ResourceSetup, type SlotSetup } from '../rules/slot-setup.ts'
import type { SlotQuery } from '../rules/slots.ts'
import * as timeStore from '../store/busy-times.ts'
import { loadHours, loadResources } from './cached-reads.ts'
import { listTakenResources, sessionsIn } from './sessions.ts'
import { loadSlotConfig } from './slot-config.ts'

const toDayNumber = (date: { toString(): string } | null): number | undefined =>
  date ? Math.floor((parseLocal(`${date.toString()}T00:00`) as number) / dayMs) : undefined
/** The rules of one schedule: weekly rules, single days, and the days that exceptions remove. */
function toHoursRules(rows: readonly WeeklyHours[]): HoursRule[] {
  return rows
    .filter((row) => !row.cancelled && row.recurrenceType !== 'SPECIAL')
    .map((row) => ({
      weekday: row.weekday,
      startMinute: row.startMinute,
      endMinute: row.endMinute,
      intervalWeeks: row.intervalWeeks,
      startsOn: toDayNumber(row.startsOn),
      untilOn: toDayNumber(row.untilOn),
      locationId: row.locationId ?? undefined,
      exceptDays: rows.flatMap((other) => (other.masterId === row.id ? (toDayNumber(other.originalOn) ?? []) : [])),
    }))
}

const toSpecialDays = (rows: readonly WeeklyHours[]): SpecialDays[] =>
  rows.flatMap((row) =>
    row.recurrenceType === 'SPECIAL'
      ? [
          {
            first: toDayNumber(row.startsOn) as number,
            last: toDayNumber(row.untilOn) as number,
            spans: row.spans as SpecialDays['spans'],
            locationId: row.locationId ?? undefined,
          },
        ]
      : [],
  )

export interface AvailabilityData {
  zone: string
  range: Interval
  resources: Map<string, BookableResource>
  hours: Map<string, HoursRule[]>
  businessHours: HoursRule[]
  businessId: string
  /** Closing days and special hours, by schedule. */
  special: Map<string, SpecialDays[]>
  busy: Map<string, Interval[]>
  /** How starts are spaced, by the settings of the site. */
  split: { sameAsDuration: boolean; minutes: number }
}

/** The resources that drive the slots of a service: its staff, or those of its primary resource type. */
function primaryResourceIds(service: ServiceDefinition): string[] {
  const primary = service.primaryResourceType
  if (!primary || primary === staffTypeId) return service.staffIds
  return service.serviceResources.find((need) => need.resourceType.id === primary)?.resourceIds.values ?? []
}

/** Loads working hours and busy time of all resources that the services need. The number of queries is constant. */
export async function loadAvailabilityData(
  ctx: ReadContext,
  services: readonly ServiceDefinition[],
  range: Interval,
  exceptBookingId?: string,
): Promise<AvailabilityData> {
  const padded = { start: range.start - 2 * dayMs, end: range.end + 2 * dayMs }
  // A required type without a list means any resource of the type.
  const openTypes = new Set(
    services.flatMap((s) => s.serviceResources.filter((need) => need.resourceIds.values.length === 0).map((need) => need.resourceType.id)),
  )
  const [{ timeZone }, config, business, listed, ...anyOf] = await Promise.all([
    getSite(ctx),
    loadSlotConfig(ctx),
    businessScheduleId(ctx),
    loadResources(
      ctx,
      services.flatMap((s) => [...s.staffIds, ...s.serviceResources.flatMap((need) => need.resourceIds.values)]),
    ),
    ...[...openTypes].map((typeId) => ctx.cache(['resource', 'staff_member'], `resources of ${typeId}`, () => resourcesOfType(ctx, typeId))),
  ])
  const resources = new Map([...listed, ...anyOf.flat()].map((resource) => [resource.id, resource]))
  const ids = [...resources.keys()]
  const [rows, used, sessions] = await Promise.all([
    loadHours(ctx, [business, ...[...resources.values()].flatMap((r) => [r.eventsScheduleId, ...(r.hoursId ? [r.hoursId] : [])])]),
    timeStore.listBlocked(ctx, ids, padded, exceptBookingId),
    ids.length > 0 ? sessionsIn(ctx, { resourceIds: ids }, padded) : [],
  ])
  const scheduleIds = [...new Set(rows.map((row) => row.scheduleId))]
  const hours = new Map(scheduleIds.map((scheduleId) => [scheduleId, toHoursRules(rows.filter((row) => row.scheduleId === scheduleId))]))
  const special = new Map(scheduleIds.map((scheduleId) => [scheduleId, toSpecialDays(rows.filter((row) => row.scheduleId === scheduleId))]))
  const busy = new Map<string, Interval[]>(ids.map((id) => [id, []]))
  for (const { resourceId, start, end } of used) busy.get(resourceId)?.push({ start, end })
  for (const session of sessions) for (const id of listTakenResources(session)) busy.get(id)?.push(session)
  const split = { sameAsDuration: config.sameAsDuration, minutes: config.splitMinutes }
  return { zone: timeZone, range, resources, hours, businessHours: hours.get(business) ?? [], businessId: business, special, busy, split }
}

export interface SlotQueryInput {
  range: Interval
  location: SlotLocation
  durationMinutes: number
  /** Requested primary resources; absent means all. */
  resourceIds?: readonly string[] | undefined
  /** Resource type → the resources of it that may be used. */
  allowedIds?: ReadonlyMap<string, ReadonlySet<string>> | undefined
  /** Includes staff who serve no customers. */
  withBackOffice?: boolean
}

/** Orders resources by name, or by rank first where the policy ranks staff. Source: guide services-and-availability §15.7. */
function compareByStaffPolicy(service: ServiceDefinition): (a: BookableResource, b: BookableResource) => number {
  const { sortingMethodType, rankingOptions } = service.policy.staffSortingPolicy
  const way = sortingMethodType !== 'RANKING' ? 0 : rankingOptions?.order === 'HIGHEST_TO_LOWEST' ? -1 : 1
  const rank = (r: BookableResource) => r.staff?.rank ?? 100
  return (a, b) => way * (rank(a) - rank(b)) || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1)
}

/** A resource as its schedules describe it. */
const toResourceSetup = (data: AvailabilityData, resource: BookableResource): ResourceSetup => ({
  id: resource.id,
  locationIds: resource.locationIds,
  hours: resource.hoursId === null ? 'ALWAYS' : resource.hoursId === data.businessId ? 'BUSINESS' : (data.hours.get(resource.hoursId) ?? []),
  special: resource.eventsScheduleId === data.businessId ? [] : (data.special.get(resource.eventsScheduleId) ?? []),
  busy: data.busy.get(resource.id) ?? [],
})

/** What the slots of one service at one location follow from. */
export function toSlotSetup(data: AvailabilityData, service: ServiceDefinition, input: SlotQueryInput): SlotSetup {
  const primaryType = service.primaryResourceType ?? staffTypeId
  const otherNeeds = service.serviceResources.filter((need) => need.resourceType.id !== primaryType)
  const selectKnown = (ids: readonly string[]) =>
    ids
      .flatMap((id) => data.resources.get(id) ?? [])
      .filter((r) => (input.withBackOffice || r.staff?.serviceProvider !== false) && (input.allowedIds?.get(r.typeId)?.has(r.id) ?? true))
      .sort(compareByStaffPolicy(service))
  const toSetup = (resource: BookableResource) => toResourceSetup(data, resource)
  return {
    range: input.range,
    offsets: zoneOffsets(data.zone),
    location: input.location,
    durationMinutes: input.durationMinutes,
    bufferMinutes: service.timeBetweenSessions,
    spacing: { ...data.split, firstDuration: service.sessionDurations[0] ?? input.durationMinutes },
    business: { hours: data.businessHours, special: data.special.get(data.businessId) ?? [] },
    isWithinBusinessHours: otherNeeds.length > 0 || primaryType !== staffTypeId,
    primaries: selectKnown(primaryResourceIds(service))
      .filter((r) => !input.resourceIds || input.resourceIds.includes(r.id))
      .map(toSetup),
    others: otherNeeds.map(({ resourceType: { id: typeId }, resourceIds: { values } }) => ({
      typeId,
      resources: selectKnown(values.length > 0 ? values : [...data.resources.values()].filter((r) => r.typeId === typeId).map((r) => r.id)).map(toSetup),
    })),
  }
}

/** Builds the input of the slot computation for one service and location. */
export const toSlotQuery = (data: AvailabilityData, service: ServiceDefinition, input: SlotQueryInput): SlotQuery =>
  buildSlotQuery(toSlotSetup(data, service, input))

/** The location as working hours know it: a location of the business, or `offsite` for all others. */
export const toSlotLocation = (location: ServiceLocation | undefined): SlotLocation =>
  location?.type === 'BUSINESS' && location.business?.id ? { locationId: location.business.id } : 'offsite'
