/** What the lists of payments, refunds and disputes say. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const sharedMessages = defineDashboardMessages(
  {
    payments: 'Payments',
    refunds: 'Refunds',
    disputes: 'Disputes',
    status: 'Status',
    anyStatus: 'Any status',
    method: 'Method',
    receipt: 'Receipt',
    refund: 'Refund',
  },
  {
    de: {
      payments: 'Zahlungen',
      refunds: 'Erstattungen',
      disputes: 'Anfechtungen',
      status: 'Status',
      anyStatus: 'Jeder Status',
      method: 'Zahlungsart',
      receipt: 'Beleg',
      refund: 'Erstattung',
    },
  },
)
