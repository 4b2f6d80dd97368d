/** Token introspection. Never an error: unknown tokens are inactive. Source: guide identity §4.4. */
import { findSiteById } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { readKeyId, readAccessToken, type AccessClaims } from '../crypto/access-token.ts'
import { toTokenKey } from '../../crypto/secrets.ts'
import { isAppLive } from '../../store/callers.ts'
import { refreshTokenInfo } from '../store/refresh-tokens.ts'
import { sessionById } from '../../store/sessions.ts'
import { getKeyRing } from '../store/signing-keys.ts'

/** The claims of an access token with a valid signature, expired or not. */
export async function readClaims(ctx: ReadContext, token: string): Promise<AccessClaims | undefined> {
  const kid = readKeyId(token)
  const key = kid ? (await getKeyRing(ctx.db, ctx.authNow, kid)).byId.get(kid) : undefined
  return key && readAccessToken(token, key.publicKey)
}

const inactiveToken = { active: false, subjectType: 'UNKNOWN', subjectId: '' } as const

/** What a token says about itself: `active`, subject, site, expiry in epoch seconds. */
export async function getTokenInfo(ctx: ReadContext, token: string) {
  const found = (await describeAccessToken(ctx, token)) ?? (await describeRefreshToken(ctx, token))
  if (!found) return inactiveToken
  return { active: true, ...found, instanceId: found.siteId, accountId: (await findSiteById(ctx, found.siteId))?.accountId ?? '' }
}

async function describeAccessToken(ctx: ReadContext, token: string) {
  const claims = await readClaims(ctx, token)
  if (!claims || claims.expiresAt * 1000 <= ctx.authNow.epochMilliseconds) return undefined
  if (claims.kind === 'APP' && !(await isAppLive(ctx.db, claims.siteId, claims.id))) return undefined
  if (claims.kind === 'MEMBER' && !(await sessionById(ctx.db, claims.siteId, claims.sessionId ?? '', ctx.authNow))) return undefined
  return { subjectType: claims.kind, subjectId: claims.id, iat: claims.issuedAt, exp: claims.expiresAt, clientId: claims.clientId, siteId: claims.siteId }
}

async function describeRefreshToken(ctx: ReadContext, token: string) {
  const row = token.startsWith('JWS.') ? await refreshTokenInfo(ctx, toTokenKey(token), ctx.authNow) : undefined
  if (!row) return undefined
  if (row.sessionId && !(await sessionById(ctx.db, row.siteId, row.sessionId, ctx.authNow))) return undefined
  const seconds = (at: { epochMilliseconds: number }) => Math.floor(at.epochMilliseconds / 1000)
  return {
    subjectType: row.kind as 'VISITOR' | 'MEMBER',
    subjectId: row.identityId ?? row.visitorId,
    iat: seconds(row.createdAt),
    exp: seconds(row.endsAt),
    clientId: row.clientId ?? '',
    siteId: row.siteId,
  }
}
