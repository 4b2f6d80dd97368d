/** Heads of columns that several lists of money share, on screen and in their exports. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const columnMessages = defineDashboardMessages(
  {
    date: 'Date',
    amount: 'Amount',
    tax: 'Tax',
    receipt: 'Receipt',
    from: 'From',
    to: 'To',
    for: 'For',
  },
  {
    de: {
      date: 'Datum',
      amount: 'Betrag',
      tax: 'Steuer',
      receipt: 'Beleg',
      from: 'Von',
      to: 'An',
      for: 'Für',
    },
  },
)
