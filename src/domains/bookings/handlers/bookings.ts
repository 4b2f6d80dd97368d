/** Changes of bookings → actions. */
import { eachOnItsOwn } from '#kit/bulk.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { cancelBooking } from '../actions/cancel.ts'
import { lockOwn, save } from '../actions/change.ts'
import { createBooking, mustBeComplete } from '../actions/create.ts'
import { confirmBooking, confirmOrDecline, declineBooking, markAsPending } from '../actions/decide.ts'
import { moveBooking } from '../actions/move.ts'
import { mustKnowResource } from '../actions/place.ts'
import { changeParticipants } from '../actions/participants.ts'
import { viewerOf } from '../actions/viewer.ts'
import type { bookingsApi } from '../contract.ts'
import { orViolate } from '#kit/refusal.ts'
import { refuse } from '../errors.ts'
import { updated } from '../events.ts'
import { allowedActions } from '../rules/policy.ts'
import * as store from '../store/bookings.ts'
import { actionAsk, bookingToWire } from '../wire.ts'

export const isOwner = (ctx: Ctx) => ctx.caller.role === 'owner'
export const one = (ctx: Ctx, booking: store.BookingRecord) => ({ booking: bookingToWire(booking, isOwner(ctx)) })
export const hasTwice = (ids: readonly string[]): boolean => new Set(ids.map((id) => id.toLowerCase())).size < ids.length
const whole = (booking: store.BookingRecord) => bookingToWire(booking, true)

const MOST_BYTES_OF_AN_APP = 10_240

export const bookingsHandlers: Handlers<typeof bookingsApi> = {
  createBooking: async (ctx, { body }) => one(ctx, await createBooking(ctx, body)),
  bulkCreateBooking: async (ctx, { body }) => {
    await ctx.write(async (inner) => {
      for (const wish of body.createBookingsInfo) await mustBeComplete(inner, wish)
    })
    return eachOnItsOwn(
      ctx,
      body.createBookingsInfo,
      async (inner, wish) => {
        await mustKnowResource(inner, wish.booking?.bookedEntity?.slot?.resource?.id)
        return whole(await createBooking(inner, wish))
      },
      { withItems: body.returnFullEntity === true },
    )
  },
  confirmBooking: async (ctx, { params, body }) => one(ctx, await confirmBooking(ctx, params.bookingId, body)),
  declineBooking: async (ctx, { params, body }) => one(ctx, await declineBooking(ctx, params.bookingId, body)),
  markBookingAsPending: async (ctx, { params, body }) => one(ctx, await markAsPending(ctx, params.bookingId, body)),
  confirmOrDeclineBooking: async (ctx, { params, body }) => one(ctx, await confirmOrDecline(ctx, params.bookingId, body.paymentStatus)),
  bulkConfirmOrDeclineBooking: async (ctx, { body }) => {
    if (hasTwice(body.details.map((detail) => detail.bookingId))) refuse('DUPLICATED_BOOKINGS')
    return eachOnItsOwn(ctx, body.details, async (inner, detail) => whole(await confirmOrDecline(inner, detail.bookingId, detail.paymentStatus)), {
      idOf: (detail) => detail.bookingId,
      withItems: body.returnEntity === true,
    })
  },
  rescheduleBooking: async (ctx, { params, body }) => one(ctx, await moveBooking(ctx, params.bookingId, body)),
  cancelBooking: async (ctx, { params, body }) => one(ctx, await cancelBooking(ctx, params.bookingId, body)),
  bulkCancelBooking: async (ctx, { body }) => {
    if (body.recurringCancellation) refuse('RECURRING_GROUP_NOT_FOUND')
    const list = body.bookings?.bookingsInfo ?? refuse('MISSING_CANCELLATION_INFO')
    if (hasTwice(list.map((item) => item.bookingId))) refuse('DUPLICATE_BOOKING_IDS')
    return eachOnItsOwn(ctx, list, async (inner, item) => whole(await cancelBooking(inner, item.bookingId, item)), {
      idOf: (item) => item.bookingId,
      withItems: body.returnFullEntity === true,
    })
  },
  updateNumberOfParticipants: async (ctx, { params, body }) => one(ctx, await changeParticipants(ctx, params.bookingId, body)),
  updateExtendedFields: async (ctx, { params, body }) => {
    const booking = await lockOwn(ctx, params.id)
    const before = booking.extendedFields[body.namespace] ?? {}
    const namespaceData = Object.fromEntries(Object.entries({ ...before, ...body.namespaceData }).filter(([, value]) => value !== null))
    if (Buffer.byteLength(JSON.stringify(namespaceData)) > MOST_BYTES_OF_AN_APP)
      orViolate([{ field: 'namespaceData', description: 'must be at most 10 KB', violatedRule: 'MAX_SIZE', data: { threshold: MOST_BYTES_OF_AN_APP } }])
    if (JSON.stringify(before) === JSON.stringify(namespaceData)) return { namespace: body.namespace, namespaceData }
    const next = await save(ctx, booking, { extendedFields: { ...booking.extendedFields, [body.namespace]: namespaceData } })
    updated(ctx, next, { [`extendedFields.namespaces.${body.namespace}`]: before })
    return { namespace: body.namespace, namespaceData }
  },
  setBookingSubmissionId: async (ctx, { params, body }) => {
    const booking = await lockOwn(ctx, params.bookingId)
    if (booking.formSubmissionId === body.submissionId) return one(ctx, booking)
    const next = await save(ctx, booking, { formSubmissionId: body.submissionId })
    updated(ctx, next, { formSubmissionId: booking.formSubmissionId })
    return one(ctx, next)
  },
  bulkCalculateAllowedActions: async (ctx, { body }) => {
    const found = new Map((await store.bookingsById(ctx, await viewerOf(ctx), body.bookingIds)).map((booking) => [booking.id, booking]))
    const results = body.bookingIds.map((id, originalIndex) => {
      const booking = found.get(id.toLowerCase())
      if (booking) return { itemMetadata: { id, originalIndex, success: true }, item: allowedActions(actionAsk(booking), ctx.now) }
      const error = { code: 'BOOKING_NOT_FOUND', description: 'This booking was not found.', data: { bookingId: id } }
      return { itemMetadata: { id, originalIndex, success: false, error } }
    })
    const totalSuccesses = results.filter((result) => result.itemMetadata.success).length
    return { results, bulkActionMetadata: { totalSuccesses, totalFailures: results.length - totalSuccesses, undetailedFailures: 0 } }
  },
}
