/** Operations on visits → actions. */
import {
  actionAsk,
  addOnMinutes,
  allowedForSet,
  asCustomer,
  askedPart,
  bookingToWire,
  holdsPlace,
  openSetLink,
  partsOfSet,
  peopleFor,
  sealLink,
  throughLink,
  withoutMaker,
  type BookingRecord,
} from '#domains/bookings/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { cancelSet, decideSet, giveUp, moveParts, moveSet } from './actions/change-set.ts'
import { createSet } from './actions/create-set.ts'
import { addToSet, removeFromSet } from './actions/membership.ts'
import { openParts, typeOf } from './actions/parts.ts'
import type { anonymousMultiBookingsApi, multiBookingsApi } from './contract.ts'
import { refuse } from './errors.ts'

/** decision: the whole booking is answered unless the caller says no; public clients read it without asking. */
const resultsOf = (ctx: Ctx, parts: readonly BookingRecord[], returnFullEntity: boolean | null | undefined) =>
  parts.map((part) => ({ bookingId: part.id, ...(returnFullEntity !== false && { booking: bookingToWire(part, ctx.caller.role === 'owner') }) }))
const setOf = (ctx: Ctx, id: string, parts: readonly BookingRecord[], full?: boolean | null) => ({
  multiServiceBooking: { id, bookings: resultsOf(ctx, parts, full) },
})
const known = async (ctx: Ctx, id: string): Promise<BookingRecord[]> => {
  const parts = await partsOfSet(ctx, id, false)
  return parts.length > 0 ? parts : refuse('MULTI_SERVICE_BOOKING_NOT_FOUND')
}
const allowed = (ctx: Ctx, parts: readonly BookingRecord[]) => allowedForSet(parts.map(actionAsk), typeOf(parts) === 'SEPARATE_BOOKINGS', ctx.now)

/** Whether all parts are still bookable as they are; their own places do not count against them. */
async function availabilityOf(ctx: Ctx, parts: readonly BookingRecord[]) {
  let bookable = true
  const policyViolations = {}
  let maxParticipantsPerBooking = Number.MAX_SAFE_INTEGER
  for (const part of openParts(parts)) {
    const { serviceId, startAt, endAt, timeZone: timezone, eventId, location } = part
    const slot = {
      serviceId,
      startDate: startAt.toString(),
      endDate: endAt.toString(),
      timezone,
      eventId: part.serviceType === 'CLASS' ? eventId : null,
      location: location ?? { locationType: 'OWNER_BUSINESS' },
      ...(part.resourceId ? { resource: { id: part.resourceId } } : { resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }),
    }
    const extras = { minutes: addOnMinutes(part) }
    const asked = await askedPart(ctx, { slot }, extras)
    Object.assign(policyViolations, asked.flags)
    maxParticipantsPerBooking = Math.min(maxParticipantsPerBooking, asked.maxParticipants)
    // What the set holds is its own; only a place that was let go has to be free again.
    if (!holdsPlace(ctx, part) && part.serviceType === 'APPOINTMENT' && (await peopleFor(ctx, { slot }, extras)).length === 0) bookable = false
  }
  const isOpen = bookable && Object.keys(policyViolations).length === 0 && openParts(parts).length > 0
  return {
    bookable: isOpen,
    totalCapacity: 1,
    remainingCapacity: bookable ? 1 : 0,
    policyViolations,
    policySettings: {
      maxParticipantsPerBooking: Number.isSafeInteger(maxParticipantsPerBooking) && maxParticipantsPerBooking < 2 ** 31 ? maxParticipantsPerBooking : 1,
    },
    multiServiceBookingInfo: parts.map((part) => ({ bookingId: part.id })),
  }
}

export const multiBookingsHandlers: Handlers<typeof multiBookingsApi> = {
  createMultiServiceBooking: async (ctx, { body }) => {
    const { id, parts } = await createSet(ctx, body)
    return setOf(ctx, id, parts, body.returnFullEntity)
  },
  getMultiServiceBooking: async (ctx, { params }) => {
    const parts = await known(ctx, params.multiServiceBookingId)
    const scheduled = parts.filter((part) => part.status === 'CONFIRMED' || part.status === 'PENDING')
    return { ...setOf(ctx, params.multiServiceBookingId, parts), metadata: { totalNumberOfScheduledBookings: scheduled.length } }
  },
  getMultiServiceBookingAvailability: async (ctx, { params }) => availabilityOf(ctx, await known(ctx, params.multiServiceBookingId)),
  rescheduleMultiServiceBooking: async (ctx, { params, body }) =>
    setOf(
      ctx,
      params.multiServiceBookingId,
      await moveSet(ctx, params.multiServiceBookingId, { ...body, list: body.rescheduleBookingsInfo }),
      body.returnFullEntity,
    ),
  cancelMultiServiceBooking: async (ctx, { params, body }) =>
    setOf(ctx, params.multiServiceBookingId, await cancelSet(ctx, params.multiServiceBookingId, body), body.returnFullEntity),
  markMultiServiceBookingAsPending: async (ctx, { params, body }) =>
    setOf(
      ctx,
      params.multiServiceBookingId,
      await decideSet(ctx, params.multiServiceBookingId, 'markAsPending', { ...body, list: body.markAsPendingBookingsInfo ?? [] }),
      body.returnFullEntity,
    ),
  confirmMultiServiceBooking: async (ctx, { params, body }) =>
    setOf(
      ctx,
      params.multiServiceBookingId,
      await decideSet(ctx, params.multiServiceBookingId, 'confirm', { ...body, list: body.confirmBookingsInfo ?? [] }),
      body.returnFullEntity,
    ),
  declineMultiServiceBooking: async (ctx, { params, body }) =>
    setOf(
      ctx,
      params.multiServiceBookingId,
      await decideSet(ctx, params.multiServiceBookingId, 'decline', { ...body, list: body.declineBookingsInfo ?? [] }),
      body.returnFullEntity,
    ),
  addBookingsToMultiServiceBooking: async (ctx, { body }) => ({
    bookings: resultsOf(ctx, await addToSet(ctx, body.multiServiceBookingId, body.bookings), body.returnFullEntity),
  }),
  removeBookingsFromMultiServiceBooking: async (ctx, { body }) => ({
    bookings: resultsOf(ctx, await removeFromSet(ctx, body.multiServiceBookingId, body.bookings ?? []), body.returnFullEntity),
  }),
  bulkGetMultiServiceBookingAllowedActions: async (ctx, { body }) => {
    const results = []
    for (const [originalIndex, id] of body.multiServiceBookingIds.entries()) {
      const parts = await partsOfSet(ctx, id, false)
      const error = { code: 'MULTI_SERVICE_BOOKING_NOT_FOUND', description: 'This visit was not found.', data: { multiServiceBookingId: id } }
      results.push(
        parts.length > 0
          ? { itemMetadata: { id, originalIndex, success: true }, item: allowed(ctx, parts) }
          : { itemMetadata: { id, originalIndex, success: false, error } },
      )
    }
    const totalSuccesses = results.filter((result) => result.itemMetadata.success).length
    return { results, bulkActionMetadata: { totalSuccesses, totalFailures: results.length - totalSuccesses, undetailedFailures: 0 } }
  },
}

/** Without sign-in a step is allowed when the set allows it and no part forbids it to links. */
const allowedByLink = (ctx: Ctx, parts: readonly BookingRecord[]) => {
  const { cancel, reschedule } = allowed(ctx, parts)
  return {
    cancel: cancel && parts.every((part) => part.policy.cancellation.allowAnonymous),
    reschedule: reschedule && parts.every((part) => part.policy.reschedule.allowAnonymous),
  }
}
const linkedSet = (parts: readonly BookingRecord[]) => ({
  multiServiceBooking: { id: parts[0]?.multiServiceBooking?.id ?? '', bookings: parts.map((part) => ({ bookingId: part.id, booking: withoutMaker(part) })) },
})
const opened = async (ctx: Ctx, token: string, lock: boolean): Promise<BookingRecord[]> => {
  const parts = await openSetLink(ctx, token, lock)
  return parts.length > 0 ? parts : refuse('MULTI_SERVICE_BOOKING_NOT_FOUND')
}

export const anonymousMultiBookingsHandlers: Handlers<typeof anonymousMultiBookingsApi> = {
  getAnonymousActionTokenForMultiServiceBooking: async (ctx, { params }) => {
    await known(ctx, params.multiServiceBookingId)
    return { token: await sealLink(ctx, { set: params.multiServiceBookingId }) }
  },
  getMultiServiceBookingAnonymously: (ctx, { params }) =>
    throughLink(ctx, params.token, async (inner) => {
      const parts = await opened(inner, params.token, false)
      return { ...linkedSet(parts), allowedAnonymousActions: allowedByLink(inner, parts) }
    }),
  cancelMultiServiceBookingAnonymously: (ctx, { params }) =>
    throughLink(ctx, params.token, async (inner) => {
      const parts = await opened(inner, params.token, true)
      if (!allowedByLink(inner, parts).cancel) refuse('BOOKING_CANNOT_BE_CANCELLED')
      return linkedSet(await giveUp(asCustomer(inner), parts, { inTime: true, always: true }))
    }),
  rescheduleMultiServiceBookingAnonymously: (ctx, { params, body }) =>
    throughLink(ctx, params.token, async (inner) => {
      const parts = await opened(inner, params.token, true)
      if (!allowedByLink(inner, parts).reschedule) refuse('RESCHEDULING_NOT_ALLOWED')
      return linkedSet(await moveParts(asCustomer(inner), parts, { list: body.rescheduleBookingsInfo, always: true }))
    }),
}
