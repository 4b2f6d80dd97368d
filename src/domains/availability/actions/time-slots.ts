/** Time slots of appointments (second version of availability). Source: guide services-and-availability §16.4. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, formatLocal, minuteMs } from '#kit/pure/zone.ts'
import type { Reply } from '#kit/api/contract.ts'
import { createReplySerializer } from '#kit/api/reply-serializer.ts'
import { createListWriter, createTextTemplate, type ReplyBytes, type TextTemplate } from '#kit/api/written-reply.ts'
import { hasFlag, servicesByIds, type PolicyFlags, type ServiceDefinition, type ServiceLocation } from '#domains/services/public.ts'
import { listLocations, type BusinessLocation } from '#domains/staff/public.ts'
import { TimeSlot, timeSlotsApi, type AvailableResources, type ListAppointments, type SlotLocationInput } from '../contract/time-slots.ts'
import { refuse } from '../errors.ts'
import { limitPerDay } from '../rules/per-day.ts'
import { computeSlotsAt, findFreeStarts, findFreeTimes } from '../rules/slots.ts'
import { loadAvailabilityData, toSlotLocation, toSlotQuery } from './availability-data.ts'
import { loadBasics } from './cached-reads.ts'
import {
  allowedResources,
  assertKnownChoices,
  findSlotPage,
  formatEarliestBooking,
  getAppointmentServices,
  isRequestedLocation,
  listAvailableResources,
  noReasons,
  resolveTime,
  slotLocationToWire,
  toSlotFilter,
  type SlotCandidate,
  type SlotContext,
  type SlotInput,
} from './slot-candidates.ts'
import { createFlagLookup, resolveDuration, isLocationActive, parseLocalRange, toMinutes, isOfferedDuration, resolveZone } from './slot-queries.ts'

const serializeSlot = createReplySerializer(TimeSlot)
const writeSlots = createListWriter<Reply<typeof timeSlotsApi.listAvailabilityTimeSlots>>(timeSlotsApi.listAvailabilityTimeSlots.reply, 'timeSlots')

interface SlotTexts {
  start: string
  end: string
  /** Of a slot for which it is too early. */
  earliest: string | undefined
}
/** What the slots of a service at one place share: how they look outside, and their JSON. */
interface SlotForm {
  toTimeSlot(texts: SlotTexts, flags: PolicyFlags, resources: AvailableResources[]): TimeSlot
  write(out: ReplyBytes, texts: SlotTexts, flags: PolicyFlags): void
  toTexts(time: Interval, flags: PolicyFlags): SlotTexts
}
/** A free time. A month has a thousand, so that it carries no functions of its own. */
class AppointmentCandidate implements SlotCandidate {
  readonly time: Interval
  readonly start: number
  readonly day: number
  readonly flags: PolicyFlags
  readonly bookable: boolean
  readonly form: SlotForm
  readonly listResources: (() => AvailableResources[]) | undefined
  constructor(time: Interval, day: number, flags: PolicyFlags, form: SlotForm, listResources: (() => AvailableResources[]) | undefined) {
    this.time = time
    this.start = time.start
    this.day = day
    this.flags = flags
    this.bookable = !hasFlag(flags)
    this.form = form
    this.listResources = listResources
  }
  toWire(): TimeSlot {
    return this.form.toTimeSlot(this.form.toTexts(this.time, this.flags), this.flags, this.listResources?.() ?? [])
  }
  /** Its JSON. */
  writeTo(out: ReplyBytes): void {
    const { form, flags } = this
    const texts = form.toTexts(this.time, flags)
    if (this.listResources) out.appendText(serializeSlot(form.toTimeSlot(texts, flags, this.listResources())))
    else form.write(out, texts, flags)
  }
}

/** `location` as it looks outside. */
function createSlotForm(display: SlotContext['display'], service: ServiceDefinition, location: TimeSlot['location']): SlotForm {
  const toTimeSlot: SlotForm['toTimeSlot'] = ({ start, end, earliest }, flags, availableResources) => ({
    serviceId: service.id,
    localStartDate: start,
    localEndDate: end,
    bookable: !hasFlag(flags),
    ...(location ? { location } : {}),
    totalCapacity: 1,
    remainingCapacity: 1,
    bookableCapacity: 1,
    bookingPolicyViolations: { ...flags, ...(earliest !== undefined && { earliestBookingDate: earliest }) },
    availableResources,
    nestedTimeSlots: [],
    nonBookableReasons: { ...noReasons, violatesBookingPolicy: hasFlag(flags) },
    scheduleId: service.scheduleId,
    allDay: false,
  })
  // Slots with the same flags differ in their times alone.
  const templates = new Map<PolicyFlags, TextTemplate>()
  const createTemplate = (count: number, flags: PolicyFlags) =>
    createTextTemplate(serializeSlot, count, ([start = '', end = '', earliest]) => toTimeSlot({ start, end, earliest }, flags, []))
  return {
    toTimeSlot,
    write(out, { start, end, earliest }, flags) {
      const texts = earliest === undefined ? [start, end] : [start, end, earliest]
      const template = templates.get(flags) ?? createTemplate(texts.length, flags)
      templates.set(flags, template)
      template(out, texts)
    },
    toTexts: (time, flags) => ({
      start: formatLocal(display.toLocal(time.start)),
      end: formatLocal(display.toLocal(time.end)),
      earliest: formatEarliestBooking(service, flags, time.start),
    }),
  }
}

/** Makes the candidates of a service at one place; `location` as it looks outside. */
function createCandidates({ ctx, display }: Pick<SlotContext, 'ctx' | 'display'>, service: ServiceDefinition, location: TimeSlot['location']) {
  const form = createSlotForm(display, service, location)
  const findFlags = createFlagLookup(ctx, service)
  return (time: Interval, listResources?: () => AvailableResources[]): AppointmentCandidate =>
    new AppointmentCandidate(time, Math.floor(display.toLocal(time.start) / dayMs), findFlags(time.start, time.end), form, listResources)
}

const getRequestedLocation = (
  service: ServiceDefinition,
  known: readonly BusinessLocation[],
  requested: SlotLocationInput | null | undefined,
): ServiceLocation =>
  service.locations.find((location) => isLocationActive(location, known) && isRequestedLocation(location, requested ? [requested] : null)) ??
  refuse('SLOT_NOT_FOUND')

/** A page of appointment slots in a local range. Refuses with MISSING_ARGUMENTS a request without service or range. */
export const findAppointments = (ctx: ReadContext, request: ListAppointments) =>
  findSlotPage('timeSlots.list', request, async (input) => {
    if (!input.serviceId || !input.fromLocalDate || !input.toLocalDate) return refuse('MISSING_ARGUMENTS')
    assertKnownChoices(input.customerChoices)
    await loadBasics(ctx, [input.serviceId])
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
        const toCandidate = createCandidates({ ctx, display }, service, slotLocationToWire(location, known))
        const toTime = (start: number): Interval => ({ start, end: start + query.duration })
        if (!include?.length) return findFreeTimes(query).flatMap((at) => (display.isSecondPass(at) ? [] : [toCandidate(toTime(at))]))
        return findFreeStarts(query).flatMap((start) =>
          display.isSecondPass(start.at) ? [] : [toCandidate(toTime(start.at), () => listAvailableResources(data, service, query, start, include, 10))],
        )
      })
      .sort((a, b) => a.start - b.start)
      .filter(toSlotFilter(input))
    return { entries: input.timeSlotsPerDay ? limitPerDay(candidates, input.timeSlotsPerDay) : candidates, timeZone }
  })

/** The same as JSON. */
export async function listAppointments(ctx: ReadContext, request: ListAppointments) {
  const { page, timeZone, meta } = await findAppointments(ctx, request)
  return writeSlots({ timeSlots: [], timeZone, cursorPagingMetadata: meta }, page, (out, candidate) => candidate.writeTo(out))
}

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
  const candidate = createCandidates(
    { ctx, display },
    service,
    slotLocationToWire(location, known),
  )(time, () => listAvailableResources(data, service, query, start, include, Number.POSITIVE_INFINITY))
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
  const toCandidate = createCandidates({ ctx, display }, service, slotLocationToWire(location, known))
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
    options.push(toCandidate({ start: time.start, end: time.start + minutes * minuteMs }).toWire())
  }
  return { endOptions: options, timeZone }
}
/** The same local time two days later, for parsing a start without an end. */
const defaultLocalEnd = (localStart: string): string => {
  const start = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(localStart) ? Temporal.PlainDateTime.from(localStart) : undefined
  return start ? start.add({ days: 2 }).toString({ smallestUnit: 'second' }) : localStart
}
