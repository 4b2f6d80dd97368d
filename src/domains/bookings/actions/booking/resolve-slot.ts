/** From the slot or schedule of a request to a time of a service, with who could give it and where. Source: guide bookings §4.1, §4.2. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import type { ServiceDefinition } from '#domains/services/public.ts'
import type { BookingInput, SlotInput } from '../../contract.ts'
import { refuse, unwrapOrRefuse } from '../../errors.ts'
import { isAllDay, isTimeZone, parseSlotInstant } from '../../rules/dates.ts'
import * as scheduling from '../../scheduling.ts'
import type { LocationCopy, ResourceSelection } from '../../store/bookings.ts'
import { getBookableService, type BookableService } from './bookable-service.ts'
import { resolveLocation, resolveSessionLocation } from './location.ts'

/** The service of a booked entity. Refuses with VALIDATION_FAILURE an entity without slot and schedule, and with SCHEDULE_NOT_FOUND. */
export function getBookedService(ctx: ReadContext, bookedEntity: BookingInput['bookedEntity']): Promise<BookableService> {
  const { slot, schedule } = bookedEntity ?? {}
  if (!slot && !schedule) return refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.bookedEntity', description: 'needs a slot or a schedule' }] })
  return getBookableService(ctx, slot ?? schedule ?? {})
}
/** The slot of a booked entity of a service. `addOnMinutes` lengthen an appointment. Source: guide bookings §4.2 (steps 3, 4, 7). */
export const resolveEntitySlot = (
  ctx: ReadContext,
  bookable: BookableService,
  { slot, schedule }: NonNullable<BookingInput['bookedEntity']>,
  addOnMinutes = 0,
): Promise<BookingSlot> =>
  bookable.service.type === 'COURSE' ? resolveCourseSlot(ctx, bookable, (schedule ?? slot)?.timezone) : resolveSlot(ctx, bookable, slot ?? {}, addOnMinutes)

/** The service and slot of a booked entity, read only. */
export async function resolveBookedEntity(
  ctx: ReadContext,
  bookedEntity: BookingInput['bookedEntity'],
  readAddOnMinutes: (bookable: BookableService) => Promise<number>,
): Promise<{ bookable: BookableService; slot: BookingSlot }> {
  const bookable = await getBookedService(ctx, bookedEntity)
  const minutes = bookable.service.type === 'COURSE' ? 0 : await readAddOnMinutes(bookable)
  return { bookable, slot: await resolveEntitySlot(ctx, bookable, bookedEntity ?? {}, minutes) }
}

/** A time or session of the service, with the resources that could give it. */
export interface BookingSlot {
  start: Temporal.Instant
  end: Temporal.Instant
  timeZone: string
  title: string
  eventId: string | null
  capacity: number
  /** Appointments: candidates in order of preference. Classes and courses: who gives them. */
  resources: string[]
  resourceNamed: boolean
  location: LocationCopy | null
  /** As the request said it; null for classes and courses. */
  resourceSelections: ResourceSelection[] | null
  /** It fills whole days of the business. */
  allDay: boolean
  /** Starts of a course, in order. */
  sessionStarts: Temporal.Instant[]
}

/** Refuses with VALIDATION_FAILURE and the wire paths of the missing fields. */
export const refuseMissing = (...fields: string[]): never =>
  refuse('VALIDATION_FAILURE', { violations: fields.map((field) => ({ field, description: 'is required' })) })

/**
 * The slot of a request as a time of the service. `addOnMinutes` lengthen an appointment. Refuses with VALIDATION_FAILURE, INVALID_TIME_ZONE, and
 * unknown sessions and resources.
 */
export async function resolveSlot(ctx: ReadContext, bookable: BookableService, slot: SlotInput, addOnMinutes = 0): Promise<BookingSlot> {
  if (bookable.service.type !== 'CLASS') return resolveAppointmentSlot(ctx, bookable, slot, { zone: getTimeZone(bookable, slot), addOnMinutes })
  return resolveSessionSlot(ctx, bookable, slot, (id) => scheduling.findSessionPlan(ctx, id))
}

function getTimeZone({ site }: BookableService, slot: SlotInput): string {
  const zone = slot.timezone ?? site.timeZone
  return isTimeZone(zone) ? zone : refuse('INVALID_TIME_ZONE', { timezone: zone })
}

/** The slot of a request as a session of the class, which `findSession` looks up. Refuses as `resolveSlot` does. */
export async function resolveSessionSlot(
  ctx: ReadContext,
  bookable: BookableService,
  slot: SlotInput,
  findSession: (id: string) => Promise<scheduling.SessionPlan | undefined>,
): Promise<BookingSlot> {
  const zone = getTimeZone(bookable, slot)
  const id = slot.eventId ?? slot.sessionId ?? refuseMissing('booking.bookedEntity.slot.eventId')
  const { service } = bookable
  const session = await findSession(id)
  if (!session || session.cancelled || (session.serviceId ?? service.id) !== service.id || session.scheduleId !== service.scheduleId)
    return refuse('SESSION_NOT_FOUND', { eventId: id })
  return {
    start: session.startAt,
    end: session.endAt,
    timeZone: zone,
    title: session.title || service.name,
    eventId: session.id,
    capacity: session.totalCapacity,
    resources: session.resourceIds,
    resourceNamed: true,
    location: await resolveSessionLocation(ctx, service, session.location),
    resourceSelections: null,
    allDay: session.allDay,
    sessionStarts: [],
  }
}

/** Required fields that a slot of this type lacks, as wire paths. Source: guide bookings §4.1. */
export function findMissingFields(type: ServiceDefinition['type'], slot: SlotInput): string[] {
  const any = slot.resourceSelections?.some((s) => s.selectionMethod === 'ANY_RESOURCE' || s.selectionMethod === 'SPECIFIC_RESOURCE') === true
  const lacking =
    type === 'CLASS'
      ? [!slot.eventId && !slot.sessionId && 'eventId']
      : type === 'COURSE'
        ? []
        : [
            !slot.startDate && 'startDate',
            !slot.endDate && 'endDate',
            !slot.location?.locationType && 'location.locationType',
            !slot.resource?.id && !any && 'resource.id',
          ]
  return lacking.filter((field) => field !== false).map((field) => `booking.bookedEntity.slot.${field}`)
}

async function resolveAppointmentSlot(
  ctx: ReadContext,
  { service, site }: BookableService,
  slot: SlotInput,
  { zone, addOnMinutes }: { zone: string; addOnMinutes: number },
): Promise<BookingSlot> {
  const named = slot.resource?.id
  const lacking = findMissingFields('APPOINTMENT', slot)
  if (lacking.length > 0) refuseMissing(...lacking)
  const start = unwrapOrRefuse(parseSlotInstant(slot.startDate as string, slot.timezone ?? undefined, site.timeZone))
  const end = unwrapOrRefuse(parseSlotInstant(slot.endDate as string, slot.timezone ?? undefined, site.timeZone))
  const minutes = (end.epochMilliseconds - start.epochMilliseconds) / 60_000 - addOnMinutes
  const range = service.durationRange
  const fits = range
    ? minutes >= range.min && minutes <= range.max
    : service.sessionDurations.length === 0
      ? minutes > 0
      : service.sessionDurations.includes(minutes)
  if (!fits) refuse('SLOT_NOT_AVAILABLE', { reason: 'DURATION' })
  const wanted = slot.resourceSelections ?? []
  if (!named && wanted.some((choice) => choice.selectionMethod === 'SPECIFIC_RESOURCE')) refuse('INVALID_FLOW_SELECTED_RESOURCES', { reason: 'NO_RESOURCE_ID' })
  const offered = getPrimaryResources(service)
  if (named && !offered.includes(named)) refuse('INVALID_FLOW_SELECTED_RESOURCES', { resourceId: named })
  return {
    start,
    end,
    timeZone: zone,
    title: service.name,
    eventId: null,
    capacity: 1,
    resources: named ? [named] : offered,
    resourceNamed: named !== undefined && named !== null,
    location: await resolveLocation(ctx, service, slot.location),
    resourceSelections: readResourceSelections(slot),
    allDay: isAllDay(start, end, site.timeZone),
    sessionStarts: [],
  }
}

/** What the slot says about who gives it, without what it leaves open; null when it says nothing. */
const readResourceSelections = ({ resourceSelections }: SlotInput): ResourceSelection[] | null =>
  resourceSelections && resourceSelections.length > 0
    ? resourceSelections.map(({ resourceTypeId, selectionMethod }) => ({
        ...(resourceTypeId && { resourceTypeId }),
        ...(selectionMethod && { selectionMethod }),
      }))
    : null

/** The resources that may give an appointment: its staff, or those of its primary type. */
function getPrimaryResources(service: ServiceDefinition): string[] {
  const kind = service.primaryResourceType
  return service.staffIds.length > 0 || !kind
    ? service.staffIds
    : (service.serviceResources.find((need) => need.resourceType.id === kind)?.resourceIds.values ?? [])
}

const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms)

/** The slot of a whole course: from the start of its first session to the end of its last. */
export async function resolveCourseSlot(ctx: ReadContext, { service, site }: BookableService, zone: string | null | undefined): Promise<BookingSlot> {
  const sessions = (await scheduling.findCourse(ctx, service.scheduleId))?.sessions ?? []
  const [first, last] = [sessions[0], sessions[sessions.length - 1]]
  if (!first || !last) return refuse('SCHEDULE_NOT_FOUND')
  return {
    start: at(first.start),
    end: at(last.end),
    timeZone: zone ?? site.timeZone,
    title: service.name,
    eventId: null,
    capacity: service.capacity,
    resources: first.resourceIds,
    resourceNamed: true,
    location: await resolveSessionLocation(ctx, service, first.location),
    resourceSelections: null,
    allDay: false,
    sessionStarts: sessions.map((s) => at(s.start)),
  }
}
