/**
 * Books the answer to a charge of bookings: the page, the buyer's return, a webhook and the follow-up may all bring it, in any order;
 * it counts once. Money that comes too late goes back by itself. Source: guide: bookings 5.2 rows 5–8, 7.2, 12.6.
 */
import { beginPayableRefund, noteUnclaimed } from '#domains/orders/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { ChargeResult, SavedCard } from '#kit/payments/provider.ts'
import { providerOf } from '#kit/payments/providers.ts'
import { isDisputedLater } from '#kit/payments/sandbox.ts'
import type { Sentence } from '#kit/pure/languages.ts'
import { isClosed } from '../rules/attempts.ts'
import { prolongedHold } from '../rules/holds.ts'
import type { Tongue } from '../rules/tongue.ts'
import * as store from '../store/bookings.ts'
import * as payments from '../store/payments.ts'
import { finishPaid } from './finish-paid.ts'
import type { PayResult, Said } from './items.ts'
import { writeToBusiness, writeToCustomer } from './letters.ts'
import { minor, writeReceipt } from './money.ts'
import { takeAgain } from './place.ts'
import { everything } from './viewer.ts'

interface Settling {
  chargeId: string
  shares: readonly payments.PaymentRecord[]
  bookings: readonly store.BookingRecord[]
  result: ChargeResult
  card: SavedCard | undefined
}

/** Takes an answer in. `card` is the one that was typed on our own page. Without shares nothing of this charge is known. */
export async function settle(ctx: Ctx, chargeId: string, result: ChargeResult, card: SavedCard | undefined = result.card): Promise<PayResult> {
  const known = await payments.sharesOfCharge(ctx, chargeId)
  const bookings: store.BookingRecord[] = []
  for (const share of known.toSorted((a, b) => (a.bookingId < b.bookingId ? -1 : 1))) {
    const booking = await store.lockBooking(ctx, everything, share.bookingId)
    if (booking) bookings.push(booking)
  }
  const shares = await payments.lockCharge(ctx, chargeId)
  const [first] = shares
  if (!first || !shares.some((share) => share.status === 'STARTED' || share.status === 'FAILED'))
    return { bookings, payment: { outcome: first?.status === 'REFUNDED' ? 'refunded' : first ? 'succeeded' : result.outcome } }
  const said: Said = { outcome: result.outcome, ...(result.declineCode && { declineCode: result.declineCode }) }
  if (result.outcome === 'succeeded') return succeed(ctx, { chargeId, shares, bookings, result, card })
  if (first.status === 'FAILED' && !(result.outcome === 'declined' && isClosed(result.declineCode)))
    return { bookings, payment: { outcome: 'declined', ...(first.declineCode && { declineCode: first.declineCode }) } }
  const isOnTheirPage = providerOf(first.provider ?? '')?.page === 'hosted'
  if (result.outcome === 'declined' || (result.outcome === 'requires_action' && !isOnTheirPage)) {
    await payments.settleCharge(ctx, chargeId, { status: 'FAILED', declineCode: result.declineCode ?? null })
    return { bookings, payment: said }
  }
  if (result.ref) await payments.noteChargeRef(ctx, chargeId, result.ref)
  if (result.outcome !== 'unknown') await waitFor(ctx, bookings)
  return { bookings, payment: said }
}

/** The customer is paying: the place is kept a while longer, half an hour at most (guide 7.2). */
async function waitFor(ctx: Ctx, bookings: readonly store.BookingRecord[]): Promise<void> {
  for (const booking of bookings) {
    if (booking.status !== 'CREATED') continue
    const holdUntil = prolongedHold(booking.holdUntil, booking.createdAt, ctx.now)
    if (booking.holdUntil?.equals(holdUntil) || holdUntil.epochMilliseconds <= ctx.now.epochMilliseconds) continue
    if (await takeAgain(ctx, booking, { holdUntil, forced: booking.forced })) await store.updateBooking(ctx, booking.id, { holdUntil })
  }
}

const sumOf = (shares: readonly payments.PaymentRecord[]): number => shares.reduce((sum, share) => sum + minor(share.amount, share.currency), 0)

/** Another amount than ours was moved: it pays for nothing, and the owner is told. */
const movedWhatWasAsked = ({ result: { moved }, shares }: Settling): boolean => {
  const [first] = shares
  return !moved || !first || sumOf(shares) === 0 || (moved.currency === first.currency && minor(moved.amount, moved.currency) === sumOf(shares))
}

/** Bookings that were decided without this money and still owe it. */
const stillOwes = (booking: store.BookingRecord): boolean =>
  (booking.status === 'CONFIRMED' || booking.status === 'PENDING') && (booking.paymentStatus === 'NOT_PAID' || booking.paymentStatus === 'UNDEFINED')

async function succeed(ctx: Ctx, of: Settling): Promise<PayResult> {
  const { chargeId, shares, bookings, result, card } = of
  const provider = shares[0]?.provider ?? ''
  if (!movedWhatWasAsked(of)) {
    await payments.settleCharge(ctx, chargeId, { status: 'FAILED', providerRef: result.ref, declineCode: 'amount_mismatch' })
    await noteUnclaimed(ctx, { provider, ref: result.ref ?? chargeId, moved: result.moved, card })
    return { bookings: [...bookings], payment: { outcome: 'declined', declineCode: 'amount_mismatch' } }
  }
  const others = (
    await payments.paymentsOf(
      ctx,
      bookings.map((booking) => booking.id),
    )
  ).filter((payment) => payment.chargeId !== chargeId && payment.kind === 'ONLINE')
  const isPaidAlready = others.some((payment) => payment.status === 'SUCCEEDED')
  const isWanted = bookings.length === shares.length && !isPaidAlready && bookings.every((booking) => booking.status === 'CREATED' || stillOwes(booking))
  if (!isWanted) return sendBackLate(ctx, of)
  // Another page for the same bookings is given up: this one was paid.
  for (const other of new Set(others.filter((payment) => payment.status === 'STARTED').map((payment) => payment.chargeId)))
    await payments.settleCharge(ctx, other, { status: 'FAILED', declineCode: 'superseded' })
  await payments.settleCharge(ctx, chargeId, { status: 'SUCCEEDED', providerRef: result.ref, ...(card && { card: { brand: card.brand, last4: card.last4 } }) })
  if (provider === 'sandbox' && card && isDisputedLater(card.token) && result.ref)
    ctx.later({
      kind: 'orders.provider-event',
      key: `sandbox:dispute:${chargeId}`,
      data: { provider, event: { id: `dispute:${chargeId}`, kind: 'dispute', ref: result.ref, attemptId: chargeId } },
      dueAt: ctx.now.add({ minutes: 1 }),
    })
  return {
    bookings: await finishPaid(ctx, { chargeId, shares, bookings, provider, ref: result.ref, card, customer: result.customer }),
    payment: { outcome: 'succeeded' },
  }
}

const tooLate: Sentence = {
  message: 'Your payment of {amount} came when there was nothing to pay any more. It goes back to you by itself; banks take a few days.',
  de: 'Deine Zahlung von {amount} kam an, als nichts mehr zu bezahlen war. Sie geht von selbst an dich zurück; Banken brauchen dafür ein paar Tage.',
}

/** The customer gave up, the business decided, or it was paid twice: the money goes back, and both are told. */
async function sendBackLate(ctx: Ctx, { chargeId, shares, bookings, result, card }: Settling): Promise<PayResult> {
  const provider = shares[0]?.provider ?? ''
  await payments.settleCharge(ctx, chargeId, { status: 'LATE', providerRef: result.ref, ...(card && { card: { brand: card.brand, last4: card.last4 } }) })
  const paid = shares.flatMap((share) => {
    const booking = bookings.find((one) => one.id === share.bookingId)
    return booking && minor(share.amount, share.currency) > 0 ? [{ booking, amount: share.amount }] : []
  })
  const [first] = paid
  if (!first) return { bookings: [...bookings], payment: { outcome: 'refunded' } }
  await writeReceipt(ctx, { chargeId, state: 'LATE', provider, ref: result.ref, card: card && { brand: card.brand, last4: card.last4 }, shares: paid })
  for (const { booking } of paid) await refundLate(ctx, chargeId, booking)
  const amount = ({ money }: Tongue) => money(sumOf(shares), first.booking.price.currency)
  await writeToCustomer(ctx, 'payment-returned', first.booking, {
    occasion: chargeId,
    refundText: (tongue: Tongue) => tongue.say(tooLate, { amount: amount(tongue) }),
  })
  await writeToBusiness(ctx, 'money-without-place', first.booking, { amount })
  return { bookings: [...bookings], payment: { outcome: 'refunded' } }
}

const refundLate = (ctx: Ctx, chargeId: string, booking: store.BookingRecord): Promise<unknown> =>
  beginPayableRefund(ctx, { receiptId: chargeId, payable: { kind: 'BOOKING', id: booking.id }, reason: 'LATE' })
