/** Money of bookings that goes back: by the owner, by the rules of cancelling, or because of what the provider reports. Source: guide: bookings 12.6. */
import { beginPayableRefund, receiptsOf, sendOrLeave, type PayableRefund, type PayableStep } from '#domains/orders/public.ts'
import { setting } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import { updated } from '../events.ts'
import type { EndOfBooking } from '../rules/credits.ts'
import type { PaymentStatus } from '../rules/machine.ts'
import { refundOnEnd, statusAfterRefund } from '../rules/refunds.ts'
import type { Tongue } from '../rules/tongue.ts'
import * as store from '../store/bookings.ts'
import * as payments from '../store/payments.ts'
import { lockOwn, save } from './change.ts'
import { tellIfAsked, writeToBusiness, writeToCustomer, type Notice } from './letters.ts'
import { receiptLink } from './links.ts'
import { followReceipt, keptOf, minor, sendMoneyBack, sendPartBack } from './money.ts'
import { everything } from './viewer.ts'

/** What would go back by itself if the booking were cancelled now, and what was paid by card and kept, in minor units. Sends nothing. */
export async function refundDueOnCancel(ctx: Ctx, booking: store.BookingRecord, end: EndOfBooking, fee: number): Promise<{ amount: number; paid: number }> {
  const online = (await payments.paymentsOf(ctx, [booking.id])).filter((payment) => payment.kind === 'ONLINE')
  const paid = online.reduce((sum, payment) => sum + keptOf(payment), 0)
  if (paid === 0) return { amount: 0, paid }
  const accepted = booking.acceptedAt !== null
  return { amount: refundOnEnd({ status: booking.status, accepted, end, setting: await setting(ctx, 'bookings.refundOnCancel'), paid, fee }), paid }
}

/** A booking is cancelled: what goes back by itself, in minor units, and what its payment status becomes. */
export async function moneyBackOnCancel(
  ctx: Ctx,
  booking: store.BookingRecord,
  end: EndOfBooking,
  fee: number,
): Promise<{ amount: number; status?: PaymentStatus }> {
  const { amount, paid } = await refundDueOnCancel(ctx, booking, end, fee)
  if (amount === 0) return { amount: 0 }
  const sent = amount === paid ? await sendMoneyBack(ctx, booking, 'CANCELED') : await sendPartBack(ctx, booking, amount)
  return { amount: sent, status: await statusNow(ctx, booking) }
}

/** What the payments of a booking, fees aside, say about it now. */
async function statusNow(ctx: Ctx, booking: store.BookingRecord): Promise<PaymentStatus> {
  const came = (await payments.paymentsOf(ctx, [booking.id])).filter((one) => one.kind !== 'FEE' && (one.status === 'SUCCEEDED' || one.status === 'REFUNDED'))
  return statusAfterRefund({
    before: booking.paymentStatus,
    received: came.reduce((sum, one) => sum + minor(one.amount, one.currency), 0),
    kept: came.reduce((sum, one) => sum + keptOf(one), 0),
    byPlan: booking.planOrderId !== null && booking.credits > 0,
  })
}

export interface RefundBookingCommand {
  receiptId: string
  /** Decimal string; all that is left when absent. */
  amount?: string | null
  participantNotification?: Notice | null
}

/**
 * The owner gives money back, whatever became of the booking: written down first, then sent outside the transaction. A provider
 * that does not answer leaves the refund on its way; the job sends it again under the same key.
 * Refuses PAYMENT_NOT_REFUNDABLE, REFUND_EXCEEDS_PAYMENT.
 */
export async function refundBooking(ctx: Ctx, id: string, command: RefundBookingCommand): Promise<void> {
  const refund = await ctx.write(async (inner) => {
    const booking = await lockOwn(inner, id)
    const receipt = (await receiptsOf(inner, [booking.id])).find((one) => one.id === command.receiptId) ?? refuse('PAYMENT_NOT_REFUNDABLE')
    const [payment] = (await payments.paymentsOf(inner, [booking.id])).filter((one) => one.chargeId === receipt.id)
    const kind = payment?.kind === 'FEE' ? ('BOOKING_FEE' as const) : ('BOOKING' as const)
    const begun = await beginPayableRefund(inner, { receiptId: receipt.id, payable: { kind, id: booking.id }, amount: command.amount, reason: 'OWNER' })
    if (!begun) return refuse('PAYMENT_NOT_REFUNDABLE')
    await followReceipt(inner, booking.id, receipt.id)
    const amount = ({ money }: Tongue) => money(minor(begun.amount, begun.currency), begun.currency)
    await tellIfAsked(inner, 'booking-refunded', booking, command.participantNotification, {
      amount,
      occasion: begun.id,
      receiptLink: await receiptLink(inner, booking, receipt.id),
    })
    return begun
  })
  await sendOrLeave(ctx, refund.id)
}

/** Answer to orders: something happens to the money of a booking or of its fee. */
export async function followMoney(ctx: Ctx, step: PayableStep): Promise<void> {
  if (step.kind === 'UNKNOWN') return
  const booking = await store.lockBooking(ctx, everything, step.id)
  if (!booking || step.step === 'lock') return
  if (step.step === 'disputed') {
    const amount = ({ money }: Tongue) => money(minor(step.amount, step.currency), step.currency)
    return writeToBusiness(ctx, 'booking-disputed', booking, { amount })
  }
  await followReceipt(ctx, booking.id, step.receiptId)
  await followStatus(ctx, booking)
  if (step.step === 'refund-failed') return tellFailure(ctx, booking, step.refund)
  if (step.refund.reason === 'PROVIDER')
    await writeToCustomer(ctx, 'booking-refunded', booking, {
      amount: ({ money }: Tongue) => money(minor(step.refund.amount, step.refund.currency), step.refund.currency),
      occasion: step.refund.id,
      receiptLink: await receiptLink(ctx, booking, step.receiptId),
    })
}

/** The payment status follows the money, with an event when it changes. */
async function followStatus(ctx: Ctx, booking: store.BookingRecord): Promise<void> {
  const paymentStatus = await statusNow(ctx, booking)
  if (paymentStatus === booking.paymentStatus) return
  const next = await save(ctx, booking, { paymentStatus })
  updated(ctx, next, { paymentStatus: booking.paymentStatus })
}

const tellFailure = (ctx: Ctx, booking: store.BookingRecord, refund: PayableRefund): Promise<void> =>
  writeToBusiness(ctx, 'booking-refund-failed', booking, {
    amount: ({ money }: Tongue) => money(minor(refund.amount, refund.currency), refund.currency),
    problem: refund.problem ?? '',
  })
