/**
 * Settles the answer to a charge of bookings once: page, return, webhook and follow-up may bring it in any order.
 * Late payments are refunded automatically. Source: guide bookings §5.2 rows 5–8, §7.2, §12.6.
 */
import { enqueueFollowUps, recordUnclaimed, startRefund } from '#domains/payments/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { ChargeResult, SavedCard } from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import type { LocalizedText } from '#kit/pure/languages.ts'
import { isAttemptClosed } from '../rules/attempts.ts'
import { calculateExtendedHold } from '../rules/holds.ts'
import type { LocaleFormatter } from '../rules/locale-formatter.ts'
import * as store from '../store/bookings.ts'
import * as payments from '../store/payments.ts'
import { isBalanceOwed } from './balances.ts'
import { finishPaid } from './finish-paid.ts'
import type { PayResult, PaymentOutcome } from './checkout-items.ts'
import { queueBusinessEmail, queueCustomerEmail } from './emails.ts'
import { toMinorUnits, createReceipt } from './money.ts'
import { reclaimSlot } from './claim-slot.ts'
import { unrestrictedViewer } from './viewer.ts'

interface Settlement {
  chargeId: string
  shares: readonly payments.PaymentRow[]
  bookings: readonly store.BookingRow[]
  result: ChargeResult
  card: SavedCard | undefined
}

/** Settles an answer. `card` was entered on our own page. A charge without shares is unknown. */
export async function settle(ctx: TransactionContext, chargeId: string, result: ChargeResult, card: SavedCard | undefined = result.card): Promise<PayResult> {
  const known = await payments.sharesOfCharge(ctx, chargeId)
  const bookings: store.BookingRow[] = []
  for (const share of known.toSorted((a, b) => (a.bookingId < b.bookingId ? -1 : 1))) {
    const booking = await store.lockBooking(ctx, unrestrictedViewer, share.bookingId)
    if (booking) bookings.push(booking)
  }
  const shares = await payments.lockCharge(ctx, chargeId)
  const [first] = shares
  if (!first || !shares.some((share) => share.status === 'STARTED' || share.status === 'FAILED'))
    return { bookings, payment: { outcome: first?.status === 'REFUNDED' ? 'refunded' : first ? 'succeeded' : result.outcome } }
  const payment: PaymentOutcome = { outcome: result.outcome, ...(result.declineCode && { declineCode: result.declineCode }) }
  if (result.outcome === 'succeeded') return settleSucceeded(ctx, { chargeId, shares, bookings, result, card })
  if (first.status === 'FAILED' && !(result.outcome === 'declined' && isAttemptClosed(result.declineCode)))
    return { bookings, payment: { outcome: 'declined', ...(first.declineCode && { declineCode: first.declineCode }) } }
  const isOnTheirPage = findProvider(first.provider ?? '')?.page === 'hosted'
  if (result.outcome === 'declined' || (result.outcome === 'requires_action' && !isOnTheirPage)) {
    await payments.settleCharge(ctx, chargeId, { status: 'FAILED', declineCode: result.declineCode ?? null })
    return { bookings, payment: payment }
  }
  if (result.ref) await payments.saveChargeRef(ctx, chargeId, result.ref)
  if (result.outcome !== 'unknown') await extendHolds(ctx, bookings)
  return { bookings, payment: payment }
}

/** The customer is paying: extends the holds, to half an hour at most. Source: guide bookings §7.2. */
async function extendHolds(ctx: TransactionContext, bookings: readonly store.BookingRow[]): Promise<void> {
  for (const booking of bookings) {
    if (booking.status !== 'CREATED') continue
    const holdUntil = calculateExtendedHold(booking.holdUntil, booking.createdAt, ctx.now)
    if (booking.holdUntil?.equals(holdUntil) || holdUntil.epochMilliseconds <= ctx.now.epochMilliseconds) continue
    if (await reclaimSlot(ctx, booking, { holdUntil, forced: booking.forced })) await store.updateBooking(ctx, booking.id, { holdUntil })
  }
}

const sumShares = (shares: readonly payments.PaymentRow[]): number => shares.reduce((sum, share) => sum + toMinorUnits(share.amount, share.currency), 0)

/** Whether the moved amount is the requested one; any other pays for nothing, and the owner is informed. */
const isExpectedAmount = ({ result: { movedAmount: moved }, shares }: Settlement): boolean => {
  const [first] = shares
  return !moved || !first || sumShares(shares) === 0 || (moved.currency === first.currency && toMinorUnits(moved.amount, moved.currency) === sumShares(shares))
}

/** Whether a booking was decided without this payment and still owes it. */
const isStillOwed = (booking: store.BookingRow): boolean =>
  (booking.status === 'CONFIRMED' || booking.status === 'PENDING') && (booking.paymentStatus === 'NOT_PAID' || booking.paymentStatus === 'UNDEFINED')

/** A booking that waits for its checkout is paid once; one that was decided takes what it still owes, such as the rest after a deposit. */
async function isWanted(ctx: ReadContext, { shares, bookings }: Settlement, others: readonly payments.PaymentRow[]): Promise<boolean> {
  if (bookings.length !== shares.length) return false
  for (const share of shares) {
    const booking = bookings.find((one) => one.id === share.bookingId)
    const isPaidAlready = others.some((payment) => payment.bookingId === share.bookingId && payment.status === 'SUCCEEDED')
    const isDue = booking && (booking.status === 'CREATED' || isStillOwed(booking)) && !isPaidAlready
    if (!booking || (!isDue && !(await isBalanceOwed(ctx, booking, share)))) return false
  }
  return true
}

async function settleSucceeded(ctx: TransactionContext, of: Settlement): Promise<PayResult> {
  const { chargeId, shares, bookings, result, card } = of
  const provider = shares[0]?.provider ?? ''
  if (!isExpectedAmount(of)) {
    await payments.settleCharge(ctx, chargeId, { status: 'FAILED', providerRef: result.ref, declineCode: 'amount_mismatch' })
    await recordUnclaimed(ctx, { provider, ref: result.ref ?? chargeId, movedAmount: result.movedAmount, card })
    return { bookings: [...bookings], payment: { outcome: 'declined', declineCode: 'amount_mismatch' } }
  }
  const others = (
    await payments.paymentsOf(
      ctx,
      bookings.map((booking) => booking.id),
    )
  ).filter((payment) => payment.chargeId !== chargeId && payment.kind === 'ONLINE')
  if (!(await isWanted(ctx, of, others))) return refundLatePayment(ctx, of)
  // Other open pages for the same bookings are superseded.
  for (const other of new Set(others.filter((payment) => payment.status === 'STARTED').map((payment) => payment.chargeId)))
    await payments.settleCharge(ctx, other, { status: 'FAILED', declineCode: 'superseded' })
  await payments.settleCharge(ctx, chargeId, { status: 'SUCCEEDED', providerRef: result.ref, ...(card && { card: { brand: card.brand, last4: card.last4 } }) })
  enqueueFollowUps(ctx, provider, result)
  return {
    bookings: await finishPaid(ctx, { chargeId, shares, bookings, provider, ref: result.ref, card, customer: result.customer }),
    payment: { outcome: 'succeeded' },
  }
}

const latePaymentText: LocalizedText = {
  message: 'Your payment of {amount} arrived too late and will be refunded automatically. Banks take a few days.',
  de: 'Deine Zahlung von {amount} kam zu spät an und wird automatisch erstattet. Banken brauchen dafür ein paar Tage.',
}

/** Cancelled, decided or paid twice meanwhile: refunds the payment and emails both sides. */
async function refundLatePayment(ctx: TransactionContext, { chargeId, shares, bookings, result, card }: Settlement): Promise<PayResult> {
  const provider = shares[0]?.provider ?? ''
  await payments.settleCharge(ctx, chargeId, { status: 'LATE', providerRef: result.ref, ...(card && { card: { brand: card.brand, last4: card.last4 } }) })
  const paid = shares.flatMap((share) => {
    const booking = bookings.find((one) => one.id === share.bookingId)
    return booking && toMinorUnits(share.amount, share.currency) > 0 ? [{ booking, amount: share.amount }] : []
  })
  const [first] = paid
  if (!first) return { bookings: [...bookings], payment: { outcome: 'refunded' } }
  await createReceipt(ctx, { chargeId, state: 'LATE', provider, ref: result.ref, card: card && { brand: card.brand, last4: card.last4 }, shares: paid })
  for (const { booking } of paid) await startLateRefund(ctx, chargeId, booking)
  const amount = ({ formatAmount }: LocaleFormatter) => formatAmount(sumShares(shares), first.booking.price.currency)
  await queueCustomerEmail(ctx, 'payment-returned', first.booking, {
    uniqueBy: chargeId,
    refundText: (formatter: LocaleFormatter) => formatter.translate(latePaymentText, { amount: amount(formatter) }),
  })
  await queueBusinessEmail(ctx, 'money-without-place', first.booking, { amount })
  return { bookings: [...bookings], payment: { outcome: 'refunded' } }
}

const startLateRefund = (ctx: TransactionContext, chargeId: string, booking: store.BookingRow): Promise<unknown> =>
  startRefund(ctx, { receiptId: chargeId, payable: { kind: 'BOOKING', id: booking.id }, reason: 'LATE' })
