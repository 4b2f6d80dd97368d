/** The pay page of bookings: what it shows, paying on it, and coming back to it from the provider. Source: guide bookings §12.4, §12.5. */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { onlineProvider } from '#kit/payments/providers.ts'
import { refuse } from '../errors.ts'
import { due } from '../rules/due.ts'
import { isAlive } from '../rules/holds.ts'
import { payPageState, waysToPay } from '../rules/pay-page.ts'
import * as store from '../store/bookings.ts'
import * as payments from '../store/payments.ts'
import { iso } from '../wire.ts'
import { basketOf, GUID, isOf, linkedBasket, payBasket, sumsOf, type Actor } from './baskets.ts'
import { payFor, type PayWish } from './checkout.ts'
import { wantsCard, type Said } from './items.ts'
import { throughLink } from './link-limits.ts'
import { openPayLink, sealLink } from './links.ts'
import { major, paidFor } from './money.ts'
import { checkCharge } from './pay-page.ts'
import { everything } from './viewer.ts'

export interface PayPage {
  /** The basket that is paid; absent for a booking of our own booking page. */
  checkout?: payments.CheckoutRecord
  bookings: store.BookingRecord[]
}

/** The page of the caller's own basket by its id, or of what a token opens. Refuses with INVALID_TOKEN, CHECKOUT_NOT_FOUND. */
export async function findPayPage(ctx: Ctx, idOrToken: string): Promise<PayPage> {
  if (GUID.test(idOrToken)) return ctx.write((inner) => basketOf(inner, idOrToken))
  return throughLink(ctx, idOrToken, async (inner) => {
    const target = await openPayLink(inner, idOrToken)
    return 'checkout' in target ? linkedBasket(inner, target.checkout) : { bookings: await wholeSet(inner, target.booking, false) }
  })
}

/** The token of the pay page of a basket, for a flow of a storefront that is about it: none when the basket is somebody else's. */
export async function payTokenFor(ctx: Ctx, checkoutId: string, actor: Actor): Promise<string | undefined> {
  const checkout = GUID.test(checkoutId) ? await payments.checkoutById(ctx, checkoutId) : undefined
  return checkout && isOf(actor, checkout) ? sealLink(ctx, { checkout: checkout.id }) : undefined
}

/** A booking with all parts of its set. */
async function wholeSet(ctx: Ctx, booking: store.BookingRecord, lock: boolean): Promise<store.BookingRecord[]> {
  const setId = booking.multiServiceBooking?.id
  return setId ? store.partsOfSet(ctx, everything, setId, lock) : [booking]
}

const earliest = (instants: readonly Temporal.Instant[]): Temporal.Instant | undefined => instants.toSorted((a, b) => Temporal.Instant.compare(a, b))[0]

/** What the page shows. Opens a transaction of its own. */
export const showPayPage = (ctx: Ctx, { checkout, bookings }: PayPage) =>
  ctx.write(async (inner) => {
    const { items, total, now, later, currency } = sumsOf(bookings)
    const byPlan = items.filter(({ option }) => option === 'MEMBERSHIP').reduce((sum, { price }) => sum + price.total - price.now, 0)
    const paid = [...(await paidFor(inner, bookings)).values()].reduce((sum, amount) => sum + amount, 0)
    const state = payPageState(bookings.map(({ status }) => status))
    const holds = bookings.map(({ holdUntil }) => holdUntil)
    const held = state === 'OPEN' && holds.every((hold) => isAlive(hold, inner.now)) ? earliest(holds.filter((hold) => hold !== null)) : undefined
    const ways = waysToPay(
      items.map(({ option, booking }) => ({ option, terms: booking.price.terms })),
      onlineProvider() !== undefined,
    )
    const money = (amount: number) => major(amount, currency)
    const policyText = bookings.find(({ policy }) => policy.customDescription)?.policy.customDescription
    return {
      state,
      isBeingPaid: state === 'OPEN' && (await lastCharge(inner, bookings))?.status === 'STARTED',
      items: items.map(({ booking, option, price }) => itemToWire(booking, option, money(price.total))),
      amounts: {
        total: money(total),
        dueNow: money(state === 'OPEN' ? now : 0),
        later: money(state === 'OPEN' ? later : Math.max(0, total - paid - byPlan)),
        byPlan: money(byPlan),
        paid: money(paid),
        currency,
      },
      ways: state === 'OPEN' ? ways.map((option) => ({ option, ...sumsBy(bookings, option, money) })) : [],
      keepsCard: state === 'OPEN' && bookings.some(wantsCard),
      needsApproval: bookings.some(({ needsApproval }) => needsApproval),
      ...(policyText && { policyText }),
      ...(held && { holdExpiresAt: iso(held) }),
      made: madeOf(bookings, checkout),
    }
  })

/** What is due now and later when all bookings are paid in this way. */
function sumsBy(bookings: readonly store.BookingRecord[], option: 'ONLINE' | 'OFFLINE', money: (amount: number) => string) {
  const prices = bookings.map(({ price, participants, depositSelected }) => due(price.terms, option, participants, depositSelected === true, price))
  const now = prices.reduce((sum, price) => sum + price.now, 0)
  return { dueNow: money(now), later: money(prices.reduce((sum, price) => sum + price.total, 0) - now) }
}

function itemToWire(booking: store.BookingRecord, option: string, amount: string) {
  const place = [booking.location?.name, booking.location?.formattedAddress].filter(Boolean).join(', ')
  return {
    bookingId: booking.id,
    status: booking.status,
    title: booking.title,
    startDate: iso(booking.startAt),
    endDate: iso(booking.endAt),
    timeZone: booking.timeZone,
    ...(place && { place }),
    ...(booking.resource?.name && { staff: booking.resource.name }),
    serviceId: booking.serviceId,
    participants: booking.participants,
    paymentOption: option,
    amount,
  }
}

/** A basket is told by its order; one booking and one set also by themselves. */
function madeOf(bookings: readonly store.BookingRecord[], checkout: payments.CheckoutRecord | undefined) {
  const orderId = checkout?.orderId ?? bookings.find((booking) => booking.orderId)?.orderId
  const [setId, ...otherSets] = new Set(bookings.map((booking) => booking.multiServiceBooking?.id))
  const [first] = bookings
  return {
    ...(orderId && { orderId }),
    ...(setId && otherSets.length === 0 ? { multiServiceBookingId: setId } : bookings.length === 1 && first && { bookingId: first.id }),
  }
}

/** The newest attempt to pay these bookings online. */
const lastCharge = async (ctx: Ctx, bookings: readonly store.BookingRecord[]): Promise<payments.PaymentRecord | undefined> =>
  (
    await payments.paymentsOf(
      ctx,
      bookings.map(({ id }) => id),
    )
  ).findLast(({ kind }) => kind === 'ONLINE')

/** Pays what the page shows; nothing due finishes the bookings. A page that is done answers its order. */
export async function payOnPage(ctx: Ctx, idOrToken: string, wish: PayWish): Promise<{ orderId?: string; payment?: Said }> {
  const { checkout, bookings } = await findPayPage(ctx, idOrToken)
  const back = {
    ...wish,
    returnUrl: wish.returnUrl ?? `/checkout/basket/${idOrToken}?${new URLSearchParams({ returned: 'yes', ...(wish.rs && { rs: wish.rs }) }).toString()}`,
  }
  if (checkout) return payBasket(ctx, checkout, back)
  const [first] = bookings
  const paid = await payFor(ctx, back, async (inner) => {
    const locked = await lockAll(inner, bookings)
    return locked.every(({ status }) => status === 'CREATED') ? locked : refuse('INVALID_BOOKING_STATUS', { status: first?.status ?? '' })
  })
  const orderId = paid.bookings.find((booking) => booking.orderId)?.orderId
  return { ...(orderId && { orderId }), ...(paid.payment && { payment: paid.payment }) }
}

async function lockAll(ctx: Ctx, bookings: readonly store.BookingRecord[]): Promise<store.BookingRecord[]> {
  const locked = new Map<string, store.BookingRecord>()
  for (const id of bookings.map((booking) => booking.id).sort()) locked.set(id, (await store.lockBooking(ctx, everything, id)) ?? refuse('BOOKING_NOT_FOUND'))
  return bookings.flatMap(({ id }) => locked.get(id) ?? [])
}

/** The customer came back from the provider's page: that decides nothing, the provider is asked and its answer booked. */
export async function checkPaid(ctx: Ctx, idOrToken: string) {
  const { bookings } = await findPayPage(ctx, idOrToken)
  const charge = await ctx.write((inner) => lastCharge(inner, bookings))
  const { payment } = (charge && (await checkCharge(ctx, charge.chargeId))) ?? {}
  const after = await findPayPage(ctx, idOrToken)
  const orderId = after.bookings.find((booking) => booking.orderId)?.orderId
  if (after.checkout && !after.checkout.orderId && orderId) await ctx.write((inner) => payments.placeCheckout(inner, after.checkout?.id ?? '', orderId))
  return { ...(payment && { payment }), page: await showPayPage(ctx, after) }
}
