/** Tables of setup; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['letter', 'setup_token', 'system_clock', 'webhook_delivery', 'webhook_key', 'webhook_subscription']

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  booking: 'the overview is counted in one statement',
  event: 'deliveries of webhooks carry the events, and the dashboard shows the latest',
  job: 'the dashboard shows jobs that failed',
  member: 'the overview is counted in one statement',
  payable_dispute: 'the overview is counted in one statement',
  payable_receipt: 'the overview is counted in one statement',
  payable_refund: 'the overview is counted in one statement',
  plan: 'the overview tells what is left to set up',
  service: 'the overview tells what is left to set up',
  session_seat: 'the overview is counted in one statement',
  site: 'set-up begins with the first site',
  staff_member: 'the overview tells what is left to set up',
}
