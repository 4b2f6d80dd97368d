/** Operations of our own pages: summary, payments on site, calendar. Those that pay are in checkout. */
import { Temporal } from 'temporal-polyfill'
import type { OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { hasBalance } from '../actions/money/balances.ts'
import { listBookedOnDays, loadCalendar } from '../actions/reading/calendar.ts'
import { previewCancellationEffects } from '../actions/changes/cancellation-effects.ts'
import { summarizeCancellation } from '../actions/changes/cancellation-outcome.ts'
import { isSlotBookable } from '../actions/booking/check-slot.ts'
import { findPayingPlans } from '../actions/money/credits.ts'
import { createLinkToken } from '../actions/links/links.ts'
import { amountsToWire } from '../actions/money/money-view.ts'
import { sumPaid } from '../actions/money/money.ts'
import { previewCancellation } from '../actions/links/manage-page.ts'
import { markPaid, payByPlan, setFreeOfCharge } from '../actions/money/pay-on-site.ts'
import { getViewer } from '../actions/reading/viewer.ts'
import type { bookingPagesApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { isHoldActive } from '../rules/holds.ts'
import { hasManageLink } from '../rules/manage-page.ts'
import { getAllowedActions } from '../rules/policy.ts'
import * as store from '../store/bookings.ts'
import { upcomingBookingsOfPlan } from '../store/customer-bookings.ts'
import { toActionInput, formatInstant } from '../wire.ts'
import { toReply } from './bookings.ts'

const findPaid = async (ctx: ReadContext, booking: store.BookingRow): Promise<number> => (await sumPaid(ctx, [booking])).get(booking.id) ?? 0

/** Opens the manage page of the booking, or of the whole set that it is part of. */
const createManageToken = (ctx: OwnTransactionContext, { id, multiServiceBooking }: store.BookingRow): Promise<string> =>
  ctx.transaction((inner) => createLinkToken(inner, multiServiceBooking ? { set: multiServiceBooking.id } : { booking: id }))

export const bookingPagesHandlers: Handlers<typeof bookingPagesApi> = {
  checkSlot: async (ctx, { body }) => ({ isBookable: await isSlotBookable(ctx, body) }),
  bookingSummary: async (ctx, { params }) => {
    const { booking, ...money } = await ctx.read(async (inner) => {
      const booking = (await store.bookingById(inner, await getViewer(inner), params.id)) ?? refuse('BOOKING_NOT_FOUND', { bookingId: params.id })
      return {
        booking,
        amounts: amountsToWire(booking, await findPaid(inner, booking)),
        onCancel: await previewCancellation(inner, [booking], booking.price.currency),
        ...(await summarizeCancellation(inner, [booking])),
      }
    })
    return {
      ...toReply(ctx, booking),
      ...money,
      ...(booking.planOrderId !== null && { planOrderId: booking.planOrderId }),
      allowedActions: getAllowedActions(toActionInput(booking), ctx.now),
      ...(booking.policy.customDescription && { policyText: booking.policy.customDescription }),
      ...(booking.status === 'CREATED' && booking.holdUntil && isHoldActive(booking.holdUntil, ctx.now) && { holdExpiresAt: formatInstant(booking.holdUntil) }),
      ...(booking.status === 'CREATED' && { payToken: await ctx.transaction((inner) => createLinkToken(inner, { booking: booking.id })) }),
      ...((await ctx.read((inner) => hasBalance(inner, [booking]))) && {
        balanceToken: await ctx.transaction((inner) => createLinkToken(inner, { booking: booking.id })),
      }),
      ...(hasManageLink(booking, ctx.caller.role === 'visitor', ctx.now) && { manageToken: await createManageToken(ctx, booking) }),
    }
  },
  markPaid: async (ctx, { params }) => toReply(ctx, await markPaid(ctx, params.id)),
  setFreeOfCharge: async (ctx, { params, body }) => toReply(ctx, await setFreeOfCharge(ctx, params.id, body.isFree)),
  payByPlan: async (ctx, { params, body }) => toReply(ctx, await payByPlan(ctx, params.id, body?.planOrderId ?? undefined)),
  listPayingPlans: async (ctx, { body }) => ({
    plans: (await findPayingPlans(ctx, { ...body, start: Temporal.Instant.from(body.start) })).map(({ orderId, planName, balance, eligible, reason }) => ({
      orderId,
      planName,
      ...(balance !== null && { balance }),
      eligible,
      ...(reason && { reason }),
    })),
  }),
  listBookingsOfPlan: async (ctx, { params }) => ({
    bookings: (await upcomingBookingsOfPlan(ctx, params.orderId)).map((booking) => toReply(ctx, booking).booking),
  }),
  calendar: (ctx, { body }) =>
    loadCalendar(ctx, {
      from: Temporal.Instant.from(body.from),
      to: Temporal.Instant.from(body.to),
      resourceId: body.resourceId ?? undefined,
      atMost: body.atMost ?? undefined,
      isBrief: body.brief === true,
    }),
  previewCancellationEffects: (ctx, { body }) => previewCancellationEffects(ctx, body),
  listBookedOnDays: (ctx, { body }) => listBookedOnDays(ctx, body),
}
