/** Tables of reports; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = []

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  attendance: 'figures of sessions are summed in one statement',
  booking: 'figures of sessions are summed in one statement',
  calendar_event: 'what a resource is used for is counted in one statement',
  event: 'the history of an order is shown from the events',
  letter: 'the history of an order shows its emails',
  service: 'what a resource is used for is counted in one statement',
}
