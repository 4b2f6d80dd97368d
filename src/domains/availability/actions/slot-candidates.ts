/** What lists of time slots share: checks of the request, filters, pages, and the parts of a slot on the wire. */
import type { ReadContext } from '#kit/api/context.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { minuteMs, zoneOffsets, type ZoneOffsets } from '#kit/pure/zone.ts'
import type { PolicyFlags, ServiceDefinition, ServiceLocation } from '#domains/services/public.ts'
import { staffTypeId, type BusinessLocation } from '#domains/staff/public.ts'
import type { AvailableResources, Choices, SlotLocationInput, ResourceFilter, TimeSlot } from '../contract/time-slots.ts'
import { refuse } from '../errors.ts'
import { paginate } from '../rules/page.ts'
import type { SlotQuery, Start } from '../rules/slots.ts'
import type { AvailabilityData } from './availability-data.ts'
import { loadServices } from './cached-reads.ts'
import { throwViolation, computeEarliestBooking, parseLocalMoment, readPageCursor, writePageCursor, resolveZone } from './slot-queries.ts'

export const noReasons = { noRemainingCapacity: false, violatesBookingPolicy: false, reservedForWaitingList: false, eventCancelled: false }

/** Appointment services by id; refuses other types and unknown ids. */
export async function getAppointmentServices(ctx: ReadContext, ids: readonly string[], field: (i: number) => string): Promise<ServiceDefinition[]> {
  const found = await loadServices(ctx, ids)
  return ids.map((id, i) => {
    const service = found.find((known) => known.id === id) ?? refuse('SERVICE_NOT_FOUND', { serviceId: id })
    return service.type === 'APPOINTMENT' ? service : throwViolation(field(i), 'must be an appointment')
  })
}
/**
 * Refuses with REQUESTED_GENDER_NOT_ALLOWED, since resources have no gender here, and with a violation a duration by id: durations have
 * none here, and to list those of another length would be worse. Source: guide services-and-availability §16.4.
 */
export function assertKnownChoices(choices: Choices | undefined, field = 'customerChoices'): void {
  if (choices?.requestedGender) refuse('REQUESTED_GENDER_NOT_ALLOWED')
  if (choices?.durationChoiceId) throwViolation(`${field}.durationChoiceId`, 'is not a duration of the service')
}

const readLocationType = (location: ServiceLocation): 'BUSINESS' | 'CUSTOM' | 'CUSTOMER' => (location.type ?? 'CUSTOM') as 'CUSTOM'
export function slotLocationToWire(location: ServiceLocation, known: readonly BusinessLocation[]): TimeSlot['location'] {
  const businessLocation = known.find((p) => p.id === location.business?.id)
  const address = (location.custom?.address as { formattedAddress?: string } | undefined)?.formattedAddress
  return {
    ...(businessLocation
      ? { id: businessLocation.id, name: businessLocation.name, ...(businessLocation.address ? { formattedAddress: businessLocation.address } : {}) }
      : {}),
    ...(location.type === 'CUSTOM' && location.custom?.id ? { id: location.custom.id } : {}),
    ...(address ? { formattedAddress: address } : {}),
    locationType: readLocationType(location),
  }
}
/** Whether a location of a service matches the requested ones; all match when none is requested. */
export function isRequestedLocation(location: ServiceLocation, requestedLocations: readonly SlotLocationInput[] | null | undefined): boolean {
  if (!requestedLocations?.length) return true
  return requestedLocations.some(
    (requested) =>
      (!requested.locationType || requested.locationType === readLocationType(location) || requested.locationType === `OWNER_${readLocationType(location)}`) &&
      (!requested.id || requested.id === location.business?.id || requested.id === location.custom?.id),
  )
}
/** Resource type → the ids that a filter allows; types that it does not name are open. */
export const allowedResources = (filter: ResourceFilter | undefined): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map((filter ?? []).flatMap((one) => (one.resourceIds?.length ? [[one.resourceTypeId ?? staffTypeId, new Set(one.resourceIds)] as const] : [])))

/** The free resources at a start by type, at most `limit` of each. */
export function listAvailableResources(
  data: AvailabilityData,
  service: ServiceDefinition,
  query: SlotQuery,
  start: Start,
  include: readonly string[] | null | undefined,
  limit: number,
): AvailableResources[] {
  const byType = [
    { typeId: service.primaryResourceType ?? staffTypeId, ids: start.free },
    ...query.others.map((type, i) => ({ typeId: type.typeId, ids: start.others[i] ?? [] })),
  ]
  return byType
    .filter(({ typeId }) => include === null || include === undefined || include.includes(typeId))
    .map(({ typeId, ids }) => ({
      resourceTypeId: typeId,
      resources: ids.slice(0, limit).map((id) => ({ id, name: data.resources.get(id)?.name ?? '' })),
      hasMoreAvailableResources: ids.length > limit,
    }))
}

/** From when a slot can be booked, as the API writes it: of one for which it is too early. `start` in epoch milliseconds. */
export function formatEarliestBooking(service: ServiceDefinition, flags: PolicyFlags, start: number): string | undefined {
  const earliest = flags.tooEarlyToBook ? computeEarliestBooking(service, start) : undefined
  return earliest === undefined ? undefined : toWireTime({ epochMilliseconds: earliest })
}
/** The policy flags of a slot as the API shows them. `start` in epoch milliseconds. */
export const flagsToWire = (service: ServiceDefinition, flags: PolicyFlags, start: number): TimeSlot['bookingPolicyViolations'] => {
  const earliestBookingDate = formatEarliestBooking(service, flags, start)
  return { ...flags, ...(earliestBookingDate !== undefined && { earliestBookingDate }) }
}
/** A time that may be listed. Its wire form is built only for those on the page. */
export interface SlotCandidate {
  start: number
  day: number
  bookable: boolean
  flags: PolicyFlags
  toWire: () => TimeSlot
}
export interface SlotContext {
  ctx: ReadContext
  data: AvailabilityData
  known: readonly BusinessLocation[]
  display: ZoneOffsets
}

interface SlotFilter {
  bookable?: boolean | null | undefined
  bookingPolicyViolations?: { tooEarlyToBook?: boolean | null; tooLateToBook?: boolean | null; bookOnlineDisabled?: boolean | null } | null | undefined
}
/** Filters slots by their own fields; `earliestBookingDate` is not one of them. */
export const toSlotFilter =
  ({ bookable, bookingPolicyViolations: flags }: SlotFilter) =>
  (candidate: Pick<SlotCandidate, 'bookable' | 'flags'>): boolean =>
    (bookable === undefined || bookable === null || candidate.bookable === bookable) &&
    (['tooEarlyToBook', 'tooLateToBook', 'bookOnlineDisabled'] as const).every(
      (name) => flags?.[name] === undefined || flags[name] === null || candidate.flags[name] === flags[name],
    )

interface Paged {
  cursorPaging?: { limit?: number | null; cursor?: string | null } | null | undefined
}
/** Finds slots page by page. A cursor carries the input of the first request. */
export async function findSlotPage<Input extends Paged, Candidate extends { start: number }>(
  name: string,
  request: Input,
  list: (input: Input) => Promise<{ entries: Candidate[]; timeZone: string }>,
) {
  const cursorState = readPageCursor<Input>(name, request.cursorPaging?.cursor, 'cursorPaging.cursor')
  const input = cursorState?.input ?? request
  const limit = request.cursorPaging?.limit ?? input.cursorPaging?.limit ?? 1000
  const { entries, timeZone } = await list(input)
  const { page, next } = paginate(entries, limit, { from: cursorState?.from })
  const cursor = next && limit > 0 ? writePageCursor(name, { ...input, cursorPaging: { limit } }, next) : undefined
  return { page, timeZone, meta: { count: page.length, cursors: cursor ? { next: cursor } : {}, hasNext: cursor !== undefined } }
}
/** The same, as the API shows them. */
export async function listSlotPage<Input extends Paged>(
  name: string,
  request: Input,
  list: (input: Input) => Promise<{ entries: SlotCandidate[]; timeZone: string }>,
) {
  const { page, ...rest } = await findSlotPage(name, request, list)
  return { timeSlots: page.map((entry) => entry.toWire()), ...rest }
}

export interface SlotInput {
  serviceId: string
  localStartDate: string
  localEndDate: string
  timeZone?: string | null | undefined
  location?: SlotLocationInput | null | undefined
  includeResourceTypeIds?: string[] | null | undefined
  resourceTypes?: ResourceFilter | undefined
  customerChoices?: Choices | undefined
}
/** The range between two local times; refuses parts of minutes. */
export async function resolveTime(ctx: ReadContext, input: Pick<SlotInput, 'localStartDate' | 'localEndDate' | 'timeZone'>) {
  const timeZone = await resolveZone(ctx, input.timeZone)
  const offsets = zoneOffsets(timeZone)
  const time = { start: parseLocalMoment(input.localStartDate, 'localStartDate', offsets), end: parseLocalMoment(input.localEndDate, 'localEndDate', offsets) }
  if (time.end <= time.start) throwViolation('localEndDate', 'must be after localStartDate')
  if (time.start % minuteMs !== 0 || time.end % minuteMs !== 0) throwViolation('localStartDate', 'must be a whole minute')
  return { timeZone, offsets, time }
}
