/** Fees of late cancellations and no-shows: recorded, applied to the order, collected. Source: guide bookings §14. */
import { attemptsOfPayable, createAttempt, enqueueAttempt, findAttempt, isInFlight, sendAttempt, type Attempt } from '#domains/payments/public.ts'
import type { BaseContext, OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { currencyDigits } from '#kit/pure/money.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { refuse } from '../../errors.ts'
import { feeEvent } from '../../events.ts'
import { canTakeFeeStep, takeFeeStep } from '../../rules/fee-machine.ts'
import { calculateFee, givesWay, settleFee, type FeeInput, type FeeSettlement } from '../../rules/fees.ts'
import { leadMinutes } from '../../rules/policy.ts'
import * as store from '../../store/bookings.ts'
import * as fees from '../../store/fees.ts'
import * as payments from '../../store/payments.ts'
import { bookingToWire, describeBooking, feeToWire } from '../../wire.ts'
import { lockOwnBooking } from '../changes/change.ts'
import { getKeptAmount, sumPaid, toDecimal, toMinorUnits, formatMoney } from './money.ts'
import { unrestrictedViewer } from '../reading/viewer.ts'

/** The fee by the booking's copy of the policy now, in minor units; 0 for none. */
export function calculateFeeNow(booking: store.BookingRow, trigger: FeeInput['trigger'], now: BaseContext['now']): number {
  const isGiven = booking.planOrderId !== null || booking.paymentOption === 'MEMBERSHIP' || booking.paymentStatus === 'EXEMPT'
  return calculateFee({
    policy: booking.policy.cancellationFee,
    lead: leadMinutes(booking.startAt, now),
    price: isGiven ? 0 : booking.price.total,
    minorPerMajor: 10 ** currencyDigits(booking.price.currency),
    trigger,
  })
}

/** What cancelling each of these would cost now, in minor units: nothing where the one fee of a booking is on its order already. Changes nothing. */
export async function findCancellationFees(ctx: ReadContext, bookings: readonly store.BookingRow[]): Promise<Map<string, number>> {
  const recorded = await fees.loadFees(
    ctx,
    bookings.map(({ id }) => id),
  )
  const isFree = ({ id, status }: store.BookingRow) => status !== 'CONFIRMED' || recorded.some((fee) => fee.bookingId === id && !givesWay(fee))
  return new Map(bookings.map((booking) => [booking.id, isFree(booking) ? 0 : calculateFeeNow(booking, 'CANCELED', ctx.now)]))
}

/** False when the booking has a fee that was put on its order. */
async function recordFee(ctx: TransactionContext, booking: store.BookingRow, trigger: 'BOOKING_CANCELED' | 'NOT_ATTENDED', amount: number): Promise<boolean> {
  // What was missed and not charged, before the booking was moved, is nothing beside the cancellation.
  if (trigger === 'BOOKING_CANCELED') await fees.deleteUnappliedFee(ctx, booking.id, { isWaived: true })
  return fees.insertFee(ctx, {
    id: ctx.newId(),
    bookingId: booking.id,
    trigger,
    amount,
    currency: booking.price.currency,
    status: booking.orderId ? 'NOT_YET_APPLIED_TO_ORDER' : 'UNKNOWN_STATUS',
  })
}

export interface ChosenFee {
  /** Minor units; `open` is what of the fee payments do not cover yet. */
  amount: number
  open: number
  settlement: FeeSettlement
}
/** What the business may charge for cancelling a confirmed booking now, and how it would be settled; undefined without a fee. Changes nothing. */
export async function findChosenFee(ctx: ReadContext, booking: store.BookingRow): Promise<ChosenFee | undefined> {
  const amount = (await findCancellationFees(ctx, [booking])).get(booking.id) ?? 0
  if (amount === 0) return undefined
  const { total, paid } = booking.orderId ? await calculateOrderBalance(ctx, booking.orderId, booking.id) : { total: 0, paid: 0 }
  const hasCard = (await payments.findCard(ctx, booking.id)) !== undefined
  const own = await sumKeptForFee(ctx, { ...booking, status: 'CANCELED' })
  return { amount, ...settleFee({ hasOrder: booking.orderId !== null, hasCard, fee: amount, own, others: total, paid }) }
}

/** Records the fee that the business charges for a cancellation; one that can be settled is applied and collected. Answers the amount. */
export async function recordChosenFee(ctx: TransactionContext, booking: store.BookingRow): Promise<number> {
  const fee = await findChosenFee(ctx, booking)
  return fee ? recordCancellationFee(ctx, booking, fee.settlement !== 'OWED') : 0
}

/** Records the fee of a cancellation; one that is collected at once is applied to the order. Answers the amount. */
export async function recordCancellationFee(
  ctx: TransactionContext,
  booking: store.BookingRow,
  isCollected = booking.policy.cancellationFee.autoCollect,
): Promise<number> {
  const amount = calculateFeeNow(booking, 'CANCELED', ctx.now)
  if (amount === 0 || !(await recordFee(ctx, booking, 'BOOKING_CANCELED', amount))) return 0
  if (isCollected && !booking.orderId) await emitFailedToApply(ctx, booking)
  if (isCollected && booking.orderId) {
    const { additionalFeeId } = await applyToOrder(ctx, await fees.lockFees(ctx, [booking.id]), booking.orderId, amount)
    ctx.enqueue({ kind: 'bookings.collect-fee', key: additionalFeeId, data: { additionalFeeId } })
  }
  return amount
}

/** Without an order there is nothing to put the fee on; subscribers of the event collect it elsewhere. Source: guide bookings §14, §19. */
async function emitFailedToApply(ctx: TransactionContext, booking: store.BookingRow): Promise<void> {
  const [fee] = await fees.lockFees(ctx, [booking.id])
  if (fee) ctx.emit(feeEvent('failed_to_apply', { bookingFee: feeToWire(fee, booking), relatedBookingFeeIds: [] }, booking.id))
}

/** Records the fee of a no-show. Answers the amount. */
export async function recordNoShowFee(ctx: TransactionContext, booking: store.BookingRow): Promise<number> {
  const amount = calculateFeeNow(booking, 'NOT_ATTENDED', ctx.now)
  return amount > 0 && (await recordFee(ctx, booking, 'NOT_ATTENDED', amount)) ? amount : 0
}

/** Distributes the total over the fees in order, each up to its own amount. */
async function applyToOrder(
  ctx: TransactionContext,
  due: readonly fees.FeeRow[],
  orderId: string,
  total: number,
): Promise<{ additionalFeeId: string; orderId: string }> {
  const additionalFeeId = ctx.newId()
  let left = total
  for (const one of due) {
    const applied = Math.min(one.amount, left)
    left -= applied
    await fees.updateFee(ctx, one.id, { status: takeFeeStep(one.status, 'apply'), additionalFeeId, applied })
  }
  return { additionalFeeId, orderId }
}

export interface ApplyFeesInput {
  bookingIds: readonly string[]
  priceOverride?: { value: string; currency: string } | null
}
/**
 * Puts recorded fees on their order as one additional fee. Refuses with BOOKING_FEE_NOT_FOUND, BOOKING_FEE_ALREADY_APPLIED, ORDER_NOT_FOUND,
 * BOOKING_IDS_BELONG_TO_DIFFERENT_ORDERS, PRICE_OVERRIDE_EXCEEDS_MAX, PRICE_OVERRIDE_INSUFFICIENT_PERMISSIONS.
 */
export async function applyFees(ctx: TransactionContext, input: ApplyFeesInput) {
  const { permissions } = ctx.caller
  const bookings = await store.bookingsById(ctx, unrestrictedViewer, input.bookingIds)
  const orders = new Set(bookings.map((booking) => booking.orderId))
  if (bookings.length < input.bookingIds.length) refuse('BOOKING_FEE_NOT_FOUND')
  if (orders.size > 1) refuse('BOOKING_IDS_BELONG_TO_DIFFERENT_ORDERS')
  const orderId = bookings[0]?.orderId ?? refuse('ORDER_NOT_FOUND')
  const due = await fees.lockFees(ctx, input.bookingIds)
  if (due.length < input.bookingIds.length) refuse('BOOKING_FEE_NOT_FOUND')
  if (due.some((one) => !canTakeFeeStep(one.status, 'apply'))) refuse('BOOKING_FEE_ALREADY_APPLIED')
  const sum = due.reduce((total, one) => total + one.amount, 0)
  const currency = due[0]?.currency ?? ''
  if (input.priceOverride && permissions && !permissions.includes('BOOKINGS.MANAGE_PAYMENTS')) refuse('PRICE_OVERRIDE_INSUFFICIENT_PERMISSIONS')
  const total = input.priceOverride ? toMinorUnits(input.priceOverride.value, currency) : sum
  if (total > sum) refuse('PRICE_OVERRIDE_EXCEEDS_MAX', { max: toDecimal(sum, currency) })
  const { additionalFeeId } = await applyToOrder(ctx, due, orderId, total)
  const after = await fees.loadFees(ctx, input.bookingIds)
  return {
    bookingFees: after.map((one) =>
      feeToWire(
        one,
        bookings.find((booking) => booking.id === one.bookingId),
      ),
    ),
    ecomOrderInfo: { orderId, additionalFeeId, additionalFeePrice: priceToWire(total, currency) },
  }
}

/** Lets the customer off the recorded fee; one waived before stays so. Refuses with BOOKING_NOT_FOUND, BOOKING_FEE_NOT_FOUND, BOOKING_FEE_ALREADY_APPLIED. */
export async function waiveFee(ctx: TransactionContext, bookingId: string) {
  const booking = await lockOwnBooking(ctx, bookingId)
  const [fee] = await fees.lockFees(ctx, [bookingId])
  if (!fee) return refuse('BOOKING_FEE_NOT_FOUND')
  if (fee.status === 'WAIVED') return { bookingFee: feeToWire(fee, booking) }
  if (!canTakeFeeStep(fee.status, 'waive')) return refuse('BOOKING_FEE_ALREADY_APPLIED')
  const status = takeFeeStep(fee.status, 'waive')
  await fees.updateFee(ctx, fee.id, { status })
  const { amount, currency } = fee
  ctx.noteEffect({ kind: 'FEE_WAIVED', id: bookingId, ...describeBooking(bookingToWire(booking, true)), amount: toDecimal(amount, currency), currency })
  return { bookingFee: feeToWire({ ...fee, status }, booking) }
}
/** Minor units as the price of the public fee calls. */
export const priceToWire = (amount: number, currency: string) => ({ amount: toDecimal(amount, currency), formattedAmount: formatMoney(amount, currency) })

/** The total of an order (prices of open bookings, applied fees) and what was paid, in minor units. `canceledId`: a booking that is about to be cancelled. */
export async function calculateOrderBalance(
  ctx: ReadContext,
  orderId: string,
  canceledId?: string,
): Promise<{ total: number; paid: number; bookings: store.BookingRow[] }> {
  const bookings = await store.bookingsOfOrder(ctx, orderId)
  const ids = bookings.map((booking) => booking.id)
  const applied = (await fees.loadFees(ctx, ids)).reduce((sum, one) => sum + (one.applied ?? 0), 0)
  const isStanding = ({ id, status, planOrderId }: store.BookingRow) =>
    status !== 'CANCELED' && status !== 'DECLINED' && planOrderId === null && id !== canceledId
  const prices = bookings.filter(isStanding).reduce((sum, booking) => sum + booking.price.total, 0)
  const paid = (await payments.listPayments(ctx, ids)).reduce((sum, payment) => sum + getKeptAmount(payment), 0)
  return { total: prices + applied, paid, bookings }
}

/** What was paid for a booking and is kept for its fee: all of it when the booking is cancelled, else what is beyond its price. */
async function sumKeptForFee(ctx: ReadContext, booking: store.BookingRow): Promise<number> {
  const kept = (await sumPaid(ctx, [booking])).get(booking.id) ?? 0
  return booking.status === 'CANCELED' ? kept : Math.max(0, kept - booking.price.total)
}

export interface FeeCollection {
  booking: store.BookingRow
  amount: number
  currency: string
  card: payments.CardRow | undefined
}
/** What is to be charged for an applied fee; undefined when payments of the order cover it. */
export async function findFeeCollection(ctx: TransactionContext, additionalFeeId: string): Promise<FeeCollection | undefined> {
  const [applied] = await fees.lockAppliedFees(ctx, additionalFeeId)
  const booking = applied && (await store.bookingById(ctx, unrestrictedViewer, applied.bookingId))
  if (!booking?.orderId) return undefined
  const { total, paid } = await calculateOrderBalance(ctx, booking.orderId)
  const fee = applied?.applied ?? 0
  const { open } = settleFee({ hasOrder: true, hasCard: true, fee, own: await sumKeptForFee(ctx, booking), others: total - fee, paid })
  if (open === 0) return undefined
  const card = await payments.findCard(ctx, booking.id)
  return { booking, amount: open, currency: booking.price.currency, card }
}

export interface CollectFeeResult {
  /** Minor units. */
  collected: number
  ok: boolean
}

/**
 * Charges the saved card outside any transaction. The attempt is written down first: one that is under way is sent again under its
 * key, so that the same fee is charged once. A decline is emailed to both sides.
 */
export async function collectFee(ctx: OwnTransactionContext, additionalFeeId: string): Promise<CollectFeeResult> {
  return sendCollection(ctx, await ctx.transaction((inner) => startCollection(inner, additionalFeeId)))
}

async function sendCollection(ctx: OwnTransactionContext, attempt: Attempt | undefined): Promise<CollectFeeResult> {
  if (!attempt) return { collected: 0, ok: true }
  await sendAttempt(ctx, { attemptId: attempt.id })
  const sent = await ctx.transaction((inner) => findAttempt(inner, attempt.id))
  const ok = sent?.state === 'SUCCEEDED'
  return { collected: ok ? toMinorUnits(attempt.amount, attempt.currency) : 0, ok }
}

/** Applies the recorded fee of one booking and charges the saved card for it. Refuses as `applyFees`; a card that is declined is no refusal. */
export async function chargeFee(ctx: OwnTransactionContext, bookingId: string): Promise<CollectFeeResult & { currency: string }> {
  const { currency, attempt } = await ctx.transaction(async (inner) => {
    const { bookingFees, ecomOrderInfo } = await applyFees(inner, { bookingIds: [bookingId] })
    return { currency: bookingFees[0]?.cancellationFee.price.currency ?? '', attempt: await startCollection(inner, ecomOrderInfo.additionalFeeId) }
  })
  return { currency, ...(await sendCollection(ctx, attempt)) }
}

/** Writes the attempt down with its job, which sends it should this process stop before it does. One that is under way is answered as it is. */
export async function startCollection(ctx: TransactionContext, additionalFeeId: string): Promise<Attempt | undefined> {
  const collection = await findFeeCollection(ctx, additionalFeeId)
  if (!collection) return undefined
  const { booking, card, currency } = collection
  const before = await attemptsOfPayable(ctx, 'BOOKING_FEE', additionalFeeId)
  const underWay = before.find(({ state }) => isInFlight(state))
  if (underWay) return underWay
  const n = before.length + 1
  const amount = toDecimal(collection.amount, currency)
  const attempt = await createAttempt(ctx, {
    kind: 'BOOKING_FEE',
    payableId: additionalFeeId,
    n,
    key: `fee:${additionalFeeId}:attempt:${n}`,
    mode: 'off-session',
    provider: card?.provider ?? (await getOnlineProvider(ctx))?.id ?? '',
    amount,
    currency,
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    details: { payable: 'BOOKING_FEE', payableId: booking.id },
    checkAfterMinutes: 10,
  })
  await payments.insertShares(ctx, { attemptId: attempt.id, currency, kind: 'FEE', isBalance: false, shares: [{ bookingId: booking.id, amount }] })
  enqueueAttempt(ctx, attempt)
  return attempt
}
