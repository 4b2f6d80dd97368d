/** SQL on saved filters. */
import { sql } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'

/** Whose filters of which screen. */
export interface FilterList {
  userId: string
  screen: string
}
const filters = (ctx: ReadContext, { userId, screen }: FilterList) =>
  ctx.db.selectFrom('savedFilter').where('siteId', '=', ctx.siteId).where('userId', '=', userId).where('screen', '=', screen)

/** By name. */
export const listFilters = async (ctx: ReadContext, list: FilterList) =>
  (await filters(ctx, list).select(['id', 'name', 'search']).orderBy(sql`lower(name)`).execute()).map(({ search, ...one }) => ({
    ...one,
    search: search as Record<string, string>,
  }))

/** Replaces the one of the same name, or adds it unless there are `most` already: undefined then. */
export async function upsertFilter(
  ctx: TransactionContext,
  { userId, screen }: FilterList,
  { name, search }: { name: string; search: Readonly<Record<string, string>> },
  most: number,
): Promise<{ id: string } | undefined> {
  const replaced = await ctx.tx
    .updateTable('savedFilter')
    .set({ name, search: json(search) })
    .where('siteId', '=', ctx.siteId)
    .where('userId', '=', userId)
    .where('screen', '=', screen)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .returning('id')
    .executeTakeFirst()
  if (replaced) return replaced
  const { count } = await filters(ctx, { userId, screen })
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= most) return undefined
  return await ctx.tx
    .insertInto('savedFilter')
    .values({ siteId: ctx.siteId, userId, id: ctx.newId(), screen, name, search: json(search), createdAt: ctx.now })
    .onConflict((oc) => oc.expression(sql`site_id, user_id, screen, lower(name)`).doUpdateSet({ search: json(search) }))
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** False when it is not there. */
export const deleteFilter = async (ctx: TransactionContext, { userId, screen }: FilterList, id: string): Promise<boolean> =>
  (await ctx.tx
    .deleteFrom('savedFilter')
    .where('siteId', '=', ctx.siteId)
    .where('userId', '=', userId)
    .where('screen', '=', screen)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined
