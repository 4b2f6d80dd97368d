/** Dashboard sessions. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Db } from '#kit/db/open.ts'
import { resolvePermissions } from '../rules/team-roles.ts'

export interface OwnerSessionMatch {
  sessionId: string
  userId: string
  csrfToken: string
  keepSignedIn: boolean
  lastUsedAt: Temporal.Instant
  siteId: string | null
  role: 'OWNER' | 'CONTRIBUTOR' | null
  permissions: string[] | null
  memberId: string | null
}

/** A live dashboard session (one indexed query, because this runs before every request) with the site it works on: the requested one, else that of this host, else the oldest. */
export async function findOwnerSession(
  db: Db,
  tokenHash: string,
  requested: { siteId?: string; ofHost: string | undefined },
  now: Temporal.Instant,
): Promise<OwnerSessionMatch | undefined> {
  const { rows } = await sql<OwnerSessionMatch & { teamRole: string | null }>`
    select o.id as session_id, o.user_id, o.csrf_token, o.keep_signed_in, o.last_used_at, r.site_id, r.role, r.permissions, r.team_role, m.id as member_id
    from owner_session o
    join owner_user u on u.id = o.user_id
    left join lateral (
      select r.site_id, r.role, r.permissions, r.team_role from owner_site_role r join site s on s.id = r.site_id
      where r.user_id = o.user_id and (${requested.siteId ?? null}::text is null or r.site_id::text = ${requested.siteId ?? null})
      order by (s.id::text is not distinct from ${requested.ofHost ?? null}::text) desc, s.created_at, s.id limit 1
    ) r on true
    left join member m on m.site_id = r.site_id and m.user_id = o.user_id and m.deleted_at is null
    where o.token_hash = ${tokenHash} and o.expires_at > ${now}
      and (o.keep_signed_in or o.last_used_at > ${now}::timestamptz - make_interval(mins => 30))`.execute(db)
  const [found] = rows
  return found && { ...found, permissions: resolvePermissions(found) }
}

export async function touchOwnerSession(db: Db, sessionId: string, now: Temporal.Instant): Promise<void> {
  await db.updateTable('ownerSession').set({ lastUsedAt: now }).where('id', '=', sessionId).execute()
}

export const insertOwnerSession = async (
  ctx: TransactionContext,
  row: { id: string; userId: string; tokenHash: string; csrfToken: string; keepSignedIn: boolean; userAgent: string; ip: string },
  now: Temporal.Instant,
): Promise<void> =>
  void (await ctx.tx
    .insertInto('ownerSession')
    .values({ ...row, createdAt: now, verifiedAt: now, lastUsedAt: now, expiresAt: now.add({ hours: 12 }) })
    .execute())
export const deleteOwnerSession = async (ctx: TransactionContext, tokenHash: string): Promise<void> =>
  void (await ctx.tx.deleteFrom('ownerSession').where('tokenHash', '=', tokenHash).execute())
export const ownerSessionById = (ctx: ReadContext, id: string) =>
  ctx.db.selectFrom('ownerSession').select(['id', 'userId', 'csrfToken', 'verifiedAt']).where('id', '=', id).executeTakeFirst()
export const listOwnerSessions = (ctx: ReadContext, userId: string, now: Temporal.Instant) =>
  ctx.db
    .selectFrom('ownerSession')
    .select(['id', 'createdAt', 'lastUsedAt', 'userAgent', 'ip'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .execute()
/** Deletes the sessions of a dashboard user, except one. Returns how many. */
export const deleteOwnerSessions = async (ctx: TransactionContext, userId: string, exceptSessionId?: string): Promise<number> =>
  (
    await ctx.tx
      .deleteFrom('ownerSession')
      .where('userId', '=', userId)
      .$if(exceptSessionId !== undefined, (q) => q.where('id', '<>', exceptSessionId as string))
      .returning('id')
      .execute()
  ).length
export const markOwnerReauthenticated = async (ctx: TransactionContext, sessionId: string, now: Temporal.Instant): Promise<void> =>
  void (await ctx.tx.updateTable('ownerSession').set({ verifiedAt: now }).where('id', '=', sessionId).execute())
