/** Looks credentials up: one indexed query each, because this runs before every request. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { type Db, type ReadDatabase, readSql } from '#kit/db/open.ts'
import { precompileQuery } from '#kit/db/precompiled-query.ts'

// decision: the member's status is read by a join and not through members, so that the check stays one query.
const liveSession = precompileQuery(
  ({ siteId, sessionId, memberId, now }: { siteId: string; sessionId: string; memberId: string; now: Temporal.Instant }) => sql`
    select 1 from identity_session s
    join identity i on i.site_id = s.site_id and i.id = s.identity_id
    join member m on m.site_id = s.site_id and m.id = s.identity_id
    where s.site_id = ${siteId}::uuid and s.id = ${sessionId}::uuid and s.identity_id = ${memberId}::uuid and s.revoked_at is null
      and s.ends_at > ${now} and s.idle_until > ${now} and not i.closed and m.status = 'APPROVED' and m.deleted_at is null`,
)
/** Whether the session of a member token is live and its member is active: a block takes effect at once. Source: guide identity §4.5. */
export async function isMemberSessionLive(db: Db, siteId: string, sessionId: string, memberId: string, now: Temporal.Instant): Promise<boolean> {
  const { rows } = await readSql(db, liveSession({ siteId, sessionId, memberId, now }))
  return rows.length > 0
}

/** Whether an app that acts for a business exists. */
export const isAppLive = async (db: ReadDatabase, siteId: string, id: string): Promise<boolean> =>
  (await db.selectFrom('oauthApp').select('id').where('siteId', '=', siteId).where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()) !==
  undefined

export interface ApiKeyMatch {
  id: string
  siteId: string | null
  permissions: string[] | null
  lastUsedAt: Temporal.Instant | null
  expiresAt: Temporal.Instant | null
}

/** An API key that is not revoked, with the site it may act for: the requested one, or the only one it covers; undefined when there is none. */
export async function findApiKey(db: Db, keyHash: string, requested: { siteId?: string; accountId?: string }): Promise<ApiKeyMatch | undefined> {
  const { rows } = await sql<ApiKeyMatch>`
    select k.id, k.permissions, k.last_used_at, k.expires_at, (
      select case when count(*) = 1 or ${requested.accountId ?? null}::text is not null then (array_agg(s.id order by s.created_at, s.id))[1] end
      from site s
      where s.account_id = k.account_id and s.simulation_of is null and (k.site_ids is null or s.id = any(k.site_ids))
        and (${requested.siteId ?? null}::text is null or s.id::text = ${requested.siteId ?? null})
        and (${requested.accountId ?? null}::text is null or k.account_id::text = ${requested.accountId ?? null})
    ) as site_id
    from api_key k
    where k.key_hash = ${keyHash} and k.revoked_at is null`.execute(db)
  return rows[0]
}

export async function touchApiKey(db: Db, keyId: string, now: Temporal.Instant): Promise<void> {
  await db.updateTable('apiKey').set({ lastUsedAt: now }).where('id', '=', keyId).execute()
}
