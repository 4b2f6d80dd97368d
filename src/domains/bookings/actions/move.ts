/** A booking moves to another time or class. Source: guide: bookings 9. */
import type { Ctx } from '#kit/ctx.ts'
import type { Flags, SlotIn } from '../contract.ts'
import { refuse } from '../errors.ts'
import { acted } from '../events.ts'
import { isAlive } from '../rules/holds.ts'
import { statusAfterMove } from '../rules/outcome.ts'
import { moveIsInTime } from '../rules/policy.ts'
import { reminderAt } from '../rules/reminders.ts'
import * as store from '../store/bookings.ts'
import { actionAsk, bookingToWire, iso } from '../wire.ts'
import { begin, save } from './change.ts'
import { freePeople } from '../time.ts'
import { clockText, writeToCustomer, type Notice } from './letters.ts'
import { mustRespectPolicy, offerOf, placeOf, releasePlace, resourceCopy, takePlace } from './place.ts'

export interface Move {
  revision?: string | null
  slot: SlotIn
  totalParticipants?: number | null
  participantNotification?: Notice | null
  flowControlSettings?: Flags | null
}

const invalid = (reason: string): never => refuse('VALIDATION_FAILURE', { reason })

/** The old place is given back only when the new one is taken; a refusal leaves everything as it was. */
export async function moveBooking(ctx: Ctx, id: string, move: Move): Promise<store.BookingRecord> {
  const booking = await begin(ctx, id, move.revision)
  const owner = ctx.caller.role === 'owner'
  const flags = owner ? (move.flowControlSettings ?? {}) : {}
  const before = booking.status
  if (before !== 'CONFIRMED' && before !== 'PENDING' && !(before === 'CREATED' && isAlive(booking.holdUntil, ctx.now))) return invalid('STATUS')
  if (booking.serviceType === 'COURSE') return invalid('COURSE')
  if (booking.multiServiceBooking) return refuse('NOT_ALLOWED_TO_UPDATE_BOOKING_IN_MULTI_SERVICE_BOOKING')
  if (move.slot.serviceId && move.slot.serviceId !== booking.serviceId) return invalid('OTHER_SERVICE')
  if (!flags.ignoreReschedulePolicy && !owner && !moveIsInTime(actionAsk(booking), ctx.now)) refuse('BOOKING_POLICY_VIOLATION', { action: 'reschedule' })
  const offer = await offerOf(ctx, { serviceId: booking.serviceId })
  const slot =
    booking.serviceType === 'APPOINTMENT'
      ? {
          ...move.slot,
          ...(!move.slot.resource?.id && { resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }),
          location: move.slot.location ?? booking.location ?? { locationType: 'OWNER_BUSINESS' },
        }
      : move.slot
  const place = await placeOf(ctx, offer, slot)
  if (!owner) mustRespectPolicy(ctx, offer, place)
  const people = move.totalParticipants ?? booking.participants
  if (!owner && people > offer.maxParticipants) return invalid('PARTICIPANTS')
  const newTotal = booking.price.terms.price * people
  if (booking.paymentStatus === 'PAID' && booking.price.total > 0 && newTotal !== booking.price.total) refuse('PRICE_CHANGE_NOT_ALLOWED')
  const sameResource = !move.slot.resource?.id || move.slot.resource.id === booking.resourceId
  const samePlace =
    place.start.equals(booking.startAt) && place.end.equals(booking.endAt) && place.eventId === (booking.serviceType === 'CLASS' ? booking.eventId : null)
  if (samePlace && sameResource && people === booking.participants) return booking

  const status = flags.skipBusinessConfirmation ? before : statusAfterMove(before, owner ? 'owner' : 'customer', booking.needsApproval)
  const holdUntil = status === 'CREATED' ? booking.holdUntil : null
  const free =
    booking.serviceType === 'APPOINTMENT' && !flags.skipAvailabilityValidation
      ? (
          await freePeople(ctx, {
            serviceId: booking.serviceId,
            start: place.start,
            end: place.end,
            resourceId: move.slot.resource?.id ?? undefined,
            locationId: place.location?.id,
            elsewhere: place.location?.locationType === 'CUSTOM',
            exceptBookingId: booking.id,
          })
        ).map((one) => one.id)
      : place.resources
  const candidates = booking.serviceType === 'CLASS' ? [place.resources] : preferring(free, move.slot.resource?.id ? null : booking.resourceId).map((r) => [r])
  const target = {
    ...booking,
    startAt: place.start,
    endAt: place.end,
    participants: people,
    bufferMinutes: offer.service.type === 'APPOINTMENT' ? offer.service.timeBetweenSessions : 0,
    eventId: booking.serviceType === 'CLASS' ? place.eventId : booking.eventId,
  }
  let taken: string[] | undefined
  let doubleBooked = false
  for (const resources of candidates) {
    const overlapping =
      flags.skipAvailabilityValidation && booking.serviceType === 'APPOINTMENT'
        ? await store.overlappingAppointments(ctx, resources, place.start, place.end, booking.id)
        : 0
    // Seats are counted per session: the old ones are given back first, in the same transaction, so that a refusal undoes it.
    if (booking.serviceType === 'CLASS' && place.eventId !== booking.eventId) await releasePlace(ctx, booking)
    const result = await takePlace(
      ctx,
      { ...target, resourceIds: resources },
      { capacity: place.capacity, holdUntil, forced: booking.serviceType === 'CLASS' ? flags.skipAvailabilityValidation === true : overlapping > 0 },
    )
    if (!result.taken) continue
    taken = resources
    doubleBooked = overlapping > 0
    break
  }
  if (!taken) return refuse(booking.serviceType === 'CLASS' ? 'SESSION_CAPACITY_EXCEEDED' : 'SLOT_NOT_AVAILABLE')
  await store.forgetAttendance(ctx, booking.id)
  const next = await save(ctx, booking, {
    status,
    startAt: place.start,
    endAt: place.end,
    timeZone: place.timeZone,
    eventId: target.eventId,
    title: place.title,
    participants: people,
    resourceIds: taken,
    resourceId: taken[0] ?? null,
    resource: await resourceCopy(ctx, taken[0]),
    location: place.location,
    bufferMinutes: target.bufferMinutes,
    doubleBooked,
    price: { ...booking.price, total: booking.price.terms.rate === 'CUSTOM' ? 0 : newTotal },
    remindAt: status === 'CONFIRMED' ? reminderAt(place.start, ctx.now) : null,
    remindedAt: null,
  })
  acted(ctx, 'rescheduled', next, {
    previousBookedEntity: bookingToWire(booking, true).bookedEntity,
    previousStartDate: iso(booking.startAt),
    previousEndDate: iso(booking.endAt),
    previousTotalParticipants: booking.participants,
  })
  if (status === 'PENDING' && before === 'CONFIRMED')
    acted(ctx, 'markedAsPending', next, { previousStatus: before, previousPaymentStatus: booking.paymentStatus })
  if (move.participantNotification?.notifyParticipants) {
    await writeToCustomer(ctx, 'booking-rescheduled', next, {
      oldStartText: clockText(booking.startAt, booking.timeZone),
      ownerMessage: move.participantNotification.message ?? '',
      ...(status === 'PENDING' && { statusText: 'The new time waits for approval.' }),
    })
  }
  return next
}

/** The one who had it first, when free; then everybody else. */
const preferring = (resources: readonly string[], first: string | null): string[] =>
  first && resources.includes(first) ? [first, ...resources.filter((r) => r !== first)] : [...resources]
