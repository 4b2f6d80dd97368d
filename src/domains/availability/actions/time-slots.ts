/** Time slots of appointments (second version of availability). Source: guide services-and-availability §16.4. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, formatLocal, minuteMs } from '#kit/pure/zone.ts'
import { hasFlag, servicesByIds, type ServiceDefinition, type ServiceLocation } from '#domains/services/public.ts'
import { listLocations, type BusinessLocation } from '#domains/staff/public.ts'
import type { AvailableResources, ListAppointments, SlotLocationInput, TimeSlot } from '../contract/time-slots.ts'
import { refuse } from '../errors.ts'
import { limitPerDay } from '../rules/per-day.ts'
import { computeSlotsAt, findFreeStarts } from '../rules/slots.ts'
import { loadAvailabilityData, toSlotLocation, toSlotQuery } from './availability-data.ts'
import {
  allowedResources,
  assertKnownChoices,
  flagsToWire,
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
import { resolveDuration, computeFlags, isLocationActive, parseLocalRange, toMinutes, isOfferedDuration, resolveZone } from './slot-queries.ts'

/** `location` as it looks outside. */
function toSlotCandidate(
  { ctx, display }: Pick<SlotContext, 'ctx' | 'display'>,
  service: ServiceDefinition,
  location: TimeSlot['location'],
  time: Interval,
  listResources: () => AvailableResources[] = () => [],
): SlotCandidate {
  const flags = computeFlags(ctx, service, time.start, time.end)
  const bookable = !hasFlag(flags)
  return {
    start: time.start,
    day: Math.floor(display.toLocal(time.start) / dayMs),
    bookable,
    flags,
    toWire: () => ({
      serviceId: service.id,
      localStartDate: formatLocal(display.toLocal(time.start)),
      localEndDate: formatLocal(display.toLocal(time.end)),
      bookable,
      ...(location ? { location } : {}),
      totalCapacity: 1,
      remainingCapacity: 1,
      bookableCapacity: 1,
      bookingPolicyViolations: flagsToWire(service, flags, time.start),
      availableResources: listResources(),
      nestedTimeSlots: [],
      nonBookableReasons: { ...noReasons, violatesBookingPolicy: !bookable },
      scheduleId: service.scheduleId,
      allDay: false,
    }),
  }
}

const getRequestedLocation = (
  service: ServiceDefinition,
  known: readonly BusinessLocation[],
  requested: SlotLocationInput | null | undefined,
): ServiceLocation =>
  service.locations.find((location) => isLocationActive(location, known) && isRequestedLocation(location, requested ? [requested] : null)) ??
  refuse('SLOT_NOT_FOUND')

/** A page of appointment slots in a local range. Refuses with MISSING_ARGUMENTS a request without service or range. */
export const listAppointments = (ctx: ReadContext, request: ListAppointments) =>
  listSlotPage('timeSlots.list', request, async (input) => {
    if (!input.serviceId || !input.fromLocalDate || !input.toLocalDate) return refuse('MISSING_ARGUMENTS')
    assertKnownChoices(input.customerChoices)
    const timeZone = await resolveZone(ctx, input.timeZone)
    const { range, offsets: display } = parseLocalRange(input.fromLocalDate, input.toLocalDate, timeZone)
    const [service] = (await getAppointmentServices(ctx, [input.serviceId], () => 'serviceId')) as [ServiceDefinition]
    const durationMinutes = await resolveDuration(ctx, service, input.customerChoices)
    const [data, known] = await Promise.all([loadAvailabilityData(ctx, [service], range), listLocations(ctx)])
    const include = input.includeResourceTypeIds
    const candidates = service.locations
      .filter((location) => isLocationActive(location, known) && isRequestedLocation(location, input.locations))
      .flatMap((location) => {
        const query = toSlotQuery(data, service, {
          range,
          location: toSlotLocation(location),
          durationMinutes,
          allowedIds: allowedResources(input.resourceTypes),
        })
        const place = slotLocationToWire(location, known)
        return findFreeStarts(query)
          .filter((s) => !display.isSecondPass(s.at))
          .map((s) =>
            toSlotCandidate({ ctx, display }, service, place, { start: s.at, end: s.at + query.duration }, () =>
              include?.length ? listAvailableResources(data, service, query, s, include, 10) : [],
            ),
          )
      })
      .sort((a, b) => a.start - b.start)
      .filter(toSlotFilter(input))
    return { entries: input.timeSlotsPerDay ? limitPerDay(candidates, input.timeSlotsPerDay) : candidates, timeZone }
  })

/**
 * One slot, on the grid or not, with all resources that are free. Classes and courses reply without a slot: public clients call this
 * for any service. Source: guide services-and-availability §16.4.
 */
export async function getAppointment(ctx: ReadContext, input: SlotInput): Promise<{ timeSlot?: TimeSlot; timeZone: string }> {
  assertKnownChoices(input.customerChoices)
  const { timeZone, offsets: display, time } = await resolveTime(ctx, input)
  const [requestedService] = await servicesByIds(ctx, [input.serviceId])
  if (requestedService && requestedService.type !== 'APPOINTMENT') return { timeZone }
  const [service] = (await getAppointmentServices(ctx, [input.serviceId], () => 'serviceId')) as [ServiceDefinition]
  const minutes = toMinutes(time.end - time.start)
  const fields = { duration: 'localEndDate', addOns: 'customerChoices.addOnIds' }
  if (input.customerChoices?.addOnIds?.length || !isOfferedDuration(service, minutes))
    await resolveDuration(ctx, service, { ...input.customerChoices, durationInMinutes: minutes }, fields)
  const [data, known] = await Promise.all([loadAvailabilityData(ctx, [service], time), listLocations(ctx)])
  const location = getRequestedLocation(service, known, input.location)
  const query = toSlotQuery(data, service, {
    range: time,
    location: toSlotLocation(location),
    durationMinutes: minutes,
    allowedIds: allowedResources(input.resourceTypes),
  })
  const [start] = computeSlotsAt(query, [time.start])
  if (!start || start.free.length === 0) return refuse('SLOT_NOT_FOUND')
  const include = input.includeResourceTypeIds?.length ? input.includeResourceTypeIds : null
  const candidate = toSlotCandidate({ ctx, display }, service, slotLocationToWire(location, known), time, () =>
    listAvailableResources(data, service, query, start, include, Number.POSITIVE_INFINITY),
  )
  return { timeSlot: candidate.toWire(), timeZone }
}

interface EndOptionsInput extends Omit<SlotInput, 'localEndDate'> {
  maxLocalEndDate?: string | null | undefined
}
/** The end times that a customer may choose for a start, up to the first that no resource is free for. Source: guide services-and-availability §16.4. */
export async function endOptions(ctx: ReadContext, input: EndOptionsInput) {
  const {
    timeZone,
    offsets: display,
    time,
  } = await resolveTime(ctx, { ...input, localEndDate: input.maxLocalEndDate ?? defaultLocalEnd(input.localStartDate) })
  const [service] = (await getAppointmentServices(ctx, [input.serviceId], () => 'serviceId')) as [ServiceDefinition]
  const lengths = service.durationRange ?? refuse('END_OPTIONS_NOT_SUPPORTED')
  // decision: refuses only an end more than a day away; an earlier one beyond the service's maximum is cut to it. Source: guide services-and-availability §16.4.
  if (input.maxLocalEndDate && toMinutes(time.end - time.start) > 1440) refuse('MAX_END_DATE_EXCEEDS_MAXIMUM')
  const last = input.maxLocalEndDate ? Math.min(lengths.max, toMinutes(time.end - time.start)) : lengths.max
  const range = { start: time.start, end: time.start + lengths.max * minuteMs }
  const [data, known] = await Promise.all([loadAvailabilityData(ctx, [service], range), listLocations(ctx)])
  const location = getRequestedLocation(service, known, input.location)
  const place = slotLocationToWire(location, known)
  const step = data.split.sameAsDuration ? lengths.min : data.split.minutes
  const options: TimeSlot[] = []
  for (let minutes = lengths.min; minutes <= last; minutes += step) {
    const query = toSlotQuery(data, service, {
      range,
      location: toSlotLocation(location),
      durationMinutes: minutes,
      allowedIds: allowedResources(input.resourceTypes),
    })
    const [start] = computeSlotsAt(query, [time.start])
    if (!start || start.free.length === 0) break
    options.push(toSlotCandidate({ ctx, display }, service, place, { start: time.start, end: time.start + minutes * minuteMs }).toWire())
  }
  return { endOptions: options, timeZone }
}
/** The same local time two days later, for parsing a start without an end. */
const defaultLocalEnd = (localStart: string): string => {
  const start = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(localStart) ? Temporal.PlainDateTime.from(localStart) : undefined
  return start ? start.add({ days: 2 }).toString({ smallestUnit: 'second' }) : localStart
}
