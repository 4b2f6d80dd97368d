/** SQL on the roles of the team that a site made itself. */
import { sql } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'

const columns = ['id', 'name', 'permissions'] as const

/** By name. */
export const listTeamRoles = (ctx: ReadContext) =>
  ctx.db.selectFrom('teamRole').select(columns).where('siteId', '=', ctx.siteId).orderBy(sql`lower(name)`).execute()
export const findTeamRole = (ctx: ReadContext, id: string) =>
  ctx.db.selectFrom('teamRole').select(columns).where('siteId', '=', ctx.siteId).where(sql<string>`id::text`, '=', id).executeTakeFirst()
export const countTeamRoles = async (ctx: TransactionContext): Promise<number> =>
  Number(
    (
      await ctx.tx
        .selectFrom('teamRole')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('siteId', '=', ctx.siteId)
        .executeTakeFirstOrThrow()
    ).count,
  )
/** False when another role has the name. */
export const insertTeamRole = async (ctx: TransactionContext, role: { id: string; name: string; permissions: string[] }): Promise<boolean> =>
  (await ctx.tx
    .insertInto('teamRole')
    .values({ siteId: ctx.siteId, ...role, createdAt: ctx.authNow })
    .onConflict((oc) => oc.expression(sql`site_id, lower(name)`).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Whether another role than this one has the name. */
export const isNameTaken = async (ctx: ReadContext, name: string, id: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('teamRole')
    .select('id')
    .where('siteId', '=', ctx.siteId)
    .where('id', '<>', id)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()) !== undefined

/** Changes a role, and with it everyone who has it or is invited to it. */
export async function updateTeamRole(ctx: TransactionContext, { id, name, permissions }: { id: string; name: string; permissions: string[] }): Promise<void> {
  await ctx.tx.updateTable('teamRole').set({ name, permissions }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
  for (const table of ['ownerSiteRole', 'ownerInvitation'] as const)
    await ctx.tx.updateTable(table).set({ permissions }).where('siteId', '=', ctx.siteId).where('teamRole', '=', id).execute()
}
/** Deletes a role; the people who have it keep its permissions as their own. */
export async function deleteTeamRole(ctx: TransactionContext, id: string): Promise<void> {
  await ctx.tx.deleteFrom('teamRole').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
  for (const table of ['ownerSiteRole', 'ownerInvitation'] as const)
    await ctx.tx.updateTable(table).set({ teamRole: null }).where('siteId', '=', ctx.siteId).where('teamRole', '=', id).execute()
}
