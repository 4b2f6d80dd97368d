/** Bookings through a link → actions. Source: guide bookings §17. */
import type { Handlers } from '#kit/api/mount.ts'
import { getSite } from '#domains/site/public.ts'
import { toCustomerContext, omitCreator } from '../actions/links/link-caller.ts'
import { applyCancellation } from '../actions/changes/cancel.ts'
import { assertRevision, assertOpenForVisitor } from '../actions/changes/change.ts'
import { findCancellationFees } from '../actions/money/fees.ts'
import { renderBookingCalendar } from '../actions/emails/calendar-attachment.ts'
import { joinCalendarFiles } from '../actions/emails/calendar-file.ts'
import { openAnyLink, openLink, createLinkToken } from '../actions/links/links.ts'
import { runWithLinkLimits } from '../actions/links/link-limits.ts'
import { applyMove } from '../actions/changes/move.ts'
import { getViewer } from '../actions/reading/viewer.ts'
import type { anonymousBookingsApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { isFinal } from '../rules/machine.ts'
import { getActionsAllowedByLink } from '../rules/policy.ts'
import * as store from '../store/bookings.ts'
import { findServiceForDisplay } from '#domains/services/public.ts'
import { toActionInput, feePreviewToWire } from '../wire.ts'

const hasField = (fields: unknown, name: string): boolean =>
  (Array.isArray(fields) ? fields : typeof fields === 'string' ? fields.split(',') : []).some((field) => String(field).trim() === name)

export const anonymousBookingsHandlers: Handlers<typeof anonymousBookingsApi> = {
  getAnonymousActionToken: async (ctx, { params }) => {
    const booking = (await store.bookingById(ctx, await getViewer(ctx), params.bookingId)) ?? refuse('BOOKING_NOT_FOUND', { bookingId: params.bookingId })
    assertOpenForVisitor(ctx, booking)
    return { token: await createLinkToken(ctx, { booking: booking.id }) }
  },
  getBookingAnonymously: (ctx, { params, query }) =>
    runWithLinkLimits(ctx, params.token, async (inner) => {
      const booking = await openLink(inner, params.token, false)
      const fee = hasField(query.fields, 'BOOKING_FEES') ? ((await findCancellationFees(inner, [booking])).get(booking.id) ?? 0) : 0
      return {
        booking: omitCreator(booking),
        allowedAnonymousActions: getActionsAllowedByLink(toActionInput(booking), inner.now),
        ...(fee > 0 && { bookingFee: feePreviewToWire(booking, fee) }),
      }
    }),
  cancelBookingAnonymously: (ctx, { params, body }) =>
    runWithLinkLimits(ctx, params.token, async (inner) => {
      const booking = await openLink(inner, params.token, true)
      assertRevision(booking, body.revision)
      if (!getActionsAllowedByLink(toActionInput(booking), inner.now).cancel) refuse('BOOKING_CANNOT_BE_CANCELLED', { status: booking.status })
      const canceled = await applyCancellation(toCustomerContext(inner), booking, { end: { by: 'customer', inTime: true }, alwaysNotify: true })
      return { booking: omitCreator(canceled.booking) }
    }),
  rescheduleBookingAnonymously: (ctx, { params, body }) =>
    runWithLinkLimits(ctx, params.token, async (inner) => {
      const booking = await openLink(inner, params.token, true)
      assertRevision(booking, body.revision)
      if (!getActionsAllowedByLink(toActionInput(booking), inner.now).reschedule) refuse('RESCHEDULING_NOT_ALLOWED', { status: booking.status })
      return { booking: omitCreator(await applyMove(toCustomerContext(inner), booking, { slot: body.slot }, { alwaysNotify: true })) }
    }),
  getServiceAnonymously: (ctx, { params, query }) =>
    runWithLinkLimits(ctx, params.token, async (inner) => {
      const booking = await openLink(inner, params.token, false)
      return { service: (await findServiceForDisplay(inner, booking.serviceId, query.fields ?? [])) ?? refuse('SERVICE_NOT_FOUND') }
    }),
  calendarFile: (ctx, { params }) =>
    runWithLinkLimits(ctx, params.token, async (inner) => {
      const all = await openAnyLink(inner, params.token)
      const open = all.filter((booking) => !isFinal(booking.status))
      const site = await getSite(inner)
      const files: string[] = []
      // A calendar file has one method: cancelled parts are left out while others stand.
      for (const booking of open.length > 0 ? open : all)
        files.push(await renderBookingCalendar(inner, booking, { manageLink: `${ctx.origin}/booking/${params.token}`, site }))
      return {
        status: 200,
        headers: { 'content-type': 'text/calendar; charset=utf-8', 'content-disposition': 'attachment; filename="booking.ics"', 'cache-control': 'no-store' },
        body: joinCalendarFiles(files),
      }
    }),
}
