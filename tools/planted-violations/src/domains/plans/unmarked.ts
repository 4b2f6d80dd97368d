// Raw SQL that writes and does not say so: itself, in a part of a statement, and by a function of the database.
import { sql } from 'kysely'
import { type Tx, writes } from '#kit/db/open.ts'

export const unmarked = (tx: Tx) => sql`update plan set name = ''`.execute(tx)
export const unmarkedPart = () => sql`gone as (delete from plan returning id)`
export const unmarkedFunction = (tx: Tx) => sql`${writes('plan')} select upsert_guest_contact(1)`.execute(tx)
export const marked = (tx: Tx) => sql`${writes('plan')} update plan set name = '' where id in (select id from plan for update)`.execute(tx)
