/** All SQL on roles and who has them. */
import type { Ctx } from '#kit/ctx.ts'
import { systemRoles, systemRolesOf, type RoleDefinition } from '../rules/roles.ts'
import type { CommunityRole } from '../rules/status.ts'

/** The roles of the site: those of every site first, then its own by age. */
export async function roleDefinitions(ctx: Ctx): Promise<RoleDefinition[]> {
  const own = await ctx.tx
    .selectFrom('memberRoleDefinition')
    .select(['id', 'roleKey', 'title', 'blockable', 'revision'])
    .where('siteId', '=', ctx.siteId)
    .orderBy('createdAt')
    .orderBy('roleKey')
    .execute()
  return [...systemRoles, ...own]
}
/** False when the key is taken. */
export const insertRole = async (ctx: Ctx, role: RoleDefinition): Promise<boolean> =>
  (await ctx.tx
    .insertInto('memberRoleDefinition')
    .values({ siteId: ctx.siteId, ...role, createdAt: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined
/** False when somebody else changed the role in the meantime. */
export const updateRole = async (ctx: Ctx, role: RoleDefinition): Promise<boolean> =>
  (await ctx.tx
    .updateTable('memberRoleDefinition')
    .set({ title: role.title, blockable: role.blockable, revision: role.revision })
    .where('siteId', '=', ctx.siteId)
    .where('roleKey', '=', role.roleKey)
    .where('revision', '=', role.revision - 1)
    .returning('id')
    .executeTakeFirst()) !== undefined
/** The members lose the role with it. */
export const deleteRole = (ctx: Ctx, roleKey: string): Promise<unknown> =>
  ctx.tx.deleteFrom('memberRoleDefinition').where('siteId', '=', ctx.siteId).where('roleKey', '=', roleKey).execute()

export const assignRole = (ctx: Ctx, memberId: string, roleKey: string): Promise<unknown> =>
  ctx.tx
    .insertInto('memberRole')
    .values({ siteId: ctx.siteId, memberId, roleKey, assignedAt: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .execute()
export const unassignRole = (ctx: Ctx, memberId: string, roleKey: string): Promise<unknown> =>
  ctx.tx.deleteFrom('memberRole').where('siteId', '=', ctx.siteId).where('memberId', '=', memberId).where('roleKey', '=', roleKey).execute()

/** Member → keys of all roles, those that follow from what they are included. */
export async function rolesOf(ctx: Ctx, members: readonly { id: string; communityRole: CommunityRole }[]): Promise<Map<string, string[]>> {
  const keys = new Map(members.map(({ id, communityRole }) => [id, systemRolesOf(communityRole)]))
  if (members.length === 0) return keys
  const rows = await ctx.tx
    .selectFrom('memberRole')
    .select(['memberId', 'roleKey'])
    .where('siteId', '=', ctx.siteId)
    .where('memberId', 'in', [...keys.keys()])
    .orderBy('assignedAt')
    .orderBy('roleKey')
    .execute()
  for (const { memberId, roleKey } of rows) keys.get(memberId)?.push(roleKey)
  return keys
}
