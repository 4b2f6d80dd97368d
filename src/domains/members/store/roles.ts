/** All SQL on roles and their assignments. */
import { sql } from 'kysely'
import { writes } from '#kit/db/open.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { systemRoles, listSystemRoles, type RoleDefinition } from '../rules/roles.ts'
import type { CommunityRole } from '../rules/status.ts'

/** The roles of the site: system roles first, then custom ones by age. */
export async function listRoleDefinitions(ctx: ReadContext): Promise<RoleDefinition[]> {
  const own = await ctx.db
    .selectFrom('memberRoleDefinition')
    .select(['id', 'roleKey', 'title', 'blockable', 'revision'])
    .where('siteId', '=', ctx.siteId)
    .orderBy('createdAt')
    .orderBy('roleKey')
    .execute()
  return [...systemRoles, ...own]
}
/** False when the key is taken. */
export const insertRole = async (ctx: TransactionContext, role: RoleDefinition): Promise<boolean> =>
  (await ctx.tx
    .insertInto('memberRoleDefinition')
    .values({ siteId: ctx.siteId, ...role, createdAt: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined
/** False when the role was changed in the meantime. */
export const updateRole = async (ctx: TransactionContext, role: RoleDefinition): Promise<boolean> =>
  (await ctx.tx
    .updateTable('memberRoleDefinition')
    .set({ title: role.title, blockable: role.blockable, revision: role.revision })
    .where('siteId', '=', ctx.siteId)
    .where('roleKey', '=', role.roleKey)
    .where('revision', '=', role.revision - 1)
    .returning('id')
    .executeTakeFirst()) !== undefined
/** Assignments are deleted by the foreign key. */
export const deleteRole = (ctx: TransactionContext, roleKey: string): Promise<unknown> =>
  ctx.tx.deleteFrom('memberRoleDefinition').where('siteId', '=', ctx.siteId).where('roleKey', '=', roleKey).execute()

/** In place of a badge id: assigned manually. */
const ASSIGNED_MANUALLY = '00000000-0000-0000-0000-000000000000'

/** Assigns a role manually. */
export const assignRole = (ctx: TransactionContext, memberId: string, roleKey: string): Promise<unknown> =>
  grantBadgeRole(ctx, { badgeId: ASSIGNED_MANUALLY, roleKey, memberIds: [memberId] })
/** Removes a manual assignment; a role granted by a badge stays. */
export const unassignRole = (ctx: TransactionContext, memberId: string, roleKey: string): Promise<unknown> =>
  ctx.tx
    .deleteFrom('memberRole')
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .where('roleKey', '=', roleKey)
    .where('via', '=', ASSIGNED_MANUALLY)
    .execute()
/** Grants the role of a badge to its holders. */
export const grantBadgeRole = (ctx: TransactionContext, { badgeId, roleKey, memberIds }: { badgeId: string; roleKey: string; memberIds: readonly string[] }) =>
  sql`${writes('member_role')} insert into member_role (site_id, member_id, role_key, via, assigned_at)
    select ${ctx.siteId}::uuid, id, ${roleKey}, ${badgeId}::uuid, ${ctx.now.toString()}::timestamptz from unnest(${memberIds}::uuid[]) id
    on conflict do nothing`.execute(ctx.tx)
/** Revokes the role of a badge from these members, or from all holders. Roles with another reason stay. */
export const revokeBadgeRole = (ctx: TransactionContext, badgeId: string, memberIds?: readonly string[]): Promise<unknown> =>
  ctx.tx
    .deleteFrom('memberRole')
    .where('siteId', '=', ctx.siteId)
    .where('via', '=', badgeId)
    .$if(memberIds !== undefined, (taken) => taken.where('memberId', 'in', memberIds ?? []))
    .execute()

/** Member → keys of all roles, system roles included, each once. */
export async function listRolesByMember(ctx: ReadContext, members: readonly { id: string; communityRole: CommunityRole }[]): Promise<Map<string, string[]>> {
  const keys = new Map(members.map(({ id, communityRole }) => [id, listSystemRoles(communityRole)]))
  if (members.length === 0) return keys
  const rows = await ctx.db
    .selectFrom('memberRole')
    .select(['memberId', 'roleKey', (eb) => eb.fn.min('assignedAt').as('since')])
    .where('siteId', '=', ctx.siteId)
    .where('memberId', 'in', [...keys.keys()])
    .groupBy(['memberId', 'roleKey'])
    .orderBy('since')
    .orderBy('roleKey')
    .execute()
  for (const { memberId, roleKey } of rows) keys.get(memberId)?.push(roleKey)
  return keys
}
/** Why a member has each custom role: by a badge, or (without one) manually. */
export async function listRoleReasons(ctx: ReadContext, memberId: string): Promise<{ roleKey: string; badgeId: string | undefined }[]> {
  const rows = await ctx.db
    .selectFrom('memberRole')
    .select(['roleKey', 'via'])
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .orderBy('assignedAt')
    .orderBy('via')
    .execute()
  return rows.map(({ roleKey, via }) => ({ roleKey, badgeId: via === ASSIGNED_MANUALLY ? undefined : via }))
}
