// Tables of members: one read is declared, the others are not.
import { sql } from 'kysely'
import type { Tx } from '#kit/db/open.ts'

export const declaredRead = (tx: Tx) => tx.selectFrom('contact').select('id').execute()
export const foreignRead = (tx: Tx) => tx.selectFrom('plan').innerJoin('memberRole as role', 'role.siteId', 'plan.siteId').select('plan.id').execute()
export const foreignReadInSql = (tx: Tx) => sql`select 1 from plan p, member_role r where r.site_id = p.site_id`.execute(tx)
export const foreignWrite = (tx: Tx) => tx.updateTable('contact').set({ company: '' }).execute()
