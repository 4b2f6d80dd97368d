/** Tables of collaborators; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = [
  'account',
  'owner_code',
  'owner_factor',
  'owner_invitation',
  'owner_passkey',
  'owner_recovery_code',
  'owner_session',
  'owner_site_role',
  'owner_user',
  'saved_filter',
  'team_role',
]

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  member: 'the member of a calling owner is found in the one statement that finds the session',
  site: 'one statement answers who calls: session, role and site; a dashboard user sees the names of their sites',
}
