/** Money of bookings: what is paid, what is owed, and what goes back. Source: guide: bookings 12. */
import type { Ctx } from '#kit/ctx.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import type { PaymentStatus } from '../rules/machine.ts'
import type { BookingRecord } from '../store/bookings.ts'
import * as payments from '../store/payments.ts'

export const minor = (amount: string, currency: string): number => Number(toMinor(amount, currency))
export const major = (amount: number, currency: string): string => fromMinor(BigInt(amount), currency)
export const moneyText = (amount: number, currency: string): string => `${major(amount, currency)} ${currency}`

/** What a payment brought and kept, in minor units. */
export const keptOf = (payment: payments.PaymentRecord): number =>
  payment.status === 'SUCCEEDED' ? minor(payment.amount, payment.currency) - minor(payment.refunded, payment.currency) : 0

/** Minor units that came in for the prices of bookings and stayed, by booking; fees are beside them. */
export async function paidFor(ctx: Ctx, bookings: readonly BookingRecord[]): Promise<Map<string, number>> {
  const paid = new Map(bookings.map((booking) => [booking.id, 0]))
  for (const payment of (await payments.paymentsOf(ctx, [...paid.keys()])).filter((one) => one.kind !== 'FEE'))
    paid.set(payment.bookingId, (paid.get(payment.bookingId) ?? 0) + keptOf(payment))
  return paid
}

/** Everything that came in for the booking goes back: noted now, sent by a job. Says how much, in minor units. */
export async function sendMoneyBack(ctx: Ctx, booking: BookingRecord): Promise<number> {
  const owed = await payments.oweBack(ctx, booking.id)
  for (const payment of owed.filter((one) => one.refundDue)) ctx.later({ kind: 'bookings.refund', key: payment.id, data: { paymentId: payment.id } })
  return owed.reduce((sum, payment) => sum + minor(payment.amount, payment.currency), 0)
}

/** What money says about a booking whose total changed after it was paid. */
export const statusFor = (before: PaymentStatus, total: number, paid: number): PaymentStatus =>
  before === 'PAID' && paid > 0 && paid < total ? 'PARTIALLY_PAID' : before === 'PARTIALLY_PAID' && paid >= total ? 'PAID' : before
