/** Work after the answer: money that goes back, and fees that are collected. */
import type { Ctx } from '#kit/ctx.ts'
import { providerOf } from '#kit/payments/providers.ts'
import { collectFee } from './actions/fees.ts'
import { closeBookingsOfPlan } from './actions/follow.ts'
import { noteSentBack, paymentById } from './store/payments.ts'

/** Sends a payment back. The provider sees the same key each time, so that a repeated job moves nothing twice. */
async function refund(ctx: Ctx, { paymentId }: { paymentId: string }): Promise<void> {
  const payment = await ctx.write((inner) => paymentById(inner, paymentId))
  if (!payment?.refundDue) return
  const provider = providerOf(payment.provider ?? '')
  if (Number(payment.amount) > 0 && payment.providerRef && provider) {
    const result = await provider.refund({
      chargeRef: payment.providerRef,
      amount: { amount: payment.refunded, currency: payment.currency },
      key: `booking-refund:${payment.id}`,
      meta: { siteId: ctx.siteId, bookingId: payment.bookingId },
    })
    if (result.outcome === 'failed') throw new Error(`refund of booking payment ${payment.id} failed: ${result.problem}`)
  }
  await ctx.write((inner) => noteSentBack(inner, paymentId))
}

export const bookingsJobs = {
  'bookings.end-with-plan': (ctx: Ctx, { orderId }: { orderId: string }): Promise<void> => closeBookingsOfPlan(ctx, orderId),
  'bookings.refund': { own: true as const, run: refund },
  'bookings.collect-fee': {
    own: true as const,
    run: async (ctx: Ctx, { additionalFeeId }: { additionalFeeId: string }) => void (await collectFee(ctx, additionalFeeId)),
  },
}
