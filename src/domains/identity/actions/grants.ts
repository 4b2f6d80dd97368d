/** The token endpoint: one function per grant, answers and errors in the words of OAuth. Source: guide identity 4.3, wire 6. */
import { markSignedIn } from '#domains/members/public.ts'
import { json, type Answer } from '#kit/answer.ts'
import type { Ctx } from '#kit/ctx.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { ACCESS_TOKEN_SECONDS, type Subject } from '../crypto/access-token.ts'
import { readAuthorization } from '../rules/authorization.ts'
import { verifierFits } from '../crypto/pkce.ts'
import { fingerprint, sameSecret } from '../crypto/secrets.ts'
import { loginOutcome } from '../rules/sign-in.ts'
import { newAccessToken } from '../store/access-tokens.ts'
import { appById, appsOf } from '../store/businesses.ts'
import { identityById } from '../store/identities.ts'
import * as store from '../store/sessions.ts'
import { audit, countUse } from '../store/throttles.ts'
import { anonymousWait, renewalWait } from './limits.ts'
import { deviceOf, memberPair, newRefreshToken, sessionOfToken } from './session.ts'
import { claimsIn } from './token-info.ts'

type Fields = Readonly<Record<string, unknown>>

const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' }
const tokens = (body: object): Answer => json(200, body, NO_STORE)
/** An OAuth error that also reads like every other error of the API. */
export function oauthError(status: number, error: string, description: string, headers: Record<string, string> = {}): Answer {
  return json(
    status,
    { error, error_description: description, message: description, details: { applicationError: { code: error, description, data: {} } } },
    { ...NO_STORE, ...headers },
  )
}
const missing = (name: string) => oauthError(400, 'invalid_request', `${name} is required`)
const unknownClient = () => oauthError(401, 'invalid_client', 'Unknown client')
const badSecret = () => oauthError(401, 'invalid_client', 'Client authentication failed')
const badCode = () => oauthError(400, 'invalid_grant', 'Authorization code is invalid or expired')
const badRefresh = () => oauthError(400, 'invalid_grant', 'Refresh token is invalid, expired or revoked')
const badMember = () => oauthError(400, 'invalid_grant', 'Member cannot sign in')
const slowDown = (seconds: number) => oauthError(429, 'slow_down', `Too many requests. Try again in ${seconds} seconds.`, { 'retry-after': String(seconds) })

/** Reads a field under either spelling. */
function field(fields: Fields, camel: string): string | undefined {
  const snake = camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const value = fields[camel] ?? fields[snake]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Runs the grant that the request asks for. */
export async function grant(ctx: Ctx, fields: Fields): Promise<Answer> {
  const type = field(fields, 'grantType')
  switch (type) {
    case undefined:
      return missing('grant_type')
    case 'anonymous':
      return anonymous(ctx, fields)
    case 'refresh_token':
      return renew(ctx, fields)
    case 'authorization_code':
      return exchangeCode(ctx, fields)
    case 'authorized_client':
      return authorizedClient(ctx, fields)
    case 'client_credentials':
      return clientCredentials(ctx, fields)
    case 'strip_bound_session':
      return unbind(ctx, fields)
    default:
      return oauthError(400, 'unsupported_grant_type', `The grant type ${type.slice(0, 50)} is not supported`)
  }
}

/** A new visitor. Busy storefronts ask for these in bursts: the whole grant is one statement. */
async function anonymous(ctx: Ctx, fields: Fields): Promise<Answer> {
  const clientId = field(fields, 'clientId')
  if (!clientId) return missing('client_id')
  if (!isGuid(clientId)) return unknownClient()
  const wait = anonymousWait(ctx, clientId.toLowerCase())
  if (wait > 0) return slowDown(wait)
  const visitorId = ctx.newId()
  const refreshToken = newRefreshToken()
  const siteId = await store.insertVisitorToken(ctx.tx, clientId, visitorId, fingerprint(refreshToken), deviceOf(ctx), ctx.authNow)
  if (!siteId) return unknownClient()
  return tokens(await pair(ctx, { kind: 'VISITOR', id: visitorId, siteId, clientId }, refreshToken))
}

async function pair(ctx: Ctx, subject: Subject, refreshToken?: string) {
  return {
    access_token: await newAccessToken(ctx.tx, subject, ctx.authNow),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    ...(refreshToken ? { refresh_token: refreshToken } : {}),
  }
}

/** The same refresh token comes back: clients keep the old one (W10). */
async function renew(ctx: Ctx, fields: Fields): Promise<Answer> {
  const refreshToken = field(fields, 'refreshToken')
  if (!refreshToken) return missing('refresh_token')
  const tokenHash = fingerprint(refreshToken)
  const used = await store.useRefreshToken(ctx.tx, tokenHash, field(fields, 'clientId')?.toLowerCase(), ctx.authNow)
  if (!used) return badRefresh()
  // Far above what a page needs: whoever is refused here signs the person out (W11).
  if (renewalWait(ctx, tokenHash) > 0) return slowDown(60)
  const { siteId, clientId, visitorId } = used
  const subject: Subject =
    used.kind === 'VISITOR'
      ? { kind: 'VISITOR', id: visitorId, siteId, clientId }
      : { kind: 'MEMBER', id: used.identityId ?? '', siteId, clientId, visitorId, sessionId: used.sessionId ?? '' }
  return tokens(await pair(ctx, subject, refreshToken))
}

interface CodeData {
  clientId: string
  redirectUri?: string
  challenge: string
  visitorId: string
}
const REPLAY_GRACE_SECONDS = 10

async function exchangeCode(ctx: Ctx, fields: Fields): Promise<Answer> {
  for (const name of ['clientId', 'code', 'codeVerifier'])
    if (!field(fields, name)) return missing(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  const clientId = field(fields, 'clientId') as string
  if (!(await appById(ctx.tx, clientId))) return unknownClient()
  return ctx.write(async (work) => {
    const codeHash = fingerprint(field(fields, 'code') as string)
    const code = await store.lockFlowToken(work.tx, codeHash, ['CODE'])
    if (!code?.identityId || !code.sessionId) return badCode()
    const data = code.data as CodeData
    const fits = verifierFits(field(fields, 'codeVerifier') as string, data.challenge)
    if (code.usedAt) {
      // A double-fired callback arrives within seconds and with the right verifier; anything else is somebody else's replay.
      if (!fits || work.authNow.since(code.usedAt).total('seconds') > REPLAY_GRACE_SECONDS) {
        // Access tokens hang on their session: ending it takes back all that the code gave.
        await store.revokeSession(work.tx, code.siteId, code.sessionId, 'code replay', work.authNow)
        await audit(work, 'code.replayed', { siteId: code.siteId, subjectId: code.identityId })
      }
      return badCode()
    }
    if (isPast(code.expiresAt, work) || !fits || data.clientId !== clientId.toLowerCase() || (data.redirectUri ?? '') !== (field(fields, 'redirectUri') ?? ''))
      return badCode()
    if (!(await store.sessionById(work.tx, code.siteId, code.sessionId, work.authNow))) return badMember()
    await store.markUsed(work.tx, code.siteId, codeHash, work.authNow)
    return tokens(
      await memberPair(work, {
        siteId: code.siteId,
        clientId: data.clientId,
        identityId: code.identityId,
        sessionId: code.sessionId,
        visitorId: data.visitorId,
        codeHash,
      }),
    )
  })
}
const isPast = (at: { epochMilliseconds: number }, ctx: Ctx) => at.epochMilliseconds <= ctx.authNow.epochMilliseconds

/** A trusted server signs a member in: the API key vouches (guide: identity 4.3). */
async function authorizedClient(ctx: Ctx, fields: Fields): Promise<Answer> {
  const { caller } = ctx
  const { apiKey } = readAuthorization(ctx.headers.authorization)
  const may = apiKey !== undefined && caller.role === 'owner' && (!caller.permissions || mayActForMembers(caller.permissions))
  if (!may) return oauthError(403, 'unauthorized_client', 'This grant needs an API key with the permission to manage members')
  const memberId = field(fields, 'memberId')
  if (!memberId) return missing('member_id')
  if (!isGuid(memberId)) return badMember()
  return ctx.write(async (work) => {
    const { siteId } = caller
    const clientId = caller.clientId ?? (await appsOf(work.tx, siteId))[0]?.id
    if (!clientId) return unknownClient()
    const identity = await identityById(work.tx, siteId, memberId)
    const outcome = identity && loginOutcome(identity, false)
    if (!identity || !outcome || !('ok' in outcome) || outcome.ok !== 'SUCCESS') return badMember()
    const sessionToken = field(fields, 'sessionToken')
    const joined = sessionToken ? await sessionOfToken(work, sessionToken) : undefined
    if (sessionToken && joined?.identityId !== memberId) return badMember()
    let sessionId = joined?.sessionId
    if (!sessionId) {
      sessionId = work.newId()
      await store.insertSession(work.tx, { siteId, id: sessionId, identityId: memberId, ...deviceOf(work) }, work.authNow)
      await markSignedIn(work, memberId)
    }
    await audit(work, 'member.authorized-by-key', { siteId, subjectId: memberId })
    return tokens(await memberPair(work, { siteId, clientId, identityId: memberId, sessionId, visitorId: work.newId() }))
  })
}

// decision: "manage" is any permission of members that changes something.
const mayActForMembers = (permissions: readonly string[]): boolean =>
  permissions.includes('MEMBERS.MEMBER_READ') && permissions.some((name) => name.startsWith('MEMBERS.') && !name.endsWith('_READ'))

/** An app acts for the business. Wrong secrets are counted, so that one cannot be guessed. */
async function clientCredentials(ctx: Ctx, fields: Fields): Promise<Answer> {
  const clientId = field(fields, 'clientId')
  const secret = field(fields, 'clientSecret')
  if (!clientId) return missing('client_id')
  if (!secret) return missing('client_secret')
  const app = await appById(ctx.tx, clientId)
  if (!app) return unknownClient()
  if (!app.secretHash || !sameSecret(fingerprint(secret), app.secretHash)) {
    const wait = await countUse(ctx.tx, app.siteId, `client-secret:${app.id}`, { times: 30, seconds: 600 }, ctx.authNow)
    return wait > 0 ? slowDown(wait) : badSecret()
  }
  const instanceId = field(fields, 'instanceId')
  if (instanceId && instanceId.toLowerCase() !== app.siteId) return oauthError(400, 'invalid_grant', 'The app is not connected to this instance')
  return tokens(await pair(ctx, { kind: 'APP', id: app.id, siteId: app.siteId, clientId: app.id }))
}

async function unbind(ctx: Ctx, fields: Fields): Promise<Answer> {
  const accessToken = field(fields, 'accessToken')
  const secret = field(fields, 'clientSecret')
  if (!accessToken) return missing('access_token')
  if (!secret) return missing('client_secret')
  const claims = await claimsIn(ctx, accessToken)
  if (!claims || claims.expiresAt * 1000 <= ctx.authNow.epochMilliseconds) return oauthError(400, 'invalid_grant', 'The access token is invalid or expired')
  const app = await appById(ctx.tx, claims.clientId)
  if (!app?.secretHash || !sameSecret(fingerprint(secret), app.secretHash)) return badSecret()
  const { kind, id, siteId, clientId, visitorId } = claims
  if (kind !== 'MEMBER') return tokens(await pair(ctx, { kind, id, siteId, clientId, ...(visitorId ? { visitorId } : {}) }))
  // The browser's sign-out must not end this token, a block or "sign out everywhere" must: it gets a session of its own.
  return ctx.write(async (work) => {
    if (!(await store.sessionById(work.tx, siteId, claims.sessionId ?? '', work.authNow)))
      return oauthError(400, 'invalid_grant', 'The access token is invalid or expired')
    const sessionId = work.newId()
    await store.insertSession(work.tx, { siteId, id: sessionId, identityId: id, ...deviceOf(work) }, work.authNow)
    return tokens(await pair(work, { kind, id, siteId, clientId, sessionId, ...(visitorId ? { visitorId } : {}) }))
  })
}
