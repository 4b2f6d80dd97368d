/** Changes of bookings → actions. */
import { runBulkItems } from '#kit/api/bulk.ts'
import type { BaseContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { cancelBooking } from '../actions/changes/cancel.ts'
import { lockOwnBooking, saveBooking } from '../actions/changes/change.ts'
import { assertComplete } from '../actions/booking/booking-request.ts'
import { createBooking } from '../actions/booking/create-booking.ts'
import { confirmBooking, confirmOrDecline, declineBooking, markAsPending } from '../actions/changes/decide.ts'
import { moveBooking } from '../actions/changes/move.ts'
import { assertResourceExists } from '../actions/booking/resources.ts'
import { changeParticipants } from '../actions/changes/participants.ts'
import { getViewer } from '../actions/reading/viewer.ts'
import type { bookingsApi } from '../contract.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { emitUpdated } from '../events.ts'
import { getAllowedActions } from '../rules/policy.ts'
import { fitsNamespace, isNamespace, MAX_NAMESPACE_BYTES } from '../rules/sent-fields.ts'
import * as store from '../store/bookings.ts'
import { toActionInput, bookingToWire } from '../wire.ts'

export const isOwner = (ctx: BaseContext) => ctx.caller.role === 'owner'
export const toReply = (ctx: BaseContext, booking: store.BookingRow) => ({ booking: bookingToWire(booking, isOwner(ctx)) })
export const hasDuplicates = (ids: readonly string[]): boolean => new Set(ids.map((id) => id.toLowerCase())).size < ids.length
const toFullBooking = (booking: store.BookingRow) => bookingToWire(booking, true)

export const bookingsHandlers: Handlers<typeof bookingsApi> = {
  createBooking: async (ctx, { body }) => toReply(ctx, await createBooking(ctx, body, { claimsSeatsLast: true })),
  bulkCreateBooking: async (ctx, { body }) => {
    await ctx.transaction(async (inner) => {
      for (const input of body.createBookingsInfo) await assertComplete(inner, input)
    })
    return runBulkItems(
      ctx,
      body.createBookingsInfo,
      async (inner, input) => {
        await assertResourceExists(inner, input.booking?.bookedEntity?.slot?.resource?.id)
        return toFullBooking(await createBooking(inner, input, { claimsSeatsLast: true }))
      },
      { withItems: body.returnFullEntity === true },
    )
  },
  confirmBooking: async (ctx, { params, body }) => toReply(ctx, await confirmBooking(ctx, params.bookingId, body)),
  declineBooking: async (ctx, { params, body }) => toReply(ctx, await declineBooking(ctx, params.bookingId, body)),
  markBookingAsPending: async (ctx, { params, body }) => toReply(ctx, await markAsPending(ctx, params.bookingId, body)),
  confirmOrDeclineBooking: async (ctx, { params, body }) => toReply(ctx, await confirmOrDecline(ctx, params.bookingId, body.paymentStatus)),
  bulkConfirmOrDeclineBooking: async (ctx, { body }) => {
    if (hasDuplicates(body.details.map((detail) => detail.bookingId))) refuse('DUPLICATED_BOOKINGS')
    return runBulkItems(ctx, body.details, async (inner, detail) => toFullBooking(await confirmOrDecline(inner, detail.bookingId, detail.paymentStatus)), {
      idFrom: (detail) => detail.bookingId,
      withItems: body.returnEntity === true,
    })
  },
  rescheduleBooking: async (ctx, { params, body }) => toReply(ctx, await moveBooking(ctx, params.bookingId, body)),
  cancelBooking: async (ctx, { params, body }) => toReply(ctx, await cancelBooking(ctx, params.bookingId, body)),
  bulkCancelBooking: async (ctx, { body }) => {
    if (body.recurringCancellation) refuse('RECURRING_GROUP_NOT_FOUND')
    const list = body.bookings?.bookingsInfo ?? refuse('MISSING_CANCELLATION_INFO')
    if (hasDuplicates(list.map((item) => item.bookingId))) refuse('DUPLICATE_BOOKING_IDS')
    return runBulkItems(ctx, list, async (inner, item) => toFullBooking(await cancelBooking(inner, item.bookingId, item)), {
      idFrom: (item) => item.bookingId,
      withItems: body.returnFullEntity === true,
    })
  },
  updateNumberOfParticipants: async (ctx, { params, body }) => toReply(ctx, await changeParticipants(ctx, params.bookingId, body)),
  updateExtendedFields: async (ctx, { params, body }) => {
    if (!isNamespace(body.namespace)) assertNoViolations([{ field: 'namespace', description: 'must be @name/name or _user_fields', violatedRule: 'FORMAT' }])
    const booking = await lockOwnBooking(ctx, params.id)
    const before = booking.extendedFields[body.namespace] ?? {}
    const namespaceData = Object.fromEntries(Object.entries({ ...before, ...body.namespaceData }).filter(([, value]) => value !== null))
    if (!fitsNamespace(namespaceData))
      assertNoViolations([{ field: 'namespaceData', description: 'must be at most 10 KB', violatedRule: 'MAX_SIZE', data: { threshold: MAX_NAMESPACE_BYTES } }])
    if (JSON.stringify(before) === JSON.stringify(namespaceData)) return { namespace: body.namespace, namespaceData }
    const next = await saveBooking(ctx, booking, { extendedFields: { ...booking.extendedFields, [body.namespace]: namespaceData } })
    emitUpdated(ctx, next, { [`extendedFields.namespaces.${body.namespace}`]: before })
    return { namespace: body.namespace, namespaceData }
  },
  setBookingSubmissionId: async (ctx, { params, body }) => {
    const booking = await lockOwnBooking(ctx, params.bookingId)
    if (booking.formSubmissionId === body.submissionId) return toReply(ctx, booking)
    const next = await saveBooking(ctx, booking, { formSubmissionId: body.submissionId })
    emitUpdated(ctx, next, { formSubmissionId: booking.formSubmissionId })
    return toReply(ctx, next)
  },
  bulkCalculateAllowedActions: async (ctx, { body }) => {
    const found = new Map((await store.bookingsById(ctx, await getViewer(ctx), body.bookingIds)).map((booking) => [booking.id, booking]))
    const results = body.bookingIds.map((id, originalIndex) => {
      const booking = found.get(id.toLowerCase())
      if (booking) return { itemMetadata: { id, originalIndex, success: true }, item: getAllowedActions(toActionInput(booking), ctx.now) }
      const error = { code: 'BOOKING_NOT_FOUND', description: "This booking doesn't exist.", data: { bookingId: id } }
      return { itemMetadata: { id, originalIndex, success: false, error } }
    })
    const totalSuccesses = results.filter((result) => result.itemMetadata.success).length
    return { results, bulkActionMetadata: { totalSuccesses, totalFailures: results.length - totalSuccesses, undetailedFailures: 0 } }
  },
}
