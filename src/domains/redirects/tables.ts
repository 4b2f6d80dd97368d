/** Tables of redirects; `npm run check` holds its SQL to them. */
import type { LeftOut } from '#kit/db/archive/rules.ts'
import type { Unspread } from '#kit/db/cluster/placement.ts'
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['redirect_session']

/** What an archive of the site leaves out, and why. */
export const leftOut: LeftOut = { redirect_session: 'visits to sign-in and checkout under way' }

/** What of them is not spread by the site in a cluster, and why. */
export const unspread: Unspread = {
  redirect_session: { at: 'COPIED', why: 'a browser that follows a link brings its id or short code alone' },
}
