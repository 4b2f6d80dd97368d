/** Checkout of bookings: hold, charge, settle. The provider is called outside any transaction. Source: guide bookings §7.2, §12.2, §12.4, §12.5. */
import { preloadOrdersOfMember } from '#domains/orders/public.ts'
import { reopenAttempt, type Attempt } from '#domains/payments/public.ts'
import type { BaseContext, OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { OwnPageProvider, SavedCard } from '#kit/payments/provider.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { BookingInput } from '../../contract.ts'
import { refuse } from '../../errors.ts'
import type { PaymentOption } from '../../rules/due.ts'
import { calculateExtendedHold } from '../../rules/holds.ts'
import * as store from '../../store/bookings.ts'
import * as payments from '../../store/payments.ts'
import { lockOwnBooking, type FirstStep } from '../changes/change.ts'
import { bookOncePerFlow } from '../booking/booking-flow.ts'
import { createBooking } from '../booking/create-booking.ts'
import { getPayingOrder, payWithPlan } from './credits.ts'
import { reserveCoupons, setCoupon } from './coupons.ts'
import { applyDecline } from '../changes/decide.ts'
import { recordFeeConsent } from './fee-consent.ts'
import { finishCheckout, finishNewBooking, queueVisitEmails, type FinishInput } from './finish-checkout.ts'
import { toCheckoutItem, isCardRequired, type CheckoutItem, type PayResult, type PaymentOutcome } from './checkout-items.ts'
import { paidWithPlanText } from '../../emails/variable-texts.ts'
import { toDecimal, toMinorUnits } from './money.ts'
import { assertOptionAccepted } from '../booking/payment-options.ts'
import { createReturnUrl } from './pay-links.ts'
import { chargeCard, checkAttempt, closeAttempt, isPageOpen, isPaymentDone, openProviderPage } from './pay-page.ts'
import { reclaimSlot } from '../booking/claim-slot.ts'
import { chargeSavedCard, findSavedCard, keepCard, type MemberCardToCharge } from './saved-card.ts'
import { startCharge } from './start-charge.ts'
import { unrestrictedViewer } from '../reading/viewer.ts'
import { findHoldStart } from '../waiting.ts'

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
export interface BookNowInput extends PayInput {
  slot?: NonNullable<BookingInput['bookedEntity']>['slot']
  schedule?: NonNullable<BookingInput['bookedEntity']>['schedule']
  contactDetails?: BookingInput['contactDetails']
  totalParticipants?: number | null
  participantsChoices?: BookingInput['participantsChoices']
  bookedAddOns?: BookingInput['bookedAddOns']
  payDeposit?: boolean | null
  formSubmission?: Record<string, unknown> | null
  sendSmsReminder?: boolean | null
  bookingId?: string | null
  couponCode?: string | null
}
/** Books on the hosted page in one call. A charge that fails leaves the booking held, to be paid again with its id. */
export async function bookNow(ctx: OwnTransactionContext, input: BookNowInput): Promise<PayResult> {
  let isMadeAndFinished = false
  const create = async (inner: TransactionContext) => {
    await preloadPlans(inner, input)
    const booking = await createBooking(inner, toCreateInput(input), { finish: (made) => finishAtOnce(inner, made, input) })
    isMadeAndFinished = isBooked(booking)
    return booking
  }
  const result = await payBookings(ctx, input, (inner) =>
    bookOncePerFlow(inner, input, async () =>
      setCoupon(inner, input.bookingId ? await lockBookingOrSet(inner, input.bookingId) : [await create(inner)], input.couponCode),
    ),
  )
  return { ...result, isMadeAndFinished }
}

/** Where nothing is due and no card is kept, a new booking is finished before it is stored. Undefined: it is held, and paid for. */
async function finishAtOnce(ctx: TransactionContext, booking: store.BookingRow, input: BookNowInput): Promise<FirstStep | undefined> {
  if (input.couponCode || input.holdsOnly || input.atDesk || isCardRequired(booking)) return undefined
  const item = toCheckoutItem(booking, input.paymentOption)
  if (item.price.now > 0) return undefined
  // Seats are claimed for good with the commit; the time of a person was held while they were found.
  if (booking.serviceType === 'APPOINTMENT' && !(await reclaimSlot(ctx, booking))) return undefined
  const byPlan = item.option === 'MEMBERSHIP' ? await payWithPlan(ctx, booking, input.planOrderId ?? undefined) : undefined
  return finishNewBooking(ctx, booking, {
    isOwnCheckout: true,
    paymentStatus: item.price.after,
    change: { ...toChosenPayment(item), orderId: payments.insertOrder(ctx, booking.price.currency), ...(byPlan && toPlanPayment(booking, byPlan)) },
    ...(byPlan && { paymentText: paidWithPlanText }),
  })
}

/** The plans of the member, in one trip with what else a booking looks up. */
async function preloadPlans(ctx: TransactionContext, { paymentOption, planOrderId }: BookNowInput): Promise<void> {
  const { memberId } = ctx.caller
  if (memberId && paymentOption === 'MEMBERSHIP' && !planOrderId) await preloadOrdersOfMember(ctx, memberId)
}

const toPlanPayment = (booking: store.BookingRow, planOrderId: string) => ({ planOrderId, credits: booking.participants })

const toCreateInput = (input: BookNowInput) => ({
  booking: {
    bookedEntity: { slot: input.slot ?? null, schedule: input.schedule ?? null },
    contactDetails: input.contactDetails ?? null,
    totalParticipants: input.totalParticipants ?? null,
    participantsChoices: input.participantsChoices ?? null,
    bookedAddOns: input.bookedAddOns ?? null,
    selectedPaymentOption: input.paymentOption ?? ('UNDEFINED' as const),
    depositSelected: input.payDeposit ?? null,
  },
  ...(input.formSubmission && { formSubmission: input.formSubmission }),
  ...(input.sendSmsReminder != null && { sendSmsReminder: input.sendSmsReminder }),
})

/** Pays for bookings together: all of them, or none. `find` answers them locked, and CREATED or booked already. */
export async function payBookings(
  ctx: OwnTransactionContext,
  input: PayInput,
  find: (inner: TransactionContext) => Promise<store.BookingRow[]>,
): Promise<PayResult> {
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
async function lockOpenBookings(ctx: TransactionContext, ids: readonly string[]): Promise<store.BookingRow[]> {
  const locked: store.BookingRow[] = []
  for (const id of ids.toSorted()) locked.push((await store.lockBooking(ctx, unrestrictedViewer, id)) ?? refuse('BOOKING_NOT_FOUND'))
  const closed = locked.find((one) => one.status !== 'CREATED')
  if (closed) refuse('INVALID_BOOKING_STATUS', { status: closed.status })
  return ids.flatMap((id) => locked.find((booking) => booking.id === id) ?? [])
}

/** The token of a card that was typed on our own page. Violates `card` when the provider does not take it. */
export function saveEnteredCard(ctx: BaseContext, provider: OwnPageProvider, card: NonNullable<PayInput['card']>): SavedCard {
  const saved = provider.saveCard({ ...card, name: card.name ?? undefined }, ctx.now)
  if ('saved' in saved) return saved.saved
  assertNoViolations([{ field: `card.${saved.field}`, description: saved.message, violatedRule: 'VALIDATION' }])
  throw new Error('unreachable: the violation was thrown')
}

const toChosenPayment = ({ booking, option, price }: CheckoutItem) => ({
  paymentOption: option,
  price: { ...booking.price, total: price.total, coupon: price.discount === undefined ? undefined : booking.price.coupon },
})

interface PreparedCheckout {
  bookings: store.BookingRow[]
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
async function findOpenPage(ctx: ReadContext, items: readonly CheckoutItem[], earlier: readonly payments.PaymentRow[]): Promise<OpenPage | undefined> {
  const ids = items.map((item) => item.booking.id)
  const last = earlier.findLast(isPageOpen)
  if (!last?.payUrl) return undefined
  const shares = await payments.sharesOfCharge(ctx, last.chargeId)
  const isSame =
    shares.length === items.length &&
    items.every(({ booking, price }) => {
      const share = shares.find((one) => one.bookingId === booking.id)
      return share !== undefined && toMinorUnits(share.amount, share.currency) === price.now
    })
  return { attemptId: last.chargeId, url: last.payUrl, bookingIds: ids, isSame }
}

const isBooked = ({ status }: store.BookingRow): boolean => status === 'CONFIRMED' || status === 'PENDING'

/** The card that pays: typed on our page, or one of the member's own. */
interface Cards {
  card: SavedCard | undefined
  member: MemberCardToCharge | undefined
}
/** Finishes the bookings when nothing is due; else claims their slots again and saves the attempt. */
async function prepareCheckout(ctx: TransactionContext, bookings: store.BookingRow[], input: PayInput, { card, member }: Cards): Promise<PreparedCheckout> {
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
  if (!takesMoney) return { bookings: await finishAll(ctx, items, input) }
  for (const item of items) {
    // Add-ons are not charged beside a plan that does not pay.
    if (item.option === 'MEMBERSHIP') await getPayingOrder(ctx, item.booking, input.planOrderId ?? undefined)
    const consent = await recordFeeConsent(ctx, item, input.acceptsFees === true)
    await store.updateBooking(ctx, item.booking.id, { ...toChosenPayment(item), ...consent, holdUntil: await extendHold(ctx, item) })
  }
  // A card that is kept already costs no call.
  if (sum === 0 && member) return { bookings: await keepCard(ctx, await finishAll(ctx, items, input), member) }
  const earlier = await payments.listPayments(ctx, getIds(bookings))
  const open = await findOpenPage(ctx, items, earlier)
  if (open) return { bookings, open }
  const provider = (await getOnlineProvider(ctx)) ?? refuse('PAYMENT_UNAVAILABLE')
  const shares = items.map((item) => ({ bookingId: item.booking.id, amount: toDecimal(item.price.now, currency) }))
  return {
    attempt: await startCharge(ctx, { bookings, shares, currency, provider, card, member, earlier, basketId: input.basketId }),
    bookings: await Promise.all(items.map(async (item) => ({ ...item.booking, ...toChosenPayment(item), holdUntil: await extendHold(ctx, item) }))),
  }
}
const getIds = (bookings: readonly store.BookingRow[]): string[] => bookings.map(({ id }) => id)
const extendHold = async (ctx: ReadContext, { booking }: CheckoutItem) => calculateExtendedHold(booking.holdUntil, await findHoldStart(ctx, booking), ctx.now)

/** Their slots were claimed until then. */
async function holdAll(ctx: TransactionContext, items: readonly CheckoutItem[]): Promise<store.BookingRow[]> {
  const held: store.BookingRow[] = []
  for (const { booking, ...item } of items) {
    const holdUntil = await extendHold(ctx, { booking, ...item })
    await store.updateBooking(ctx, booking.id, { holdUntil })
    held.push({ ...booking, holdUntil })
  }
  return held
}

/** Claims every slot again right before the charge; answers the items whose slot is gone. */
async function findLostSlots(ctx: TransactionContext, items: readonly CheckoutItem[]): Promise<CheckoutItem[]> {
  const gone: CheckoutItem[] = []
  for (const item of items)
    if (!(await reclaimSlot(ctx, item.booking, { holdUntil: await extendHold(ctx, item), forced: item.booking.forced }))) gone.push(item)
  return gone
}

/** Charges nothing. Declines a single booking or a set; independent bookings of a basket stay as they are. Source: guide bookings §5.2 row 7. */
async function declineAll(ctx: TransactionContext, items: readonly CheckoutItem[], gone: readonly CheckoutItem[]): Promise<PreparedCheckout> {
  const sets = new Set(items.map((item) => item.booking.multiServiceBooking?.id))
  if (items.length > 1 && (sets.size > 1 || sets.has(undefined))) refuse('INSUFFICIENT_INVENTORY', { bookingIds: gone.map((item) => item.booking.id) })
  const first = gone[0] as CheckoutItem
  const lost = await finishCheckout(ctx, first.booking, { paymentStatus: first.booking.paymentStatus, isOwnCheckout: true, change: toChosenPayment(first) })
  const others = items.filter((item) => item !== first)
  const rest: store.BookingRow[] = []
  for (const item of others) rest.push((await applyDecline(ctx, item.booking, { skipEmail: true })).booking)
  return { bookings: items.map((item) => [lost, ...rest].find((one) => one.id === item.booking.id) ?? lost), said: { outcome: 'place_gone' } }
}

/** Nothing is due now: spends credits and finishes the bookings. */
async function finishAll(ctx: TransactionContext, items: readonly CheckoutItem[], input: PayInput): Promise<store.BookingRow[]> {
  const orderId = payments.insertOrder(ctx, items[0]?.booking.price.currency ?? '')
  const done: store.BookingRow[] = []
  for (const item of items) {
    const byPlan = item.option === 'MEMBERSHIP' ? await payWithPlan(ctx, item.booking, input.planOrderId ?? undefined) : undefined
    const change = { ...toChosenPayment(item), orderId, ...(byPlan && toPlanPayment(item.booking, byPlan)) }
    const paymentStatus = input.atDesk && item.price.now > 0 ? 'NOT_PAID' : item.price.after
    done.push(await finishOne(ctx, item.booking, { paymentStatus, change, ...(byPlan && { paymentText: paidWithPlanText }) }, items.length))
  }
  if (done.length > 1) await queueVisitEmails(ctx, done)
  return done
}

const finishOne = (ctx: TransactionContext, booking: store.BookingRow, finish: Omit<FinishInput, 'isOwnCheckout'>, of: number): Promise<store.BookingRow> =>
  finishCheckout(ctx, booking, { ...finish, isOwnCheckout: true, skipEmail: of > 1 && booking.multiServiceBooking !== null })

/** The booking of an earlier attempt, with all parts of its set. */
async function lockBookingOrSet(ctx: TransactionContext, id: string): Promise<store.BookingRow[]> {
  const booking = await lockOwnBooking(ctx, id)
  const setId = booking.multiServiceBooking?.id
  const bookings = setId ? await store.lockPartsOfSet(ctx, unrestrictedViewer, setId) : [booking]
  const closed = bookings.find((one) => one.status !== 'CREATED')
  return closed ? refuse('INVALID_BOOKING_STATUS', { status: closed.status }) : bookings
}
