/** Tables of the kit; `npm run check` holds its SQL to them. */
import type { ArchiveRule, LeftOut } from './db/archive/rules.ts'
import type { TableName } from './db/tables.gen.ts'

export const owns: readonly TableName[] = ['event', 'idempotency_key', 'job', 'migration', 'spread_site']

/** What an archive of the site leaves out, and why. */
export const leftOut: LeftOut = {
  idempotency_key: 'replies to requests that were sent twice within a day',
  migration: 'of the server; the archive names them',
  spread_site: 'of the server; the runner of a cluster fills it',
}
export const archived: readonly ArchiveRule[] = [{ table: 'job', set: { leased_until: 'null' } }]

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  site: 'the runner leaves the sites of simulations alone',
  webhook_subscription: 'an event is saved with its deliveries, in one statement',
}

/** Tables of others that its SQL writes, and why. */
export const writesOf: Partial<Record<TableName, string>> = {
  email: 'emails are queued with the data that causes them, in one statement, and redacted with the person',
  webhook_delivery: 'an event is saved with its deliveries, in one statement',
}
