/** The pay page of bookings: data, payment, and return from the provider. Source: guide bookings §12.4, §12.5. */
import { Temporal } from 'temporal-polyfill'
import {
  calculateTotalWithoutCoupon,
  createLinkToken,
  findBalances,
  findReduction,
  isCardRequired,
  isFree,
  isHoldingSlot,
  listFeeConsents,
  listPayments,
  loadWholeSet,
  lockPaidBookings,
  openPayLink,
  runWithLinkLimits,
  summarizeCancellation,
  sumPaid,
  taxesToWire,
  toCheckoutItem,
  toDecimal,
  type BookingRow,
  type PaymentRow,
} from '#domains/bookings/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { refuse } from '../errors.ts'
import { getPayPageState, listPaymentOptions } from '../rules/pay-page.ts'
import { checkoutById, setCheckoutOrder, type CheckoutRow } from '../store/checkouts.ts'
import { calculateTotals, getLinkedBasket, getOwnBasket, GUID, ownsCheckout, payBasket, type Actor } from './baskets.ts'
import { assertAwaitingCheckout, payBookings, type PayInput } from './checkout.ts'
import { setCoupon } from './coupons.ts'
import { payBalance } from './pay-balance.ts'
import { checkAttempt, type PaymentOutcome } from './pay-page.ts'

export interface PayPage {
  /** The basket to pay; absent for a booking of our own booking page. */
  checkout?: CheckoutRow
  bookings: BookingRow[]
}

/** The page of the caller's own basket by its id, or of a token. Refuses with INVALID_TOKEN, CHECKOUT_NOT_FOUND. */
export async function findPayPage(ctx: OwnTransactionContext, idOrToken: string): Promise<PayPage> {
  if (GUID.test(idOrToken)) return ctx.transaction((inner) => getOwnBasket(inner, idOrToken))
  return runWithLinkLimits(ctx, idOrToken, async (inner) => {
    const target = await openPayLink(inner, idOrToken)
    return 'checkout' in target ? getLinkedBasket(inner, target.checkout) : { bookings: await loadWholeSet(inner, target.booking) }
  })
}

/** The pay page token of a basket for the flow of a storefront; undefined when the basket is not the actor's own. */
export async function createPayToken(ctx: TransactionContext, checkoutId: string, actor: Actor): Promise<string | undefined> {
  const checkout = GUID.test(checkoutId) ? await checkoutById(ctx, checkoutId) : undefined
  return checkout && ownsCheckout(actor, checkout) ? createLinkToken(ctx, { checkout: checkout.id }) : undefined
}

const findEarliest = (instants: readonly Temporal.Instant[]): Temporal.Instant | undefined => instants.toSorted((a, b) => Temporal.Instant.compare(a, b))[0]

/** The data of the page. Opens a transaction of its own. */
export const showPayPage = (ctx: OwnTransactionContext, { checkout, bookings }: PayPage) =>
  ctx.transaction(async (inner) => {
    const { items, total, now, later, currency } = calculateTotals(bookings)
    const coupon = findReduction(bookings)
    const byPlan = items.filter(({ option }) => option === 'MEMBERSHIP').reduce((sum, { price }) => sum + price.total - price.now, 0)
    const paid = [...(await sumPaid(inner, bookings)).values()].reduce((sum, amount) => sum + amount, 0)
    const state = getPayPageState(bookings.map(({ status }) => status))
    const holds = bookings.map(({ holdUntil }) => holdUntil)
    const held =
      state === 'OPEN' && bookings.every((booking) => isHoldingSlot(inner, booking)) ? findEarliest(holds.filter((hold) => hold !== null)) : undefined
    const ways = listPaymentOptions(
      items.map(({ option, booking: { price } }) => ({ option, terms: price.terms, isFree: isFree(price.terms) })),
      (await getOnlineProvider(inner)) !== undefined,
    )
    const money = (amount: number) => toDecimal(amount, currency)
    const balance =
      state === 'DONE' && (await getOnlineProvider(inner)) ? (await findBalances(inner, bookings)).reduce((sum, { amount }) => sum + amount, 0) : 0
    const policyText = bookings.find(({ policy }) => policy.customDescription)?.policy.customDescription
    return {
      state,
      isBeingPaid: (state === 'OPEN' || balance > 0) && (await findLastCharge(inner, bookings))?.status === 'STARTED',
      items: items.map(({ booking, option }) => itemToWire(booking, option, money(calculateTotalWithoutCoupon(booking)))),
      amounts: {
        total: money(total),
        ...(coupon && { coupon: { code: coupon.code, amount: money(coupon.amount) } }),
        dueNow: money(state === 'OPEN' ? now : balance),
        later: money(state === 'OPEN' ? later : Math.max(0, total - paid - byPlan)),
        byPlan: money(byPlan),
        paid: money(paid),
        currency,
        ...taxesToWire(bookings),
      },
      ways: state === 'OPEN' ? ways.map((option) => ({ option, ...calculateTotalsByOption(bookings, option, money) })) : [],
      canPayBalance: balance > 0,
      keepsCard: state === 'OPEN' && bookings.some(isCardRequired),
      feeConsents: state === 'OPEN' ? await listFeeConsents(inner, bookings) : [],
      needsApproval: bookings.some(({ needsApproval }) => needsApproval),
      ...(policyText && { policyText }),
      ...(held && { holdExpiresAt: toWireTime(held) }),
      ...(state === 'GONE' && (await summarizeCancellation(inner, bookings))),
      made: describeResult(bookings, checkout),
    }
  })

/** Amounts due now and later with this payment option for all bookings. */
function calculateTotalsByOption(bookings: readonly BookingRow[], option: 'ONLINE' | 'OFFLINE', money: (amount: number) => string) {
  const prices = bookings.map((booking) => toCheckoutItem(booking, option).price)
  const now = prices.reduce((sum, price) => sum + price.now, 0)
  return { dueNow: money(now), later: money(prices.reduce((sum, price) => sum + price.total, 0) - now) }
}

function itemToWire(booking: BookingRow, option: string, amount: string) {
  const place = [booking.location?.name, booking.location?.formattedAddress].filter(Boolean).join(', ')
  return {
    bookingId: booking.id,
    status: booking.status,
    title: booking.title,
    startDate: toWireTime(booking.startAt),
    endDate: toWireTime(booking.endAt),
    timeZone: booking.timeZone,
    ...(place && { place }),
    ...(booking.resource?.name && { staff: booking.resource.name }),
    serviceId: booking.serviceId,
    participants: booking.participants,
    paymentOption: option,
    amount,
  }
}

/** Parameters for the thank-you page: the order, and the booking or set when there is only one. */
function describeResult(bookings: readonly BookingRow[], checkout: CheckoutRow | undefined) {
  const orderId = checkout?.orderId ?? bookings.find((booking) => booking.orderId)?.orderId
  const [setId, ...otherSets] = new Set(bookings.map((booking) => booking.multiServiceBooking?.id))
  const [first] = bookings
  return {
    ...(orderId && { orderId }),
    ...(setId && otherSets.length === 0 ? { multiServiceBookingId: setId } : bookings.length === 1 && first && { bookingId: first.id }),
  }
}

/** The attempt to pay these bookings online that is still open, else the newest one. */
async function findLastCharge(ctx: ReadContext, bookings: readonly BookingRow[]): Promise<PaymentRow | undefined> {
  const ids = bookings.map(({ id }) => id)
  const online = (await listPayments(ctx, ids)).filter(({ kind }) => kind === 'ONLINE')
  return online.findLast(({ status }) => status === 'STARTED') ?? online.at(-1)
}

/** Pays the page; finishes the bookings when nothing is due. A page that is done answers its order. */
export async function payOnPage(ctx: OwnTransactionContext, idOrToken: string, input: PayInput): Promise<{ orderId?: string; payment?: PaymentOutcome }> {
  const { checkout, bookings } = await findPayPage(ctx, idOrToken)
  const back = {
    ...input,
    ...(checkout && { basketId: checkout.id }),
    returnUrl: input.returnUrl ?? `/checkout/basket/${idOrToken}?${new URLSearchParams({ returned: 'yes', ...(input.rs && { rs: input.rs }) }).toString()}`,
  }
  if (getPayPageState(bookings.map(({ status }) => status)) === 'DONE') {
    const owed = await ctx.transaction((inner) => findBalances(inner, bookings))
    if (owed.length > 0) {
      const settled = await payBalance(
        ctx,
        owed.map(({ booking }) => booking.id),
        back,
      )
      const settledOrderId = settled.bookings.find((booking) => booking.orderId)?.orderId
      return { ...(settledOrderId && { orderId: settledOrderId }), ...(settled.payment && { payment: settled.payment }) }
    }
  }
  if (checkout) return payBasket(ctx, checkout, back)
  const [first] = bookings
  const paid = await payBookings(ctx, back, async (inner) => {
    const locked = await lockBookings(inner, bookings)
    return locked.every(({ status }) => status === 'CREATED') ? locked : refuse('INVALID_BOOKING_STATUS', { status: first?.status ?? '' })
  })
  const orderId = paid.bookings.find((booking) => booking.orderId)?.orderId
  return { ...(orderId && { orderId }), ...(paid.payment && { payment: paid.payment }) }
}

/** Puts a coupon on all bookings of the page, in place of another one; without a code takes it off. Refuses a page that is not open. */
export async function setPayPageCoupon(ctx: OwnTransactionContext, idOrToken: string, code: string | undefined): Promise<void> {
  const { bookings } = await findPayPage(ctx, idOrToken)
  await ctx.transaction(async (inner) => {
    const locked = await lockBookings(inner, bookings)
    assertAwaitingCheckout(locked)
    await setCoupon(inner, locked, code)
  })
}

async function lockBookings(ctx: TransactionContext, bookings: readonly BookingRow[]): Promise<BookingRow[]> {
  const locked = await lockPaidBookings(
    ctx,
    bookings.map(({ id }) => id),
  )
  return locked.length < bookings.length ? refuse('BOOKING_NOT_FOUND') : locked
}

/** The customer returned from the provider's page, which proves nothing: the provider is asked and its answer settled. */
export async function checkPaid(ctx: OwnTransactionContext, idOrToken: string) {
  const { bookings } = await findPayPage(ctx, idOrToken)
  const charge = await ctx.transaction((inner) => findLastCharge(inner, bookings))
  const { payment } = (charge && (await checkAttempt(ctx, charge.chargeId))) ?? {}
  const after = await findPayPage(ctx, idOrToken)
  const orderId = after.bookings.find((booking) => booking.orderId)?.orderId
  if (after.checkout && !after.checkout.orderId && orderId) await ctx.transaction((inner) => setCheckoutOrder(inner, after.checkout?.id ?? '', orderId))
  return { ...(payment && { payment }), page: await showPayPage(ctx, after) }
}
