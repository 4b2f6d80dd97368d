/** What a person asks for, resolved to a service, a time and a place, and the place taken or given back. Source: guide: bookings 4, 7. */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'
import type { LocalizedText } from '#kit/pure/languages.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { toMinor } from '#kit/pure/money.ts'
import { getSite, type Site } from '#domains/site/public.ts'
import { resourceById } from '#domains/staff/public.ts'
import type { ServiceDefinition } from '#domains/services/public.ts'
import type { BookingInput, SlotInput } from '../contract.ts'
import { unwrapOrRefuse, refuse } from '../errors.ts'
import * as places from '../scheduling.ts'
import { formatDuration } from '../rules/duration-text.ts'
import { parseSlotInstant, isTimeZone } from '../rules/dates.ts'
import type { PaymentTerms } from '../rules/due.ts'
import { getPolicyFlags, type PolicySnapshot } from '../rules/policy.ts'
import * as store from '../store/bookings.ts'
import { resolveLocation, resolveSessionLocation } from './location.ts'

export interface BookableService {
  service: ServiceDefinition
  site: Site
  terms: PaymentTerms
  needsApproval: boolean
  allowMultipleRequests: boolean
  maxParticipants: number
}

interface PolicyRule {
  [name: string]: unknown
  enabled?: boolean
}
const getPolicyRule = (service: ServiceDefinition, name: string): PolicyRule =>
  ((service.policy as unknown as Record<string, unknown>)[name] ?? {}) as PolicyRule
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** The service somebody names by its id or its schedule. */
export async function getBookableService(
  ctx: Ctx,
  ask: { serviceId?: string | null | undefined; scheduleId?: string | null | undefined },
): Promise<BookableService> {
  const valid = (id: string | null | undefined) => (id && /^[0-9a-f-]{36}$/i.test(id) ? id : undefined)
  const service =
    (valid(ask.serviceId) && (await places.findService(ctx, { id: valid(ask.serviceId) }))) ||
    (!ask.serviceId && valid(ask.scheduleId) && (await places.findService(ctx, { scheduleId: valid(ask.scheduleId) }))) ||
    refuse('SCHEDULE_NOT_FOUND')
  const site = await getSite(ctx)
  const approval = service.onlineBooking.requireManualApproval === true
  return {
    service,
    site,
    terms: readPaymentTerms(service, site.currency),
    needsApproval: approval,
    allowMultipleRequests: approval && service.onlineBooking.allowMultipleRequests === true,
    maxParticipants: number(getPolicyRule(service, 'participantsPolicy').maxParticipantsPerBooking) ?? 1,
  }
}

function readPaymentTerms(service: ServiceDefinition, currency: string): PaymentTerms {
  const payment = service.payment as { rateType?: string; fixed?: Priced; varied?: Priced & { defaultPrice?: Money }; options?: Record<string, boolean> }
  const priced = payment.fixed ?? payment.varied
  const price = payment.fixed?.price ?? payment.varied?.defaultPrice
  const deposit = payment.options?.deposit ? priced?.deposit?.value : undefined
  return {
    rate: (payment.rateType ?? 'NO_FEE') as PaymentTerms['rate'],
    price: price?.value ? Number(toMinor(price.value, currency)) : 0,
    deposit: deposit ? Number(toMinor(deposit, currency)) : null,
    fullUpfrontAllowed: priced?.fullUpfrontPaymentAllowed === true,
    online: payment.options?.online === true && getOnlineProvider() !== undefined,
    inPerson: payment.options?.inPerson === true,
    pricingPlan: payment.options?.pricingPlan === true,
  }
}
interface Money {
  value?: string
}
interface Priced {
  price?: Money
  deposit?: Money
  fullUpfrontPaymentAllowed?: boolean
}

/** The rules that a booking keeps, whatever becomes of the policy. Source: guide: services-and-availability 9.5. */
export function createPolicySnapshot({ service }: BookableService): PolicySnapshot {
  const cancel = getPolicyRule(service, 'cancellationPolicy')
  const move = getPolicyRule(service, 'reschedulePolicy')
  const fee = getPolicyRule(service, 'cancellationFeePolicy')
  const text = getPolicyRule(service, 'customPolicyDescription')
  type Window = { amount?: Money; percentage?: string; startInMinutes?: number }
  return {
    policyId: service.policyId,
    revision: String(service.policyRevision),
    cancellation: {
      enabled: cancel.enabled === true,
      limited: cancel.limitLatestCancellation === true,
      latestMinutes: number(cancel.latestCancellationInMinutes) ?? 1440,
      allowAnonymous: cancel.allowAnonymous !== false,
    },
    reschedule: {
      enabled: move.enabled === true,
      limited: move.limitLatestReschedule === true,
      latestMinutes: number(move.latestRescheduleInMinutes) ?? 1440,
      allowAnonymous: move.allowAnonymous !== false,
    },
    cancellationFee: {
      enabled: fee.enabled === true,
      windows: ((fee.cancellationWindows ?? []) as Window[]).map((w) => ({
        ...(w.amount?.value && { amount: w.amount.value }),
        ...(w.percentage && { percentage: w.percentage }),
        ...(w.startInMinutes && { startInMinutes: w.startInMinutes }),
      })),
      autoCollect: fee.autoCollectFeeEnabled !== false,
    },
    saveCard: getPolicyRule(service, 'saveCreditCardPolicy').enabled === true,
    customDescription: text.enabled ? String(text.description ?? '') : null,
  }
}

/** What a wish for a booking means: its service, its time and its place. Source: guide: bookings 4.2 (steps 3, 4, 7). */
export async function resolveBookedEntity(
  ctx: Ctx,
  bookedEntity: BookingInput['bookedEntity'],
  extraMinutes?: (offer: BookableService) => Promise<number>,
): Promise<{ offer: BookableService; place: BookingSlot }> {
  const { slot, schedule } = bookedEntity ?? {}
  if (!slot && !schedule) return refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.bookedEntity', description: 'needs a slot or a schedule' }] })
  const offer = await getBookableService(ctx, slot ?? schedule ?? {})
  const place =
    offer.service.type === 'COURSE'
      ? await resolveCourseSlot(ctx, offer, (schedule ?? slot)?.timezone)
      : await resolveSlot(ctx, offer, slot ?? {}, await extraMinutes?.(offer))
  return { offer, place }
}

/** A time or session of the service, with who could give it. */
export interface BookingSlot {
  start: Temporal.Instant
  end: Temporal.Instant
  timeZone: string
  title: string
  eventId: string | null
  /** What seats are counted by: the class session or the course. */
  seatsOf: string | null
  capacity: number
  /** Appointments: who may be taken, in order of preference. Classes: who gives it. */
  resources: string[]
  resourceNamed: boolean
  location: store.LocationCopy | null
  /** Starts of a course, in order. */
  sessionStarts: Temporal.Instant[]
}

export const refuseMissing = (...fields: string[]): never =>
  refuse('VALIDATION_FAILURE', { violations: fields.map((field) => ({ field, description: 'is required' })) })

export async function resolveSlot(ctx: Ctx, offer: BookableService, slot: SlotInput, addOnMinutes = 0): Promise<BookingSlot> {
  const zone = slot.timezone ?? offer.site.timeZone
  if (!isTimeZone(zone)) refuse('INVALID_TIME_ZONE', { timezone: zone })
  return offer.service.type === 'CLASS' ? resolveClassSlot(ctx, offer, slot, zone) : resolveAppointmentSlot(ctx, offer, slot, { zone, addOnMinutes })
}

async function resolveClassSlot(ctx: Ctx, { service }: BookableService, slot: SlotInput, zone: string): Promise<BookingSlot> {
  const id = slot.eventId ?? slot.sessionId ?? refuseMissing('booking.bookedEntity.slot.eventId')
  const session = await places.findSessionPlan(ctx, id)
  if (!session || session.cancelled || (session.serviceId ?? service.id) !== service.id || session.scheduleId !== service.scheduleId)
    return refuse('SESSION_NOT_FOUND', { eventId: id })
  return {
    start: session.startAt,
    end: session.endAt,
    timeZone: zone,
    title: session.title || service.name,
    eventId: session.id,
    seatsOf: session.id,
    capacity: session.totalCapacity,
    resources: session.resourceIds,
    resourceNamed: true,
    location: await resolveSessionLocation(ctx, service, session.location),
    sessionStarts: [],
  }
}

/** What a slot of this type needs and does not say, as wire paths. Source: guide: bookings 4.1. */
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
  ctx: Ctx,
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
    seatsOf: null,
    capacity: 1,
    resources: named ? [named] : offered,
    resourceNamed: named !== undefined && named !== null,
    location: await resolveLocation(ctx, service, slot.location),
    sessionStarts: [],
  }
}

/** Who may give an appointment: its staff, or the resources of its first kind. */
function getPrimaryResources(service: ServiceDefinition): string[] {
  const kind = service.primaryResourceType
  return service.staffIds.length > 0 || !kind
    ? service.staffIds
    : (service.serviceResources.find((need) => need.resourceType.id === kind)?.resourceIds.values ?? [])
}

const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms)

/** The place of a whole course: from its first session to the end of its last. */
export async function resolveCourseSlot(ctx: Ctx, { service, site }: BookableService, zone: string | null | undefined): Promise<BookingSlot> {
  const sessions = (await places.findCourse(ctx, service.scheduleId))?.sessions ?? []
  const [first, last] = [sessions[0], sessions[sessions.length - 1]]
  if (!first || !last) return refuse('SCHEDULE_NOT_FOUND')
  return {
    start: at(first.start),
    end: at(last.end),
    timeZone: zone ?? site.timeZone,
    title: service.name,
    eventId: null,
    seatsOf: service.scheduleId,
    capacity: service.capacity,
    resources: first.resourceIds,
    resourceNamed: true,
    location: await resolveSessionLocation(ctx, service, first.location),
    sessionStarts: sessions.map((s) => at(s.start)),
  }
}

/** The flags of the booking policy that stand against booking this now. Source: guide: services-and-availability 9.2. */
export function checkBookingPolicy(ctx: Ctx, { service }: BookableService, place: BookingSlot): ReturnType<typeof getPolicyFlags> {
  const early = getPolicyRule(service, 'limitEarlyBookingPolicy')
  const late = getPolicyRule(service, 'limitLateBookingPolicy')
  const next = place.sessionStarts.find((at) => Temporal.Instant.compare(at, ctx.now) > 0) ?? null
  return getPolicyFlags(
    {
      type: service.type,
      onlineEnabled: service.onlineBooking.enabled !== false,
      earliestMinutes: early.enabled ? number(early.earliestBookingInMinutes) : null,
      latestMinutes: late.enabled ? number(late.latestBookingInMinutes) : null,
      bookAfterStart: getPolicyRule(service, 'bookAfterStartPolicy').enabled === true,
    },
    { start: place.start, end: place.end, nextStart: next, lastStart: place.sessionStarts.at(-1) ?? place.start },
    ctx.now,
  )
}

/** Whether a customer may book this now. One flag is said in words, with its limit. */
export function assertBookingPolicy(ctx: Ctx, offer: BookableService, place: BookingSlot): void {
  const flags = checkBookingPolicy(ctx, offer, place)
  if (Object.keys(flags).length === 0) return
  const late = getPolicyRule(offer.service, 'limitLateBookingPolicy')
  const early = getPolicyRule(offer.service, 'limitEarlyBookingPolicy')
  if (flags.bookOnlineDisabled)
    refuse('BOOKING_POLICY_VIOLATION', flags, { message: 'This cannot be booked online.', de: 'Das lässt sich nicht online buchen.' })
  if (flags.tooLateToBook && !late.enabled) refuse('BOOKING_POLICY_VIOLATION', flags, { message: 'This has begun.', de: 'Das hat schon begonnen.' })
  const minutes = number(flags.tooLateToBook ? late.latestBookingInMinutes : early.earliestBookingInMinutes) ?? 0
  refuse('BOOKING_POLICY_VIOLATION', flags, flags.tooLateToBook ? bookEarlier(minutes) : bookLater(minutes))
}
const bookEarlier = (minutes: number): LocalizedText => ({
  message: `Please book at least ${formatDuration(minutes, 'en')} ahead.`,
  de: `Bitte buche mindestens ${formatDuration(minutes, 'de')} im Voraus.`,
})
const bookLater = (minutes: number): LocalizedText => ({
  message: `This can be booked ${formatDuration(minutes, 'en')} ahead, not earlier.`,
  de: `Das lässt sich frühestens ${formatDuration(minutes, 'de')} vorher buchen.`,
})

/** Who could give an appointment, and where, as the question for availability. */
export const toTeamQuery = (offer: BookableService, place: BookingSlot): places.TeamQuery => ({
  serviceId: offer.service.id,
  start: place.start,
  end: place.end,
  resourceId: place.resourceNamed ? place.resources[0] : undefined,
  locationId: place.location?.id,
  elsewhere: place.location?.locationType === 'CUSTOM',
})

export type SeatClaim = Pick<
  store.BookingRow,
  'id' | 'serviceType' | 'startAt' | 'endAt' | 'bufferMinutes' | 'resourceIds' | 'eventId' | 'scheduleId' | 'participants'
>
export interface ClaimOptions {
  capacity: number
  holdUntil: Temporal.Instant | null
  forced: boolean
  /** The entry on the waiting list whose turn it is. */
  fromOffer?: string | undefined
}

/** Takes the place under its constraint. What the booking held before is replaced in the same step; a refusal changes nothing. */
export async function claimSlot(ctx: Ctx, booking: SeatClaim, how: ClaimOptions): Promise<{ taken: true } | { taken: false; left: number }> {
  if (booking.serviceType === 'APPOINTMENT') {
    const taken = await places.claimTime(ctx, {
      bookingId: booking.id,
      resourceIds: booking.resourceIds,
      start: booking.startAt,
      end: booking.endAt,
      reservedAfterMinutes: booking.bufferMinutes,
      holdUntil: how.holdUntil,
      forced: how.forced,
    })
    return taken ? { taken } : { taken, left: 0 }
  }
  const sessionId = booking.serviceType === 'CLASS' ? (booking.eventId as string) : booking.scheduleId
  const left = await places.claimSeats(ctx, {
    bookingId: booking.id,
    sessionId,
    isCourse: booking.serviceType === 'COURSE',
    capacity: how.capacity,
    people: booking.participants,
    holdUntil: how.holdUntil,
    forced: how.forced,
    fromOffer: how.fromOffer,
  })
  return left === undefined ? { taken: true } : { taken: false, left }
}

/** Seats of the session or course a stored booking belongs to. */
export async function getCapacity(ctx: Ctx, booking: store.BookingRow): Promise<number> {
  if (booking.serviceType === 'APPOINTMENT') return 1
  const session = booking.eventId ? await places.findSessionPlan(ctx, booking.eventId) : undefined
  return session?.totalCapacity ?? (await places.findService(ctx, { id: booking.serviceId }))?.capacity ?? 0
}

/** Takes the place of a stored booking for as long as it has it, or says that it is gone. */
export const reclaimSlot = async (ctx: Ctx, booking: store.BookingRow, how: Partial<ClaimOptions> = {}): Promise<boolean> =>
  (await claimSlot(ctx, booking, { capacity: await getCapacity(ctx, booking), holdUntil: null, forced: false, ...how })).taken

/** Several bookings at once tell a person or room that does not exist from one that is taken. Source: guide: bookings 4.4. */
export async function assertResourceExists(ctx: Ctx, id: string | null | undefined): Promise<void> {
  if (id && !(await resourceById(ctx, id))) refuse('RESOURCE_NOT_FOUND', { resourceId: id })
}
export async function copyResource(ctx: Ctx, id: string | undefined): Promise<store.ResourceCopy | null> {
  const person = id ? await resourceById(ctx, id) : undefined
  if (!person) return null
  return { id: person.id, name: person.name, email: person.staff?.email ?? undefined, scheduleId: person.eventsScheduleId, type: person.typeId }
}
