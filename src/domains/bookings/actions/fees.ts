/** Fees of late cancellations and no-shows: recorded, applied to the order, collected. Source: guide bookings §14. */
import type { BaseContext, OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { currencyDigits } from '#kit/pure/money.ts'
import type { ChargeResult } from '#kit/payments/provider.ts'
import { getOnlineProvider, findProvider } from '#kit/payments/providers.ts'
import { refuse } from '../errors.ts'
import { feeEvent } from '../events.ts'
import { calculateFee, type FeeInput } from '../rules/fees.ts'
import { leadMinutes } from '../rules/policy.ts'
import type { TextRenderer } from '../rules/locale-formatter.ts'
import * as store from '../store/bookings.ts'
import * as fees from '../store/fees.ts'
import * as payments from '../store/payments.ts'
import { feeToWire } from '../wire.ts'
import { queueBusinessEmail, queueCustomerEmail } from './emails.ts'
import type { PayResult } from './checkout-items.ts'
import { createReceiptLink } from './links.ts'
import { getKeptAmount, toDecimal, toMinorUnits, formatMoney, createReceipt } from './money.ts'
import { unrestrictedViewer } from './viewer.ts'

/** The fee by the booking's copy of the policy now, in minor units; 0 for none. */
export function calculateFeeNow(booking: store.BookingRow, trigger: FeeInput['trigger'], now: BaseContext['now']): number {
  const paidByPlan = booking.planOrderId !== null || booking.paymentOption === 'MEMBERSHIP'
  return calculateFee({
    policy: booking.policy.cancellationFee,
    lead: leadMinutes(booking.startAt, now),
    price: paidByPlan ? 0 : booking.price.total,
    minorPerMajor: 10 ** currencyDigits(booking.price.currency),
    trigger,
  })
}

async function recordFee(ctx: TransactionContext, booking: store.BookingRow, trigger: 'BOOKING_CANCELED' | 'NOT_ATTENDED', amount: number): Promise<void> {
  await fees.insertFee(ctx, {
    id: ctx.newId(),
    bookingId: booking.id,
    trigger,
    amount,
    currency: booking.price.currency,
    status: booking.orderId ? 'NOT_YET_APPLIED_TO_ORDER' : 'UNKNOWN_STATUS',
  })
}

/** Records the fee of a cancellation by the customer; with automatic collection it is applied to the order at once. Answers the amount. */
export async function recordCancellationFee(ctx: TransactionContext, booking: store.BookingRow): Promise<number> {
  const amount = calculateFeeNow(booking, 'CANCELED', ctx.now)
  if (amount === 0) return 0
  await recordFee(ctx, booking, 'BOOKING_CANCELED', amount)
  if (booking.policy.cancellationFee.autoCollect && booking.orderId) {
    const { additionalFeeId } = await applyToOrder(ctx, await fees.lockFeesOf(ctx, [booking.id]), booking.orderId, amount)
    ctx.enqueue({ kind: 'bookings.collect-fee', key: additionalFeeId, data: { additionalFeeId } })
  }
  return amount
}

/** Records the fee of a no-show. Answers the amount. */
export async function recordNoShowFee(ctx: TransactionContext, booking: store.BookingRow): Promise<number> {
  const amount = calculateFeeNow(booking, 'NOT_ATTENDED', ctx.now)
  if (amount > 0) await recordFee(ctx, booking, 'NOT_ATTENDED', amount)
  return amount
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
    await fees.updateFee(ctx, one.id, { status: 'APPLIED_TO_ORDER', additionalFeeId, applied })
  }
  return { additionalFeeId, orderId }
}

export interface ApplyFeesInput {
  bookingIds: readonly string[]
  priceOverride?: { value: string; currency: string } | null
}
export async function applyFees(ctx: TransactionContext, input: ApplyFeesInput) {
  const { permissions } = ctx.caller
  const bookings = await store.bookingsById(ctx, unrestrictedViewer, input.bookingIds)
  const orders = new Set(bookings.map((booking) => booking.orderId))
  if (bookings.length < input.bookingIds.length) refuse('BOOKING_FEE_NOT_FOUND')
  if (orders.size > 1) refuse('BOOKING_IDS_BELONG_TO_DIFFERENT_ORDERS')
  const orderId = bookings[0]?.orderId ?? refuse('ORDER_NOT_FOUND')
  const due = await fees.lockFeesOf(ctx, input.bookingIds)
  if (due.length < input.bookingIds.length) refuse('BOOKING_FEE_NOT_FOUND')
  if (due.some((one) => one.status === 'APPLIED_TO_ORDER')) refuse('BOOKING_FEE_ALREADY_APPLIED')
  const sum = due.reduce((total, one) => total + one.amount, 0)
  const currency = due[0]?.currency ?? ''
  if (input.priceOverride && permissions && !permissions.includes('BOOKINGS.MANAGE_PAYMENTS')) refuse('PRICE_OVERRIDE_INSUFFICIENT_PERMISSIONS')
  const total = input.priceOverride ? toMinorUnits(input.priceOverride.value, currency) : sum
  if (total > sum) refuse('PRICE_OVERRIDE_EXCEEDS_MAX', { max: toDecimal(sum, currency) })
  const { additionalFeeId } = await applyToOrder(ctx, due, orderId, total)
  const after = await fees.feesOf(ctx, input.bookingIds)
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
export const priceToWire = (amount: number, currency: string) => ({ amount: toDecimal(amount, currency), formattedAmount: formatMoney(amount, currency) })

/** The total of an order (prices of open bookings, applied fees) and what was paid, in minor units. */
export async function calculateOrderBalance(ctx: ReadContext, orderId: string): Promise<{ total: number; paid: number; bookings: store.BookingRow[] }> {
  const bookings = await store.bookingsOfOrder(ctx, orderId)
  const ids = bookings.map((booking) => booking.id)
  const applied = (await fees.feesOf(ctx, ids)).reduce((sum, one) => sum + (one.applied ?? 0), 0)
  const stands = (booking: store.BookingRow) => booking.status !== 'CANCELED' && booking.status !== 'DECLINED' && booking.planOrderId === null
  const prices = bookings.filter(stands).reduce((sum, booking) => sum + booking.price.total, 0)
  const paid = (await payments.paymentsOf(ctx, ids)).reduce((sum, payment) => sum + getKeptAmount(payment), 0)
  return { total: prices + applied, paid, bookings }
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
  if (total <= paid) return undefined
  const card = await payments.cardOf(ctx, booking.id)
  return { booking, amount: Math.min(total - paid, applied?.applied ?? 0), currency: booking.price.currency, card }
}

export interface CollectFeeResult {
  /** Minor units. */
  collected: number
  ok: boolean
}

/**
 * Charges the saved card outside any transaction. The attempt is saved first, under the id of the fee, so that the same
 * fee is charged once and a lost answer is asked for again (pay-page.ts). A decline is emailed to both sides.
 */
export async function collectFee(ctx: OwnTransactionContext, additionalFeeId: string): Promise<CollectFeeResult> {
  const charge = await ctx.transaction((inner) => startCollection(inner, additionalFeeId))
  if (!charge) return { collected: 0, ok: true }
  const { collection, amount, providerId } = charge
  const provider = findProvider(providerId)
  const result: ChargeResult =
    provider && collection.card
      ? await provider.chargeOffSession({
          token: collection.card.token,
          customer: collection.card.customer ?? undefined,
          amount: { amount, currency: collection.currency },
          key: `fee:${additionalFeeId}`,
          at: ctx.now,
          meta: { siteId: ctx.siteId, attemptId: additionalFeeId, payable: 'BOOKING_FEE', payableId: collection.booking.id },
        })
      : { outcome: 'declined', declineCode: 'no_method' }
  await ctx.transaction((inner) => settleFee(inner, additionalFeeId, result))
  const ok = result.outcome === 'succeeded'
  return { collected: ok ? collection.amount : 0, ok }
}

async function startCollection(
  ctx: TransactionContext,
  additionalFeeId: string,
): Promise<{ collection: FeeCollection; amount: string; providerId: string } | undefined> {
  const collection = await findFeeCollection(ctx, additionalFeeId)
  if (!collection) return undefined
  const [known] = await payments.sharesOfCharge(ctx, additionalFeeId)
  if (known?.status === 'STARTED')
    return { collection: { ...collection, amount: toMinorUnits(known.amount, known.currency) }, amount: known.amount, providerId: known.provider ?? '' }
  const providerId = collection.card?.provider ?? getOnlineProvider()?.id ?? ''
  const amount = toDecimal(collection.amount, collection.currency)
  if (known) await payments.reopenCharge(ctx, additionalFeeId)
  else
    await payments.insertCharge(ctx, {
      chargeId: additionalFeeId,
      provider: providerId,
      currency: collection.currency,
      card: collection.card ? { brand: collection.card.brand, last4: collection.card.last4 } : {},
      kind: 'FEE',
      shares: [{ bookingId: collection.booking.id, amount }],
    })
  return { collection, amount: known?.amount ?? amount, providerId }
}

/** Settles the answer to a fee once. An unclear answer leaves the attempt open. */
export async function settleFee(ctx: TransactionContext, additionalFeeId: string, result: ChargeResult): Promise<PayResult> {
  const [known] = await payments.sharesOfCharge(ctx, additionalFeeId)
  const booking = known && (await store.lockBooking(ctx, unrestrictedViewer, known.bookingId))
  const [share] = await payments.lockCharge(ctx, additionalFeeId)
  if (!booking || !share || (share.status !== 'STARTED' && share.status !== 'FAILED')) return { bookings: booking ? [booking] : [] }
  const done: PayResult = { bookings: [booking], payment: { outcome: result.outcome } }
  const card = share.card as { brand?: string; last4?: string } | null
  const amount: TextRenderer = ({ formatAmount }) => formatAmount(toMinorUnits(share.amount, share.currency), share.currency)
  if (result.outcome === 'processing' || result.outcome === 'unknown') {
    if (result.ref) await payments.saveChargeRef(ctx, additionalFeeId, result.ref)
    return done
  }
  if (result.outcome !== 'succeeded') {
    if (share.status === 'FAILED') return done
    await payments.settleCharge(ctx, additionalFeeId, { status: 'FAILED', declineCode: result.declineCode ?? 'authentication_required' })
    ctx.emit(feeEvent('failed_to_collect', { bookingIds: [booking.id], ecomOrderInfo: { orderId: booking.orderId, additionalFeeId } }, booking.id))
    await queueBusinessEmail(ctx, 'fee-not-collected', booking, { amount })
    await queueCustomerEmail(ctx, 'fee-failed', booking, { amount, cardLast4: card?.last4 ?? '', uniqueBy: additionalFeeId })
    return done
  }
  await payments.settleCharge(ctx, additionalFeeId, { status: 'SUCCEEDED', providerRef: result.ref })
  for (const one of await fees.lockAppliedFees(ctx, additionalFeeId)) await fees.updateFee(ctx, one.id, { collected: one.applied ?? 0 })
  const receipt = await createReceipt(ctx, {
    chargeId: additionalFeeId,
    kind: 'BOOKING_FEE',
    state: 'EARNED',
    provider: share.provider ?? '',
    ref: result.ref,
    card: card?.last4 ? { brand: card.brand ?? '', last4: card.last4 } : null,
    shares: [{ booking, amount: share.amount }],
  })
  await queueCustomerEmail(ctx, 'fee-charged', booking, {
    amount,
    cardLast4: card?.last4 ?? '',
    uniqueBy: additionalFeeId,
    ...(receipt && { receiptLink: await createReceiptLink(ctx, booking, receipt.id) }),
  })
  return done
}
