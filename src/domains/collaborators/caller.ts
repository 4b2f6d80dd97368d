/** Finds who calls: a token or API key (identity), else the dashboard's cookie. Runs once per request, before everything else. Source: guide identity §9.8. */
import { authenticateCredential, type CallerDeps, type CallerRequest, readCookie, hashSecret, equalsConstantTime } from '#domains/identity/public.ts'
import { findOwnerSession, touchOwnerSession } from './store/owner-sessions.ts'
import type { Caller } from '#kit/api/context.ts'

/** Name of the dashboard's session cookie; on https with the prefix `__Host-`. */
export const OWNER_COOKIE = 'ms_owner'

/** The caller of a request. No credential means role none; a bad one is refused with UNAUTHENTICATED. */
export async function authenticateRequest(deps: CallerDeps, request: CallerRequest): Promise<Caller> {
  const caller = await authenticateCredential(deps, request)
  if (caller) return caller
  const cookie = readCookie(request.cookies, OWNER_COOKIE)
  return cookie ? authenticateOwnerSession(deps, request, cookie) : { role: 'none', siteId: '' }
}

async function authenticateOwnerSession(deps: CallerDeps, request: CallerRequest, cookie: string): Promise<Caller> {
  const wanted = request.headers['x-site-id']
  const owner = await findOwnerSession(
    deps.db,
    hashSecret(cookie),
    { ofHost: await deps.siteOfHost(request.host), ...(wanted ? { siteId: wanted } : {}) },
    deps.authNow,
  )
  if (!owner) return { role: 'none', siteId: '' }
  const isWrite = request.method !== undefined && request.method !== 'GET' && request.method !== 'HEAD'
  // CSRF protection: other sites can make a browser send the cookie, but not the header.
  if (isWrite && !equalsConstantTime(request.headers['x-csrf'] ?? '', owner.csrfToken)) return { role: 'none', siteId: '' }
  if (!owner.siteId) return { role: 'none', siteId: '' }
  if (deps.authNow.epochMilliseconds - owner.lastUsedAt.epochMilliseconds > 60_000) await touchOwnerSession(deps.db, owner.sessionId, deps.authNow)
  return {
    role: 'owner',
    siteId: owner.siteId,
    userId: owner.userId,
    sessionId: owner.sessionId,
    ...(owner.memberId ? { memberId: owner.memberId } : {}),
    ...(owner.role === 'CONTRIBUTOR' ? { permissions: owner.permissions ?? [] } : {}),
  }
}
