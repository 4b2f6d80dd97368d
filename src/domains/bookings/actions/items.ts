/** What is paid together: each booking with its way to pay and its price. Source: guide: bookings 12.1, 12.2. */
import { due, resolvedOption, type Due, type PaymentOption } from '../rules/due.ts'
import type * as store from '../store/bookings.ts'

/** What is said about a payment: an outcome of the provider, `redirect` with the page to pay on, `place_gone` or `refunded`. */
export interface Said {
  outcome: string
  declineCode?: string
  url?: string
}
export interface PayResult {
  bookings: store.BookingRecord[]
  payment?: Said
}

export interface Item {
  booking: store.BookingRecord
  option: Exclude<PaymentOption, 'UNDEFINED'>
  price: Due
}
export function itemOf(booking: store.BookingRecord, chosen: PaymentOption | null | undefined): Item {
  const option = resolvedOption(chosen ?? booking.paymentOption, booking.price.terms, booking.price)
  return { booking, option, price: due(booking.price.terms, option, booking.participants, booking.depositSelected === true, booking.price) }
}

/** A fee may fall due later: the card is kept even when nothing is paid now. */
export const wantsCard = (booking: store.BookingRecord): boolean => booking.policy.cancellationFee.enabled && booking.policy.saveCard
