/** Tables of setup; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['setup_token']

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = { site: 'set-up looks for any site before there is one to act for' }
