/** Why customers are not offered a service at one time. Loads what lists of times are computed from; the rules explain it. Source: guide services-and-availability §16.9. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { minuteMs, parseLocal, zoneOffsets, type ZoneOffsets } from '#kit/pure/zone.ts'
import { courseFlags, policyFlags, servicesByIds, type PolicyRules, type ServiceDefinition } from '#domains/services/public.ts'
import { listLocations, resourcesByIds, resourcesOfType, staffTypeId, type BusinessLocation } from '#domains/staff/public.ts'
import { findBookingEnds } from '../hooks.ts'
import { explainSession } from '../rules/session-reasons.ts'
import type { BookingGate, BusyTime, Candidate, Limits, Place } from '../rules/slot-changes.ts'
import { explainAppointment, explainRepeated, explainSkipped, type Explanation, type SkippedTime } from '../rules/slot-reasons.ts'
import type { ResourceSetup } from '../rules/slot-setup.ts'
import * as timeStore from '../store/busy-times.ts'
import { loadAvailabilityData, toSlotLocation, toSlotSetup } from './availability-data.ts'
import { attachSeats, findCourse, listTakenResources, sessionsIn } from './sessions.ts'
import { isLocationActive, parseLocalMoment, resolveDuration, resolveZone, throwViolation } from './slot-queries.ts'

export interface ExplainTimeInput {
  serviceId: string
  /** Either this or `startDate`: a start as it is written, or an instant, which names the second pass of a repeated hour as well. */
  localStartDate?: string | undefined
  startDate?: string | undefined
  timeZone?: string | undefined
  durationInMinutes?: number | undefined
  locationId?: string | undefined
  resourceId?: string | undefined
}
export interface ExplainedTime {
  service: ServiceDefinition
  time: Interval
  timeZone: string
  /** The time that was asked about does not exist; `time` is what comes in its place. */
  skipped?: SkippedTime | undefined
  explanation: Explanation
  /** Names of people, things and places by id. */
  names: ReadonlyMap<string, string>
}

export async function explainTime(ctx: ReadContext, input: ExplainTimeInput): Promise<ExplainedTime> {
  const [service] = await servicesByIds(ctx, [input.serviceId])
  if (!service) return refuseStandard('NOT_FOUND')
  const timeZone = await resolveZone(ctx, input.timeZone)
  const offsets = zoneOffsets(timeZone)
  const { start, skipped } = readQuestion(input, offsets)
  const found = await (service.type === 'APPOINTMENT' ? explainAppointmentAt(ctx, service, start, input) : explainSessionAt(ctx, service, start))
  if (skipped) return { service, timeZone, ...found, skipped, explanation: explainSkipped() }
  // Lists of sessions show both passes.
  const isUnlisted = service.type === 'APPOINTMENT' && offsets.isSecondPass(start)
  return { service, timeZone, ...found, explanation: isUnlisted ? explainRepeated(found.explanation) : found.explanation }
}

/** The start that is asked about, moved to where the clock goes on when it skips the time. */
function readQuestion({ localStartDate: local, startDate }: ExplainTimeInput, offsets: ZoneOffsets): { start: number; skipped?: SkippedTime | undefined } {
  if ((local === undefined) === (startDate === undefined)) throwViolation('localStartDate', 'needs either this or startDate, not both')
  const field = local === undefined ? 'startDate' : 'localStartDate'
  const start = local === undefined ? Temporal.Instant.from(startDate as string).epochMilliseconds : parseLocalMoment(local, field, offsets)
  if (start % minuteMs !== 0) throwViolation(field, 'must be a whole minute')
  if (local === undefined) return { start }
  const written = parseLocal(local) as number
  const next = offsets.findGapEnd(written)
  return { start, ...(next !== undefined && { skipped: { local: written, next } }) }
}

const toLimits = ({ limitEarlyBookingPolicy: early, limitLateBookingPolicy: late, bookAfterStartPolicy }: PolicyRules): Limits => ({
  earliestMinutes: early.enabled ? early.earliestBookingInMinutes : null,
  latestMinutes: late.enabled ? late.latestBookingInMinutes : null,
  isAfterStartAllowed: bookAfterStartPolicy.enabled,
})
const toRules = ({ earliestMinutes, latestMinutes, isAfterStartAllowed }: Limits) => ({
  limitEarlyBookingPolicy: { enabled: earliestMinutes !== null, earliestBookingInMinutes: earliestMinutes ?? 1 },
  limitLateBookingPolicy: { enabled: latestMinutes !== null, latestBookingInMinutes: latestMinutes ?? 1 },
  bookAfterStartPolicy: { enabled: isAfterStartAllowed },
})

/** `sessionStarts` of a course, which is booked as a whole. */
function toGate(ctx: ReadContext, service: ServiceDefinition, { start, end }: Interval, sessionStarts?: readonly number[]): BookingGate {
  const now = ctx.now.epochMilliseconds
  const next = sessionStarts?.find((at) => at > now) ?? start
  return {
    isHidden: service.hidden,
    isOnline: service.onlineBooking.enabled,
    limits: toLimits(service.policy),
    leadMinutes: (next - now) / minuteMs,
    toFlags: (limits, onlineBookingEnabled) =>
      sessionStarts
        ? courseFlags({ rules: toRules(limits), onlineBookingEnabled, now, sessionStarts })
        : policyFlags({ type: service.type, rules: toRules(limits), onlineBookingEnabled, now, start, end }),
  }
}

/** An hour is looked at where no session begins. */
const ASSUMED_MINUTES = 60
async function explainSessionAt(ctx: ReadContext, service: ServiceDefinition, start: number) {
  const found = await sessionsIn(ctx, { scheduleIds: [service.scheduleId] }, { start, end: start + minuteMs }, true)
  const beginning = found.filter((session) => session.start === start).toSorted((a, b) => Number(a.cancelled) - Number(b.cancelled))
  const seated = await attachSeats(ctx, beginning, new Map([[service.scheduleId, service.capacity]]))
  const session = seated.find(({ bookableCapacity }) => bookableCapacity > 0) ?? seated[0]
  const time = { start, end: session?.end ?? start + ASSUMED_MINUTES * minuteMs }
  const course = service.type === 'COURSE' ? await findCourse(ctx, service.scheduleId) : undefined
  const starts = course?.sessions.map((one) => one.start)
  const counted = course ?? (session?.cancelled ? undefined : session)
  const explanation = explainSession({
    ...toGate(ctx, service, time, course && (starts?.length ? starts : [start])),
    session: session ? (session.cancelled ? 'CANCELLED' : 'ON') : 'NONE',
    seats: {
      capacity: counted?.totalCapacity ?? service.capacity,
      taken: counted?.taken ?? 0,
      offered: counted?.offered ?? 0,
      reserved: counted?.reserved ?? 0,
    },
  })
  return { time, explanation, names: new Map<string, string>() }
}

/** The people or things that are asked about: those of the service and the one who is named; everyone of the type where the service has no one. */
async function listCandidateIds(ctx: ReadContext, service: ServiceDefinition, resourceId: string | undefined): Promise<string[]> {
  if (resourceId) return [resourceId]
  const typeId = service.primaryResourceType ?? staffTypeId
  const assigned = listAssignedIds(service)
  const known = await resourcesByIds(ctx, assigned)
  return known.length > 0 ? [...assigned] : (await resourcesOfType(ctx, typeId)).map(({ id }) => id)
}
const listAssignedIds = (service: ServiceDefinition): readonly string[] => {
  const typeId = service.primaryResourceType ?? staffTypeId
  return typeId === staffTypeId ? service.staffIds : (service.serviceResources.find((need) => need.resourceType.id === typeId)?.resourceIds.values ?? [])
}
/** The service as if these drove its slots. */
function withPrimaries(service: ServiceDefinition, ids: string[]): ServiceDefinition {
  const typeId = service.primaryResourceType ?? staffTypeId
  if (typeId === staffTypeId) return { ...service, staffIds: ids }
  const others = service.serviceResources.filter((need) => need.resourceType.id !== typeId)
  return { ...service, serviceResources: [...others, { resourceType: { id: typeId }, resourceIds: { values: ids } }] }
}

async function explainAppointmentAt(ctx: ReadContext, service: ServiceDefinition, start: number, input: ExplainTimeInput) {
  const minutes = await resolveDuration(ctx, service, input, { duration: 'durationInMinutes', addOns: 'addOnIds' })
  const time = { start, end: start + minutes * minuteMs }
  const [ids, locations] = [await listCandidateIds(ctx, service, input.resourceId), await listLocations(ctx)]
  if (input.resourceId && (await resourcesByIds(ctx, [input.resourceId])).length === 0) throwViolation('resourceId', 'is not known')
  const asked = withPrimaries(service, ids)
  const data = await loadAvailabilityData(ctx, [asked], time)
  const places = listPlaces(service, locations, input.locationId)
  const base = toSlotSetup(data, asked, { range: time, location: 'offsite', durationMinutes: (time.end - time.start) / minuteMs, withBackOffice: true })
  const busy = await listBusyTimes(ctx, [...data.resources.keys()], time, service.timeBetweenSessions)
  const assigned = new Set(listAssignedIds(service))
  const toCandidate = (one: ResourceSetup, isAssigned: boolean): Candidate => ({
    ...one,
    isAssigned,
    isBookable: data.resources.get(one.id)?.staff?.serviceProvider !== false,
    isMissing: false,
    busy: busy.get(one.id) ?? [],
  })
  const orMissing = (list: Candidate[], typeId: string): Candidate[] => (list.length > 0 ? list : [toMissing(typeId)])
  const primaries = base.primaries.map((one) => toCandidate(one, assigned.has(one.id)))
  const explanation = explainAppointment({
    ...toGate(ctx, service, time),
    at: time.start,
    places,
    setup: {
      ...base,
      primaries: orMissing(primaries, service.primaryResourceType ?? staffTypeId),
      others: base.others.map(({ typeId, resources }) => ({
        typeId,
        resources: orMissing(
          resources.map((one) => toCandidate(one, true)),
          typeId,
        ),
      })),
    },
  })
  const names = new Map([...data.resources.values(), ...locations].map(({ id, name }) => [id, name]))
  return { time, explanation, names }
}
/** Stands for the person or thing that is to be added: new staff follow the hours of the business, new rooms are always free. */
const toMissing = (typeId: string): Candidate => ({
  id: typeId,
  isAssigned: true,
  isBookable: true,
  isMissing: true,
  locationIds: 'all',
  hours: typeId === staffTypeId ? 'BUSINESS' : 'ALWAYS',
  special: [],
  busy: [],
})

/** The places of the service, or the one that is asked for. Without any, those of the business. */
function listPlaces(service: ServiceDefinition, locations: readonly BusinessLocation[], locationId: string | undefined): Place[] {
  const own = service.locations.map(
    (location): Place => ({
      id: location.business?.id ?? location.custom?.id ?? String(location.type),
      location: toSlotLocation(location),
      isOffered: true,
      isActive: isLocationActive(location, locations),
    }),
  )
  const asked = own.filter(({ id }) => locationId === undefined || id === locationId)
  if (asked.length > 0) return asked
  const others = locations
    .filter(({ id, active }) => (locationId === undefined ? active : id === locationId))
    .map(({ id, active }): Place => ({ id, location: { locationId: id }, isOffered: false, isActive: active }))
  if (others.length === 0 && locationId !== undefined) throwViolation('locationId', 'is not known')
  return others
}

/** What takes the time of resources, with the bookings' own ends. */
async function listBusyTimes(ctx: ReadContext, resourceIds: readonly string[], time: Interval, bufferMinutes: number): Promise<Map<string, BusyTime[]>> {
  // As wide as the grid of starts looks for the end of busy time.
  const range = { start: time.start - 2 * 86_400_000, end: time.end + 2 * 86_400_000 + bufferMinutes * minuteMs }
  const blocked = await timeStore.listBlockedTimes(ctx, resourceIds, range)
  const sessions = resourceIds.length > 0 ? await sessionsIn(ctx, { resourceIds }, range) : []
  const bookingIds = [...new Set(blocked.flatMap((one) => (one.kind === 'BOOKING' ? [one.id] : [])))]
  const ends = new Map((await findBookingEnds.call(ctx, bookingIds)).flatMap((found) => [...found]))
  const busy = new Map<string, BusyTime[]>(resourceIds.map((id) => [id, []]))
  for (const { resourceId, kind, id, start, end } of blocked)
    busy.get(resourceId)?.push({ kind, key: id, start, end, endsAt: Math.min(end, ends.get(id) ?? end) })
  for (const session of sessions) {
    const { id, start, end, type } = session
    for (const resourceId of listTakenResources(session))
      busy.get(resourceId)?.push({ kind: type === 'EVENT' ? 'BLOCKED' : 'SESSION', key: id, start, end, endsAt: end })
  }
  return busy
}
