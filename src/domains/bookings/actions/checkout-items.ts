/** What is paid together: each booking with its way to pay and its price. Source: guide: bookings 12.1, 12.2. */
import { calculateDue, resolvePaymentOption, type AmountDue, type PaymentOption } from '../rules/due.ts'
import type * as store from '../store/bookings.ts'

/** What is said about a payment: an outcome of the provider, `redirect` with the page to pay on, `place_gone` or `refunded`. */
export interface PaymentOutcome {
  outcome: string
  declineCode?: string
  url?: string
}
export interface PayResult {
  bookings: store.BookingRow[]
  payment?: PaymentOutcome
}

export interface CheckoutItem {
  booking: store.BookingRow
  option: Exclude<PaymentOption, 'UNDEFINED'>
  price: AmountDue
}
export function toCheckoutItem(booking: store.BookingRow, chosen: PaymentOption | null | undefined): CheckoutItem {
  const option = resolvePaymentOption(chosen ?? booking.paymentOption, booking.price.terms, booking.price)
  return { booking, option, price: calculateDue(booking.price.terms, option, booking.participants, booking.depositSelected === true, booking.price) }
}

/** A fee may fall due later: the card is kept even when nothing is paid now. */
export const isCardRequired = (booking: store.BookingRow): boolean => booking.policy.cancellationFee.enabled && booking.policy.saveCard
