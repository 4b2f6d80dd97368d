/** Time slots of several appointments back to back (second version of availability). Source: guide services-and-availability §16.6. */
import type { ReadContext } from '#kit/api/context.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, formatLocal } from '#kit/pure/zone.ts'
import { hasFlag, type PolicyFlags, type ServiceDefinition, type ServiceLocation } from '#domains/services/public.ts'
import { listLocations } from '#domains/staff/public.ts'
import type { ListChains, Part, SlotLocationInput } from '../contract/time-slots.ts'
import { refuse } from '../errors.ts'
import { limitPerDay } from '../rules/per-day.ts'
import { findChains, computeSlotsAt, type SlotQuery, type Start } from '../rules/slots.ts'
import { loadAvailabilityData, toSlotLocation, toSlotQuery } from './availability-data.ts'
import { loadBasics } from './cached-reads.ts'
import {
  allowedResources,
  assertKnownChoices,
  getAppointmentServices,
  isRequestedLocation,
  listAvailableResources,
  listSlotPage,
  noReasons,
  resolveTime,
  slotLocationToWire,
  toSlotFilter,
  type SlotCandidate,
  type SlotContext,
  type SlotInput,
} from './slot-candidates.ts'
import { throwViolation, resolveDuration, computeFlags, isLocationActive, parseLocalRange, resolveZone } from './slot-queries.ts'

// decision: two to eight services. Source: guide services-and-availability §16.6.
function assertSeveralServices(parts: readonly Part[]): void {
  if (parts.length < 2 || parts.length > 8) refuse('INVALID_SERVICES_SIZE')
}

export interface Chain {
  at: number
  end: number
  location: ServiceLocation
  parts: { service: ServiceDefinition; query: SlotQuery; start: Start; part: Part }[]
}
/** Times at which services can follow each other at one location that offers all of them. */
async function findServiceChains(ctx: ReadContext, parts: readonly Part[], location: SlotLocationInput, range: Interval, at?: number) {
  for (const [i, part] of parts.entries()) assertKnownChoices(part.customerChoices, `services[${i}].customerChoices`)
  const serviceIds = parts.map((part) => part.serviceId)
  await loadBasics(ctx, serviceIds)
  const services = await getAppointmentServices(ctx, serviceIds, (i) => `services[${i}].serviceId`)
  const minutes: number[] = []
  for (const [i, service] of services.entries()) {
    const choices = `services[${i}].customerChoices`
    minutes.push(await resolveDuration(ctx, service, parts[i]?.customerChoices, { duration: `${choices}.durationInMinutes`, addOns: `${choices}.addOnIds` }))
  }
  const [data, known] = await Promise.all([loadAvailabilityData(ctx, [...new Set(services)], range), listLocations(ctx)])
  const locations = services.map((service) => service.locations.find((one) => isLocationActive(one, known) && isRequestedLocation(one, [location])))
  const [shared] = locations
  if (!shared || locations.includes(undefined)) return { data, known, chains: [] as Chain[] }
  const queries = services.map((service, i) =>
    toSlotQuery(data, service, {
      range,
      location: toSlotLocation(shared),
      durationMinutes: minutes[i] as number,
      allowedIds: allowedResources(parts[i]?.resourceTypes),
    }),
  )
  const found = at === undefined ? findChains(queries) : findChainAt(queries, at)
  const chains = found.map(
    (chain): Chain => ({
      ...chain,
      location: shared,
      parts: chain.parts.map((start, i) => ({ service: services[i] as ServiceDefinition, query: queries[i] as SlotQuery, start, part: parts[i] as Part })),
    }),
  )
  return { data, known, chains }
}
/** The same for one start, on the grid or not. */
function findChainAt(queries: readonly SlotQuery[], at: number) {
  let from = at
  const parts = queries.flatMap((query) => {
    const start = computeSlotsAt(query, [from])[0]
    from += query.duration
    return start ?? []
  })
  return parts.every((start) => start.free.length > 0) ? [{ at, end: from, parts }] : []
}

/** What holds for a part holds for the whole. */
export const uniteFlags = (flags: readonly PolicyFlags[]): PolicyFlags => ({
  tooEarlyToBook: flags.some((one) => one.tooEarlyToBook),
  tooLateToBook: flags.some((one) => one.tooLateToBook),
  bookOnlineDisabled: flags.some((one) => one.bookOnlineDisabled),
})

function chainToWire({ ctx, data, known, display }: SlotContext, chain: Chain, limit: number): SlotCandidate {
  const flags = chain.parts.map(({ service, start, query }) => computeFlags(ctx, service, start.at, start.at + query.duration))
  const union = uniteFlags(flags)
  const bookable = !hasFlag(union)
  const text = (ms: number) => formatLocal(display.toLocal(ms))
  return {
    start: chain.at,
    day: Math.floor(display.toLocal(chain.at) / dayMs),
    bookable,
    flags: union,
    toWire: () => ({
      localStartDate: text(chain.at),
      localEndDate: text(chain.end),
      bookable,
      location: slotLocationToWire(chain.location, known),
      totalCapacity: 1,
      remainingCapacity: 1,
      bookableCapacity: 1,
      bookingPolicyViolations: union,
      availableResources: [],
      nestedTimeSlots: chain.parts.map(({ service, query, start, part }) => ({
        serviceId: service.id,
        localStartDate: text(start.at),
        localEndDate: text(start.at + query.duration),
        availableResources:
          limit === Number.POSITIVE_INFINITY || part.includeResourceTypeIds?.length
            ? listAvailableResources(data, service, query, start, part.includeResourceTypeIds?.length ? part.includeResourceTypeIds : null, limit)
            : [],
        scheduleId: service.scheduleId,
      })),
      nonBookableReasons: { ...noReasons, violatesBookingPolicy: !bookable },
      allDay: false,
    }),
  }
}

/** A page of starts at which the services follow one another. Refuses with MISSING_ARGUMENTS a request without services or range. */
export const listChains = (ctx: ReadContext, request: ListChains) =>
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

/** One start with all resources that are free for each part. Refuses with SLOT_NOT_FOUND. */
export async function getChain(
  ctx: ReadContext,
  input: Pick<SlotInput, 'localStartDate' | 'localEndDate' | 'timeZone'> & { services: Part[]; location: SlotLocationInput },
) {
  assertSeveralServices(input.services)
  const { timeZone, offsets: display, time } = await resolveTime(ctx, input)
  const { data, known, chains } = await findServiceChains(ctx, input.services, input.location, time, time.start)
  const chain = chains.find((one) => one.end === time.end) ?? refuse('SLOT_NOT_FOUND')
  return { timeSlot: chainToWire({ ctx, data, known, display }, chain, Number.POSITIVE_INFINITY).toWire(), timeZone }
}

/** Chains that end within the range, for the first version of the call. */
export async function listChainsBetween(ctx: ReadContext, parts: readonly Part[], location: SlotLocationInput, range: Interval) {
  const { data, known, chains } = await findServiceChains(ctx, parts, location, range)
  return { data, known, chains: chains.filter((chain) => chain.end <= range.end) }
}
