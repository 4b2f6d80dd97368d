/** Tables of orders; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = [
  'benefit_ledger',
  'coupon',
  'coupon_use',
  'dispute',
  'document_counter',
  'money_move',
  'nightly_check',
  'order_worth',
  'payable_dispute',
  'payable_line',
  'payable_receipt',
  'payable_refund',
  'payment_attempt',
  'payment_customer',
  'payment_method',
  'payment_problem',
  'plan_invoice',
  'plan_order',
  'plan_submission',
  'provider_event',
  'refund',
  'rehearsal',
  'sandbox_outcome',
]

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  booking_payment: 'the nightly check compares payments of bookings with their receipts',
  contact: 'rows of a simulation are shown with the names of the members',
  event: 'what happened to an order is shown from the events; a simulation reports them',
  member: 'rows of a simulation are shown with the names of the members',
  site: 'work is not done for the sites of simulations, and the books begin with the site',
}

/** Tables of others that its SQL writes, and why. */
export const writesOf: Partial<Record<TableName, string>> = {
  job: 'a simulation begins with copies of the jobs of its site, and carries them out itself',
  letter: 'a simulation begins with the emails that were sent, and renders its own',
}
