/** Bookings through a link → actions. Source: guide: bookings 17. */
import type { Handlers } from '#kit/mount.ts'
import { currentSite } from '#domains/site/public.ts'
import { asCustomer, withoutMaker } from '../actions/as-customer.ts'
import { canceled } from '../actions/cancel.ts'
import { mustMatch, assertOpenForVisitor } from '../actions/change.ts'
import { feeOf } from '../actions/fees.ts'
import { calendarOf } from '../actions/letters.ts'
import { joinCalendars } from '../actions/calendar-file.ts'
import { openAnyLink, openLink, sealLink } from '../actions/links.ts'
import { throughLink } from '../actions/link-limits.ts'
import { moved } from '../actions/move.ts'
import { viewerOf } from '../actions/viewer.ts'
import type { anonymousBookingsApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { isFinal } from '../rules/machine.ts'
import { allowedByLink } from '../rules/policy.ts'
import * as store from '../store/bookings.ts'
import { serviceAsShown } from '#domains/services/public.ts'
import { actionAsk, feePreview } from '../wire.ts'

const named = (fields: unknown, name: string): boolean =>
  (Array.isArray(fields) ? fields : typeof fields === 'string' ? fields.split(',') : []).some((field) => String(field).trim() === name)

export const anonymousBookingsHandlers: Handlers<typeof anonymousBookingsApi> = {
  getAnonymousActionToken: async (ctx, { params }) => {
    const booking = (await store.bookingById(ctx, await viewerOf(ctx), params.bookingId)) ?? refuse('BOOKING_NOT_FOUND', { bookingId: params.bookingId })
    assertOpenForVisitor(ctx, booking)
    return { token: await sealLink(ctx, { booking: booking.id }) }
  },
  getBookingAnonymously: (ctx, { params, query }) =>
    throughLink(ctx, params.token, async (inner) => {
      const booking = await openLink(inner, params.token, false)
      const fee = named(query.fields, 'BOOKING_FEES') && booking.status === 'CONFIRMED' ? feeOf(booking, 'CANCELED', inner.now) : 0
      return {
        booking: withoutMaker(booking),
        allowedAnonymousActions: allowedByLink(actionAsk(booking), inner.now),
        ...(fee > 0 && { bookingFee: feePreview(booking, fee) }),
      }
    }),
  cancelBookingAnonymously: (ctx, { params, body }) =>
    throughLink(ctx, params.token, async (inner) => {
      const booking = await openLink(inner, params.token, true)
      mustMatch(booking, body.revision)
      if (!allowedByLink(actionAsk(booking), inner.now).cancel) refuse('BOOKING_CANNOT_BE_CANCELLED', { status: booking.status })
      return { booking: withoutMaker(await canceled(asCustomer(inner), booking, { end: { by: 'customer', inTime: true }, always: true })) }
    }),
  rescheduleBookingAnonymously: (ctx, { params, body }) =>
    throughLink(ctx, params.token, async (inner) => {
      const booking = await openLink(inner, params.token, true)
      mustMatch(booking, body.revision)
      if (!allowedByLink(actionAsk(booking), inner.now).reschedule) refuse('RESCHEDULING_NOT_ALLOWED', { status: booking.status })
      return { booking: withoutMaker(await moved(asCustomer(inner), booking, { slot: body.slot }, { always: true })) }
    }),
  getServiceAnonymously: (ctx, { params, query }) =>
    throughLink(ctx, params.token, async (inner) => {
      const booking = await openLink(inner, params.token, false)
      return { service: (await serviceAsShown(inner, booking.serviceId, query.fields ?? [])) ?? refuse('SERVICE_NOT_FOUND') }
    }),
  calendarFile: (ctx, { params }) =>
    throughLink(ctx, params.token, async (inner) => {
      const all = await openAnyLink(inner, params.token)
      const open = all.filter((booking) => !isFinal(booking.status))
      const site = await currentSite(inner)
      const files: string[] = []
      // A calendar takes one message at a time: what is cancelled is left out of the file of what is not.
      for (const booking of open.length > 0 ? open : all) files.push(await calendarOf(inner, booking, `${ctx.origin}/booking/${params.token}`, site))
      return {
        status: 200,
        headers: { 'content-type': 'text/calendar; charset=utf-8', 'content-disposition': 'attachment; filename="booking.ics"', 'cache-control': 'no-store' },
        body: joinCalendars(files),
      }
    }),
}
