/** Tables of imports; `npm run check` holds its SQL to them. */
import type { LeftOut } from '#kit/db/archive/rules.ts'
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['data_import', 'data_import_row', 'data_import_origin']
export const leftOut: LeftOut = {
  data_import: 'imports of files; what came of them is in the other tables',
  data_import_row: 'rows of imported files',
}
