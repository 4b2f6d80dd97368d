import type { ColumnType, Selectable, Transaction, Updateable } from 'kysely'
import type { Ctx } from '../ctx.ts'
import type { AddOnTable, Tables } from './tables.gen.ts'

type Stamp = AddOnTable['updatedAt']
interface Revised {
  siteId: string
  id: string
  revision: ColumnType<number, number | undefined, number>
  updatedAt: Stamp
}
type RevisedTable = { [T in keyof Tables]: Tables[T] extends Revised ? T : never }[keyof Tables]

/** Changes a row of this site that nobody has changed since `revision`; undefined when somebody has, or when it is gone. */
export const revise = <T extends RevisedTable>(
  ctx: Ctx,
  table: T,
  id: string,
  revision: number,
  change: Updateable<Tables[T]>,
): Promise<Selectable<Tables[T]> | undefined> =>
  // Whatever else they hold, all these tables have these four columns.
  (ctx.tx as unknown as Transaction<{ revised: Revised }>)
    .updateTable(table as string as 'revised')
    .set({ ...change, updatedAt: ctx.now, revision: revision + 1 })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returningAll()
    .executeTakeFirst() as unknown as Promise<Selectable<Tables[T]> | undefined>
