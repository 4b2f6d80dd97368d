/** Finishes paid bookings: status, receipt, and a refund where the slot is gone. Source: guide bookings §5.2 rows 5–8. */
import { keepMemberCard } from '#domains/payments/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import type { SavedCard } from '#kit/payments/provider.ts'
import type { LocalizedText } from '#kit/pure/languages.ts'
import { Refusal } from '#kit/api/refusal.ts'
import { emitUpdated } from '../../events.ts'
import { calculateTaxedPart } from '../../rules/due.ts'
import type { LocaleFormatter } from '../../rules/locale-formatter.ts'
import type * as store from '../../store/bookings.ts'
import * as payments from '../../store/payments.ts'
import { saveBooking } from '../changes/change.ts'
import { payWithPlan } from './credits.ts'
import { finishCheckout, queueVisitEmails } from './finish-checkout.ts'
import { toCheckoutItem, isCardRequired } from './checkout-items.ts'
import { formatTaxedAmount, queueCustomerEmail } from '../emails/emails.ts'
import { createReceiptLink } from '../links/links.ts'
import { toDecimal, toMinorUnits, createReceipt, sumReceived, type CreatedReceipt } from './money.ts'
import { mayOverfill, reclaimSlot } from '../booking/claim-slot.ts'
import { findOwnEntryId } from '../waiting.ts'

export interface PaidCharge {
  chargeId: string
  shares: readonly payments.PaymentRow[]
  bookings: readonly store.BookingRow[]
  provider: string
  ref: string | undefined
  card: SavedCard | undefined
  customer: string | undefined
}

const paidAmountText: LocalizedText = { message: 'Paid: {amount}.', de: 'Bezahlt: {amount}.', fr: 'Payé : {amount}.', es: 'Pagado: {amount}.' }

/** What the bookings of a charge are finished with. */
interface Outcome {
  charge: PaidCharge
  /** Bookings whose place is gone. */
  lost: ReadonlySet<string>
  /** The plan that pays for a booking. */
  plans: ReadonlyMap<string, string>
  orderId: string
  /** The share of a booking, as a decimal string. */
  findShareAmount: (booking: store.BookingRow) => string
  /** By what has come in for it. */
  getStatus: (booking: store.BookingRow) => 'PAID' | 'PARTIALLY_PAID'
}

/** Everything that follows from a successful charge. The bookings are locked; those that are not CREATED owed the money. */
export async function finishPaid(ctx: TransactionContext, charge: PaidCharge): Promise<store.BookingRow[]> {
  const { bookings } = charge
  const plans = new Map<string, string>()
  const lost = await findLostBookings(ctx, bookings, plans)
  const findShareAmount = (booking: store.BookingRow) => charge.shares.find((share) => share.bookingId === booking.id)?.amount ?? '0'
  const isEarned = bookings.some((booking) => !lost.has(booking.id) && toMinorUnits(findShareAmount(booking), booking.price.currency) > 0)
  const receipt = await createReceipt(ctx, {
    chargeId: charge.chargeId,
    state: isEarned ? 'EARNED' : 'LATE',
    provider: charge.provider,
    ref: charge.ref,
    card: charge.card && { brand: charge.card.brand, last4: charge.card.last4 },
    shares: bookings.map((booking) => ({ booking, amount: findShareAmount(booking) })),
  })
  const orderId = bookings.find((booking) => booking.orderId)?.orderId ?? payments.insertOrder(ctx, bookings[0]?.price.currency ?? '')
  const received = await sumReceived(ctx, bookings)
  const getStatus = (booking: store.BookingRow) => ((received.get(booking.id) ?? 0) >= calculateTaxedPart(booking).total ? 'PAID' : 'PARTIALLY_PAID')
  const done: store.BookingRow[] = []
  for (const booking of bookings)
    done.push(
      booking.status === 'CREATED'
        ? await finishHeld(ctx, booking, { charge, lost, plans, orderId, findShareAmount, getStatus })
        : await recordPayment(ctx, booking, { paymentStatus: getStatus(booking), orderId }),
    )
  if (done.length > 1) await queueVisitEmails(ctx, done, lost.size > 0)
  if (receipt && isEarned) await queueReceiptEmail(ctx, done, { receipt, findShareAmount, last4: charge.card?.last4 ?? '' })
  return done
}

/** A booking that was held while its customer paid. */
async function finishHeld(ctx: TransactionContext, booking: store.BookingRow, of: Outcome): Promise<store.BookingRow> {
  const { charge, lost, plans, orderId } = of
  const { price } = toCheckoutItem(booking, undefined)
  const { currency } = booking.price
  const amount = toMinorUnits(of.findShareAmount(booking), currency)
  const planOrderId = plans.get(booking.id)
  if (charge.card && isCardRequired(booking)) await keepChargedCard(ctx, booking, { ...charge, card: charge.card })
  return finishCheckout(ctx, booking, {
    // Its party may have grown while the page was open.
    paymentStatus: price.after === 'PAID' ? of.getStatus(planOrderId ? { ...booking, planOrderId } : booking) : price.after,
    isOwnCheckout: true,
    isSlotGone: lost.has(booking.id),
    skipEmail: charge.bookings.length > 1 && booking.multiServiceBooking !== null,
    change: { orderId, ...(planOrderId && { planOrderId, credits: booking.participants }) },
    ...(amount > 0 && {
      paymentText: ({ translate, formatAmount }: LocaleFormatter) => translate(paidAmountText, { amount: formatAmount(amount, currency) }),
    }),
  })
}

/** For the fee of the booking; a member who was signed in is offered the card again. */
async function keepChargedCard(ctx: TransactionContext, booking: store.BookingRow, charge: PaidCharge & { card: SavedCard }): Promise<void> {
  await payments.saveCard(ctx, booking.id, toStoredCard(charge, charge.card))
  if (booking.createdByMemberId) await keepMemberCard(ctx, booking.createdByMemberId, charge)
}

const toStoredCard = ({ provider, customer }: PaidCharge, { token, brand, last4 }: SavedCard) => ({ token, brand, last4, provider, customer: customer ?? null })

/**
 * Bookings whose place, or whose session of a plan, is gone. decision: parts of a visit stand and fall together; independent
 * bookings of a basket each separately. Plan sessions are spent here, and noted by booking in `plans`.
 */
async function findLostBookings(ctx: TransactionContext, bookings: readonly store.BookingRow[], plans: Map<string, string>): Promise<Set<string>> {
  const lost = new Set<string>()
  for (const booking of bookings)
    if (
      booking.status === 'CREATED' &&
      !(await reclaimSlot(ctx, booking, { fromOffer: await findOwnEntryId(ctx, booking) })) &&
      !(await mayOverfill(ctx, booking))
    )
      lost.add(booking.id)
  for (const booking of bookings) {
    if (booking.status !== 'CREATED' || lost.has(booking.id) || toCheckoutItem(booking, undefined).option !== 'MEMBERSHIP') continue
    const planOrderId = await spendIfCovered(ctx, booking)
    if (planOrderId) plans.set(booking.id, planOrderId)
    else lost.add(booking.id)
  }
  const sets = new Set(bookings.flatMap((booking) => (lost.has(booking.id) && booking.multiServiceBooking ? [booking.multiServiceBooking.id] : [])))
  for (const booking of bookings)
    if (booking.status === 'CREATED' && booking.multiServiceBooking && sets.has(booking.multiServiceBooking.id)) lost.add(booking.id)
  return lost
}

/** The money has arrived: a plan that no longer covers the booking must not roll that back. */
async function spendIfCovered(ctx: TransactionContext, booking: store.BookingRow): Promise<string | undefined> {
  try {
    return await payWithPlan(ctx, booking, undefined)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** The booking was decided before its payment arrived. */
async function recordPayment(
  ctx: TransactionContext,
  booking: store.BookingRow,
  change: Pick<store.BookingRow, 'paymentStatus' | 'orderId'>,
): Promise<store.BookingRow> {
  const next = await saveBooking(ctx, booking, { paymentStatus: change.paymentStatus, orderId: booking.orderId ?? change.orderId })
  emitUpdated(ctx, next, { paymentStatus: booking.paymentStatus })
  return next
}

async function queueReceiptEmail(
  ctx: TransactionContext,
  done: readonly store.BookingRow[],
  of: { receipt: CreatedReceipt; findShareAmount: (booking: store.BookingRow) => string; last4: string },
): Promise<void> {
  const kept = done.filter((booking) => booking.status !== 'DECLINED')
  const [first] = kept
  if (!first) return
  const { currency } = first.price
  const paid = kept.reduce((sum, booking) => sum + toMinorUnits(of.findShareAmount(booking), currency), 0)
  if (paid === 0) return
  await queueCustomerEmail(ctx, first, {
    template: 'payment-receipt-booking',
    variables: {
      paidText: (formatter) => formatTaxedAmount(paid, currency, kept.length === done.length ? of.receipt.taxes : [], formatter),
      cardLast4: of.last4,
      receiptNumber: of.receipt.number ?? '',
      receiptLink: await createReceiptLink(ctx, first, of.receipt.id),
      ...(kept.length > 1 && {
        lines: kept.map((booking) => `${booking.title}: ${toDecimal(toMinorUnits(of.findShareAmount(booking), currency), currency)} ${currency}`),
      }),
    },
  })
}
