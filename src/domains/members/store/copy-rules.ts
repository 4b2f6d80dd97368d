/** Which rows of this domain a rehearsal takes along. */
import type { CopyRule } from '#kit/db/copy-rows.ts'

/** The people of `theirs`, an SQL query for member ids of the site `r.site_id`: no sign-in goes with them. */
export const memberCopyRules = (memberIdsSql: string): CopyRule[] => [
  { table: 'contact', where: `r.id in (select m.contact_id from member m where m.site_id = r.site_id and m.id in (${memberIdsSql}))` },
  { table: 'member', where: `r.id in (${memberIdsSql})`, set: { user_id: 'null' } },
]
