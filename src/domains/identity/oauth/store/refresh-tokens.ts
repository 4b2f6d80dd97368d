/** Refresh tokens of visitors and members. They are not rotated: clients keep the one they have. Source: guide identity §4.2. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { type Db, writes } from '#kit/db/open.ts'
import { precompileQuery } from '#kit/db/precompiled-query.ts'
import type { TokenKey } from '../../crypto/secrets.ts'
import { MEMBER_IDLE, MEMBER_MAX_AGE, VISITOR_IDLE, type Device } from '../../store/sessions.ts'

interface VisitorToken extends Device {
  siteId: string
  clientId: string
  visitorId: string
  tokenHash: string
  now: Temporal.Instant
  idleUntil: Temporal.Instant
}
const insertVisitorToken = precompileQuery(
  (of: VisitorToken) => sql`${writes('refresh_token')}
    insert into refresh_token (site_id, token_hash, kind, client_id, visitor_id, created_at, last_used_at, idle_until, user_agent, ip)
    select ${of.siteId}::uuid, ${of.tokenHash}, 'VISITOR', a.id, ${of.visitorId}::uuid, ${of.now}, ${of.now}, ${of.idleUntil}, ${of.userAgent}, ${of.ip}
    from oauth_app a where a.id = ${of.clientId}::uuid and a.site_id = ${of.siteId}::uuid and a.deleted_at is null
    returning site_id`,
)
/** Inserts a visitor's refresh token if the client exists on the site, in one statement; answers whether it did. */
export async function insertVisitorRefreshToken(
  tx: Db,
  siteId: string,
  clientId: string,
  visitorId: string,
  tokenHash: string,
  device: Device,
  now: Temporal.Instant,
): Promise<boolean> {
  const values = { siteId, clientId, visitorId, tokenHash, now, idleUntil: now.add(VISITOR_IDLE), userAgent: device.userAgent, ip: device.ip }
  const { rows } = await tx.executeQuery(insertVisitorToken(values).compile(tx))
  return rows.length > 0
}

export async function insertMemberRefreshToken(
  ctx: TransactionContext,
  row: { siteId: string; tokenHash: string; clientId: string; visitorId: string; identityId: string; sessionId: string; codeHash?: string } & Device,
  now: Temporal.Instant,
): Promise<void> {
  await ctx.tx
    .insertInto('refreshToken')
    .values({ ...row, kind: 'MEMBER', createdAt: now, lastUsedAt: now, idleUntil: now.add(MEMBER_IDLE), endsAt: now.add(MEMBER_MAX_AGE) })
    .execute()
}

export interface RefreshSubject {
  siteId: string
  kind: 'VISITOR' | 'MEMBER'
  clientId: string
  visitorId: string
  identityId: string | null
  sessionId: string | null
}

interface TokenUse {
  tokenHash: string
  siteId: string | undefined
  clientId: string | null
  now: Temporal.Instant
  minuteAgo: Temporal.Instant
  visitorUntil: Temporal.Instant
  memberUntil: Temporal.Instant
}
const precompileUse = (isOfSite: boolean) =>
  precompileQuery(
    (of: TokenUse) => sql<RefreshSubject>`${writes('refresh_token', 'identity_session')}
    with used as (
      select t.site_id, t.token_hash, t.kind, t.client_id, t.visitor_id, t.identity_id, t.session_id, t.last_used_at
      from refresh_token t
      where t.token_hash = ${of.tokenHash} ${isOfSite ? sql`and t.site_id = ${of.siteId}::uuid` : sql``} and t.revoked_at is null and t.idle_until > ${of.now} and (t.ends_at is null or t.ends_at > ${of.now})
        and (${of.clientId}::text is null or t.client_id::text = ${of.clientId})
        and exists (select 1 from oauth_app a where a.id = t.client_id and a.deleted_at is null)
        and (t.kind = 'VISITOR' or exists (
          select 1 from identity_session s
          join identity i on i.site_id = s.site_id and i.id = s.identity_id
          join member m on m.site_id = s.site_id and m.id = s.identity_id
          where s.site_id = t.site_id and s.id = t.session_id and s.revoked_at is null and s.ends_at > ${of.now}
            and not i.closed and m.status = 'APPROVED' and m.deleted_at is null))
    ), slid as (
      update refresh_token t set last_used_at = ${of.now}, idle_until = case t.kind when 'VISITOR' then ${of.visitorUntil}::timestamptz else ${of.memberUntil}::timestamptz end
      from used where t.site_id = used.site_id and t.token_hash = used.token_hash and used.last_used_at <= ${of.minuteAgo}::timestamptz and t.revoked_at is null
    ), touched as (
      update identity_session s set last_used_at = ${of.now}, idle_until = ${of.memberUntil}
      from used where s.site_id = used.site_id and s.id = used.session_id and s.last_used_at <= ${of.minuteAgo}::timestamptz
    )
    select site_id, kind, client_id, visitor_id, identity_id, session_id from used`,
  )
/** Tokens name their site; older ones do not. */
const useOfSite = precompileUse(true)
const useOfAnySite = precompileUse(false)
/**
 * Uses a refresh token: returns its subject while it and its member are active, and extends its idle timeout, in one
 * statement. The token is not rotated (W10). Its last use is stored to the minute: most uses write nothing and wait
 * for no disk and no lock.
 */
export async function useRefreshToken(
  tx: Db,
  { tokenHash, siteId }: TokenKey,
  clientId: string | undefined,
  now: Temporal.Instant,
): Promise<RefreshSubject | undefined> {
  const times = { now, minuteAgo: now.subtract({ seconds: 60 }), visitorUntil: now.add(VISITOR_IDLE), memberUntil: now.add(MEMBER_IDLE) }
  const use = (siteId === undefined ? useOfAnySite : useOfSite)({ tokenHash, siteId, clientId: clientId ?? null, ...times })
  return (await tx.executeQuery(use.compile(tx))).rows[0]
}

/** Subject and expiry of a refresh token, without using it; undefined when it is not valid. */
export const refreshTokenInfo = (ctx: ReadContext, { tokenHash, siteId }: TokenKey, now: Temporal.Instant) =>
  ctx.db
    .selectFrom('refreshToken as t')
    .innerJoin('oauthApp as a', 'a.id', 't.clientId')
    .select(['t.siteId', 't.kind', 't.clientId', 't.visitorId', 't.identityId', 't.sessionId', 't.createdAt'])
    .select(sql<Temporal.Instant>`least(t.idle_until, t.ends_at)`.as('endsAt'))
    .where('t.tokenHash', '=', tokenHash)
    .$if(siteId !== undefined, (q) => q.where('t.siteId', '=', siteId as string))
    .where('t.revokedAt', 'is', null)
    .where(sql`least(t.idle_until, t.ends_at)`, '>', now)
    .where('a.deletedAt', 'is', null)
    .executeTakeFirst()
