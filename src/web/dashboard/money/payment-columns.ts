/** What the list of payments can say about each of them beside amount and payer. */
import type { ReplyOf } from '#web/operations.ts'
import type { Site } from '../entities.ts'
import { formatInstant, formatPrice } from '../parts/format.ts'
import type { ListColumn } from '../parts/list-columns.ts'
import { providerName } from '../parts/payment-labels.ts'
import { describeSubject } from './payer-names.ts'

export type Payment = ReplyOf<'moneyLists.listPayments'>['payments'][number]
interface PaymentColumn extends ListColumn {
  /** Empty: nothing is said. */
  value: (payment: Payment, site: Site) => string | undefined
}
export const paymentColumns: readonly PaymentColumn[] = [
  { key: 'subject', label: 'Paid for', isDefault: true, value: (payment) => describeSubject(payment) },
  {
    key: 'date',
    label: 'Date',
    isDefault: true,
    value: ({ paidDate, dueDate }, site) => (paidDate ? formatInstant(paidDate, site, 'date') : `due ${formatInstant(dueDate, site, 'date')}`),
  },
  { key: 'reason', label: 'Why it failed', isDefault: true, value: ({ reason }) => reason },
  { key: 'method', label: 'Method', value: ({ provider }) => provider && providerName(provider) },
  { key: 'card', label: 'Card', value: ({ card }) => card && `${card.brand} •••• ${card.last4}` },
  { key: 'receipt', label: 'Receipt', value: ({ number }) => (number ? `no. ${number}` : undefined) },
  {
    key: 'refunded',
    label: 'Refunded',
    value: ({ refunded, currency }, site) => (Number(refunded) > 0 ? `${formatPrice({ value: refunded, currency }, site)} refunded` : undefined),
  },
  {
    key: 'tax',
    label: 'Tax',
    value: ({ tax, currency }, site) => tax && `${formatPrice({ value: tax.amount, currency }, site)} ${tax.name}`,
  },
]
