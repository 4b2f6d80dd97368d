/** The items of a checkout: each booking with its payment option and price. Source: guide bookings §12.1, §12.2. */
import { calculateDue, resolvePaymentOption, type AmountDue, type PaymentOption } from '../../rules/due.ts'
import type * as store from '../../store/bookings.ts'

/** The outcome of a payment: one of the provider, `redirect` with the URL of its page, `place_gone` or `refunded`. */
export interface PaymentOutcome {
  outcome: string
  declineCode?: string
  url?: string
}
export interface PayResult {
  bookings: store.BookingRow[]
  payment?: PaymentOutcome
  /** The booking was made and finished by this call: nothing was paid for it. */
  isMadeAndFinished?: boolean
}

export interface CheckoutItem {
  booking: store.BookingRow
  option: Exclude<PaymentOption, 'UNDEFINED'>
  price: AmountDue
}
/** A booking with what is due for it now. `chosen` replaces the payment option that it was made with. */
export function toCheckoutItem(booking: store.BookingRow, chosen: PaymentOption | null | undefined): CheckoutItem {
  const option = resolvePaymentOption(chosen ?? booking.paymentOption, booking.price.terms, booking.price)
  return { booking, option, price: calculateDue(booking.price.terms, option, booking.participants, booking.depositSelected === true, booking.price) }
}

/** Whether the card is saved for a later fee, even when nothing is paid now. */
export const isCardRequired = (booking: store.BookingRow): boolean => booking.policy.cancellationFee.enabled && booking.policy.saveCard
