/** SQL on forms. */
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { FormTable } from '#kit/db/tables.gen.ts'
import { updateRevision } from '#kit/db/update-revision.ts'

export type FormRow = Selectable<FormTable>

export const listForms = (ctx: ReadContext): Promise<FormRow[]> =>
  ctx.db.selectFrom('form').selectAll().where('siteId', '=', ctx.siteId).orderBy('createdAt').orderBy('id').execute()

export const formById = (ctx: ReadContext, id: string): Promise<FormRow | undefined> =>
  ctx.db.selectFrom('form').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()

export const insertForm = (ctx: TransactionContext, row: Omit<Insertable<FormTable>, 'siteId' | 'createdAt' | 'updatedAt'>): Promise<FormRow | undefined> =>
  ctx.tx
    .insertInto('form')
    .values({ ...row, siteId: ctx.siteId, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateForm = (ctx: TransactionContext, row: FormRow, change: Updateable<FormTable>): Promise<FormRow | undefined> =>
  updateRevision(ctx, 'form', row.id, row.revision, change)

export const deleteForm = (ctx: TransactionContext, id: string): Promise<unknown> =>
  ctx.tx.deleteFrom('form').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
