/** Tables of held changes; `npm run check` holds its SQL to them. */
import type { LeftOut } from '#kit/db/archive/rules.ts'
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['held_change']

/** What an archive of the site leaves out, and why. */
export const leftOut: LeftOut = { held_change: 'changes that wait for half a minute' }
