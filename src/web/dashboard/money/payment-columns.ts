/** What the list of payments can say about each of them beside amount and payer. */
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { Site } from '../entities.ts'
import { formatInstant, formatPrice } from '../parts/format-times.ts'
import type { ListColumn } from '../parts/list-columns.ts'
import { providerName } from '../parts/payment-labels.ts'
import { describeSubject } from './payer-names.ts'
import { columnMessages } from './columns.messages.ts'

const columnText = currentMessages(columnMessages)
const text = currentMessages(
  defineDashboardMessages(
    {
      subject: 'Paid for',
      due: (day: string) => `due ${day}`,
      paidLater: (paid: string, due: string) => `${paid}, due ${due}`,
      reason: 'Why it failed',
      method: 'Method',
      card: 'Card',
      number: (number: number) => `no. ${number}`,
      refunded: 'Refunded',
      refundedAmount: (amount: string) => `${amount} refunded`,
    },
    {
      de: {
        subject: 'Wofür',
        due: (day) => `fällig am ${day}`,
        paidLater: (paid, due) => `${paid}, fällig am ${due}`,
        reason: 'Grund der Ablehnung',
        method: 'Zahlungsart',
        card: 'Karte',
        number: (number) => `Nr. ${number}`,
        refunded: 'Erstattet',
        refundedAmount: (amount) => `${amount} erstattet`,
      },
    },
  ),
)

export type Payment = ReplyOf<'moneyLists.listPayments'>['payments'][number]
interface PaymentColumn extends ListColumn {
  /** Empty: nothing is said. */
  value: (payment: Payment, site: Site) => string | undefined
}
export const paymentColumns: readonly PaymentColumn[] = [
  { key: 'subject', label: text.subject, isDefault: true, value: (payment) => describeSubject(payment) },
  {
    key: 'date',
    label: columnText.date,
    isDefault: true,
    value: ({ paidDate, dueDate }, site) => {
      const [paid, due] = [formatInstant(paidDate, site, 'date'), formatInstant(dueDate, site, 'date')]
      if (!paid) return text.due(due)
      // The list is in the order of what was due: a row that was paid later says both.
      return paid === due ? paid : text.paidLater(paid, due)
    },
  },
  { key: 'reason', label: text.reason, isDefault: true, value: ({ reason }) => reason },
  { key: 'method', label: text.method, value: ({ provider }) => provider && providerName(provider) },
  { key: 'card', label: text.card, value: ({ card }) => card && `${card.brand} •••• ${card.last4}` },
  { key: 'receipt', label: columnText.receipt, value: ({ number }) => (number ? text.number(number) : undefined) },
  {
    key: 'refunded',
    label: text.refunded,
    value: ({ refunded, currency }, site) => (Number(refunded) > 0 ? text.refundedAmount(formatPrice({ value: refunded, currency }, site)) : undefined),
  },
  {
    key: 'tax',
    label: columnText.tax,
    value: ({ tax, currency }, site) => tax && `${formatPrice({ value: tax.amount, currency }, site)} ${tax.name}`,
  },
]
