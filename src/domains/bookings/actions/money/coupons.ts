/** Coupons on bookings: put on what is paid together, taken when it is paid, given back when it does not take place. Source: guide bookings §12.9. */
import {
  countBookingCouponUse,
  listReservedForBookings,
  releaseCouponUse,
  releaseCouponUses,
  reserveBookingCoupon,
  resolveBookingCoupon,
  returnCouponUse,
} from '#domains/orders/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { calculateDue, calculateServicePrice, isPaidByPlan, resolvePaymentOption } from '../../rules/due.ts'
import type { BookingTransition } from '../../rules/machine.ts'
import * as store from '../../store/bookings.ts'
import { findLiveCouponUses, hasBookedWithUse } from '../../store/coupon-uses.ts'
import { type CheckoutItem, toCheckoutItem } from './checkout-items.ts'
import { toDecimal } from './money.ts'

/** The coupon of bookings that are paid together. */
export const findCoupon = (bookings: readonly store.BookingRow[]): store.CouponSnapshot | undefined => bookings.flatMap(({ price }) => price.coupon ?? [])[0]

const toCustomer = ({ createdByMemberId, contactId }: store.BookingRow) => ({ memberId: createdByMemberId, contactId })

/** The price that a coupon counts from; nothing where a plan pays. */
function toCouponItem({ serviceId, price, paymentOption, participants }: store.BookingRow) {
  const isByPlan = isPaidByPlan(resolvePaymentOption(paymentOption, price.terms, price))
  return { serviceId, price: isByPlan ? 0 : calculateServicePrice(price.terms, participants, price.priced) }
}

async function savePrice(ctx: TransactionContext, booking: store.BookingRow, coupon: store.CouponSnapshot | undefined): Promise<store.BookingRow> {
  const { terms, ...before } = booking.price
  const { total } = calculateDue(terms, booking.paymentOption, booking.participants, booking.depositSelected === true, { ...before, coupon })
  const price = { ...booking.price, coupon, total }
  await store.updateBooking(ctx, booking.id, { price })
  return { ...booking, price }
}

/**
 * Puts a coupon on held bookings that are paid together, in place of another one; without a code takes it off. The bookings are locked.
 * Refuses with the codes of guide pricing-plans §4.2.
 */
export async function setCoupon(ctx: TransactionContext, bookings: readonly store.BookingRow[], code: string | null | undefined): Promise<store.BookingRow[]> {
  const before = findCoupon(bookings)
  const [first] = bookings
  if (!first || (!before && !code)) return [...bookings]
  const of = { items: bookings.map(toCouponItem), currency: first.price.currency, customer: toCustomer(first) }
  const found = code ? await resolveBookingCoupon(ctx, code, of) : undefined
  if (before) await releaseCouponUse(ctx, before.useId)
  const useId = ctx.newId()
  const changed: store.BookingRow[] = []
  for (const [at, booking] of bookings.entries()) {
    const off = found?.offs[at]
    changed.push(await savePrice(ctx, booking, found && off && { id: found.id, code: found.code, useId, off }))
  }
  return changed
}

/** Counts the coupon again after bookings were added or taken out; it is dropped where it no longer applies. */
export async function renewCoupon(ctx: TransactionContext, bookings: readonly store.BookingRow[], code: string | undefined): Promise<void> {
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

/** The coupon as our pages show it: by how much the total is lower, in minor units with its tax, so that the prices less it are the total. */
export function findReduction(bookings: readonly store.BookingRow[]): { code: string; amount: number } | undefined {
  const coupon = findCoupon(bookings)
  const amount = bookings.reduce((sum, booking) => sum + calculateTotalWithoutCoupon(booking) - toCheckoutItem(booking, undefined).price.total, 0)
  return coupon && amount > 0 ? { code: coupon.code, amount } : undefined
}
/** What the booking would cost without its coupon. */
export const calculateTotalWithoutCoupon = (booking: store.BookingRow): number =>
  toCheckoutItem({ ...booking, price: { ...booking.price, coupon: undefined } }, undefined).price.total

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
    await reserveBookingCoupon(ctx, { couponId: coupon.id, code: coupon.code, useId: coupon.useId, rest, ...toCustomer(booking) })
  }
}

/** A booking that is booked has used its coupon; one that is declined gives the use back, unless another booking of the same purchase stands. */
export async function settleCoupon(ctx: TransactionContext, booking: store.BookingRow, { from, to }: BookingTransition): Promise<void> {
  const { coupon } = booking.price
  if (!coupon) return
  if (from === 'CREATED' && (to === 'CONFIRMED' || to === 'PENDING'))
    await countBookingCouponUse(ctx, { couponId: coupon.id, useId: coupon.useId, ...toCustomer(booking) })
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

/** What a coupon takes off a booking that is still being typed. `price` in minor units. Refuses as `setCoupon`. */
export async function previewCoupon(ctx: ReadContext, input: { code: string; serviceId: string; price: number; currency: string }) {
  const { code, serviceId, price, currency } = input
  const found = await resolveBookingCoupon(ctx, code, { items: [{ serviceId, price }], currency, customer: { memberId: ctx.caller.memberId } })
  return { code: found.code, off: found.offs[0] }
}
