/** Tables of webhooks; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['webhook_delivery', 'webhook_key', 'webhook_subscription']

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  event: 'a delivery carries the event that caused it',
}
