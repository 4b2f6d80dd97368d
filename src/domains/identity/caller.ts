/** Authenticates access tokens and API keys, once per request, before everything else. Source: guide identity §2, §4.5, §9.8; W7, W8. */
import { Temporal } from 'temporal-polyfill'
import type { Caller } from '#kit/api/context.ts'
import type { GetOrLoad } from '#kit/db/cache.ts'
import type { Db } from '#kit/db/open.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { readKeyId, readAccessToken, type AccessClaims } from './oauth/crypto/access-token.ts'
import { readAuthorization } from './rules/authorization.ts'
import { hashSecret } from './crypto/secrets.ts'
import { isAppLive, findApiKey, isMemberSessionLive, touchApiKey } from './store/callers.ts'
import { getKeyRing } from './oauth/store/signing-keys.ts'

export interface CallerDeps {
  db: Db
  /** The system clock: business time never expires a token. */
  authNow: Temporal.Instant
  cache: GetOrLoad
  /** Finds the site of a host name. */
  siteOfHost(host: string): Promise<string | undefined>
}
export interface CallerRequest {
  headers: Record<string, string | undefined>
  cookies: Record<string, string | undefined>
  host: string
  method?: string
}

/** Cookie name; on https with the prefix `__Host-`. */
export const SSO_COOKIE = 'ms_sso'
/** The value of a cookie, with or without the prefix `__Host-`. */
export const readCookie = (cookies: Readonly<Record<string, string | undefined>>, name: string): string | undefined =>
  cookies[`__Host-${name}`] ?? cookies[name]

/** The caller whom a token or an API key names; undefined when the request brings neither. Refuses a bad one with UNAUTHENTICATED. */
export async function authenticateCredential(deps: CallerDeps, request: CallerRequest): Promise<Caller | undefined> {
  const { accessToken, apiKey, joined } = readAuthorization(request.headers.authorization)
  if (apiKey !== undefined) return authenticateApiKey(deps, request, apiKey, { accessToken, joined: joined ?? false })
  if (accessToken !== undefined) return authenticateAccessToken(deps, accessToken)
  return undefined
}

/** Cache of tokens with a verified signature, by key: verifying costs more than this map. Sessions are still checked every time. */
const verifiedTokens = new WeakMap<object, Map<string, AccessClaims>>()
const MAX_VERIFIED_TOKENS = 20_000

/** The claims of a token with a valid signature, expired or not. */
export async function verifyAccessToken(deps: CallerDeps, token: string): Promise<AccessClaims | undefined> {
  const kid = readKeyId(token)
  if (!kid) return undefined
  const key = (await getKeyRing(deps.db, deps.authNow, kid)).byId.get(kid)
  if (!key) return undefined
  const known = verifiedTokens.get(key.publicKey) ?? new Map<string, AccessClaims>()
  verifiedTokens.set(key.publicKey, known)
  const cached = known.get(token)
  if (cached) return cached
  const claims = readAccessToken(token, key.publicKey)
  if (claims) {
    if (known.size >= MAX_VERIFIED_TOKENS) known.delete(known.keys().next().value as string)
    known.set(token, claims)
  }
  return claims
}

async function authenticateAccessToken(deps: CallerDeps, token: string): Promise<Caller> {
  const claims = await verifyAccessToken(deps, token)
  if (!claims || claims.expiresAt * 1000 <= deps.authNow.epochMilliseconds) return refuseStandard('UNAUTHENTICATED')
  const { siteId, clientId } = claims
  if (claims.kind === 'APP' && !(await isAppLive(deps.db, siteId, claims.id))) refuseStandard('UNAUTHENTICATED')
  if (claims.kind === 'APP') return { role: 'owner', siteId, appId: claims.id, clientId }
  if (claims.kind === 'VISITOR') return { role: 'visitor', siteId, clientId, visitorId: claims.id }
  const sessionId = claims.sessionId ?? ''
  if (!(await isMemberSessionLive(deps.db, siteId, sessionId, claims.id, deps.authNow))) refuseStandard('UNAUTHENTICATED')
  return { role: 'member', siteId, clientId, memberId: claims.id, sessionId, ...(claims.visitorId ? { visitorId: claims.visitorId } : {}) }
}

async function authenticateApiKey(
  deps: CallerDeps,
  request: CallerRequest,
  apiKey: string,
  { accessToken, joined }: { accessToken: string | undefined; joined: boolean },
): Promise<Caller> {
  if (request.headers.origin !== undefined) refuseStandard('TRUSTED_CLIENTS_ONLY')
  const claims = accessToken ? await verifyAccessToken(deps, accessToken) : undefined
  const siteId = request.headers['wix-site-id'] ?? claims?.siteId
  const accountId = request.headers['wix-account-id']
  const hash = hashSecret(apiKey)
  // A key that another process revokes may work for a second more where its word does not arrive (docs/operators.md).
  const key = await deps.cache(['api_key', 'site'], `key ${hash} ${siteId} ${accountId}`, () =>
    findApiKey(deps.db, hash, { ...(siteId ? { siteId } : {}), ...(accountId ? { accountId } : {}) }),
  )
  const isExpired = key?.expiresAt && Temporal.Instant.compare(key.expiresAt, deps.authNow) <= 0
  if (!key || isExpired) return refuseStandard('UNAUTHENTICATED')
  // A key alone needs a header that names site or account; in the compound form the site is the token's, or the only one.
  const named = [request.headers['wix-site-id'], accountId].filter((value) => value !== undefined).length
  if (!key.siteId || named > 1 || (named === 0 && !joined)) return refuseStandard('PERMISSION_DENIED')
  // "Last used" is exact to the minute.
  if (!key.lastUsedAt || deps.authNow.epochMilliseconds - key.lastUsedAt.epochMilliseconds > 60_000) await touchApiKey(deps.db, key.id, deps.authNow)
  return {
    role: 'owner',
    siteId: key.siteId,
    appId: key.id,
    ...(claims ? { clientId: claims.clientId } : {}),
    ...(key.permissions ? { permissions: key.permissions } : {}),
  }
}
