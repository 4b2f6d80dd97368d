/** Baskets: checkouts and carts of held bookings. Source: guide bookings §12.5. */
import {
  BOOKINGS_APP,
  findBookings,
  findPaidBookings,
  findSetParts,
  isHoldingSlot,
  lockPaidBookings,
  toCheckoutItem,
  type BookingRow,
} from '#domains/bookings/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, type Violation } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import * as checkouts from '../store/checkouts.ts'
import { payBookings, type PayInput } from './checkout.ts'
import type { PaymentOutcome } from './pay-page.ts'

export interface BasketItem {
  quantity?: number | null
  catalogReference: { appId?: string | null; catalogItemId: string }
}
export interface Basket {
  checkout: checkouts.CheckoutRow
  bookings: BookingRow[]
  /** For the amounts of an empty cart. */
  siteCurrency: string
}
/** In place of a cart's id: the caller's newest cart that is not ordered. */
export const CURRENT_CART = 'current'
export const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The bookings of a basket. Naming one part of a set, or the set itself, names all its parts. */
async function getBookingsByName(ctx: ReadContext, ids: readonly string[]): Promise<BookingRow[]> {
  const known = await findBookings(
    ctx,
    ids.filter((id) => GUID.test(id)),
  )
  const named: BookingRow[] = []
  for (const id of ids) {
    const booking = known.find((one) => one.id === id.toLowerCase())
    const setId = booking?.multiServiceBooking?.id ?? (booking || !GUID.test(id) ? undefined : id)
    const found = setId ? await findSetParts(ctx, setId) : booking ? [booking] : []
    if (found.length === 0) refuse('BOOKING_NOT_FOUND', { bookingId: id })
    for (const one of found) if (!named.some(({ id: namedId }) => namedId === one.id)) named.push(one)
  }
  return named
}

/** One booking each, and nothing of another app. Source: guide bookings §12.5. */
function findItemViolations({ quantity, catalogReference }: BasketItem, at: string): Violation[] {
  const { appId } = catalogReference
  return [
    ...((quantity ?? 1) === 1 ? [] : [{ field: `${at}.quantity`, description: 'must be 1', violatedRule: 'MAX' as const, data: { threshold: 1 } }]),
    ...(appId && appId.toLowerCase() !== BOOKINGS_APP
      ? [{ field: `${at}.catalogReference.appId`, description: 'must be the app of bookings', violatedRule: 'VALIDATION' as const, data: {} }]
      : []),
  ]
}

/** The bookings that items name: own ones, held. `field` is the name of the list in the call. */
export async function getHeldBookings(ctx: ReadContext, items: readonly BasketItem[], field: string): Promise<BookingRow[]> {
  assertNoViolations(items.flatMap((item, n) => findItemViolations(item, `${field}[${n}]`)))
  const bookings = await getBookingsByName(
    ctx,
    items.map((item) => item.catalogReference.catalogItemId),
  )
  for (const booking of bookings) if (booking.status !== 'CREATED' || !isHoldingSlot(ctx, booking)) refuse('INSUFFICIENT_INVENTORY', { bookingId: booking.id })
  return bookings
}

/** A checkout or cart of held bookings of the caller. Refuses items that are not held or not the caller's. */
export async function createBasket(ctx: TransactionContext, kind: 'CHECKOUT' | 'CART', items: readonly BasketItem[]): Promise<Basket> {
  const bookings = await getHeldBookings(ctx, items, 'lineItems')
  const checkout = {
    id: ctx.newId(),
    kind,
    bookingIds: bookings.map((booking) => booking.id),
    memberId: ctx.caller.memberId ?? null,
    visitorId: ctx.caller.visitorId ?? null,
  }
  await checkouts.insertCheckout(ctx, checkout)
  const { currency } = await getSite(ctx)
  return { checkout: { ...checkout, siteId: ctx.siteId, orderId: null, createdAt: ctx.now }, bookings, siteCurrency: currency }
}

/** The caller: the business, a member or a visitor. */
export interface Actor {
  isBusiness: boolean
  memberId?: string | null | undefined
  visitorId?: string | null | undefined
}
/** Whether the basket is the actor's own; a member keeps what the same browser created as a visitor. */
export const ownsCheckout = (actor: Actor, { memberId, visitorId }: checkouts.CheckoutRow): boolean =>
  actor.isBusiness || (memberId ? memberId === actor.memberId : visitorId !== null && visitorId === actor.visitorId)

/** The caller's own basket, by its id, or their current cart. */
export async function getOwnBasket(ctx: ReadContext, id: string): Promise<Basket> {
  if (id === CURRENT_CART) return loadBasket(ctx, (await checkouts.findCurrentCart(ctx, ctx.caller)) ?? refuse('CURRENT_CART_NOT_FOUND'))
  const checkout = GUID.test(id) ? await checkouts.checkoutById(ctx, id) : undefined
  return checkout && ownsCheckout({ ...ctx.caller, isBusiness: ctx.caller.role === 'owner' }, checkout)
    ? loadBasket(ctx, checkout)
    : refuse('CHECKOUT_NOT_FOUND')
}
/** The basket of a pay page link, for every holder of the link. */
export const getLinkedBasket = async (ctx: ReadContext, id: string): Promise<Basket> =>
  loadBasket(ctx, (await checkouts.checkoutById(ctx, id)) ?? refuse('CHECKOUT_NOT_FOUND'))

async function loadBasket(ctx: ReadContext, checkout: checkouts.CheckoutRow): Promise<Basket> {
  const found = await findPaidBookings(ctx, checkout.bookingIds)
  const bookings = checkout.bookingIds.flatMap((bookingId) => found.find((booking) => booking.id === bookingId) ?? [])
  return { checkout, bookings, siteCurrency: (await getSite(ctx)).currency }
}

/** The totals of a basket, in minor units. */
export function calculateTotals(bookings: readonly BookingRow[]) {
  const items = bookings.map((booking) => toCheckoutItem(booking, undefined))
  const total = items.reduce((sum, item) => sum + item.price.total, 0)
  const tax = items.reduce((sum, item) => sum + (item.price.tax ?? 0), 0)
  const now = items.reduce((sum, item) => sum + item.price.now, 0)
  const byPlan = items.filter((item) => item.option === 'MEMBERSHIP').reduce((sum, item) => sum + item.price.total, 0)
  return { items, total, tax, now, later: Math.max(0, total - now - byPlan), currency: bookings[0]?.price.currency ?? '' }
}

/** Places the order of the caller's own basket; a repeated call answers the same order. Money due now is paid on the pay page, unless the business places the order. */
export async function placeBasketOrder(
  ctx: OwnTransactionContext,
  id: string,
  kind: 'CHECKOUT' | 'CART',
): Promise<{ orderId?: string; payment?: PaymentOutcome }> {
  const placed = await ctx.transaction(async (inner) => (await getOwnBasket(inner, id)).checkout)
  return placed.kind === kind ? payBasket(ctx, placed, { placesOnly: true }) : refuse('CHECKOUT_NOT_FOUND')
}

/** Pays a basket and places its order. A placed basket answers its order. */
export async function payBasket(
  ctx: OwnTransactionContext,
  placed: checkouts.CheckoutRow,
  input: PayInput,
): Promise<{ orderId?: string; payment?: PaymentOutcome }> {
  const { id, orderId: known } = placed
  if (known) return { orderId: known }
  const paysOnSite = ctx.caller.role === 'owner' && !input.card
  const { bookings, payment } = await payBookings(ctx, { ...input, basketId: id, ...(paysOnSite && { atDesk: paysOnSite }) }, async (inner) => {
    // A cart may have been edited since it was read.
    const { bookingIds } = (await checkouts.lockCheckout(inner, id, placed.kind)) ?? refuse('CHECKOUT_NOT_FOUND')
    if (bookingIds.length === 0) return refuse('EMPTY_CART')
    const locked = await lockPaidBookings(inner, bookingIds)
    if (locked.length < bookingIds.length) return refuse('CHECKOUT_NOT_FOUND')
    return locked.every((booking) => booking.status === 'CREATED') ? locked : refuse('INSUFFICIENT_INVENTORY')
  })
  const orderId = bookings.find((booking) => booking.orderId !== null)?.orderId ?? undefined
  if (orderId) await ctx.transaction((inner) => checkouts.setCheckoutOrder(inner, id, orderId))
  return { ...(orderId && { orderId }), ...(payment && { payment }) }
}
