/** Edits of carts. Source: guide bookings §12.5. */
import { findCoupon, listPayments, lockPaidBookings, type BookingRow } from '#domains/bookings/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { removeLines, updateLines, type CartLine, type LineUpdate } from '../rules/carts.ts'
import * as checkouts from '../store/checkouts.ts'
import { type Basket, type BasketItem, createBasket, CURRENT_CART, getHeldBookings, getOwnBasket } from './baskets.ts'
import { isCouponRefusal, renewCoupon, setCoupon } from './coupons.ts'

/** Locks the caller's own cart for an edit. An ordered cart does not change, and neither does one whose payment is under way. */
async function lockCart(ctx: TransactionContext, id: string): Promise<Basket> {
  const { checkout } = await getOwnBasket(ctx, id)
  await checkouts.lockCheckout(ctx, checkout.id, 'CART')
  const basket = await getOwnBasket(ctx, checkout.id)
  if (basket.checkout.kind !== 'CART') return refuse('CHECKOUT_NOT_FOUND')
  if (basket.checkout.orderId) return refuse('CART_ALREADY_ORDERED', { cartId: checkout.id, orderId: basket.checkout.orderId })
  const attempts = await listPayments(ctx, basket.checkout.bookingIds)
  if (attempts.some((attempt) => attempt.status === 'STARTED')) return refuse('PAYMENT_ALREADY_IN_PROGRESS')
  return basket
}

/** A coupon counts again for what is in the cart now, and leaves what is taken out. */
async function saveBookings(ctx: TransactionContext, { checkout, bookings }: Basket, bookingIds: string[]): Promise<Basket> {
  await checkouts.setCheckoutBookings(ctx, checkout.id, bookingIds)
  const code = findCoupon(bookings)?.code
  if (code === undefined) return getOwnBasket(ctx, checkout.id)
  const removed = bookings.filter(({ id }) => !bookingIds.includes(id))
  await setCoupon(ctx, await lockHeld(ctx, removed), undefined)
  await renewCoupon(ctx, await lockHeld(ctx, (await getOwnBasket(ctx, checkout.id)).bookings), code)
  return getOwnBasket(ctx, checkout.id)
}

/** Locked, in the order given; without those that are decided. */
const lockHeld = async (ctx: TransactionContext, bookings: readonly BookingRow[]): Promise<BookingRow[]> =>
  (
    await lockPaidBookings(
      ctx,
      bookings.map(({ id }) => id),
    )
  ).filter(({ status }) => status === 'CREATED')

/** Puts a coupon on the caller's own cart. Refuses INVALID_COUPON_CODE with the reason, whatever it is. */
export async function addCartCoupon(ctx: TransactionContext, id: string, code: string): Promise<Basket> {
  const basket = await lockCart(ctx, id)
  try {
    if (code.trim() === '') return refuse('INVALID_COUPON_CODE', { couponCode: code })
    await setCoupon(ctx, await lockHeld(ctx, basket.bookings), code)
  } catch (error) {
    if (isCouponRefusal(error)) return refuse('INVALID_COUPON_CODE', { couponCode: code, reason: error.code })
    throw error
  }
  return getOwnBasket(ctx, basket.checkout.id)
}

/** Takes the coupon with this id off the caller's own cart. */
export async function removeCartCoupon(ctx: TransactionContext, id: string, couponId: string): Promise<Basket> {
  const basket = await lockCart(ctx, id)
  if (findCoupon(basket.bookings)?.id !== couponId) return refuse('COUPON_NOT_FOUND_IN_CART', { couponId })
  await setCoupon(ctx, await lockHeld(ctx, basket.bookings), undefined)
  return getOwnBasket(ctx, basket.checkout.id)
}

/** Adds held bookings; one that is in the cart already stays as it is. The current cart begins with its first item. */
export async function addCartItems(ctx: TransactionContext, id: string, items: readonly BasketItem[]): Promise<Basket> {
  if (items.length === 0) return refuse('NO_LINE_ITEMS_TO_ADD')
  if (id === CURRENT_CART) {
    await checkouts.lockCurrentCart(ctx, ctx.caller)
    if (!(await checkouts.findCurrentCart(ctx, ctx.caller))) return createBasket(ctx, 'CART', items)
  }
  const basket = await lockCart(ctx, id)
  const added = (await getHeldBookings(ctx, items, 'catalogItems')).map((booking) => booking.id)
  return saveBookings(ctx, basket, [...new Set([...basket.checkout.bookingIds, ...added])])
}

const toLines = (basket: Basket): CartLine[] => basket.bookings.map(({ id, multiServiceBooking }) => ({ bookingId: id, setId: multiServiceBooking?.id }))

/** Takes bookings out; they are held until their time is up. */
export async function removeCartItems(ctx: TransactionContext, id: string, lineItemIds: readonly string[]): Promise<Basket> {
  const basket = await lockCart(ctx, id)
  const edit = removeLines(toLines(basket), lineItemIds)
  return 'ok' in edit ? saveBookings(ctx, basket, edit.bookingIds) : refuse(edit.refused, edit.data)
}

/** Quantities: 1 keeps a booking, 0 takes it out, more is a violation. */
export async function updateCartItems(ctx: TransactionContext, id: string, updates: readonly LineUpdate[]): Promise<Basket> {
  assertNoViolations(
    updates.flatMap(({ newQuantity }, n) =>
      (newQuantity ?? 0) <= 1
        ? []
        : [{ field: `lineItems[${n}].quantity.newQuantity`, description: 'must be 0 or 1', violatedRule: 'MAX' as const, data: { threshold: 1 } }],
    ),
  )
  const basket = await lockCart(ctx, id)
  const edit = updateLines(toLines(basket), updates)
  return 'ok' in edit ? saveBookings(ctx, basket, edit.bookingIds) : refuse(edit.refused, edit.data)
}

/** Deletes the caller's own cart; its bookings are held until their time is up. */
export async function deleteCart(ctx: TransactionContext, id: string): Promise<void> {
  const { checkout, bookings } = await lockCart(ctx, id)
  await setCoupon(ctx, await lockHeld(ctx, bookings), undefined)
  await checkouts.deleteCheckout(ctx, checkout.id)
}
