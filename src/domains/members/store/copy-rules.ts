/** Rows of this domain that a simulation copies. */
import type { CopyRule } from '#kit/db/copy-rows.ts'

/** The members of `memberIdsSql`, an SQL query for member ids of the site `r.site_id`, without sign-in. */
export const memberCopyRules = (memberIdsSql: string): CopyRule[] => [
  { table: 'contact', where: `r.id in (select m.contact_id from member m where m.site_id = r.site_id and m.id in (${memberIdsSql}))` },
  { table: 'member', where: `r.id in (${memberIdsSql})`, set: { user_id: 'null' } },
]
