/** Tables of redirects; `npm run check` holds its SQL to them. */
import type { LeftOut } from '#kit/db/archive/rules.ts'
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['redirect_session']

/** What an archive of the site leaves out, and why. */
export const leftOut: LeftOut = { redirect_session: 'visits to sign-in and checkout under way' }
