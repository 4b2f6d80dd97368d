/** Coupons in the prices of bookings: what they take off, used when the booking is booked, given back when it does not take place. Source: guide bookings §12.9. */
import { countBookingCouponUse, listReservedForBookings, releaseCouponUses, returnCouponUse } from '#domains/orders/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { calculateDue, calculateServicePrice, isPaidByPlan, resolvePaymentOption } from '../../rules/due.ts'
import type { BookingTransition } from '../../rules/machine.ts'
import * as store from '../../store/bookings.ts'
import { findLiveCouponUses, hasBookedWithUse } from '../../store/coupon-uses.ts'
import { toCheckoutItem } from './checkout-items.ts'

/** The coupon of bookings that are paid together. */
export const findCoupon = (bookings: readonly store.BookingRow[]): store.CouponSnapshot | undefined => bookings.flatMap(({ price }) => price.coupon ?? [])[0]

/** Whose uses of a coupon a booking counts among. */
export const toCouponCustomer = ({ createdByMemberId, contactId }: store.BookingRow) => ({ memberId: createdByMemberId, contactId })

/** The price that a coupon counts from; nothing where a plan pays. */
export function toCouponItem({ serviceId, price, paymentOption, participants }: store.BookingRow) {
  const isByPlan = isPaidByPlan(resolvePaymentOption(paymentOption, price.terms, price))
  return { serviceId, price: isByPlan ? 0 : calculateServicePrice(price.terms, participants, price.priced) }
}

/** Saves the price of a held booking with a coupon, or without one. */
export async function saveCouponPrice(ctx: TransactionContext, booking: store.BookingRow, coupon: store.CouponSnapshot | undefined): Promise<store.BookingRow> {
  const { terms, ...before } = booking.price
  const { total } = calculateDue(terms, booking.paymentOption, booking.participants, booking.depositSelected === true, { ...before, coupon })
  const price = { ...booking.price, coupon, total }
  await store.updateBooking(ctx, booking.id, { price })
  return { ...booking, price }
}

/** The coupon as our pages show it: by how much the total is lower, in minor units with its tax, so that the prices less it are the total. */
export function findReduction(bookings: readonly store.BookingRow[]): { code: string; amount: number } | undefined {
  const coupon = findCoupon(bookings)
  const amount = bookings.reduce((sum, booking) => sum + calculateTotalWithoutCoupon(booking) - toCheckoutItem(booking, undefined).price.total, 0)
  return coupon && amount > 0 ? { code: coupon.code, amount } : undefined
}
/** What the booking would cost without its coupon. */
export const calculateTotalWithoutCoupon = (booking: store.BookingRow): number =>
  toCheckoutItem({ ...booking, price: { ...booking.price, coupon: undefined } }, undefined).price.total

/** A booking that is booked has used its coupon; one that is declined gives the use back, unless another booking of the same purchase stands. */
export async function settleCoupon(ctx: TransactionContext, booking: store.BookingRow, { from, to }: BookingTransition): Promise<void> {
  const { coupon } = booking.price
  if (!coupon) return
  if (from === 'CREATED' && (to === 'CONFIRMED' || to === 'PENDING'))
    await countBookingCouponUse(ctx, { couponId: coupon.id, useId: coupon.useId, ...toCouponCustomer(booking) })
  if (to === 'DECLINED' && !(await hasBookedWithUse(ctx, coupon.useId, booking.id))) await returnCouponUse(ctx, coupon.useId)
}

/** Frees the uses of bookings that were never finished. */
export async function releaseAbandonedCoupons(ctx: TransactionContext): Promise<void> {
  const reserved = await listReservedForBookings(ctx)
  const live = await findLiveCouponUses(ctx, reserved)
  await releaseCouponUses(
    ctx,
    reserved.filter((useId) => !live.has(useId)),
  )
}
