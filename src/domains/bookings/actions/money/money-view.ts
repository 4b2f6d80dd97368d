/** The money view of a booking: payments with refunds and disputes. Source: guide bookings §12.6. */
import { disputesOfReceipts, loadReceiptLines, listReceipts, refundsOfReceipts } from '#domains/payments/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { hasHostedPage } from '#kit/payments/providers.ts'
import type * as store from '../../store/bookings.ts'
import * as payments from '../../store/payments.ts'
import { calculateDue } from '../../rules/due.ts'
import { formatInstant } from '../../wire.ts'
import { findReduction } from './coupons.ts'
import { loadPaidAndOpen, toDecimal, toMinorUnits, taxesToWire } from './money.ts'

const normalizeAmount = (amount: string, currency: string): string => toDecimal(toMinorUnits(amount, currency), currency)

/** The lines of bookings in receipts, ordered by payment. */
export async function listReceiptLines(ctx: ReadContext, bookings: readonly store.BookingRow[]) {
  const ids = bookings.map((booking) => booking.id)
  const receipts = await listReceipts(ctx, ids)
  const lines = await loadReceiptLines(
    ctx,
    receipts.map((receipt) => receipt.id),
  )
  return receipts.flatMap(({ id, number, currency }) =>
    lines
      .filter((line) => line.receiptId === id && ids.includes(line.payableId))
      .map((line) => ({
        id,
        bookingId: line.payableId,
        ...(number !== null && { number }),
        amount: normalizeAmount(line.amount, currency),
        refunded: normalizeAmount(line.refunded, currency),
        currency,
      })),
  )
}

const disputeToWire = (one: Awaited<ReturnType<typeof disputesOfReceipts>>[number]) => ({
  id: one.id,
  state: one.state,
  amount: normalizeAmount(one.amount, one.currency),
  openedDate: formatInstant(one.openedAt),
  ...(one.closedAt && { closedDate: formatInstant(one.closedAt) }),
})

/** What went wrong with a refund is for the business only. */
const refundToWire = (one: Awaited<ReturnType<typeof refundsOfReceipts>>[number], isForBusiness: boolean) => ({
  id: one.id,
  amount: normalizeAmount(one.amount, one.currency),
  reason: one.reason,
  state: one.state,
  ...(one.number !== null && { number: one.number }),
  ...(one.problem && isForBusiness && { problem: one.problem }),
  createdDate: formatInstant(one.createdAt),
})

/** Everything about the money of one booking, for its owner and its customer. */
export async function loadBookingMoney(ctx: ReadContext, booking: store.BookingRow) {
  const { currency, total } = booking.price
  const receipts = await listReceipts(ctx, [booking.id])
  const ids = receipts.map((receipt) => receipt.id)
  const [lines, refunds, disputes] = [await loadReceiptLines(ctx, ids), await refundsOfReceipts(ctx, ids), await disputesOfReceipts(ctx, ids)]
  const sums = await loadPaidAndOpen(ctx, [booking])
  const isStanding = booking.status !== 'CANCELED' && booking.status !== 'DECLINED'
  const [paid, open] = [sums.paid.get(booking.id) ?? 0, isStanding ? (sums.open.get(booking.id) ?? 0) : 0]
  const coupon = findReduction([booking])
  const underWay = await findPendingPayment(ctx, booking)
  return {
    bookingId: booking.id,
    currency,
    total: toDecimal(total, currency),
    ...(coupon && { coupon: { ...coupon, amount: toDecimal(coupon.amount, currency) } }),
    ...taxesToWire([booking]),
    ...(booking.feeConsentText !== null && booking.feeConsentAt && { feeConsent: { text: booking.feeConsentText, date: formatInstant(booking.feeConsentAt) } }),
    paid: toDecimal(paid, currency),
    open: toDecimal(open, currency),
    payments: receipts.flatMap((receipt) =>
      lines
        .filter((line) => line.receiptId === receipt.id && line.payableId === booking.id)
        .map((line) => ({
          id: receipt.id,
          ...(receipt.number !== null && { number: receipt.number }),
          kind: receipt.state === 'LATE' ? ('LATE' as const) : line.kind === 'BOOKING_FEE' ? ('FEE' as const) : ('PRICE' as const),
          amount: normalizeAmount(line.amount, receipt.currency),
          refunded: normalizeAmount(line.refunded, receipt.currency),
          provider: receipt.provider,
          ...(receipt.card && { card: receipt.card }),
          paidDate: formatInstant(receipt.paidAt),
          disputes: disputes.filter((one) => one.receiptId === receipt.id).map(disputeToWire),
          refunds: refunds
            .filter((one) => one.receiptId === receipt.id && one.payableId === booking.id)
            .map((one) => refundToWire(one, ctx.caller.role === 'owner')),
        })),
    ),
    ...(underWay && { underWay }),
  }
}

async function findPendingPayment(ctx: ReadContext, booking: store.BookingRow): Promise<'WAITING' | 'PROCESSING' | undefined> {
  const open = (await payments.listPayments(ctx, [booking.id])).find((payment) => payment.status === 'STARTED')
  if (!open) return undefined
  return hasHostedPage(open.provider ?? '') ? 'WAITING' : 'PROCESSING'
}

/** What a booking costs, what of it is due now, and what was paid. */
export const amountsToWire = (booking: store.BookingRow, paid: number) => {
  const { total, currency, terms } = booking.price
  const money = (amount: number) => toDecimal(amount, currency)
  const due = calculateDue(terms, booking.paymentOption, booking.participants, booking.depositSelected === true, booking.price)
  const dueNow = booking.status === 'CREATED' ? due.now : 0
  const coupon = findReduction([booking])
  return {
    total: money(total),
    ...(coupon && { coupon: { ...coupon, amount: money(coupon.amount) } }),
    dueNow: money(dueNow),
    paid: money(paid),
    currency,
    ...taxesToWire([booking]),
  }
}
