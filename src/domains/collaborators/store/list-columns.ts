/** SQL on chosen columns of lists. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'

/** Whose columns of which list. */
export interface ColumnChoice {
  userId: string
  screen: string
}

export async function findColumns(ctx: ReadContext, { userId, screen }: ColumnChoice): Promise<string[] | undefined> {
  const row = await ctx.db
    .selectFrom('listColumns')
    .select('columns')
    .where('siteId', '=', ctx.siteId)
    .where('userId', '=', userId)
    .where('screen', '=', screen)
    .executeTakeFirst()
  return row?.columns as string[] | undefined
}
export const upsertColumns = (ctx: TransactionContext, of: ColumnChoice, columns: readonly string[]): Promise<unknown> =>
  ctx.tx
    .insertInto('listColumns')
    .values({ siteId: ctx.siteId, ...of, columns: json(columns) })
    .onConflict((oc) => oc.columns(['siteId', 'userId', 'screen']).doUpdateSet({ columns: json(columns) }))
    .execute()
export const deleteColumns = (ctx: TransactionContext, { userId, screen }: ColumnChoice): Promise<unknown> =>
  ctx.tx.deleteFrom('listColumns').where('siteId', '=', ctx.siteId).where('userId', '=', userId).where('screen', '=', screen).execute()
