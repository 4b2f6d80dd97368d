/** The items of a checkout: each booking with its payment option and price. Source: guide bookings §12.1, §12.2. */
import { calculateDue, resolvePaymentOption, type AmountDue, type PaymentOption } from '../../rules/due.ts'
import type * as store from '../../store/bookings.ts'

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

/** The columns that the item sets: how it is paid, and its price with what the coupon takes off. */
export const toChosenPayment = ({ booking, option, price }: CheckoutItem) => ({
  paymentOption: option,
  price: { ...booking.price, total: price.total, coupon: price.discount === undefined ? undefined : booking.price.coupon },
})

/** Whether the card is saved for a later fee, even when nothing is paid now. */
export const isCardRequired = (booking: store.BookingRow): boolean => booking.policy.cancellationFee.enabled && booking.policy.saveCard
