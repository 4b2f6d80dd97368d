/** Operations of our own booking page that pay: book now, and what a coupon takes off before. */
import { amountsToWire, bookingToWire, sumPaid, toDecimal, toMinorUnits } from '#domains/bookings/public.ts'
import { getSite } from '#domains/site/public.ts'
import { assertTextNumber } from '#domains/texts/public.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { bookNow } from '../actions/book-now.ts'
import { previewCoupon } from '../actions/coupons.ts'
import type { bookNowApi } from '../contract.ts'
import { refuse } from '../errors.ts'

export const bookNowHandlers: Handlers<typeof bookNowApi> = {
  bookNow: async (ctx, { body }) => {
    if (body.sendSmsReminder) assertTextNumber('contactDetails.phone', body.contactDetails?.phone)
    const { bookings, payment, isMadeAndFinished } = await bookNow(ctx, body)
    const booking = bookings[0] ?? refuse('BOOKING_NOT_FOUND')
    const paid = isMadeAndFinished ? 0 : await ctx.read(async (inner) => (await sumPaid(inner, [booking])).get(booking.id) ?? 0)
    return {
      booking: bookingToWire(booking, ctx.caller.role === 'owner'),
      amounts: amountsToWire(booking, paid),
      ...(payment && { payment }),
      ...(booking.status === 'CREATED' && booking.holdUntil && { holdExpiresAt: toWireTime(booking.holdUntil) }),
    }
  },
  async previewCoupon(ctx, { body }) {
    const { currency } = await getSite(ctx)
    const { code, off } = await previewCoupon(ctx, {
      code: body.couponCode,
      serviceId: body.serviceId,
      price: toMinorUnits(body.price, currency),
      currency,
    })
    return { code, ...(off && ('percent' in off ? { percentOff: off.percent } : { amountOff: toDecimal(off.amount, currency) })) }
  },
}
