/** SQL on categories. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { writes } from '#kit/db/open.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { ServiceCategoryTable } from '#kit/db/tables.gen.ts'
import { parseFilter, type Fields } from '#kit/query/filter.ts'
import { cursorPage, readQuery, type WireQuery } from '#kit/query/query.ts'
import { toSql } from '#kit/query/to-sql.ts'

export type CategoryRow = Selectable<ServiceCategoryTable>

const fields = {
  id: { type: 'id', column: 'service_category.id', sort: true, required: true },
  name: { type: 'string', column: 'service_category.name', sort: true, required: true },
  sortOrder: { type: 'integer', column: 'service_category.sort_order', sort: true, required: true },
} satisfies Fields

const selectLive = (ctx: ReadContext) => ctx.db.selectFrom('serviceCategory').where('siteId', '=', ctx.siteId).where('deletedAt', 'is', null)
export const queryCategories = (ctx: ReadContext, wire: WireQuery | null | undefined) =>
  cursorPage(
    selectLive(ctx).selectAll(),
    readQuery(wire, {
      name: 'categories.query',
      fields,
      paging: 'cursor',
      defaultLimit: 100,
      maxLimit: 100,
      defaultSort: [{ field: 'sortOrder', order: 'ASC' }],
    }),
  )
export const countCategories = async (ctx: ReadContext, filter: unknown): Promise<number> =>
  (
    await selectLive(ctx)
      .where(toSql(parseFilter(filter, fields, { path: 'filter' }), fields))
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
  ).n
/** Categories that are not deleted, in order. */
export const listCategories = (ctx: ReadContext): Promise<CategoryRow[]> => selectLive(ctx).selectAll().orderBy('sortOrder').orderBy('id').execute()
/** All categories, including deleted ones that services may still refer to. */
export const listAllCategories = (ctx: ReadContext): Promise<CategoryRow[]> =>
  ctx.db.selectFrom('serviceCategory').selectAll().where('siteId', '=', ctx.siteId).orderBy('sortOrder').orderBy('id').execute()
export const categoryById = (ctx: ReadContext, id: string): Promise<CategoryRow | undefined> =>
  selectLive(ctx).selectAll().where('id', '=', id).executeTakeFirst()
export const insertCategory = (ctx: TransactionContext, row: Insertable<ServiceCategoryTable>): Promise<CategoryRow> =>
  ctx.tx.insertInto('serviceCategory').values(row).returningAll().executeTakeFirstOrThrow()
export const updateCategory = (ctx: TransactionContext, id: string, change: Updateable<ServiceCategoryTable>): Promise<CategoryRow | undefined> =>
  ctx.tx
    .updateTable('serviceCategory')
    .set({ ...change, updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
/** Orders the categories like the list; only moved rows change. */
export async function orderCategories(ctx: TransactionContext, ids: readonly string[]): Promise<void> {
  await sql`${writes('service_category')} update service_category c set sort_order = n.place - 1, updated_at = ${ctx.now}, revision = revision + 1
    from unnest(cast(${`{${ids.join(',')}}`} as uuid[])) with ordinality n(id, place)
    where c.site_id = ${ctx.siteId} and c.id = n.id and c.sort_order <> n.place - 1`.execute(ctx.tx)
}
