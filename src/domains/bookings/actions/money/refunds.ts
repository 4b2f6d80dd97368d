/** Refunds of bookings: by the owner, and by the rules of cancelling. Source: guide bookings §12.6. */
import { startRefund, listReceipts, trySendRefund } from '#domains/payments/public.ts'
import { getSetting } from '#domains/site/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../../errors.ts'
import { emitUpdated } from '../../events.ts'
import type { EndOfBooking } from '../../rules/credits.ts'
import { calculateTaxedPart } from '../../rules/due.ts'
import type { PaymentStatus } from '../../rules/machine.ts'
import { calculateRefundOnEnd, getStatusAfterRefund } from '../../rules/refunds.ts'
import type { LocaleFormatter } from '../../rules/locale-formatter.ts'
import * as store from '../../store/bookings.ts'
import * as payments from '../../store/payments.ts'
import { lockOwnBooking, saveBooking } from '../changes/change.ts'
import { queueCustomerEmailIfRequested, type NotificationInput } from '../emails/emails.ts'
import { createReceiptLink } from '../links/links.ts'
import { isForPrice, syncRefundedAmount, getKeptAmount, toMinorUnits, refundAll, refundPart } from './money.ts'

/** The automatic refund if the booking were cancelled now, and the card payments minus refunds, in minor units. Changes nothing. */
export async function calculateRefundOnCancel(
  ctx: ReadContext,
  booking: store.BookingRow,
  end: EndOfBooking,
  fee: number,
): Promise<{ amount: number; paid: number }> {
  const online = (await payments.listPayments(ctx, [booking.id])).filter((payment) => payment.kind === 'ONLINE')
  const paid = online.reduce((sum, payment) => sum + getKeptAmount(payment), 0)
  if (paid === 0) return { amount: 0, paid }
  const accepted = booking.acceptedAt !== null
  return { amount: calculateRefundOnEnd({ status: booking.status, accepted, end, setting: await getSetting(ctx, 'bookings.refundOnCancel'), paid, fee }), paid }
}

/** Refunds a cancelled booking by its rules; answers the amount in minor units and the payment status. */
export async function refundOnCancel(
  ctx: TransactionContext,
  booking: store.BookingRow,
  end: EndOfBooking,
  fee: number,
): Promise<{ amount: number; status?: PaymentStatus }> {
  const { amount, paid } = await calculateRefundOnCancel(ctx, booking, end, fee)
  if (amount === 0) return { amount: 0 }
  // Cash that the business took goes back as it decides, unless it never took the booking on.
  const isNeverAccepted = booking.status === 'PENDING' && booking.acceptedAt === null
  const sent = isNeverAccepted && amount === paid ? await refundAll(ctx, booking, 'CANCELED') : await refundPart(ctx, booking, amount)
  return { amount: sent, status: await calculatePaymentStatus(ctx, booking, false) }
}

/** The payment status by the payments of a booking, without fees. */
async function calculatePaymentStatus(ctx: ReadContext, booking: store.BookingRow, stands: boolean): Promise<PaymentStatus> {
  const all = await payments.listPayments(ctx, [booking.id])
  const came = all.filter(isForPrice)
  return getStatusAfterRefund({
    before: booking.paymentStatus,
    stands,
    total: calculateTaxedPart(booking).total - (booking.price.paidElsewhere ?? 0),
    received: came.reduce((sum, one) => sum + toMinorUnits(one.amount, one.currency), 0),
    kept: came.reduce((sum, one) => sum + getKeptAmount(one), 0),
    byPlan: booking.planOrderId !== null && booking.credits > 0,
  })
}

export interface RefundBookingCommand {
  receiptId: string
  /** Decimal string; all that is left when absent. */
  amount?: string | null
  participantNotification?: NotificationInput | null
}

/**
 * The owner refunds a payment, whatever the status of the booking: recorded first, then sent outside the transaction. A provider
 * that does not answer leaves the refund pending; the job sends it again under the same key.
 * Refuses with PAYMENT_NOT_REFUNDABLE, REFUND_EXCEEDS_PAYMENT.
 */
export async function refundBooking(ctx: OwnTransactionContext, id: string, command: RefundBookingCommand): Promise<void> {
  const refund = await ctx.transaction(async (inner) => {
    const booking = await lockOwnBooking(inner, id)
    const receipt = (await listReceipts(inner, [booking.id])).find((one) => one.id === command.receiptId) ?? refuse('PAYMENT_NOT_REFUNDABLE')
    const [payment] = (await payments.listPayments(inner, [booking.id])).filter((one) => one.chargeId === receipt.id)
    const kind = payment?.kind === 'FEE' ? ('BOOKING_FEE' as const) : ('BOOKING' as const)
    const begun = await startRefund(inner, { receiptId: receipt.id, payable: { kind, id: booking.id }, amount: command.amount, reason: 'OWNER' })
    if (!begun) return refuse('PAYMENT_NOT_REFUNDABLE')
    await syncRefundedAmount(inner, booking.id, receipt.id)
    const amount = ({ formatAmount }: LocaleFormatter) => formatAmount(toMinorUnits(begun.amount, begun.currency), begun.currency)
    await queueCustomerEmailIfRequested(inner, booking, command.participantNotification, {
      template: 'booking-refunded',
      uniqueBy: begun.id,
      variables: { amount, receiptLink: await createReceiptLink(inner, booking, receipt.id) },
    })
    return begun
  })
  await trySendRefund(ctx, refund.id)
}

/** The payment status follows the money, with an event when it changes. */
export async function syncPaymentStatus(ctx: TransactionContext, booking: store.BookingRow): Promise<void> {
  const paymentStatus = await calculatePaymentStatus(ctx, booking, booking.status !== 'CANCELED' && booking.status !== 'DECLINED')
  if (paymentStatus === booking.paymentStatus) return
  const next = await saveBooking(ctx, booking, { paymentStatus })
  emitUpdated(ctx, next, { paymentStatus: booking.paymentStatus })
}
