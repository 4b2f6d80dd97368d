/** Dashboard users beyond their password: browsers, roles, invitations; and the audit log they read. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { type Tx, writes } from '#kit/db/open.ts'

export const ownerSessionsOf = (tx: Tx, userId: string, now: Temporal.Instant) =>
  tx
    .selectFrom('ownerSession')
    .select(['id', 'createdAt', 'lastUsedAt', 'userAgent', 'ip'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .execute()
/** Ends the browsers of a dashboard user; one may be spared. Returns how many. */
export const deleteOwnerSessions = async (tx: Tx, userId: string, exceptSessionId?: string): Promise<number> =>
  (
    await tx
      .deleteFrom('ownerSession')
      .where('userId', '=', userId)
      .$if(exceptSessionId !== undefined, (q) => q.where('id', '<>', exceptSessionId as string))
      .returning('id')
      .execute()
  ).length
export const markOwnerReauthenticated = async (tx: Tx, sessionId: string, now: Temporal.Instant): Promise<void> =>
  void (await tx.updateTable('ownerSession').set({ verifiedAt: now }).where('id', '=', sessionId).execute())
export const setOwnerPassword = async (tx: Tx, userId: string, passwordHash: string, now: Temporal.Instant): Promise<void> =>
  void (await tx.updateTable('ownerUser').set({ passwordHash, updatedAt: now }).where('id', '=', userId).execute())
/** A second step was taken away: remembered browsers and begun sign-ins no longer count. */
export const incrementSecondStepVersion = async (tx: Tx, userId: string, now: Temporal.Instant): Promise<void> =>
  void (await tx
    .updateTable('ownerUser')
    .set((eb) => ({ secondStepVersion: eb('secondStepVersion', '+', 1), updatedAt: now }))
    .where('id', '=', userId)
    .execute())

/** Everybody with a role on the site, the oldest first. The rows are locked: two owners must not remove each other at once. */
export const collaboratorsOf = (tx: Tx, siteId: string) =>
  tx
    .selectFrom('ownerSiteRole as r')
    .innerJoin('ownerUser as u', 'u.id', 'r.userId')
    .select(['u.id', 'u.email', 'u.name', 'r.role', 'r.permissions', 'r.createdAt'])
    .select(
      sql<boolean>`exists (select 1 from owner_factor f where f.user_id = u.id and f.status = 'ACTIVE') or exists (select 1 from owner_passkey p where p.user_id = u.id)`.as(
        'secondStep',
      ),
    )
    .where('r.siteId', '=', siteId)
    .orderBy('r.createdAt')
    .orderBy('u.id')
    .$castTo<{
      id: string
      email: string
      name: string
      role: 'OWNER' | 'CONTRIBUTOR'
      permissions: string[] | null
      createdAt: Temporal.Instant
      secondStep: boolean
    }>()
    .execute()
export const lockRoles = async (tx: Tx, siteId: string): Promise<void> =>
  void (await tx.selectFrom('ownerSiteRole').select('userId').where('siteId', '=', siteId).orderBy('userId').forUpdate().execute())
export const deleteRole = async (tx: Tx, siteId: string, userId: string): Promise<boolean> =>
  (await tx.deleteFrom('ownerSiteRole').where('siteId', '=', siteId).where('userId', '=', userId).returning('userId').executeTakeFirst()) !== undefined

export interface InvitationRow {
  siteId: string
  id: string
  email: string
  role: 'OWNER' | 'CONTRIBUTOR'
  permissions: string[] | null
  createdAt: Temporal.Instant
  expiresAt: Temporal.Instant
}
const invitationColumns = ['siteId', 'id', 'email', 'role', 'permissions', 'createdAt', 'expiresAt'] as const
/** A new invitation; an open one to the same address makes way. */
export async function insertInvitation(
  tx: Tx,
  row: Omit<InvitationRow, 'createdAt'> & { tokenHash: string; invitedBy: string | null },
  now: Temporal.Instant,
): Promise<InvitationRow> {
  await tx
    .updateTable('ownerInvitation')
    .set({ revokedAt: now })
    .where('siteId', '=', row.siteId)
    .where(sql<string>`lower(email)`, '=', row.email.toLowerCase())
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute()
  return tx
    .insertInto('ownerInvitation')
    .values({ ...row, createdAt: now })
    .returning(invitationColumns)
    .$castTo<InvitationRow>()
    .executeTakeFirstOrThrow()
}
export const openInvitations = (tx: Tx, siteId: string, now: Temporal.Instant): Promise<InvitationRow[]> =>
  tx
    .selectFrom('ownerInvitation')
    .select(invitationColumns)
    .where('siteId', '=', siteId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('createdAt')
    .$castTo<InvitationRow>()
    .execute()
/** An open invitation by its token, locked. The token arrives alone, without its site. */
export const invitationByToken = (tx: Tx, tokenHash: string, now: Temporal.Instant): Promise<InvitationRow | undefined> =>
  tx
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

export interface AuditFilter {
  action?: string | undefined
  subjectId?: string | undefined
  actorId?: string | undefined
  before?: { at: string; id: string } | undefined
  limit: number
}
/** The log, the newest first. An action that ends in `*` stands for all that begin so. */
export const auditEntries = (tx: Tx, siteId: string, filter: AuditFilter) =>
  tx
    .selectFrom('auditEntry')
    .select(['id', 'action', 'actorKind', 'actorId', 'subjectId', 'ip', 'requestId', 'data', 'at'])
    .where('siteId', '=', siteId)
    .$if(filter.action !== undefined, (q) => {
      const action = filter.action as string
      return action.endsWith('*') ? q.where('action', 'like', `${action.slice(0, -1).replace(/[\\%_]/g, '\\$&')}%`) : q.where('action', '=', action)
    })
    .$if(filter.subjectId !== undefined, (q) => q.where('subjectId', '=', filter.subjectId as string))
    .$if(filter.actorId !== undefined, (q) => q.where('actorId', '=', filter.actorId as string))
    .$if(filter.before !== undefined, (q) => q.where(sql<boolean>`(at, id) < (${filter.before?.at ?? ''}::timestamptz, ${filter.before?.id ?? ''}::uuid)`))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute()

/** Addresses of callers are cut after 30 days, entries removed after a year (guide: identity 14). Returns how many rows changed. */
export async function pruneAuditLog(tx: Tx, siteId: string, now: Temporal.Instant): Promise<number> {
  const day = (days: number) => now.subtract({ hours: 24 * days })
  const gone = await tx.deleteFrom('auditEntry').where('siteId', '=', siteId).where('at', '<', day(365)).executeTakeFirst()
  const cut = await sql`${writes('audit_entry')}
    update audit_entry set ip = case when ip like '%:%' then substring(ip from '^([0-9a-f]*:[0-9a-f]*:[0-9a-f]*)') || '::' else regexp_replace(ip, '\\.[0-9]+$', '.0') end
    where site_id = ${siteId}::uuid and at < ${day(30)} and ip <> '' and ip !~ '(\\.0|::)$'`.execute(tx)
  const captchas = await tx
    .deleteFrom('usedCaptcha')
    .where('siteId', '=', siteId)
    .where('usedAt', '<', now.subtract({ hours: 1 }))
    .executeTakeFirst()
  return Number(gone.numDeletedRows) + Number(cut.numAffectedRows ?? 0) + Number(captchas.numDeletedRows)
}
