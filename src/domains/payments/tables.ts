/** Tables of payments; `npm run check` holds its SQL to them. */
import type { LeftOut } from '#kit/db/archive/rules.ts'
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = [
  'dispute',
  'document_counter',
  'ledger_balance',
  'ledger_entry',
  'nightly_check',
  'payment_attempt',
  'payment_customer',
  'payment_method',
  'payment_problem',
  'provider_event',
  'receipt',
  'receipt_line',
  'refund',
  'unknown_provider_event',
]

/** What an archive of the site leaves out, and why. */
export const leftOut: LeftOut = {
  payment_problem: 'what the payment provider last answered this server',
  unknown_provider_event: 'payment events of no site of this server',
}

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  booking_payment: 'the nightly check compares payments of bookings with their receipts',
  event: 'the clock is compared with the newest event',
  plan_invoice: 'the nightly check compares paid invoices with their receipts',
  site: 'webhooks name the site they are for, and the first check begins with the site',
}
