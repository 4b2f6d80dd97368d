import type { ColumnType, Selectable, Transaction, Updateable } from 'kysely'
import type { TransactionContext } from '../api/context.ts'
import type { AddOnTable, Tables } from './tables.gen.ts'

type Timestamp = AddOnTable['updatedAt']
interface RevisedColumns {
  siteId: string
  id: string
  revision: ColumnType<number, number | undefined, number>
  updatedAt: Timestamp
}
type RevisedTable = { [T in keyof Tables]: Tables[T] extends RevisedColumns ? T : never }[keyof Tables]

/** Updates a row of this site at this `revision`; undefined when the revision differs or the row is gone. */
export const updateRevision = <T extends RevisedTable>(
  ctx: TransactionContext,
  table: T,
  id: string,
  revision: number,
  change: Updateable<Tables[T]>,
): Promise<Selectable<Tables[T]> | undefined> =>
  // Whatever else they hold, all these tables have these four columns.
  (ctx.tx as unknown as Transaction<{ revised: RevisedColumns }>)
    .updateTable(table as string as 'revised')
    .set({ ...change, updatedAt: ctx.now, revision: revision + 1 })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returningAll()
    .executeTakeFirst() as unknown as Promise<Selectable<Tables[T]> | undefined>
