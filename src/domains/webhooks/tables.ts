/** Tables of webhooks; `npm run check` holds its SQL to them. */
import type { ArchiveRule } from '#kit/db/archive/rules.ts'
import type { SealedValue } from '#kit/db/sealed-values.ts'
import type { TableName } from '#kit/db/tables.gen.ts'
import { describeWebhookKey } from './rules/sealed.ts'

export const owns: readonly TableName[] = ['webhook_delivery', 'webhook_key', 'webhook_subscription']

/** What an archive holds of them. */
export const archived: readonly ArchiveRule[] = [{ table: 'webhook_delivery', set: { leased_until: 'null' } }]

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  event: 'a delivery carries the event that caused it',
}

/** What of them is sealed with the key of the server. */
export const sealed: readonly SealedValue[] = [
  {
    table: 'webhook_key',
    column: 'private_key',
    boundTo: ['site_id'],
    describe: (siteId) => describeWebhookKey(siteId as string),
    isMarked: true,
    isDeletedWhenLost: true,
  },
]
