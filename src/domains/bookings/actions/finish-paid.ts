/** The money for bookings is there: each finds its state, the receipt is written, and what lost its place is paid back. Source: guide: bookings 5.2 rows 5–8. */
import type { Ctx } from '#kit/ctx.ts'
import type { SavedCard } from '#kit/payments/provider.ts'
import type { Sentence } from '#kit/pure/languages.ts'
import { Refusal } from '#kit/refusal.ts'
import { updated } from '../events.ts'
import type { Tongue } from '../rules/tongue.ts'
import type * as store from '../store/bookings.ts'
import * as payments from '../store/payments.ts'
import { save } from './change.ts'
import { payWithCredit } from './credits.ts'
import { finishCheckout, writeForVisits } from './finish.ts'
import { itemOf, wantsCard } from './items.ts'
import { moneyGoesBack, writeToCustomer } from './letters.ts'
import { receiptLink } from './links.ts'
import { major, minor, writeReceipt } from './money.ts'
import { takeAgain } from './place.ts'
import { turnOf } from './waitlist.ts'

export interface PaidCharge {
  chargeId: string
  shares: readonly payments.PaymentRecord[]
  bookings: readonly store.BookingRecord[]
  provider: string
  ref: string | undefined
  card: SavedCard | undefined
  customer: string | undefined
}

const paidSum: Sentence = { message: 'Paid: {amount}.', de: 'Bezahlt: {amount}.' }

/** Books everything that follows from a charge that went through. Bookings are locked; those that are not CREATED owe the money. */
export async function finishPaid(ctx: Ctx, charge: PaidCharge): Promise<store.BookingRecord[]> {
  const { bookings, chargeId } = charge
  const plans = new Map<string, string>()
  const lost = await lostOf(ctx, bookings, plans)
  const amountOf = (booking: store.BookingRecord) => charge.shares.find((share) => share.bookingId === booking.id)?.amount ?? '0'
  const isEarned = bookings.some((booking) => !lost.has(booking.id) && minor(amountOf(booking), booking.price.currency) > 0)
  const card = charge.card && { brand: charge.card.brand, last4: charge.card.last4 }
  const receipt = await writeReceipt(ctx, {
    chargeId,
    state: isEarned ? 'EARNED' : 'LATE',
    provider: charge.provider,
    ref: charge.ref,
    card,
    shares: bookings.map((booking) => ({ booking, amount: amountOf(booking) })),
  })
  const orderId = await payments.insertOrder(ctx, bookings[0]?.price.currency ?? '')
  const done: store.BookingRecord[] = []
  for (const booking of bookings) {
    const { price } = itemOf(booking, undefined)
    if (booking.status !== 'CREATED') {
      done.push(await notePaid(ctx, booking, { paymentStatus: price.after, orderId }))
      continue
    }
    const { currency } = booking.price
    const amount = minor(amountOf(booking), currency)
    const planOrderId = plans.get(booking.id)
    if (charge.card && wantsCard(booking)) await payments.keepCard(ctx, booking.id, cardToKeep(charge, charge.card))
    done.push(
      await finishCheckout(ctx, booking, {
        paymentStatus: price.after,
        ours: true,
        lost: lost.has(booking.id),
        quiet: bookings.length > 1 && booking.multiServiceBooking !== null,
        more: { orderId, ...(planOrderId && { planOrderId, credits: booking.participants }) },
        letter: amount > 0 ? { paymentText: ({ say, money }: Tongue) => say(paidSum, { amount: money(amount, currency) }) } : {},
      }),
    )
  }
  if (done.length > 1) await writeForVisits(ctx, done, lost.size > 0 ? { refundText: moneyGoesBack } : {})
  if (receipt && isEarned) await writeReceiptEmail(ctx, done, { receipt, amountOf, last4: card?.last4 ?? '' })
  return done
}

const cardToKeep = ({ provider, customer }: PaidCharge, { token, brand, last4 }: SavedCard) => ({ token, brand, last4, provider, customer: customer ?? null })

/**
 * Bookings whose place, or whose session of a plan, is gone. decision: parts of a visit stand and fall together; independent
 * bookings of a basket each by itself. Plan sessions are spent here, and noted by booking in `plans`.
 */
async function lostOf(ctx: Ctx, bookings: readonly store.BookingRecord[], plans: Map<string, string>): Promise<Set<string>> {
  const lost = new Set<string>()
  for (const booking of bookings)
    if (booking.status === 'CREATED' && !(await takeAgain(ctx, booking, { fromOffer: await turnOf(ctx, booking) })) && !booking.forced) lost.add(booking.id)
  for (const booking of bookings) {
    if (booking.status !== 'CREATED' || lost.has(booking.id) || itemOf(booking, undefined).option !== 'MEMBERSHIP') continue
    const planOrderId = await spendIfCovered(ctx, booking)
    if (planOrderId) plans.set(booking.id, planOrderId)
    else lost.add(booking.id)
  }
  const sets = new Set(bookings.flatMap((booking) => (lost.has(booking.id) && booking.multiServiceBooking ? [booking.multiServiceBooking.id] : [])))
  for (const booking of bookings)
    if (booking.status === 'CREATED' && booking.multiServiceBooking && sets.has(booking.multiServiceBooking.id)) lost.add(booking.id)
  return lost
}

/** Money is there already: a plan that does not cover the booking any more must not keep it unbooked. */
async function spendIfCovered(ctx: Ctx, booking: store.BookingRecord): Promise<string | undefined> {
  try {
    return await payWithCredit(ctx, booking, undefined)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** The booking was decided before its money came. */
async function notePaid(ctx: Ctx, booking: store.BookingRecord, change: Pick<store.BookingRecord, 'paymentStatus' | 'orderId'>): Promise<store.BookingRecord> {
  const next = await save(ctx, booking, { paymentStatus: change.paymentStatus, orderId: booking.orderId ?? change.orderId })
  updated(ctx, next, { paymentStatus: booking.paymentStatus })
  return next
}

async function writeReceiptEmail(
  ctx: Ctx,
  done: readonly store.BookingRecord[],
  of: { receipt: { id: string; number: number | null }; amountOf: (booking: store.BookingRecord) => string; last4: string },
): Promise<void> {
  const kept = done.filter((booking) => booking.status !== 'DECLINED')
  const [first] = kept
  if (!first) return
  const { currency } = first.price
  const paid = kept.reduce((sum, booking) => sum + minor(of.amountOf(booking), currency), 0)
  if (paid === 0) return
  await writeToCustomer(ctx, 'payment-receipt-booking', first, {
    paidText: ({ money }: Tongue) => money(paid, currency),
    cardLast4: of.last4,
    receiptNumber: of.receipt.number ?? '',
    receiptLink: await receiptLink(ctx, first, of.receipt.id),
    ...(kept.length > 1 && { lines: kept.map((booking) => `${booking.title}: ${major(minor(of.amountOf(booking), currency), currency)} ${currency}`) }),
  })
}
