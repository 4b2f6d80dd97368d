/** Tables of site; `npm run check` holds its SQL to them. */
import type { ArchiveRule } from '#kit/db/archive/rules.ts'
import type { Unspread } from '#kit/db/cluster/placement.ts'
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['site', 'site_address', 'site_setting']

/** What an archive holds of them. */
export const archived: readonly ArchiveRule[] = [
  { table: 'site', where: 'r.id = :site' },
  // Connections are sealed with the key of the server: another server could not open them. Limits are the operator's.
  { table: 'site_setting', where: `r.site_id = :site and r.key not like 'connections.%' and r.key not like 'operator.%'` },
]

/** What of them is not spread by the site in a cluster, and why. */
export const unspread: Unspread = {
  site: { at: 'COPIED', why: 'every row of a site refers to it' },
  site_address: { at: 'COPIED', why: 'it says which site an address belongs to' },
}
