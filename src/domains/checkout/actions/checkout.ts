/** Checkout of bookings: hold, charge, settle. The provider is called outside any transaction. Source: guide bookings §7.2, §12.2, §12.4, §12.5. */
import {
  applyDecline,
  assertOptionAccepted,
  calculatePaymentHold,
  claimForPayment,
  finishCheckout,
  finishUnpaid,
  getPayingOrder,
  isCardRequired,
  listPayments,
  lockPaidBookings,
  recordFeeConsent,
  saveHeldBooking,
  sharesOfCharge,
  toCheckoutItem,
  toChosenPayment,
  toDecimal,
  toMinorUnits,
  type BookingRow,
  type CheckoutItem,
  type PaymentOption,
  type PaymentRow,
} from '#domains/bookings/public.ts'
import { reopenAttempt, type Attempt } from '#domains/payments/public.ts'
import type { BaseContext, OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { OwnPageProvider, SavedCard } from '#kit/payments/provider.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { refuse } from '../errors.ts'
import { reserveCoupons } from './coupons.ts'
import { createReturnUrl } from './pay-links.ts'
import { chargeCard, checkAttempt, closeAttempt, isPageOpen, isPaymentDone, openProviderPage, type PaymentOutcome, type PayResult } from './pay-page.ts'
import { chargeSavedCard, findSavedCard, keepCard, type MemberCardToCharge } from './saved-card.ts'
import { startCharge } from './start-charge.ts'

export interface PayInput {
  paymentOption?: PaymentOption | null
  card?: { number: string; expMonth: number; expYear: number; cvc: string; name?: string | null } | null
  /** One of the member's own saved cards, in place of `card`. */
  savedCardId?: string | null
  challenge?: 'approve' | 'reject' | null
  planOrderId?: string | null
  /** The customer agrees to the sentence about fees, where a card is kept for them. */
  acceptsFees?: boolean | null
  /** Our path to which the provider returns the customer; default: the pay page of the bookings. */
  returnUrl?: string | null
  /** The redirect session of a storefront, which the return URL carries on. */
  rs?: string | null
  /** The basket that is paid. */
  basketId?: string
  /** The business places the order; the customer pays on site. */
  atDesk?: boolean
  /** Only places the order: where money is due it is refused, and no page of a provider opens. */
  placesOnly?: boolean
  /** Only claims the slots and holds them, before the customer buys the plan that pays. */
  holdsOnly?: boolean | null
}
/** Pays for bookings together: all of them, or none. `find` answers them locked, and CREATED or booked already. */
export async function payBookings(ctx: OwnTransactionContext, input: PayInput, find: (inner: TransactionContext) => Promise<BookingRow[]>): Promise<PayResult> {
  const provider = await getOnlineProvider(ctx)
  const member = input.savedCardId ? await findSavedCard(ctx, input.savedCardId) : undefined
  const card = member ?? (input.card && provider?.page === 'own' ? saveEnteredCard(ctx, provider, input.card) : undefined)
  const started = await ctx.transaction(async (inner) => prepareCheckout(inner, await find(inner), input, { card, member }))
  if (started.open) return payOnOpenPage(ctx, started.open, input)
  const { attempt, bookings } = started
  if (!attempt || !provider) return { bookings, ...(started.said && { payment: started.said }) }
  if (attempt.mode === 'off-session') return chargeSavedCard(ctx, attempt)
  if (provider.page === 'hosted')
    return openProviderPage(ctx, provider, { attempt, bookings, returnUrl: await createReturnUrl(ctx, bookings[0]?.id ?? '', input) })
  return card ? chargeCard(ctx, provider, attempt, { card, challenge: input.challenge }) : { bookings }
}

/**
 * The customer left the provider's page and presses "Pay" again. The provider is asked first: a payment counts, an open page for
 * the same sum is shown again, and a page for another sum is closed before a new one opens.
 */
async function payOnOpenPage(ctx: OwnTransactionContext, open: OpenPage, input: PayInput): Promise<PayResult> {
  const { attempt, ...looked } = await checkAttempt(ctx, open.attemptId)
  if (isPaymentDone(looked)) return looked
  if (open.isSame && attempt.state !== 'EXPIRED' && !input.savedCardId) {
    await ctx.transaction((inner) => reopenAttempt(inner, open.attemptId))
    return { bookings: looked.bookings, payment: { outcome: 'redirect', url: open.url } }
  }
  const { attempt: last, ...closed } = await closeAttempt(ctx, open.attemptId)
  if (isPaymentDone(closed)) return closed
  // The old page may still be open: a second one could take the money twice.
  if (last.state !== 'EXPIRED') return refuse('PAYMENT_UNAVAILABLE')
  return payBookings(ctx, input, (inner) => lockOpenBookings(inner, open.bookingIds))
}

/** The bookings of the earlier attempt, locked. Refuses with INVALID_BOOKING_STATUS when one is not CREATED any more. */
async function lockOpenBookings(ctx: TransactionContext, ids: readonly string[]): Promise<BookingRow[]> {
  const locked = await lockPaidBookings(ctx, ids)
  if (locked.length < ids.length) return refuse('BOOKING_NOT_FOUND')
  assertAwaitingCheckout(locked)
  return locked
}

/** Refuses with INVALID_BOOKING_STATUS when one of them is not CREATED any more. */
export function assertAwaitingCheckout(bookings: readonly BookingRow[]): void {
  const closed = bookings.find(({ status }) => status !== 'CREATED')
  if (closed) refuse('INVALID_BOOKING_STATUS', { status: closed.status })
}

/** The token of a card that was typed on our own page. Violates `card` when the provider does not take it. */
export function saveEnteredCard(ctx: BaseContext, provider: OwnPageProvider, card: NonNullable<PayInput['card']>): SavedCard {
  const saved = provider.saveCard({ ...card, name: card.name ?? undefined }, ctx.now)
  if ('saved' in saved) return saved.saved
  assertNoViolations([{ field: `card.${saved.field}`, description: saved.message, violatedRule: 'VALIDATION' }])
  throw new Error('unreachable: the violation was thrown')
}

interface PreparedCheckout {
  bookings: BookingRow[]
  said?: PaymentOutcome
  attempt?: Attempt
  /** A page of the provider from an earlier attempt that may still be open. */
  open?: OpenPage
}
interface OpenPage {
  attemptId: string
  url: string
  bookingIds: string[]
  /** For the same bookings and the same sum. */
  isSame: boolean
}

/** The last open page for these bookings. */
async function findOpenPage(ctx: ReadContext, items: readonly CheckoutItem[], earlier: readonly PaymentRow[]): Promise<OpenPage | undefined> {
  const ids = items.map((item) => item.booking.id)
  const last = earlier.findLast(isPageOpen)
  if (!last?.payUrl) return undefined
  const shares = await sharesOfCharge(ctx, last.chargeId)
  const isSame =
    shares.length === items.length &&
    items.every(({ booking, price }) => {
      const share = shares.find((one) => one.bookingId === booking.id)
      return share !== undefined && toMinorUnits(share.amount, share.currency) === price.now
    })
  return { attemptId: last.chargeId, url: last.payUrl, bookingIds: ids, isSame }
}

export const isBooked = ({ status }: BookingRow): boolean => status === 'CONFIRMED' || status === 'PENDING'

/** The card that pays: typed on our page, or one of the member's own. */
interface Cards {
  card: SavedCard | undefined
  member: MemberCardToCharge | undefined
}
/** Finishes the bookings when nothing is due; else claims their slots again and saves the attempt. */
async function prepareCheckout(ctx: TransactionContext, bookings: BookingRow[], input: PayInput, { card, member }: Cards): Promise<PreparedCheckout> {
  // A form that is posted again finds its booking made.
  if (bookings.every(isBooked)) return { bookings }
  // The customer may change the payment option until the checkout is finished.
  if (input.paymentOption && !input.atDesk) for (const { price } of bookings) await assertOptionAccepted(ctx, input.paymentOption, price.terms)
  const items = bookings.map((booking) => toCheckoutItem(booking, input.paymentOption))
  const sum = items.reduce((total, item) => total + item.price.now, 0)
  const currency = bookings[0]?.price.currency ?? ''
  const takesMoney = !input.atDesk && (sum > 0 || bookings.some(isCardRequired))
  const gone = await findLostSlots(ctx, items)
  if (gone.length > 0) return declineAll(ctx, items, gone)
  if (input.holdsOnly) return { bookings: await holdAll(ctx, items) }
  await reserveCoupons(ctx, items, takesMoney ? sum : 0)
  // After the slots are claimed: no card is asked for when a slot is gone.
  if (takesMoney && !card && (input.placesOnly || (await getOnlineProvider(ctx))?.page !== 'hosted'))
    return refuse('PAYMENT_REQUIRED', { amount: toDecimal(sum, currency), currency })
  if (!takesMoney) return { bookings: await finishUnpaid(ctx, items, input) }
  const held: BookingRow[] = []
  for (const item of items) {
    // Add-ons are not charged beside a plan that does not pay.
    if (item.option === 'MEMBERSHIP') await getPayingOrder(ctx, item.booking, input.planOrderId ?? undefined)
    const consent = await recordFeeConsent(ctx, item, input.acceptsFees === true)
    const change = { ...toChosenPayment(item), holdUntil: await calculatePaymentHold(ctx, item.booking) }
    await saveHeldBooking(ctx, item.booking, { ...change, ...consent })
    held.push({ ...item.booking, ...change })
  }
  // A card that is kept already costs no call.
  if (sum === 0 && member) return { bookings: await keepCard(ctx, await finishUnpaid(ctx, items, input), member) }
  const earlier = await listPayments(ctx, getIds(bookings))
  const open = await findOpenPage(ctx, items, earlier)
  if (open) return { bookings, open }
  const provider = (await getOnlineProvider(ctx)) ?? refuse('PAYMENT_UNAVAILABLE')
  const shares = items.map((item) => ({ bookingId: item.booking.id, amount: toDecimal(item.price.now, currency) }))
  const attempt = await startCharge(ctx, { bookings, shares, currency, provider, card, member, earlier, basketId: input.basketId })
  return { attempt, bookings: held }
}
const getIds = (bookings: readonly BookingRow[]): string[] => bookings.map(({ id }) => id)

/** Their slots were claimed until then. */
async function holdAll(ctx: TransactionContext, items: readonly CheckoutItem[]): Promise<BookingRow[]> {
  const held: BookingRow[] = []
  for (const { booking } of items) held.push(await saveHeldBooking(ctx, booking, { holdUntil: await calculatePaymentHold(ctx, booking) }))
  return held
}

/** Claims every slot again right before the charge; answers the items whose slot is gone. */
async function findLostSlots(ctx: TransactionContext, items: readonly CheckoutItem[]): Promise<CheckoutItem[]> {
  const gone: CheckoutItem[] = []
  for (const item of items) if (!(await claimForPayment(ctx, item.booking))) gone.push(item)
  return gone
}

/** Charges nothing. Declines a single booking or a set; independent bookings of a basket stay as they are. Source: guide bookings §5.2 row 7. */
async function declineAll(ctx: TransactionContext, items: readonly CheckoutItem[], gone: readonly CheckoutItem[]): Promise<PreparedCheckout> {
  const sets = new Set(items.map((item) => item.booking.multiServiceBooking?.id))
  if (items.length > 1 && (sets.size > 1 || sets.has(undefined))) refuse('INSUFFICIENT_INVENTORY', { bookingIds: gone.map((item) => item.booking.id) })
  const first = gone[0] as CheckoutItem
  const lost = await finishCheckout(ctx, first.booking, { paymentStatus: first.booking.paymentStatus, isOwnCheckout: true, change: toChosenPayment(first) })
  const others = items.filter((item) => item !== first)
  const rest: BookingRow[] = []
  for (const item of others) rest.push((await applyDecline(ctx, item.booking, { skipEmail: true })).booking)
  return { bookings: items.map((item) => [lost, ...rest].find((one) => one.id === item.booking.id) ?? lost), said: { outcome: 'place_gone' } }
}
