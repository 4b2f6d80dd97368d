/** Time slots of appointments (second version of availability), alone or back to back. Source: guide services-and-availability §16.4, §16.6. */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, formatLocal, minuteMs, zoneOffsets, type ZoneOffsets } from '#kit/pure/zone.ts'
import { hasFlag, servicesByIds, type PolicyFlags, type ServiceDefinition, type ServiceLocation } from '#domains/services/public.ts'
import { listLocations, staffTypeId, type BusinessLocation } from '#domains/staff/public.ts'
import type { AvailableResources, Choices, ListAppointments, ListChains, SlotLocationInput, Part, ResourceFilter, TimeSlot } from '../contract/time-slots.ts'
import { refuse } from '../errors.ts'
import { paginate } from '../rules/page.ts'
import { limitPerDay } from '../rules/per-day.ts'
import { findChains, findFreeAt, findFreeStarts, type SlotQuery, type Start } from '../rules/slots.ts'
import { loadAvailabilityData, toSlotLocation, toSlotQuery, type AvailabilityData } from './availability-data.ts'
import {
  throwViolation,
  resolveDuration,
  computeEarliestBooking,
  computeFlags,
  isLocationActive,
  parseLocalMoment,
  parseLocalRange,
  toMinutes,
  isOfferedDuration,
  readPageCursor,
  writePageCursor,
  resolveZone,
} from './slot-queries.ts'

const noReasons = { noRemainingCapacity: false, violatesBookingPolicy: false, reservedForWaitingList: false, eventCancelled: false }

/** Appointment services by id; refuses other types and unknown ids. */
async function getAppointmentServices(ctx: Ctx, ids: readonly string[], field: (i: number) => string): Promise<ServiceDefinition[]> {
  const found = await servicesByIds(ctx, ids)
  return ids.map((id, i) => {
    const service = found.find((known) => known.id === id) ?? refuse('SERVICE_NOT_FOUND', { serviceId: id })
    return service.type === 'APPOINTMENT' ? service : throwViolation(field(i), 'must be an appointment')
  })
}
function assertNoGenderRequest(choices: Choices | undefined): void {
  if (choices?.requestedGender) refuse('REQUESTED_GENDER_NOT_ALLOWED')
}

const locationTypeOf = (location: ServiceLocation): 'BUSINESS' | 'CUSTOM' | 'CUSTOMER' => (location.type ?? 'CUSTOM') as 'CUSTOM'
export function slotLocationToWire(location: ServiceLocation, known: readonly BusinessLocation[]): TimeSlot['location'] {
  const place = known.find((p) => p.id === location.business?.id)
  const address = (location.custom?.address as { formattedAddress?: string } | undefined)?.formattedAddress
  return {
    ...(place ? { id: place.id, name: place.name, ...(place.address ? { formattedAddress: place.address } : {}) } : {}),
    ...(location.type === 'CUSTOM' && location.custom?.id ? { id: location.custom.id } : {}),
    ...(address ? { formattedAddress: address } : {}),
    locationType: locationTypeOf(location),
  }
}
/** Whether a location of a service matches the requested ones; all match when none is requested. */
export function isRequestedLocation(location: ServiceLocation, requestedLocations: readonly SlotLocationInput[] | null | undefined): boolean {
  if (!requestedLocations?.length) return true
  return requestedLocations.some(
    (requested) =>
      (!requested.locationType || requested.locationType === locationTypeOf(location) || requested.locationType === `OWNER_${locationTypeOf(location)}`) &&
      (!requested.id || requested.id === location.business?.id || requested.id === location.custom?.id),
  )
}
const allowedResources = (filter: ResourceFilter | undefined): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map((filter ?? []).flatMap((one) => (one.resourceIds?.length ? [[one.resourceTypeId ?? staffTypeId, new Set(one.resourceIds)] as const] : [])))

/** The free resources at a start by type, at most `limit` of each. */
function listAvailableResources(
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

const flagsToWire = (service: ServiceDefinition, flags: PolicyFlags, start: number): TimeSlot['bookingPolicyViolations'] => {
  const earliest = flags.tooEarlyToBook ? computeEarliestBooking(service, start) : undefined
  return {
    ...flags,
    ...(earliest !== undefined ? { earliestBookingDate: Temporal.Instant.fromEpochMilliseconds(earliest).toString({ smallestUnit: 'millisecond' }) } : {}),
  }
}
export { flagsToWire }

interface SlotCandidate {
  start: number
  day: number
  bookable: boolean
  wire: TimeSlot
}
interface SlotContext {
  ctx: Ctx
  data: AvailabilityData
  known: readonly BusinessLocation[]
  display: ZoneOffsets
}

function toSlotCandidate(
  { ctx, known, display }: SlotContext,
  service: ServiceDefinition,
  location: ServiceLocation,
  time: Interval,
  availableResources: AvailableResources[],
): SlotCandidate {
  const flags = computeFlags(ctx, service, time.start, time.end)
  const bookable = !hasFlag(flags)
  return {
    start: time.start,
    day: Math.floor(display.toLocal(time.start) / dayMs),
    bookable,
    wire: {
      serviceId: service.id,
      localStartDate: formatLocal(display.toLocal(time.start)),
      localEndDate: formatLocal(display.toLocal(time.end)),
      bookable,
      location: slotLocationToWire(location, known),
      totalCapacity: 1,
      remainingCapacity: 1,
      bookableCapacity: 1,
      bookingPolicyViolations: flagsToWire(service, flags, time.start),
      availableResources,
      nestedTimeSlots: [],
      nonBookableReasons: { ...noReasons, violatesBookingPolicy: !bookable },
      scheduleId: service.scheduleId,
      allDay: false,
    },
  }
}

interface SlotFilter {
  bookable?: boolean | null | undefined
  bookingPolicyViolations?: { tooEarlyToBook?: boolean | null; tooLateToBook?: boolean | null; bookOnlineDisabled?: boolean | null } | null | undefined
}
/** Filters slots by their own fields; `earliestBookingDate` is not one of them. */
export const toSlotFilter =
  ({ bookable, bookingPolicyViolations: flags }: SlotFilter) =>
  ({ wire }: { wire: TimeSlot }): boolean =>
    (bookable === undefined || bookable === null || wire.bookable === bookable) &&
    (['tooEarlyToBook', 'tooLateToBook', 'bookOnlineDisabled'] as const).every(
      (name) => flags?.[name] === undefined || flags[name] === null || wire.bookingPolicyViolations[name] === flags[name],
    )

interface Paged {
  cursorPaging?: { limit?: number | null; cursor?: string | null } | null | undefined
}
/** Lists slots page by page. A cursor carries the input of the first request. */
export async function listSlotPage<Ask extends Paged, E extends { start: number; wire: TimeSlot }>(
  name: string,
  request: Ask,
  list: (input: Ask) => Promise<{ entries: E[]; timeZone: string }>,
) {
  const known = readPageCursor<Ask>(name, request.cursorPaging?.cursor, 'cursorPaging.cursor')
  const input = known?.ask ?? request
  const limit = request.cursorPaging?.limit ?? input.cursorPaging?.limit ?? 1000
  const { entries, timeZone } = await list(input)
  const { page, next } = paginate(entries, limit, { from: known?.from })
  const cursor = next && limit > 0 ? writePageCursor(name, { ...input, cursorPaging: { limit } }, next) : undefined
  return {
    timeSlots: page.map((entry) => entry.wire),
    timeZone,
    meta: { count: page.length, cursors: cursor ? { next: cursor } : {}, hasNext: cursor !== undefined },
  }
}

export const listAppointments = (ctx: Ctx, request: ListAppointments) =>
  listSlotPage('timeSlots.list', request, async (input) => {
    if (!input.serviceId || !input.fromLocalDate || !input.toLocalDate) return refuse('MISSING_ARGUMENTS')
    assertNoGenderRequest(input.customerChoices)
    const timeZone = await resolveZone(ctx, input.timeZone)
    const { range, offsets: display } = parseLocalRange(input.fromLocalDate, input.toLocalDate, timeZone)
    const [service] = (await getAppointmentServices(ctx, [input.serviceId], () => 'serviceId')) as [ServiceDefinition]
    const durationMinutes = await resolveDuration(ctx, service, input.customerChoices, 'customerChoices.durationInMinutes')
    const [data, known] = await Promise.all([loadAvailabilityData(ctx, [service], range), listLocations(ctx)])
    const context = { ctx, data, known, display }
    const candidates = service.locations
      .filter((location) => isLocationActive(location, known) && isRequestedLocation(location, input.locations))
      .flatMap((location) => {
        const query = toSlotQuery(data, service, {
          range,
          location: toSlotLocation(location),
          durationMinutes,
          allowedIds: allowedResources(input.resourceTypes),
        })
        return findFreeStarts(query)
          .filter((s) => !display.isSecondPass(s.at))
          .map((s) =>
            toSlotCandidate(
              context,
              service,
              location,
              { start: s.at, end: s.at + query.duration },
              input.includeResourceTypeIds?.length ? listAvailableResources(data, service, query, s, input.includeResourceTypeIds, 10) : [],
            ),
          )
      })
      .sort((a, b) => a.start - b.start)
      .filter(toSlotFilter(input))
    return { entries: input.timeSlotsPerDay ? limitPerDay(candidates, input.timeSlotsPerDay) : candidates, timeZone }
  })

interface SlotInput {
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
async function resolveTime(ctx: Ctx, input: Pick<SlotInput, 'localStartDate' | 'localEndDate' | 'timeZone'>) {
  const timeZone = await resolveZone(ctx, input.timeZone)
  const offsets = zoneOffsets(timeZone)
  const time = { start: parseLocalMoment(input.localStartDate, 'localStartDate', offsets), end: parseLocalMoment(input.localEndDate, 'localEndDate', offsets) }
  if (time.end <= time.start) throwViolation('localEndDate', 'must be after localStartDate')
  if (time.start % minuteMs !== 0 || time.end % minuteMs !== 0) throwViolation('localStartDate', 'must be a whole minute')
  return { timeZone, offsets, time }
}
const getRequestedLocation = (
  service: ServiceDefinition,
  known: readonly BusinessLocation[],
  requested: SlotLocationInput | null | undefined,
): ServiceLocation =>
  service.locations.find((location) => isLocationActive(location, known) && isRequestedLocation(location, requested ? [requested] : null)) ??
  refuse('SLOT_NOT_FOUND')

/**
 * One slot, on the grid or not, with all resources that are free. Classes and courses reply without a slot: public clients call this
 * for any service. Source: guide services-and-availability §16.4.
 */
export async function getAppointment(ctx: Ctx, input: SlotInput): Promise<{ timeSlot?: TimeSlot; timeZone: string }> {
  assertNoGenderRequest(input.customerChoices)
  const { timeZone, offsets: display, time } = await resolveTime(ctx, input)
  const [requestedService] = await servicesByIds(ctx, [input.serviceId])
  if (requestedService && requestedService.type !== 'APPOINTMENT') return { timeZone }
  const [service] = (await getAppointmentServices(ctx, [input.serviceId], () => 'serviceId')) as [ServiceDefinition]
  const minutes = toMinutes(time.end - time.start)
  if (!isOfferedDuration(service, minutes)) await resolveDuration(ctx, service, { ...input.customerChoices, durationInMinutes: minutes }, 'localEndDate')
  const [data, known] = await Promise.all([loadAvailabilityData(ctx, [service], time), listLocations(ctx)])
  const location = getRequestedLocation(service, known, input.location)
  const query = toSlotQuery(data, service, {
    range: time,
    location: toSlotLocation(location),
    durationMinutes: minutes,
    allowedIds: allowedResources(input.resourceTypes),
  })
  const [start] = findFreeAt(query, [time.start])
  if (!start || start.free.length === 0) return refuse('SLOT_NOT_FOUND')
  const include = input.includeResourceTypeIds?.length ? input.includeResourceTypeIds : null
  const { wire } = toSlotCandidate(
    { ctx, data, known, display },
    service,
    location,
    time,
    listAvailableResources(data, service, query, start, include, Number.POSITIVE_INFINITY),
  )
  return { timeSlot: wire, timeZone }
}

interface EndOptionsInput extends Omit<SlotInput, 'localEndDate'> {
  maxLocalEndDate?: string | null | undefined
}
/** The end times that a customer may choose for a start, up to the first that no resource is free for. Source: guide services-and-availability §16.4. */
export async function endOptions(ctx: Ctx, input: EndOptionsInput) {
  const {
    timeZone,
    offsets: display,
    time,
  } = await resolveTime(ctx, { ...input, localEndDate: input.maxLocalEndDate ?? defaultLocalEnd(input.localStartDate) })
  const [service] = (await getAppointmentServices(ctx, [input.serviceId], () => 'serviceId')) as [ServiceDefinition]
  const lengths = service.durationRange ?? refuse('END_OPTIONS_NOT_SUPPORTED')
  // decision: refuses only an end more than a day away; an earlier one beyond the service's maximum is cut to it (Source: guide services-and-availability §16.4).
  if (input.maxLocalEndDate && toMinutes(time.end - time.start) > 1440) refuse('MAX_END_DATE_EXCEEDS_MAXIMUM')
  const last = input.maxLocalEndDate ? Math.min(lengths.max, toMinutes(time.end - time.start)) : lengths.max
  const range = { start: time.start, end: time.start + lengths.max * minuteMs }
  const [data, known] = await Promise.all([loadAvailabilityData(ctx, [service], range), listLocations(ctx)])
  const location = getRequestedLocation(service, known, input.location)
  const step = data.split.sameAsDuration ? lengths.min : data.split.minutes
  const options: TimeSlot[] = []
  for (let minutes = lengths.min; minutes <= last; minutes += step) {
    const query = toSlotQuery(data, service, {
      range,
      location: toSlotLocation(location),
      durationMinutes: minutes,
      allowedIds: allowedResources(input.resourceTypes),
    })
    const [start] = findFreeAt(query, [time.start])
    if (!start || start.free.length === 0) break
    options.push(toSlotCandidate({ ctx, data, known, display }, service, location, { start: time.start, end: time.start + minutes * minuteMs }, []).wire)
  }
  return { endOptions: options, timeZone }
}
/** The same local time two days later, for parsing a start without an end. */
const defaultLocalEnd = (localStart: string): string => {
  const start = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(localStart) ? Temporal.PlainDateTime.from(localStart) : undefined
  return start ? start.add({ days: 2 }).toString({ smallestUnit: 'second' }) : localStart
}

// decision: two to eight services (Source: guide services-and-availability §16.6).
function assertSeveralServices(parts: readonly Part[]): void {
  if (parts.length < 2 || parts.length > 8) refuse('INVALID_SERVICES_SIZE')
}

interface Chain {
  at: number
  end: number
  location: ServiceLocation
  parts: { service: ServiceDefinition; query: SlotQuery; start: Start; wish: Part }[]
}
/** Times at which services can follow each other at one location that offers all of them. */
async function findServiceChains(ctx: Ctx, parts: readonly Part[], location: SlotLocationInput, range: Interval, at?: number) {
  for (const part of parts) assertNoGenderRequest(part.customerChoices)
  const services = await getAppointmentServices(
    ctx,
    parts.map((part) => part.serviceId),
    (i) => `services[${i}].serviceId`,
  )
  const minutes: number[] = []
  for (const [i, service] of services.entries())
    minutes.push(await resolveDuration(ctx, service, parts[i]?.customerChoices, `services[${i}].customerChoices.durationInMinutes`))
  const [data, known] = await Promise.all([loadAvailabilityData(ctx, [...new Set(services)], range), listLocations(ctx)])
  const spots = services.map((service) => service.locations.find((one) => isLocationActive(one, known) && isRequestedLocation(one, [location])))
  const [spot] = spots
  if (!spot || spots.includes(undefined)) return { data, known, chains: [] as Chain[] }
  const questions = services.map((service, i) =>
    toSlotQuery(data, service, {
      range,
      location: toSlotLocation(spot),
      durationMinutes: minutes[i] as number,
      allowedIds: allowedResources(parts[i]?.resourceTypes),
    }),
  )
  const found = at === undefined ? findChains(questions) : chainAt(questions, at)
  const chains = found.map(
    (chain): Chain => ({
      ...chain,
      location: spot,
      parts: chain.parts.map((start, i) => ({ service: services[i] as ServiceDefinition, query: questions[i] as SlotQuery, start, wish: parts[i] as Part })),
    }),
  )
  return { data, known, chains }
}
/** The same for one start, on the grid or not. */
function chainAt(questions: readonly SlotQuery[], at: number) {
  let from = at
  const parts = questions.flatMap((query) => {
    const start = findFreeAt(query, [from])[0]
    from += query.duration
    return start ?? []
  })
  return parts.every((start) => start.free.length > 0) ? [{ at, end: from, parts }] : []
}

function chainToWire({ ctx, data, known, display }: SlotContext, chain: Chain, limit: number): SlotCandidate {
  const flags = chain.parts.map(({ service, start, query }) => computeFlags(ctx, service, start.at, start.at + query.duration))
  const union: PolicyFlags = {
    tooEarlyToBook: flags.some((one) => one.tooEarlyToBook),
    tooLateToBook: flags.some((one) => one.tooLateToBook),
    bookOnlineDisabled: flags.some((one) => one.bookOnlineDisabled),
  }
  const bookable = !hasFlag(union)
  const text = (ms: number) => formatLocal(display.toLocal(ms))
  return {
    start: chain.at,
    day: Math.floor(display.toLocal(chain.at) / dayMs),
    bookable,
    wire: {
      localStartDate: text(chain.at),
      localEndDate: text(chain.end),
      bookable,
      location: slotLocationToWire(chain.location, known),
      totalCapacity: 1,
      remainingCapacity: 1,
      bookableCapacity: 1,
      bookingPolicyViolations: union,
      availableResources: [],
      nestedTimeSlots: chain.parts.map(({ service, query, start, wish }) => ({
        serviceId: service.id,
        localStartDate: text(start.at),
        localEndDate: text(start.at + query.duration),
        availableResources:
          limit === Number.POSITIVE_INFINITY || wish.includeResourceTypeIds?.length
            ? listAvailableResources(data, service, query, start, wish.includeResourceTypeIds?.length ? wish.includeResourceTypeIds : null, limit)
            : [],
        scheduleId: service.scheduleId,
      })),
      nonBookableReasons: { ...noReasons, violatesBookingPolicy: !bookable },
      allDay: false,
    },
  }
}

export const listChains = (ctx: Ctx, request: ListChains) =>
  listSlotPage('timeSlots.chains', request, async (input) => {
    if (!input.services || !input.fromLocalDate || !input.toLocalDate) return refuse('MISSING_ARGUMENTS')
    assertSeveralServices(input.services)
    if (!input.location || !input.timeZone) throwViolation(input.location ? 'timeZone' : 'location', 'is required', 'REQUIRED_FIELD')
    const timeZone = await resolveZone(ctx, input.timeZone)
    const { range, offsets: display } = parseLocalRange(input.fromLocalDate, input.toLocalDate, timeZone)
    const { data, known, chains } = await findServiceChains(ctx, input.services, input.location ?? {}, range)
    const candidates = chains
      .filter((chain) => chain.end <= range.end && !display.isSecondPass(chain.at))
      .map((chain) => chainToWire({ ctx, data, known, display }, chain, 10))
      .filter(toSlotFilter(input))
    return { entries: input.timeSlotsPerDay ? limitPerDay(candidates, input.timeSlotsPerDay) : candidates, timeZone }
  })

export async function getChain(
  ctx: Ctx,
  input: Pick<SlotInput, 'localStartDate' | 'localEndDate' | 'timeZone'> & { services: Part[]; location: SlotLocationInput },
) {
  assertSeveralServices(input.services)
  const { timeZone, offsets: display, time } = await resolveTime(ctx, input)
  const { data, known, chains } = await findServiceChains(ctx, input.services, input.location, time, time.start)
  const chain = chains.find((one) => one.end === time.end) ?? refuse('SLOT_NOT_FOUND')
  return { timeSlot: chainToWire({ ctx, data, known, display }, chain, Number.POSITIVE_INFINITY).wire, timeZone }
}

/** Chains that end within the range, for the first version of the call. */
export async function listChainsBetween(ctx: Ctx, parts: readonly Part[], location: SlotLocationInput, range: Interval) {
  const { data, known, chains } = await findServiceChains(ctx, parts, location, range)
  return { data, known, chains: chains.filter((chain) => chain.end <= range.end) }
}
