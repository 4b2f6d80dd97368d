/** Our own pages: booking and paying in one go, the summary, the desk, the calendar. */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { calendarItems } from '../actions/calendar.ts'
import { lockOwn, save } from '../actions/change.ts'
import { bookNow } from '../actions/checkout.ts'
import { payWithCredit, plansThatCouldPay } from '../actions/credits.ts'
import { sealLink } from '../actions/links.ts'
import { major, paidFor, writeReceipt } from '../actions/money.ts'
import { effectOfCancelling } from '../actions/managed.ts'
import { viewerOf } from '../actions/viewer.ts'
import type { bookingPagesApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { updated } from '../events.ts'
import { due } from '../rules/due.ts'
import { isAlive } from '../rules/holds.ts'
import { allowedActions } from '../rules/policy.ts'
import * as store from '../store/bookings.ts'
import { notePayment } from '../store/payments.ts'
import { actionAsk, iso } from '../wire.ts'
import { one } from './bookings.ts'

const amountsOf = async (ctx: Ctx, booking: store.BookingRecord) => {
  const { total, currency, terms } = booking.price
  const money = (amount: number) => major(amount, currency)
  const dueNow = booking.status === 'CREATED' ? due(terms, booking.paymentOption, booking.participants, booking.depositSelected === true, booking.price).now : 0
  const paid = (await paidFor(ctx, [booking])).get(booking.id) ?? 0
  return { total: money(total), dueNow: money(dueNow), paid: money(paid), currency }
}

export const bookingPagesHandlers: Handlers<typeof bookingPagesApi> = {
  bookNow: async (ctx, { body }) => {
    const { bookings, payment } = await bookNow(ctx, body)
    const booking = bookings[0] ?? refuse('BOOKING_NOT_FOUND')
    const amounts = await ctx.write((inner) => amountsOf(inner, booking))
    return {
      ...one(ctx, booking),
      amounts,
      ...(payment && { payment }),
      ...(booking.status === 'CREATED' && booking.holdUntil && { holdExpiresAt: iso(booking.holdUntil) }),
    }
  },
  bookingSummary: async (ctx, { params }) => {
    const booking = (await store.bookingById(ctx, await viewerOf(ctx), params.id)) ?? refuse('BOOKING_NOT_FOUND', { bookingId: params.id })
    return {
      ...one(ctx, booking),
      amounts: await amountsOf(ctx, booking),
      allowedActions: allowedActions(actionAsk(booking), ctx.now),
      onCancel: await effectOfCancelling(ctx, [booking], booking.price.currency),
      ...(booking.policy.customDescription && { policyText: booking.policy.customDescription }),
      ...(booking.status === 'CREATED' && booking.holdUntil && isAlive(booking.holdUntil, ctx.now) && { holdExpiresAt: iso(booking.holdUntil) }),
      ...(booking.status === 'CREATED' && { payToken: await ctx.write((inner) => sealLink(inner, { booking: booking.id })) }),
    }
  },
  markPaid: async (ctx, { params }) => {
    const booking = await lockOwn(ctx, params.id)
    if (booking.paymentStatus === 'PAID') return one(ctx, booking)
    if (!['PENDING', 'CONFIRMED'].includes(booking.status)) refuse('INVALID_BOOKING_STATUS', { status: booking.status })
    const { total, currency } = booking.price
    const open = total - ((await paidFor(ctx, [booking])).get(booking.id) ?? 0)
    if (open > 0) {
      const payment = { chargeId: ctx.newId(), amount: major(open, currency) }
      await notePayment(ctx, { ...payment, bookingId: booking.id, currency })
      await writeReceipt(ctx, { chargeId: payment.chargeId, state: 'EARNED', provider: 'manual', shares: [{ booking, amount: payment.amount }] })
    }
    const next = await save(ctx, booking, { paymentStatus: 'PAID' })
    updated(ctx, next, { paymentStatus: booking.paymentStatus })
    return one(ctx, next)
  },
  payByPlan: async (ctx, { params, body }) => {
    const booking = await lockOwn(ctx, params.id)
    if (booking.paymentStatus === 'PAID') return one(ctx, booking)
    // What was paid in part by money is not paid by a plan as well.
    if (!['PENDING', 'CONFIRMED'].includes(booking.status) || booking.paymentStatus !== 'NOT_PAID') refuse('INVALID_BOOKING_STATUS', { status: booking.status })
    const planOrderId = await payWithCredit(ctx, booking, body?.planOrderId ?? undefined, 'REDEEMED')
    const next = await save(ctx, booking, { paymentStatus: 'PAID', planOrderId, credits: booking.participants })
    updated(ctx, next, { paymentStatus: booking.paymentStatus })
    return one(ctx, next)
  },
  listPayingPlans: async (ctx, { body }) => ({
    plans: (await plansThatCouldPay(ctx, { ...body, start: Temporal.Instant.from(body.start) })).map(({ orderId, planName, balance, eligible, reason }) => ({
      orderId,
      planName,
      ...(balance !== null && { balance }),
      eligible,
      ...(reason && { reason }),
    })),
  }),
  listBookingsOfPlan: async (ctx, { params }) => ({
    bookings: (await store.upcomingBookingsOfPlan(ctx, params.orderId)).map((booking) => one(ctx, booking).booking),
  }),
  calendar: async (ctx, { body }) => ({ items: await calendarItems(ctx, Temporal.Instant.from(body.from), Temporal.Instant.from(body.to)) }),
}
