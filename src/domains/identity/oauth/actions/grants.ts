/** The token endpoint: one function per grant, replies and errors in OAuth form. Source: guide identity §4.3, contract wire §6. */
import { recordSignIn } from '#domains/members/public.ts'
import { jsonReply, type RawReply } from '#kit/api/raw-reply.ts'
import type { BaseContext, OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { ACCESS_TOKEN_SECONDS, type Subject } from '../crypto/access-token.ts'
import { readAuthorization } from '../../rules/authorization.ts'
import { matchesChallenge } from '../crypto/pkce.ts'
import { equalsConstantTime, hashSecret, toTokenKey } from '../../crypto/secrets.ts'
import { decideLogin } from '../../rules/sign-in.ts'
import { issueAccessToken } from './issue-access-token.ts'
import { appById, listApps } from '../store/apps.ts'
import { identityById } from '../../store/identities.ts'
import { audit } from '../../store/audit.ts'
import { consumeSharedRateLimit } from '../../store/rate-limits.ts'
import { consumeAnonymousGrantLimit, consumeRefreshLimit } from '../../actions/rate-limits.ts'
import { readDevice, issueTokenPair, newRefreshToken, findSessionByToken } from '../../actions/session.ts'
import { readClaims } from './token-info.ts'
import * as store from '../../store/sessions.ts'
import * as refreshTokens from '../store/refresh-tokens.ts'

type Fields = Readonly<Record<string, unknown>>

const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' }
const tokenReply = (body: object): RawReply => jsonReply(200, body, NO_STORE)
/** An OAuth error that also has the error form of the API. */
export function oauthError(status: number, error: string, description: string, headers: Record<string, string> = {}): RawReply {
  return jsonReply(
    status,
    { error, error_description: description, message: description, details: { applicationError: { code: error, description, data: {} } } },
    { ...NO_STORE, ...headers },
  )
}
const missingParameter = (name: string) => oauthError(400, 'invalid_request', `${name} is required`)
const unknownClient = () => oauthError(401, 'invalid_client', 'Unknown client')
const invalidSecret = () => oauthError(401, 'invalid_client', 'Client authentication failed')
const invalidCode = () => oauthError(400, 'invalid_grant', 'Authorization code is invalid or expired')
const invalidRefreshToken = () => oauthError(400, 'invalid_grant', 'Refresh token is invalid, expired or revoked')
const memberCannotSignIn = () => oauthError(400, 'invalid_grant', 'Member cannot sign in')
const slowDown = (seconds: number) => oauthError(429, 'slow_down', `Too many requests. Try again in ${seconds} seconds.`, { 'retry-after': String(seconds) })

/** Reads a field in camel or snake case. */
function readField(fields: Fields, camel: string): string | undefined {
  const snake = camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const value = fields[camel] ?? fields[snake]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Runs the grant that the request asks for. */
export async function exchangeGrant(ctx: OwnTransactionContext, fields: Fields): Promise<RawReply> {
  const type = readField(fields, 'grantType')
  switch (type) {
    case undefined:
      return missingParameter('grant_type')
    case 'anonymous':
      return grantAnonymous(ctx, fields)
    case 'refresh_token':
      return grantRefreshToken(ctx, fields)
    case 'authorization_code':
      return grantAuthorizationCode(ctx, fields)
    case 'authorized_client':
      return grantAuthorizedClient(ctx, fields)
    case 'client_credentials':
      return grantClientCredentials(ctx, fields)
    case 'strip_bound_session':
      return grantSessionFreeToken(ctx, fields)
    default:
      return oauthError(400, 'unsupported_grant_type', `The grant type ${type.slice(0, 50)} is not supported`)
  }
}

/** Issues tokens of a new visitor. Storefronts request these in bursts: the whole grant is one statement while the site of the client is remembered. */
async function grantAnonymous(ctx: OwnTransactionContext, fields: Fields): Promise<RawReply> {
  const clientId = readField(fields, 'clientId')
  if (!clientId) return missingParameter('client_id')
  if (!isGuid(clientId)) return unknownClient()
  const wait = consumeAnonymousGrantLimit(ctx, clientId.toLowerCase())
  if (wait > 0) return slowDown(wait)
  const siteId = await ctx.cache(['oauth_app'], `site of client ${clientId.toLowerCase()}`, () =>
    ctx.read(async ({ db }) => (await appById(db, clientId))?.siteId),
  )
  if (!siteId) return unknownClient()
  const visitorId = ctx.newId()
  const refreshToken = newRefreshToken(siteId)
  const isInserted = await ctx.statement((db) =>
    refreshTokens.insertVisitorRefreshToken(db, siteId, clientId, visitorId, hashSecret(refreshToken), readDevice(ctx), ctx.authNow),
  )
  if (!isInserted) return unknownClient()
  return tokenReply(await ctx.read((inner) => createTokens(inner, { kind: 'VISITOR', id: visitorId, siteId, clientId }, refreshToken)))
}

async function createTokens(ctx: ReadContext, subject: Subject, refreshToken?: string) {
  return {
    access_token: await issueAccessToken(ctx, subject),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    ...(refreshToken ? { refresh_token: refreshToken } : {}),
  }
}

/** Refresh tokens are not rotated: clients keep the one they have (W10). */
async function grantRefreshToken(ctx: OwnTransactionContext, fields: Fields): Promise<RawReply> {
  const refreshToken = readField(fields, 'refreshToken')
  if (!refreshToken) return missingParameter('refresh_token')
  const key = toTokenKey(refreshToken)
  const used = await ctx.statement((db) => refreshTokens.useRefreshToken(db, key, readField(fields, 'clientId')?.toLowerCase(), ctx.authNow))
  if (!used) return invalidRefreshToken()
  // Far above what a page needs: clients sign the member out on 429 (W11).
  if (consumeRefreshLimit(ctx, key.tokenHash) > 0) return slowDown(60)
  const { siteId, clientId, visitorId } = used
  const subject: Subject =
    used.kind === 'VISITOR'
      ? { kind: 'VISITOR', id: visitorId, siteId, clientId }
      : { kind: 'MEMBER', id: used.identityId ?? '', siteId, clientId, visitorId, sessionId: used.sessionId ?? '' }
  return tokenReply(await ctx.read((inner) => createTokens(inner, subject, refreshToken)))
}

interface CodeData {
  clientId: string
  redirectUri?: string
  challenge: string
  visitorId: string
}
const REPLAY_GRACE_SECONDS = 10

async function grantAuthorizationCode(ctx: OwnTransactionContext, fields: Fields): Promise<RawReply> {
  for (const name of ['clientId', 'code', 'codeVerifier'])
    if (!readField(fields, name)) return missingParameter(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  const clientId = readField(fields, 'clientId') as string
  if (!(await ctx.read(({ db }) => appById(db, clientId)))) return unknownClient()
  return ctx.transaction(async (work) => {
    const key = toTokenKey(readField(fields, 'code') as string)
    const { tokenHash: codeHash } = key
    const code = await store.lockFlowToken(work, key, ['CODE'])
    if (!code?.identityId || !code.sessionId) return invalidCode()
    const data = code.data as CodeData
    const fits = matchesChallenge(readField(fields, 'codeVerifier') as string, data.challenge)
    if (code.usedAt) {
      // A double-fired callback arrives within seconds and with the right verifier; anything else is a replay attack.
      if (!fits || work.authNow.since(code.usedAt).total('seconds') > REPLAY_GRACE_SECONDS) {
        // Revoking the session invalidates all tokens issued for the code.
        await store.revokeSession(work.tx, code.siteId, code.sessionId, 'code replay', work.authNow)
        await audit(work, 'code.replayed', { siteId: code.siteId, subjectId: code.identityId })
      }
      return invalidCode()
    }
    if (
      hasPassed(code.expiresAt, work) ||
      !fits ||
      data.clientId !== clientId.toLowerCase() ||
      (data.redirectUri ?? '') !== (readField(fields, 'redirectUri') ?? '')
    )
      return invalidCode()
    if (!(await store.sessionById(work.tx, code.siteId, code.sessionId, work.authNow))) return memberCannotSignIn()
    await store.markFlowTokenUsed(work.tx, code.siteId, codeHash, work.authNow)
    return tokenReply(
      await issueTokenPair(work, {
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
const hasPassed = (at: { epochMilliseconds: number }, ctx: BaseContext) => at.epochMilliseconds <= ctx.authNow.epochMilliseconds

/** Issues tokens of a member to a trusted server with an API key. Source: guide identity §4.3. */
async function grantAuthorizedClient(ctx: OwnTransactionContext, fields: Fields): Promise<RawReply> {
  const { caller } = ctx
  const { apiKey } = readAuthorization(ctx.headers.authorization)
  const may = apiKey !== undefined && caller.role === 'owner' && (!caller.permissions || canManageMembers(caller.permissions))
  if (!may) return oauthError(403, 'unauthorized_client', 'This grant needs an API key with the permission to manage members')
  const memberId = readField(fields, 'memberId')
  if (!memberId) return missingParameter('member_id')
  if (!isGuid(memberId)) return memberCannotSignIn()
  return ctx.transaction(async (work) => {
    const { siteId } = caller
    const clientId = caller.clientId ?? (await listApps(work.tx, siteId))[0]?.id
    if (!clientId) return unknownClient()
    const identity = await identityById(work.tx, siteId, memberId)
    const outcome = identity && decideLogin(identity, false)
    if (!identity || !outcome || !('ok' in outcome) || outcome.ok !== 'SUCCESS') return memberCannotSignIn()
    const sessionToken = readField(fields, 'sessionToken')
    const joined = sessionToken ? await findSessionByToken(work, sessionToken) : undefined
    if (sessionToken && joined?.identityId !== memberId) return memberCannotSignIn()
    let sessionId = joined?.sessionId
    if (!sessionId) {
      sessionId = work.newId()
      await store.insertSession(work, { siteId, id: sessionId, identityId: memberId, ...readDevice(work) }, work.authNow)
      await recordSignIn(work, memberId)
    }
    await audit(work, 'member.authorized-by-key', { siteId, subjectId: memberId })
    return tokenReply(await issueTokenPair(work, { siteId, clientId, identityId: memberId, sessionId, visitorId: work.newId() }))
  })
}

// decision: "manage members" is any write permission of members.
const canManageMembers = (permissions: readonly string[]): boolean =>
  permissions.includes('MEMBERS.MEMBER_READ') && permissions.some((name) => name.startsWith('MEMBERS.') && !name.endsWith('_READ'))

/** Issues an access token of an app. Wrong secrets are rate limited. */
async function grantClientCredentials(ctx: OwnTransactionContext, fields: Fields): Promise<RawReply> {
  const clientId = readField(fields, 'clientId')
  const secret = readField(fields, 'clientSecret')
  if (!clientId) return missingParameter('client_id')
  if (!secret) return missingParameter('client_secret')
  const app = await ctx.read(({ db }) => appById(db, clientId))
  if (!app) return unknownClient()
  if (!app.secretHash || !equalsConstantTime(hashSecret(secret), app.secretHash)) {
    const wait = await ctx.statement((db) => consumeSharedRateLimit(db, app.siteId, `client-secret:${app.id}`, { times: 30, seconds: 600 }, ctx.authNow))
    return wait > 0 ? slowDown(wait) : invalidSecret()
  }
  const instanceId = readField(fields, 'instanceId')
  if (instanceId && instanceId.toLowerCase() !== app.siteId) return oauthError(400, 'invalid_grant', 'The app is not connected to this instance')
  return tokenReply(await ctx.read((inner) => createTokens(inner, { kind: 'APP', id: app.id, siteId: app.siteId, clientId: app.id })))
}

async function grantSessionFreeToken(ctx: OwnTransactionContext, fields: Fields): Promise<RawReply> {
  const accessToken = readField(fields, 'accessToken')
  const secret = readField(fields, 'clientSecret')
  if (!accessToken) return missingParameter('access_token')
  if (!secret) return missingParameter('client_secret')
  const claims = await ctx.read((inner) => readClaims(inner, accessToken))
  if (!claims || claims.expiresAt * 1000 <= ctx.authNow.epochMilliseconds) return oauthError(400, 'invalid_grant', 'The access token is invalid or expired')
  const app = await ctx.read(({ db }) => appById(db, claims.clientId))
  if (!app?.secretHash || !equalsConstantTime(hashSecret(secret), app.secretHash)) return invalidSecret()
  const { kind, id, siteId, clientId, visitorId } = claims
  if (kind !== 'MEMBER') return tokenReply(await ctx.read((inner) => createTokens(inner, { kind, id, siteId, clientId, ...(visitorId ? { visitorId } : {}) })))
  // A session of its own: signing the browser out must not revoke this token, a block or "sign out everywhere" must.
  return ctx.transaction(async (work) => {
    if (!(await store.sessionById(work.tx, siteId, claims.sessionId ?? '', work.authNow)))
      return oauthError(400, 'invalid_grant', 'The access token is invalid or expired')
    const sessionId = work.newId()
    await store.insertSession(work, { siteId, id: sessionId, identityId: id, ...readDevice(work) }, work.authNow)
    return tokenReply(await createTokens(work, { kind, id, siteId, clientId, sessionId, ...(visitorId ? { visitorId } : {}) }))
  })
}
