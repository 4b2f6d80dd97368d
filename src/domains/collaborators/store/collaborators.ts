/** Roles and invitations of collaborators. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Tx } from '#kit/db/open.ts'
import { resolvePermissions } from '../rules/team-roles.ts'

/** A role on the site: for a contributor the permissions and, when they come from one, the role of the team. */
export interface RoleRow {
  role: 'OWNER' | 'CONTRIBUTOR'
  permissions: string[] | null
  teamRole: string | null
}
export const insertRole = async (tx: Tx, siteId: string, userId: string, { role, permissions, teamRole }: RoleRow, now: Temporal.Instant): Promise<void> =>
  void (await tx
    .insertInto('ownerSiteRole')
    .values({ siteId, userId, role, permissions, teamRole, createdAt: now })
    .onConflict((c) => c.columns(['siteId', 'userId']).doUpdateSet({ role, permissions, teamRole }))
    .execute())

/** Everyone with a role on the site, oldest first. */
export const loadCollaborators = async (ctx: ReadContext) => (await collaboratorRows(ctx)).map((row) => ({ ...row, permissions: resolvePermissions(row) }))
const collaboratorRows = (ctx: ReadContext) =>
  ctx.db
    .selectFrom('ownerSiteRole as r')
    .innerJoin('ownerUser as u', 'u.id', 'r.userId')
    .select(['u.id', 'u.email', 'u.name', 'r.role', 'r.permissions', 'r.teamRole', 'r.createdAt'])
    .select(
      sql<boolean>`exists (select 1 from owner_factor f where f.user_id = u.id and f.status = 'ACTIVE') or exists (select 1 from owner_passkey p where p.user_id = u.id)`.as(
        'secondStep',
      ),
    )
    .where('r.siteId', '=', ctx.siteId)
    .orderBy('r.createdAt')
    .orderBy('u.id')
    .$castTo<{
      id: string
      email: string
      name: string
      role: 'OWNER' | 'CONTRIBUTOR'
      permissions: string[] | null
      teamRole: string | null
      createdAt: Temporal.Instant
      secondStep: boolean
    }>()
    .execute()
export const lockRoles = async (ctx: TransactionContext): Promise<void> =>
  void (await ctx.tx.selectFrom('ownerSiteRole').select('userId').where('siteId', '=', ctx.siteId).orderBy('userId').forUpdate().execute())
export const deleteRole = async (ctx: TransactionContext, userId: string): Promise<boolean> =>
  (await ctx.tx.deleteFrom('ownerSiteRole').where('siteId', '=', ctx.siteId).where('userId', '=', userId).returning('userId').executeTakeFirst()) !== undefined

export interface InvitationRow {
  siteId: string
  id: string
  email: string
  role: 'OWNER' | 'CONTRIBUTOR'
  permissions: string[] | null
  teamRole: string | null
  createdAt: Temporal.Instant
  expiresAt: Temporal.Instant
}
const invitationColumns = ['siteId', 'id', 'email', 'role', 'permissions', 'teamRole', 'createdAt', 'expiresAt'] as const
const resolveInvitation = (row: InvitationRow): InvitationRow => ({ ...row, permissions: resolvePermissions(row) })
/** Inserts an invitation and revokes an open one to the same email. */
export async function insertInvitation(
  ctx: TransactionContext,
  row: Omit<InvitationRow, 'createdAt'> & { tokenHash: string; invitedBy: string | null },
  now: Temporal.Instant,
): Promise<InvitationRow> {
  await ctx.tx
    .updateTable('ownerInvitation')
    .set({ revokedAt: now })
    .where('siteId', '=', row.siteId)
    .where(sql<string>`lower(email)`, '=', row.email.toLowerCase())
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute()
  return ctx.tx
    .insertInto('ownerInvitation')
    .values({ ...row, createdAt: now })
    .returning(invitationColumns)
    .$castTo<InvitationRow>()
    .executeTakeFirstOrThrow()
}
export const openInvitations = async (ctx: ReadContext, now: Temporal.Instant): Promise<InvitationRow[]> => {
  const rows = await ctx.db
    .selectFrom('ownerInvitation')
    .select(invitationColumns)
    .where('siteId', '=', ctx.siteId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('createdAt')
    .$castTo<InvitationRow>()
    .execute()
  return rows.map(resolveInvitation)
}
/** An open invitation by its token, locked. The token comes without its site. */
export const invitationByToken = (ctx: TransactionContext, tokenHash: string, now: Temporal.Instant): Promise<InvitationRow | undefined> =>
  ctx.tx
    .selectFrom('ownerInvitation')
    .select(invitationColumns)
    .where('tokenHash', '=', tokenHash)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .forUpdate()
    .$castTo<InvitationRow>()
    .executeTakeFirst()
export const endInvitation = async (tx: Tx, siteId: string, id: string, how: 'acceptedAt' | 'revokedAt', now: Temporal.Instant): Promise<boolean> =>
  (await tx
    .updateTable('ownerInvitation')
    .set({ [how]: now })
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined
