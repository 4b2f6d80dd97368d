/** Coupons on what is paid together: put on, counted again, reserved before anything is charged. Source: guide bookings §12.9. */
import { findCoupon, saveCouponPrice, toCouponCustomer, toCouponItem, toDecimal, type BookingRow, type CheckoutItem } from '#domains/bookings/public.ts'
import { releaseCouponUse, reserveBookingCoupon, resolveBookingCoupon } from '#domains/orders/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'

/**
 * Puts a coupon on held bookings that are paid together, in place of another one; without a code takes it off. The bookings are locked.
 * Refuses with the codes of guide pricing-plans §4.2.
 */
export async function setCoupon(ctx: TransactionContext, bookings: readonly BookingRow[], code: string | null | undefined): Promise<BookingRow[]> {
  const before = findCoupon(bookings)
  const [first] = bookings
  if (!first || (!before && !code)) return [...bookings]
  const of = { items: bookings.map(toCouponItem), currency: first.price.currency, customer: toCouponCustomer(first) }
  const found = code ? await resolveBookingCoupon(ctx, code, of) : undefined
  if (before) await releaseCouponUse(ctx, before.useId)
  const useId = ctx.newId()
  const changed: BookingRow[] = []
  for (const [at, booking] of bookings.entries()) {
    const off = found?.offs[at]
    changed.push(await saveCouponPrice(ctx, booking, found && off && { id: found.id, code: found.code, useId, off }))
  }
  return changed
}

/** Counts the coupon again after bookings were added or taken out; it is dropped where it no longer applies. */
export async function renewCoupon(ctx: TransactionContext, bookings: readonly BookingRow[], code: string | undefined): Promise<void> {
  try {
    await setCoupon(ctx, bookings, code)
  } catch (error) {
    if (!isCouponRefusal(error)) throw error
    await setCoupon(ctx, bookings, undefined)
  }
}
/** Whether a thrown error says that a coupon does not apply. */
export const isCouponRefusal = (error: unknown): error is { code: string } =>
  typeof error === 'object' && error !== null && 'code' in error && /^ERROR_(COUPON_|INVALID_SUBTOTAL)/.test(String(error.code))

/** The coupon as a cart names it. */
export interface AppliedCoupon {
  id: string
  code: string
  /** Minor units. */
  discount: number
  bookingIds: string[]
}
/** What the coupon takes off the items of a basket. */
export function summarizeCoupon(items: readonly CheckoutItem[]): AppliedCoupon | undefined {
  const discounted = items.filter(({ price }) => price.discount !== undefined)
  const coupon = findCoupon(discounted.map(({ booking }) => booking))
  if (!coupon) return undefined
  const discount = discounted.reduce((sum, { price }) => sum + (price.discount ?? 0), 0)
  return { id: coupon.id, code: coupon.code, discount, bookingIds: discounted.map(({ booking }) => booking.id) }
}

/**
 * Takes the use of each coupon, before anything is charged or finished. `due`: what is charged now, in minor units. Refuses when the uses are
 * gone, and where the rest is too small for the provider.
 */
export async function reserveCoupons(ctx: TransactionContext, items: readonly CheckoutItem[], due: number): Promise<void> {
  const reserved = new Set<string>()
  for (const { booking, price } of items) {
    const { coupon } = booking.price
    if (!coupon || price.discount === undefined || reserved.has(coupon.useId)) continue
    reserved.add(coupon.useId)
    const { currency } = booking.price
    const rest = { amount: toDecimal(due, currency), currency }
    await reserveBookingCoupon(ctx, { couponId: coupon.id, code: coupon.code, useId: coupon.useId, rest, ...toCouponCustomer(booking) })
  }
}

/** What a coupon takes off a booking that is still being typed. `price` in minor units. Refuses as `setCoupon`. */
export async function previewCoupon(ctx: ReadContext, input: { code: string; serviceId: string; price: number; currency: string }) {
  const { code, serviceId, price, currency } = input
  const found = await resolveBookingCoupon(ctx, code, { items: [{ serviceId, price }], currency, customer: { memberId: ctx.caller.memberId } })
  return { code: found.code, off: found.offs[0] }
}
