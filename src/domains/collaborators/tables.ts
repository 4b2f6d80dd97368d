/** Tables of collaborators; `npm run check` holds its SQL to them. */
import type { ArchiveRule, LeftOut } from '#kit/db/archive/rules.ts'
import type { Unspread } from '#kit/db/cluster/placement.ts'
import type { SealedValue } from '#kit/db/sealed-values.ts'
import type { TableName } from '#kit/db/tables.gen.ts'
import { describeOwnerFactor } from './rules/sealed.ts'

export const owns: readonly TableName[] = [
  'account',
  'list_columns',
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

/** Dashboard users whom rows of the site name, also those who left the team. */
const users = ['owner_site_role', 'saved_filter', 'list_columns', 'time_off_request', 'notification_mark', 'notification_reading']
  .map((table) => `select user_id from ${table} where site_id = :site`)
  .join(' union ')
const ofUsers = `r.user_id in (${users})`

/** What an archive of the site leaves out, and why. */
export const leftOut: LeftOut = {
  owner_code: 'codes of sign-ins under way',
  owner_session: 'sessions; the team signs in again',
}
export const archived: readonly ArchiveRule[] = [
  {
    table: 'account',
    where: `r.id in (select account_id from site where id = :site union select account_id from owner_user where id in (${users}))`,
  },
  { table: 'owner_user', where: `r.id in (${users})` },
  { table: 'owner_factor', where: ofUsers },
  { table: 'owner_passkey', where: ofUsers },
  { table: 'owner_recovery_code', where: ofUsers },
]

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  member: 'the member of a calling owner is found in the one statement that finds the session',
  site: 'one statement answers who calls: session, role and site; a dashboard user sees the names of their sites',
}

/** What of them is not spread by the site in a cluster, and why. */
export const unspread: Unspread = {
  account: { at: 'COPIED', why: 'owners refer to it, and rows of sites to owners' },
  owner_invitation: { at: 'COPIED', why: 'its token comes without its site' },
  owner_site_role: { at: 'COPIED', why: 'a dashboard user is looked up across sites' },
  owner_user: { at: 'COPIED', why: 'rows of every site refer to dashboard users' },
}

/** What of them is sealed with the key of the server. */
export const sealed: readonly SealedValue[] = [
  {
    table: 'owner_factor',
    column: 'secret',
    boundTo: ['user_id'],
    describe: (userId) => describeOwnerFactor(userId as string),
    isMarked: true,
    isDeletedWhenLost: true,
  },
]
