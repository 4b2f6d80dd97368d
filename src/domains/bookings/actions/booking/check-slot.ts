/** Whether a slot can still be booked by the caller. A hint, as all availability: booking it decides. Source: guide bookings §12.4 (open). */
import type { ReadContext } from '#kit/api/context.ts'
import { Refusal } from '#kit/api/refusal.ts'
import type { BookingInput } from '../../contract.ts'
import { findFreeTeams, findCourse, findSession } from '../../scheduling.ts'
import { hasBookingAt } from '../../store/customer-bookings.ts'
import type { BookableService } from './bookable-service.ts'
import { checkBookingPolicy } from './booking-policy.ts'
import { toTeamQuery } from './claim-slot.ts'
import { getBookedService, resolveEntitySlot, type BookingSlot } from './resolve-slot.ts'
import { getViewer } from '../reading/viewer.ts'

/** What a slot is refused with that cannot be booked any more, and is not wrong in itself. */
const goneCodes = new Set(['SESSION_NOT_FOUND', 'SLOT_NOT_AVAILABLE', 'INVALID_FLOW_SELECTED_RESOURCES'])

/** Own bookings of the slot count as bookable: who comes back to the page goes on with them. Refuses with SCHEDULE_NOT_FOUND, and what is wrong in itself. */
export async function isSlotBookable(ctx: ReadContext, bookedEntity: NonNullable<BookingInput['bookedEntity']>): Promise<boolean> {
  const bookable = await getBookedService(ctx, bookedEntity)
  const slot = await findSlot(ctx, bookable, bookedEntity)
  if (!slot) return false
  const { id: serviceId } = bookable.service
  if (await hasBookingAt(ctx, await getViewer(ctx), { serviceId, startAt: slot.start, eventId: slot.eventId })) return true
  return Object.keys(checkBookingPolicy(ctx, bookable, slot)).length === 0 && (await hasRoom(ctx, bookable, slot))
}

/** Undefined when there is no such time any more. */
async function findSlot(
  ctx: ReadContext,
  bookable: BookableService,
  bookedEntity: NonNullable<BookingInput['bookedEntity']>,
): Promise<BookingSlot | undefined> {
  try {
    return await resolveEntitySlot(ctx, bookable, bookedEntity)
  } catch (error) {
    if (error instanceof Refusal && goneCodes.has(error.code)) return undefined
    throw error
  }
}

async function hasRoom(ctx: ReadContext, bookable: BookableService, slot: BookingSlot): Promise<boolean> {
  const { type, scheduleId } = bookable.service
  if (type === 'APPOINTMENT') return (await findFreeTeams(ctx, toTeamQuery(bookable, slot))).length > 0
  const seats = type === 'CLASS' ? await findSession(ctx, slot.eventId as string) : await findCourse(ctx, scheduleId)
  return (seats?.bookableCapacity ?? 0) > 0
}
