/** Sessions of members, and flow tokens: the short-lived tokens between two steps. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { acrossSites, pipelineQuery, json, type ReadDatabase, type Tx, writes } from '#kit/db/open.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'
import type { TokenKey } from '../crypto/secrets.ts'

export const days = (count: number) => ({ hours: 24 * count })
export const VISITOR_IDLE = days(365)
export const MEMBER_IDLE = days(30)
export const MEMBER_MAX_AGE = days(180)

export interface Device {
  userAgent: string
  ip: string
}

export async function insertSession(
  ctx: TransactionContext,
  row: { siteId: string; id: string; identityId: string } & Device,
  now: Temporal.Instant,
): Promise<void> {
  await pipelineQuery(
    ctx.tx,
    sql`${writes('identity_session')} insert into identity_session (site_id, id, identity_id, created_at, verified_at, last_used_at, idle_until, ends_at, user_agent, ip)
      values (${row.siteId}, ${row.id}, ${row.identityId}, ${now}, ${now}, ${now}, ${now.add(MEMBER_IDLE)}, ${now.add(MEMBER_MAX_AGE)}, ${row.userAgent}, ${row.ip})`,
  )
}

export interface LiveSession {
  siteId: string
  sessionId: string
  identityId: string
  verifiedAt: Temporal.Instant
}

const liveSession = (tx: ReadDatabase, now: Temporal.Instant) =>
  tx
    .selectFrom('identitySession as s')
    .innerJoin('identity as i', (j) => j.onRef('i.siteId', '=', 's.siteId').onRef('i.id', '=', 's.identityId'))
    .innerJoin('member as m', (j) => j.onRef('m.siteId', '=', 's.siteId').onRef('m.id', '=', 's.identityId'))
    .select(['s.siteId', 's.id as sessionId', 's.identityId', 's.verifiedAt'])
    .where('s.revokedAt', 'is', null)
    .where('s.endsAt', '>', now)
    .where('s.idleUntil', '>', now)
    .where('i.closed', '=', false)
    .where('m.status', '=', 'APPROVED')
    .where('m.deletedAt', 'is', null)

/** The session of a session token or SSO cookie, while it and its member are active. */
export const sessionByToken = (
  ctx: ReadContext,
  { tokenHash, siteId }: TokenKey,
  purpose: 'SESSION' | 'SSO',
  now: Temporal.Instant,
): Promise<LiveSession | undefined> =>
  liveSession(ctx.db, now)
    .innerJoin('flowToken as f', (j) => j.onRef('f.siteId', '=', 's.siteId').onRef('f.sessionId', '=', 's.id'))
    .where('f.tokenHash', '=', tokenHash)
    .$if(siteId !== undefined, (q) => q.where('f.siteId', '=', siteId as string))
    .where('f.purpose', '=', purpose)
    .where('f.expiresAt', '>', now)
    .executeTakeFirst()

/** Whether the session of a token is live but its member is PENDING again (`interaction_required`). Source: guide identity §7. */
export const isSessionPending = async (
  ctx: ReadContext,
  { tokenHash, siteId }: TokenKey,
  purpose: 'SESSION' | 'SSO',
  now: Temporal.Instant,
): Promise<boolean> =>
  (await ctx.db
    .selectFrom('flowToken as f')
    .innerJoin('identitySession as s', (j) => j.onRef('s.siteId', '=', 'f.siteId').onRef('s.id', '=', 'f.sessionId'))
    .innerJoin('member as m', (j) => j.onRef('m.siteId', '=', 's.siteId').onRef('m.id', '=', 's.identityId'))
    .select('s.id')
    .where('f.tokenHash', '=', tokenHash)
    .$if(siteId !== undefined, (q) => q.where('f.siteId', '=', siteId as string))
    .where('f.purpose', '=', purpose)
    .where('f.expiresAt', '>', now)
    .where('s.revokedAt', 'is', null)
    .where('s.endsAt', '>', now)
    .where('m.status', '=', 'PENDING')
    .executeTakeFirst()) !== undefined

export const sessionById = (tx: ReadDatabase, siteId: string, sessionId: string, now: Temporal.Instant): Promise<LiveSession | undefined> =>
  liveSession(tx, now).where('s.siteId', '=', siteId).where('s.id', '=', sessionId).executeTakeFirst()

/** Extends the idle timeout of a session in use. */
export const extendSession = async (tx: Tx, siteId: string, sessionId: string, now: Temporal.Instant): Promise<void> =>
  void (await tx
    .updateTable('identitySession')
    .set({ lastUsedAt: now, idleUntil: now.add(MEMBER_IDLE) })
    .where('siteId', '=', siteId)
    .where('id', '=', sessionId)
    .execute())

/** Records that the caller entered a credential again. */
export const markReauthenticated = async (ctx: TransactionContext, sessionId: string, now: Temporal.Instant): Promise<void> =>
  void (await ctx.tx.updateTable('identitySession').set({ verifiedAt: now }).where('siteId', '=', ctx.siteId).where('id', '=', sessionId).execute())

export type FlowPurpose =
  | 'STATE'
  | 'SESSION'
  | 'RECOVERY'
  | 'ACTIVATION'
  | 'CODE'
  | 'SSO'
  | 'DEVICE'
  | 'MFA'
  | 'DECOY'
  | 'OWNER_MFA'
  | 'OWNER_DEVICE'
  | 'OWNER_RECOVERY'
  | 'OWNER_PASSKEY'
  | 'IDP'
  | 'PASSKEY'
  | 'EMAIL_CHANGE'
  | 'EMAIL_UNDO'
  | 'KNOWN_BROWSER'
  | 'OWNER_KNOWN_BROWSER'
/** Purposes of flow tokens that become invalid when a password, an email or a status changes. */
export const OPEN_FLOWS = ['STATE', 'SESSION', 'RECOVERY', 'ACTIVATION', 'CODE', 'MFA', 'EMAIL_CHANGE'] as const satisfies readonly FlowPurpose[]
export interface FlowToken {
  siteId: string
  tokenHash: string
  purpose: FlowPurpose
  identityId: string | null
  sessionId: string | null
  data: unknown
  attemptsLeft: number | null
  createdAt: Temporal.Instant
  expiresAt: Temporal.Instant
  usedAt: Temporal.Instant | null
}

export const insertFlowToken = async (
  ctx: TransactionContext,
  row: {
    siteId: string
    tokenHash: string
    purpose: FlowPurpose
    identityId?: string
    sessionId?: string
    data?: unknown
    attemptsLeft?: number
    expiresAt: Temporal.Instant
  },
  now: Temporal.Instant,
): Promise<void> =>
  void (await pipelineQuery(
    ctx.tx,
    sql`${writes('flow_token')} insert into flow_token (site_id, token_hash, purpose, identity_id, session_id, data, attempts_left, created_at, expires_at)
      values (${row.siteId}, ${row.tokenHash}, ${row.purpose}, ${row.identityId ?? null}, ${row.sessionId ?? null}, ${json(row.data ?? {})},
        ${row.attemptsLeft ?? null}, ${now}, ${row.expiresAt})`,
  ))

/** The site of a token that does not name it, as those from before do not, and those that are none. */
const findSiteOfToken = async ({ tx }: TransactionContext, tokenHash: string): Promise<string | undefined> =>
  (await sql<{ siteId: string }>`${acrossSites} select site_id from flow_token where token_hash = ${tokenHash} limit 1`.execute(tx)).rows[0]?.siteId

/** A token by its key, locked, whatever its state: the caller decides what used and expired mean. A cluster locks rows of one site alone. */
export async function lockFlowToken(ctx: TransactionContext, key: TokenKey, purposes: readonly FlowPurpose[]): Promise<FlowToken | undefined> {
  const { tokenHash } = key
  const siteId = key.siteId ?? (await findSiteOfToken(ctx, tokenHash))
  if (siteId === undefined) return undefined
  return ctx.tx
    .selectFrom('flowToken')
    .select([
      'siteId',
      'tokenHash',
      sql<FlowPurpose>`purpose`.as('purpose'),
      'identityId',
      'sessionId',
      'data',
      'attemptsLeft',
      'createdAt',
      'expiresAt',
      'usedAt',
    ])
    .where('siteId', '=', siteId)
    .where('tokenHash', '=', tokenHash)
    .where('purpose', 'in', [...purposes])
    .forUpdate()
    .executeTakeFirst()
}

export const markFlowTokenUsed = async (tx: Tx, siteId: string, tokenHash: string, now: Temporal.Instant): Promise<void> =>
  void (await tx.updateTable('flowToken').set({ usedAt: now }).where('siteId', '=', siteId).where('tokenHash', '=', tokenHash).execute())

/** Takes one attempt after a wrong answer. Returns how many are left. */
export const takeFlowAttempt = async (tx: Tx, siteId: string, tokenHash: string): Promise<number> =>
  (
    await tx
      .updateTable('flowToken')
      .set((eb) => ({ attemptsLeft: eb(eb.fn.coalesce('attemptsLeft', sql<number>`1`), '-', 1) }))
      .where('siteId', '=', siteId)
      .where('tokenHash', '=', tokenHash)
      .where('attemptsLeft', '>', 0)
      .returning('attemptsLeft')
      .executeTakeFirst()
  )?.attemptsLeft ?? 0

/** Deletes the flow tokens of an identity for these purposes that were made after an instant. */
export const deleteLaterFlowTokens = async (
  ctx: TransactionContext,
  identityId: string,
  purposes: readonly FlowPurpose[],
  after: Temporal.Instant,
): Promise<void> =>
  void (await ctx.tx
    .deleteFrom('flowToken')
    .where('siteId', '=', ctx.siteId)
    .where('identityId', '=', identityId)
    .where('purpose', 'in', [...purposes])
    .where('createdAt', '>', after)
    .execute())
/** Deletes the flow tokens of an identity for these purposes. */
export const deleteFlowTokens = async (ctx: TransactionContext, identityId: string, purposes: readonly FlowPurpose[]): Promise<void> =>
  void (await ctx.tx
    .deleteFrom('flowToken')
    .where('siteId', '=', ctx.siteId)
    .where('identityId', '=', identityId)
    .where('purpose', 'in', [...purposes])
    .execute())

/** Revokes sessions of an identity with their refresh tokens and SSO cookies, except one. Source: guide identity §9.6. */
export async function revokeSessions(
  ctx: TransactionContext,
  identityId: string,
  reason: string,
  now: Temporal.Instant,
  exceptSessionId?: string,
): Promise<void> {
  const sessions = await ctx.tx
    .updateTable('identitySession')
    .set({ revokedAt: now, revokeReason: reason })
    .where('siteId', '=', ctx.siteId)
    .where('identityId', '=', identityId)
    .where('revokedAt', 'is', null)
    .$if(exceptSessionId !== undefined, (q) => q.where('id', '<>', exceptSessionId as string))
    .returning('id')
    .execute()
  await revokeTokensOfSessions(
    ctx.tx,
    ctx.siteId,
    sessions.map((session) => session.id),
    reason,
    now,
  )
}

export async function revokeSession(tx: Tx, siteId: string, sessionId: string, reason: string, now: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('identitySession')
    .set({ revokedAt: now, revokeReason: reason })
    .where('siteId', '=', siteId)
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .execute()
  await revokeTokensOfSessions(tx, siteId, [sessionId], reason, now)
}

async function revokeTokensOfSessions(tx: Tx, siteId: string, sessionIds: string[], reason: string, now: Temporal.Instant): Promise<void> {
  if (sessionIds.length === 0) return
  await tx
    .updateTable('refreshToken')
    .set({ revokedAt: now, revokeReason: reason })
    .where('siteId', '=', siteId)
    .where('sessionId', 'in', sessionIds)
    .where('revokedAt', 'is', null)
    .execute()
  await tx.deleteFrom('flowToken').where('siteId', '=', siteId).where('sessionId', 'in', sessionIds).where('purpose', 'in', ['SESSION', 'SSO']).execute()
  // Exchanged codes stay until they expire, so that a replay is detected.
  await tx
    .deleteFrom('flowToken')
    .where('siteId', '=', siteId)
    .where('sessionId', 'in', sessionIds)
    .where('purpose', '=', 'CODE')
    .where('usedAt', 'is', null)
    .execute()
}

/** Members' devices: their live sessions, newest first. */
export const listSessions = (ctx: ReadContext, identityId: string, now: Temporal.Instant) =>
  ctx.db
    .selectFrom('identitySession')
    .select(['id', 'createdAt', 'lastUsedAt', 'userAgent', 'ip'])
    .where('siteId', '=', ctx.siteId)
    .where('identityId', '=', identityId)
    .where('revokedAt', 'is', null)
    .where('endsAt', '>', now)
    .where('idleUntil', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .execute()

/** Deletes tokens that expired more than a day ago; returns how many. */
export async function deleteExpiredTokens(ctx: TransactionContext, now: Temporal.Instant): Promise<number> {
  const flows = await ctx.tx
    .deleteFrom('flowToken')
    .where('siteId', '=', ctx.siteId)
    .where('expiresAt', '<', now.subtract(days(1)))
    .executeTakeFirst()
  const refresh = await ctx.tx
    .deleteFrom('refreshToken')
    .where('siteId', '=', ctx.siteId)
    .where('idleUntil', '<', now.subtract(days(1)))
    .executeTakeFirst()
  return Number(flows.numDeletedRows) + Number(refresh.numDeletedRows)
}

export const hasExpiredTokens: SiteCondition = ({ authNow }) => sql`
  exists (select from flow_token as one where one.site_id = site.id and one.expires_at < ${authNow.subtract(days(1))})
  or exists (select from refresh_token as one where one.site_id = site.id and one.idle_until < ${authNow.subtract(days(1))})`
