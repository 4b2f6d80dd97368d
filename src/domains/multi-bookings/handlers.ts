/** Operations on visits → actions. */
import {
  toActionInput,
  getAddOnMinutes,
  getActionsAllowedForSet,
  toCustomerContext,
  resolvePart,
  bookingToWire,
  isHoldingSlot,
  openSetLink,
  findSetParts,
  findPeople,
  createLinkToken,
  runWithLinkLimits,
  omitCreator,
  type BookingRow,
} from '#domains/bookings/public.ts'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { cancelSet, cancelSomeParts, decideSet, cancelParts, moveParts, moveSet } from './actions/change-set.ts'
import { createSet } from './actions/create-set.ts'
import { previewRepeat } from './actions/preview-repeat.ts'
import { addToSet, removeFromSet } from './actions/membership.ts'
import { filterOpenParts, getSetType } from './actions/parts.ts'
import type { anonymousMultiBookingsApi, multiBookingsApi } from './contract.ts'
import { refuse } from './errors.ts'

/** decision: replies carry full bookings unless the caller declines them, because public clients expect them. */
const toResults = (ctx: BaseContext, parts: readonly BookingRow[], returnFullEntity: boolean | null | undefined) =>
  parts.map((part) => ({ bookingId: part.id, ...(returnFullEntity !== false && { booking: bookingToWire(part, ctx.caller.role === 'owner') }) }))
const setToWire = (ctx: BaseContext, id: string, parts: readonly BookingRow[], full?: boolean | null) => ({
  multiServiceBooking: { id, bookings: toResults(ctx, parts, full) },
})
const getParts = async (ctx: ReadContext, id: string): Promise<BookingRow[]> => {
  const parts = await findSetParts(ctx, id)
  return parts.length > 0 ? parts : refuse('MULTI_SERVICE_BOOKING_NOT_FOUND')
}
const getAllowedActions = (ctx: BaseContext, parts: readonly BookingRow[]) =>
  getActionsAllowedForSet(parts.map(toActionInput), getSetType(parts) === 'SEPARATE_BOOKINGS', ctx.now)

/** Whether all parts are still bookable; slots that the set holds itself count as free. */
async function calculateAvailability(ctx: ReadContext, parts: readonly BookingRow[]) {
  let bookable = true
  const policyViolations = {}
  let maxParticipantsPerBooking = Number.MAX_SAFE_INTEGER
  for (const part of filterOpenParts(parts)) {
    const { serviceId, startAt, endAt, timeZone: timezone, eventId, location } = part
    const slot = {
      serviceId,
      startDate: startAt.toString(),
      endDate: endAt.toString(),
      timezone,
      eventId: part.serviceType === 'CLASS' ? eventId : null,
      location: location ?? { locationType: 'OWNER_BUSINESS' },
      ...(part.resourceId ? { resource: { id: part.resourceId } } : { resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' as const }] }),
    }
    const extras = { minutes: getAddOnMinutes(part) }
    const asked = await resolvePart(ctx, { slot }, extras)
    Object.assign(policyViolations, asked.flags)
    maxParticipantsPerBooking = Math.min(maxParticipantsPerBooking, asked.maxParticipants)
    // A held slot belongs to the set; only a released one has to be free.
    if (!isHoldingSlot(ctx, part) && part.serviceType === 'APPOINTMENT' && (await findPeople(ctx, { slot }, extras)).length === 0) bookable = false
  }
  const isOpen = bookable && Object.keys(policyViolations).length === 0 && filterOpenParts(parts).length > 0
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
    return setToWire(ctx, id, parts, body.returnFullEntity)
  },
  previewRepeat: async (ctx, { body }) => ({ dates: await previewRepeat(ctx, body) }),
  getMultiServiceBooking: async (ctx, { params }) => {
    const parts = await getParts(ctx, params.multiServiceBookingId)
    const scheduled = parts.filter((part) => part.status === 'CONFIRMED' || part.status === 'PENDING')
    return { ...setToWire(ctx, params.multiServiceBookingId, parts), metadata: { totalNumberOfScheduledBookings: scheduled.length } }
  },
  getMultiServiceBookingAvailability: async (ctx, { params }) => calculateAvailability(ctx, await getParts(ctx, params.multiServiceBookingId)),
  rescheduleMultiServiceBooking: async (ctx, { params, body }) =>
    setToWire(
      ctx,
      params.multiServiceBookingId,
      await moveSet(ctx, params.multiServiceBookingId, { ...body, list: body.rescheduleBookingsInfo }),
      body.returnFullEntity,
    ),
  cancelMultiServiceBooking: async (ctx, { params, body }) =>
    setToWire(ctx, params.multiServiceBookingId, await cancelSet(ctx, params.multiServiceBookingId, body), body.returnFullEntity),
  markMultiServiceBookingAsPending: async (ctx, { params, body }) =>
    setToWire(
      ctx,
      params.multiServiceBookingId,
      await decideSet(ctx, params.multiServiceBookingId, 'markAsPending', { ...body, list: body.markAsPendingBookingsInfo ?? [] }),
      body.returnFullEntity,
    ),
  confirmMultiServiceBooking: async (ctx, { params, body }) =>
    setToWire(
      ctx,
      params.multiServiceBookingId,
      await decideSet(ctx, params.multiServiceBookingId, 'confirm', { ...body, list: body.confirmBookingsInfo ?? [] }),
      body.returnFullEntity,
    ),
  declineMultiServiceBooking: async (ctx, { params, body }) =>
    setToWire(
      ctx,
      params.multiServiceBookingId,
      await decideSet(ctx, params.multiServiceBookingId, 'decline', { ...body, list: body.declineBookingsInfo ?? [] }),
      body.returnFullEntity,
    ),
  addBookingsToMultiServiceBooking: async (ctx, { body }) => ({
    bookings: toResults(ctx, await addToSet(ctx, body.multiServiceBookingId, body.bookings), body.returnFullEntity),
  }),
  removeBookingsFromMultiServiceBooking: async (ctx, { body }) => ({
    bookings: toResults(ctx, await removeFromSet(ctx, body.multiServiceBookingId, body.bookings ?? []), body.returnFullEntity),
  }),
  bulkGetMultiServiceBookingAllowedActions: async (ctx, { body }) => {
    const results = []
    for (const [originalIndex, id] of body.multiServiceBookingIds.entries()) {
      const parts = await findSetParts(ctx, id)
      const error = { code: 'MULTI_SERVICE_BOOKING_NOT_FOUND', description: "This visit doesn't exist.", data: { multiServiceBookingId: id } }
      results.push(
        parts.length > 0
          ? { itemMetadata: { id, originalIndex, success: true }, item: getAllowedActions(ctx, parts) }
          : { itemMetadata: { id, originalIndex, success: false, error } },
      )
    }
    const totalSuccesses = results.filter((result) => result.itemMetadata.success).length
    return { results, bulkActionMetadata: { totalSuccesses, totalFailures: results.length - totalSuccesses, undetailedFailures: 0 } }
  },
}

/** With a link an action is allowed when the set allows it and no part forbids it to links. */
const getActionsAllowedByLink = (ctx: BaseContext, parts: readonly BookingRow[]) => {
  const { cancel, reschedule } = getAllowedActions(ctx, parts)
  return {
    cancel: cancel && parts.every((part) => part.policy.cancellation.allowAnonymous),
    reschedule: reschedule && parts.every((part) => part.policy.reschedule.allowAnonymous),
  }
}
const linkedSetToWire = (parts: readonly BookingRow[]) => ({
  multiServiceBooking: { id: parts[0]?.multiServiceBooking?.id ?? '', bookings: parts.map((part) => ({ bookingId: part.id, booking: omitCreator(part) })) },
})
const openLinkedParts = async (ctx: TransactionContext, token: string, lock: boolean): Promise<BookingRow[]> => {
  const parts = await openSetLink(ctx, token, lock)
  return parts.length > 0 ? parts : refuse('MULTI_SERVICE_BOOKING_NOT_FOUND')
}

export const anonymousMultiBookingsHandlers: Handlers<typeof anonymousMultiBookingsApi> = {
  getAnonymousActionTokenForMultiServiceBooking: async (ctx, { params }) => {
    await getParts(ctx, params.multiServiceBookingId)
    return { token: await createLinkToken(ctx, { set: params.multiServiceBookingId }) }
  },
  getMultiServiceBookingAnonymously: (ctx, { params }) =>
    runWithLinkLimits(ctx, params.token, async (inner) => {
      const parts = await openLinkedParts(inner, params.token, false)
      return { ...linkedSetToWire(parts), allowedAnonymousActions: getActionsAllowedByLink(inner, parts) }
    }),
  cancelMultiServiceBookingAnonymously: (ctx, { params }) =>
    runWithLinkLimits(ctx, params.token, async (inner) => {
      const parts = await openLinkedParts(inner, params.token, true)
      if (!getActionsAllowedByLink(inner, parts).cancel) refuse('BOOKING_CANNOT_BE_CANCELLED')
      return linkedSetToWire(await cancelParts(toCustomerContext(inner), parts, { inTime: true, alwaysNotify: true }))
    }),
  cancelPartsAnonymously: (ctx, { params, body }) =>
    runWithLinkLimits(ctx, params.token, async (inner) => {
      const parts = await openLinkedParts(inner, params.token, true)
      return linkedSetToWire(await cancelSomeParts(toCustomerContext(inner), parts, body.bookingIds))
    }),
  rescheduleMultiServiceBookingAnonymously: (ctx, { params, body }) =>
    runWithLinkLimits(ctx, params.token, async (inner) => {
      const parts = await openLinkedParts(inner, params.token, true)
      if (!getActionsAllowedByLink(inner, parts).reschedule) refuse('RESCHEDULING_NOT_ALLOWED')
      return linkedSetToWire(await moveParts(toCustomerContext(inner), parts, { list: body.rescheduleBookingsInfo, alwaysNotify: true }))
    }),
}
