/** Heads of columns that several lists of money share, on screen and in their exports. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const columnMessages = defineDashboardMessages(
  {
    date: 'Date',
    amount: 'Amount',
    currency: 'Currency',
    status: 'Status',
    tax: 'Tax',
    receipt: 'Receipt',
    from: 'From',
    to: 'To',
    for: 'For',
    orderId: 'Order id',
    bookingId: 'Booking id',
    paymentId: 'Payment id',
    refundId: 'Refund id',
  },
  {
    de: {
      date: 'Datum',
      amount: 'Betrag',
      currency: 'Währung',
      status: 'Status',
      tax: 'Steuer',
      receipt: 'Beleg',
      from: 'Von',
      to: 'An',
      for: 'Für',
      orderId: 'Bestell-ID',
      bookingId: 'Buchungs-ID',
      paymentId: 'Zahlungs-ID',
      refundId: 'Erstattungs-ID',
    },
  },
)
