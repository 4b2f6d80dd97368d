/** Tables of site; `npm run check` holds its SQL to them. */
import type { ArchiveRule } from '#kit/db/archive/rules.ts'
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['site', 'site_address', 'site_setting']

/** What an archive holds of them. */
export const archived: readonly ArchiveRule[] = [
  { table: 'site', where: 'r.id = :site' },
  // Sealed with the key of the server: another server could not open them.
  { table: 'site_setting', where: `r.site_id = :site and r.key not like 'connections.%'` },
]
