/** The hosted booking page: hold, charge, settle. Money moves outside any transaction. Source: guide: bookings 7.2, 12.2, 12.4. */
import type { Ctx } from '#kit/ctx.ts'
import { orViolate } from '#kit/refusal.ts'
import { fromMinor } from '#kit/pure/money.ts'
import { sandbox } from '#kit/payments/sandbox.ts'
import type { SavedCard } from '#kit/payments/provider.ts'
import type { BookingIn } from '../contract.ts'
import { refuse } from '../errors.ts'
import { due, resolvedOption, type PaymentOption } from '../rules/due.ts'
import { prolongedHold } from '../rules/holds.ts'
import * as store from '../store/bookings.ts'
import { createBooking } from './create.ts'
import { lockOwn } from './change.ts'
import { payWithCredit } from './credits.ts'
import { finishCheckout } from './finish.ts'
import { writeToCustomer } from './letters.ts'
import { capacityOf, takePlace } from './place.ts'
import { everything } from './viewer.ts'

export interface PageWish {
  slot?: NonNullable<BookingIn['bookedEntity']>['slot']
  schedule?: NonNullable<BookingIn['bookedEntity']>['schedule']
  contactDetails?: BookingIn['contactDetails']
  totalParticipants?: number | null
  paymentOption?: PaymentOption | null
  payDeposit?: boolean | null
  card?: { number: string; expMonth: number; expYear: number; cvc: string; name?: string } | null
  challenge?: 'approve' | 'reject' | null
  planOrderId?: string | null
  bookingId?: string | null
}
export interface PageResult {
  booking: store.BookingRecord
  payment?: { outcome: string; declineCode?: string }
}

/** Books in one go. A charge that fails leaves the booking held, to be paid again with its id. */
export async function bookNow(ctx: Ctx, wish: PageWish): Promise<PageResult> {
  const card = wish.card ? savedCard(ctx, wish.card) : undefined
  const started = await ctx.write((inner) => prepare(inner, wish, card))
  if (!started.charge || !card) return { booking: started.booking, ...(started.placeIsGone && { payment: { outcome: 'place_gone' } }) }
  const { paymentId, amount, currency } = started.charge
  const result = await sandbox.chargeOnSession({
    token: card.token,
    amount: { amount, currency },
    key: `booking:${paymentId}`,
    at: ctx.now,
    mode: 'pay',
    ...(wish.challenge && { challenge: wish.challenge }),
  })
  return ctx.write((inner) => settle(inner, paymentId, result))
}

function savedCard(ctx: Ctx, card: NonNullable<PageWish['card']>): SavedCard {
  const saved = sandbox.saveCard(card, ctx.now)
  if ('saved' in saved) return saved.saved
  orViolate([{ field: `card.${saved.field}`, description: saved.message, violatedRule: 'VALIDATION' }])
  throw new Error('unreachable: the violation was thrown')
}

interface Prepared {
  booking: store.BookingRecord
  placeIsGone?: true
  charge?: { paymentId: string; amount: string; currency: string }
}

/** Creates or finds the booking; finishes it when nothing is due; else takes the place again and writes the attempt down. */
async function prepare(ctx: Ctx, wish: PageWish, card: SavedCard | undefined): Promise<Prepared> {
  const booking = wish.bookingId ? await openBooking(ctx, wish.bookingId) : await createBooking(ctx, { booking: bookingOf(wish) })
  const { terms, currency } = booking.price
  const option = resolvedOption(wish.paymentOption ?? booking.paymentOption, terms)
  const price = due(terms, option, booking.participants, booking.depositSelected === true)
  const chosen = { paymentOption: option, price: { ...booking.price, total: price.total } }
  if (option === 'MEMBERSHIP') {
    // A place that is gone costs no session.
    const { taken } = await takePlace(ctx, booking, { capacity: await capacityOf(ctx, booking), holdUntil: booking.holdUntil, forced: false })
    if (!taken) return { booking: await finishCheckout(ctx, booking, { paymentStatus: booking.paymentStatus, letters: true, more: chosen }), placeIsGone: true }
    const orderId = await payWithCredit(ctx, booking, wish.planOrderId ?? undefined)
    return {
      booking: await finishCheckout(ctx, booking, {
        paymentStatus: 'PAID',
        letters: true,
        more: { ...chosen, planOrderId: orderId },
        letter: { paymentText: 'Paid with your plan.' },
      }),
    }
  }
  if (price.now === 0) return { booking: await finishCheckout(ctx, booking, { paymentStatus: price.after, letters: true, more: chosen }) }
  if (!card) return refuse('PAYMENT_REQUIRED', { amount: fromMinor(BigInt(price.now), currency), currency })
  const holdUntil = prolongedHold(booking.holdUntil, booking.createdAt, ctx.now)
  const { taken } = await takePlace(ctx, booking, { capacity: await capacityOf(ctx, booking), holdUntil, forced: false })
  if (!taken) return { booking: await finishCheckout(ctx, booking, { paymentStatus: booking.paymentStatus, letters: true, more: chosen }), placeIsGone: true }
  await store.updateBooking(ctx, booking.id, { ...chosen, holdUntil })
  const paymentId = ctx.newId()
  const amount = fromMinor(BigInt(price.now), currency)
  const isMine = await store.startPayment(ctx, { id: paymentId, bookingId: booking.id, amount, currency, card: { brand: card.brand, last4: card.last4 } })
  if (!isMine) return refuse('INVALID_BOOKING_STATUS', { reason: 'PAYMENT_UNDER_WAY' })
  return { booking: { ...booking, ...chosen, holdUntil }, charge: { paymentId, amount, currency } }
}

async function openBooking(ctx: Ctx, id: string): Promise<store.BookingRecord> {
  const booking = await lockOwn(ctx, id)
  if (booking.status !== 'CREATED') refuse('INVALID_BOOKING_STATUS', { status: booking.status })
  return booking
}

const bookingOf = (wish: PageWish): BookingIn => ({
  bookedEntity: { slot: wish.slot ?? null, schedule: wish.schedule ?? null },
  contactDetails: wish.contactDetails ?? null,
  totalParticipants: wish.totalParticipants ?? null,
  selectedPaymentOption: wish.paymentOption ?? 'UNDEFINED',
  depositSelected: wish.payDeposit ?? null,
})

/** Books the answer of the provider once, whoever brings it. */
export async function settle(ctx: Ctx, paymentId: string, result: { outcome: string; ref: string; declineCode?: string | undefined }): Promise<PageResult> {
  const payment = await store.lockOpenPayment(ctx, paymentId)
  if (!payment) throw new Error(`payment ${paymentId} was settled before`)
  const booking = (await store.lockBooking(ctx, everything, payment.bookingId)) ?? refuse('BOOKING_NOT_FOUND')
  const said = { outcome: result.outcome, ...(result.declineCode && { declineCode: result.declineCode }) }
  if (result.outcome === 'processing' || result.outcome === 'unknown') {
    await store.notePaymentRef(ctx, paymentId, result.ref)
    return { booking, payment: said }
  }
  if (result.outcome !== 'succeeded') {
    await store.settlePayment(ctx, paymentId, { status: 'FAILED', providerRef: result.ref, declineCode: result.declineCode ?? null })
    return { booking, payment: said }
  }
  await store.settlePayment(ctx, paymentId, { status: 'SUCCEEDED', providerRef: result.ref })
  if (booking.status !== 'CREATED') {
    // The customer gave up, or the business decided, while the charge was under way: the money goes back.
    await store.markRefunded(ctx, booking.id)
    return { booking, payment: { outcome: 'refunded' } }
  }
  const card = payment.card as { last4?: string } | null
  const after = due(booking.price.terms, 'ONLINE', booking.participants, booking.depositSelected === true).after
  const paidText = `${payment.amount} ${payment.currency}`
  const finished = await finishCheckout(ctx, booking, { paymentStatus: after, letters: true, letter: { paymentText: `Paid: ${paidText}.` } })
  if (finished.status !== 'DECLINED') await writeReceipt(ctx, finished, paidText, card?.last4)
  return { booking: finished, payment: said }
}

async function writeReceipt(ctx: Ctx, booking: store.BookingRecord, paidText: string, cardLast4: string | undefined): Promise<void> {
  await writeToCustomer(ctx, 'payment-receipt-booking', booking, { paidText, cardLast4: cardLast4 ?? '' })
}
