/** What a coupon takes off bookings that are paid together. Source: guide bookings §12.9. */
import type { Temporal } from 'temporal-polyfill'
import { splitDiscount } from '#kit/pure/discount.ts'
import { toMinor } from '#kit/pure/money.ts'
import { checkValidity, type Coupon, type CouponRefusal, type CouponUses } from './coupon.ts'
import type { Decision } from './decision.ts'

/** A booking of the purchase. `price`: of the service for the whole party as listed, without add-ons, in minor units. */
export interface CouponItem {
  serviceId: string
  price: number
}
/** What comes off one booking; an amount is its share, in minor units. */
export type ItemDiscount = { percent: string } | { amount: number }
export interface BookingCoupon {
  id: string
  code: string
  /** By item; undefined where nothing comes off. */
  offs: (ItemDiscount | undefined)[]
}

/**
 * The coupon by item, or the first reason why not. It counts once for all items; an amount is split over those that it applies to, and a
 * minimum is compared with their sum.
 */
export function decideBookingCoupon(
  found: Coupon | undefined,
  of: { now: Temporal.Instant; uses: CouponUses; items: readonly CouponItem[]; currency: string },
): Decision<BookingCoupon, CouponRefusal> {
  const valid = checkValidity(found, of)
  if ('refused' in valid) return valid
  const { id, code, off, scope, appliesTo } = valid.ok
  const fits = ({ serviceId, price }: CouponItem): boolean => price > 0 && (scope.kind !== 'service' || scope.serviceId === serviceId)
  const prices = of.items.map((item) => (fits(item) ? BigInt(item.price) : 0n))
  const sum = prices.reduce((total, price) => total + price, 0n)
  if (appliesTo === 'PLANS' || sum === 0n) return { refused: 'ERROR_COUPON_NOT_APPLICABLE_FOR_BOOKING' }
  if (scope.kind === 'minimum' && sum < toMinor(scope.subtotal, of.currency)) return { refused: 'ERROR_INVALID_SUBTOTAL' }
  if ('percent' in off) return { ok: { id, code, offs: prices.map((price) => (price > 0n ? { percent: off.percent } : undefined)) } }
  const shares = splitDiscount(toMinor(off.amount, of.currency), prices)
  return { ok: { id, code, offs: shares.map((share) => (share > 0n ? { amount: Number(share) } : undefined)) } }
}
