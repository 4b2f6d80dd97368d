/** Finds out who calls, once per request, before anything else happens. Source: guide identity 2, 4.5, 9.8; W7, W8. */
import type { Temporal } from 'temporal-polyfill'
import type { Caller } from '#kit/ctx.ts'
import type { Remember } from '#kit/db/memory.ts'
import type { Db } from '#kit/db/open.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { keyIdOf, readAccessToken, type AccessClaims } from './crypto/access-token.ts'
import { readAuthorization } from './rules/authorization.ts'
import { fingerprint, sameSecret } from './crypto/secrets.ts'
import { appIsLive, findApiKey, findOwnerSession, memberSessionIsLive, noteKeyUse, noteOwnerUse } from './store/callers.ts'
import { keyRing } from './store/signing-keys.ts'

export interface CallerDeps {
  db: Db
  /** The system clock: business time never expires a token. */
  authNow: Temporal.Instant
  remember: Remember
  /** The site that a host name leads to. */
  siteOfHost(host: string): Promise<string | undefined>
}
export interface CallerRequest {
  headers: Record<string, string | undefined>
  cookies: Record<string, string | undefined>
  host: string
  method?: string
}

/** Cookie names; the `__Host-` form needs https. */
export const OWNER_COOKIE = 'ms_owner'
export const SSO_COOKIE = 'ms_sso'
/** The value of one of our cookies, whichever of its two names it came under. */
export const cookieOf = (cookies: Readonly<Record<string, string | undefined>>, name: string): string | undefined => cookies[`__Host-${name}`] ?? cookies[name]

/** The caller of a request. No credential means role none; a bad one is refused with UNAUTHENTICATED. */
export async function callerOf(deps: CallerDeps, request: CallerRequest): Promise<Caller> {
  const { accessToken, apiKey, joined } = readAuthorization(request.headers.authorization)
  if (apiKey !== undefined) return callerOfKey(deps, request, apiKey, { accessToken, joined: joined ?? false })
  if (accessToken !== undefined) return callerOfToken(deps, accessToken)
  const cookie = cookieOf(request.cookies, OWNER_COOKIE)
  return cookie ? callerOfDashboard(deps, request, cookie) : { role: 'none', siteId: '' }
}

/** Tokens whose signature was right, by the key that proved it. Verifying again costs more than this map; liveness is still asked every time. */
const verified = new WeakMap<object, Map<string, AccessClaims>>()
const MOST_REMEMBERED = 20_000

/** The claims of a token with a right signature, whether or not it has expired. */
export async function claimsOf(deps: CallerDeps, token: string): Promise<AccessClaims | undefined> {
  const kid = keyIdOf(token)
  if (!kid) return undefined
  const key = (await keyRing(deps.db, deps.authNow, kid)).byId.get(kid)
  if (!key) return undefined
  const known = verified.get(key.publicKey) ?? new Map<string, AccessClaims>()
  verified.set(key.publicKey, known)
  const remembered = known.get(token)
  if (remembered) return remembered
  const claims = readAccessToken(token, key.publicKey)
  if (claims) {
    if (known.size >= MOST_REMEMBERED) known.delete(known.keys().next().value as string)
    known.set(token, claims)
  }
  return claims
}

async function callerOfToken(deps: CallerDeps, token: string): Promise<Caller> {
  const claims = await claimsOf(deps, token)
  if (!claims || claims.expiresAt * 1000 <= deps.authNow.epochMilliseconds) return refuseStandard('UNAUTHENTICATED')
  const { siteId, clientId } = claims
  if (claims.kind === 'APP' && !(await appIsLive(deps.db, siteId, claims.id))) refuseStandard('UNAUTHENTICATED')
  if (claims.kind === 'APP') return { role: 'owner', siteId, appId: claims.id, clientId }
  if (claims.kind === 'VISITOR') return { role: 'visitor', siteId, clientId, visitorId: claims.id }
  const sessionId = claims.sessionId ?? ''
  if (!(await memberSessionIsLive(deps.db, siteId, sessionId, claims.id, deps.authNow))) refuseStandard('UNAUTHENTICATED')
  return { role: 'member', siteId, clientId, memberId: claims.id, sessionId, ...(claims.visitorId ? { visitorId: claims.visitorId } : {}) }
}

async function callerOfKey(
  deps: CallerDeps,
  request: CallerRequest,
  apiKey: string,
  { accessToken, joined }: { accessToken: string | undefined; joined: boolean },
): Promise<Caller> {
  if (request.headers.origin !== undefined) refuseStandard('TRUSTED_CLIENTS_ONLY')
  const claims = accessToken ? await claimsOf(deps, accessToken) : undefined
  const siteId = request.headers['wix-site-id'] ?? claims?.siteId
  const accountId = request.headers['wix-account-id']
  const hash = fingerprint(apiKey)
  // A key that another process takes back may work for a second more (docs/operators.md).
  const key = await deps.remember(['api_key', 'site'], `key ${hash} ${siteId} ${accountId}`, () =>
    findApiKey(deps.db, hash, { ...(siteId ? { siteId } : {}), ...(accountId ? { accountId } : {}) }, deps.authNow),
  )
  if (!key) return refuseStandard('UNAUTHENTICATED')
  // A key on its own names its site or account; behind a token, or behind the empty place of one, the site is the token's or the only one.
  const named = [request.headers['wix-site-id'], accountId].filter((value) => value !== undefined).length
  if (!key.siteId || named > 1 || (named === 0 && !joined)) return refuseStandard('PERMISSION_DENIED')
  // Once a minute is exact enough for "last used".
  if (!key.lastUsedAt || deps.authNow.since(key.lastUsedAt).total('seconds') > 60) await noteKeyUse(deps.db, key.id, deps.authNow)
  return {
    role: 'owner',
    siteId: key.siteId,
    appId: key.id,
    ...(claims ? { clientId: claims.clientId } : {}),
    ...(key.permissions ? { permissions: key.permissions } : {}),
  }
}

async function callerOfDashboard(deps: CallerDeps, request: CallerRequest, cookie: string): Promise<Caller> {
  const wanted = request.headers['x-site-id']
  const owner = await findOwnerSession(
    deps.db,
    fingerprint(cookie),
    { ofHost: await deps.siteOfHost(request.host), ...(wanted ? { siteId: wanted } : {}) },
    deps.authNow,
  )
  if (!owner) return { role: 'none', siteId: '' }
  const changes = request.method !== undefined && request.method !== 'GET' && request.method !== 'HEAD'
  // The header proves that our own page asked: other sites can make a browser send the cookie, but not the header.
  if (changes && !sameSecret(request.headers['x-csrf'] ?? '', owner.csrfToken)) return { role: 'none', siteId: '' }
  if (!owner.siteId) return { role: 'none', siteId: '' }
  if (deps.authNow.since(owner.lastUsedAt).total('seconds') > 60) await noteOwnerUse(deps.db, owner.sessionId, deps.authNow)
  return {
    role: 'owner',
    siteId: owner.siteId,
    userId: owner.userId,
    sessionId: owner.sessionId,
    ...(owner.memberId ? { memberId: owner.memberId } : {}),
    ...(owner.role === 'CONTRIBUTOR' ? { permissions: owner.permissions ?? [] } : {}),
  }
}
