/** Starts member sessions and issues what belongs to them: session token, SSO cookie, token pair, authorization code. Source: guide identity §4, §6. */
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { ACCESS_TOKEN_SECONDS } from '../oauth/crypto/access-token.ts'
import { hashSecret, newSiteSecret, toTokenKey } from '../crypto/secrets.ts'
import { insertMemberRefreshToken } from '../oauth/store/refresh-tokens.ts'
import { issueAccessToken } from '../oauth/actions/issue-access-token.ts'
import * as store from '../store/sessions.ts'

export interface TokenPair {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
}

/** User agent and IP address stored with a session. */
export const readDevice = (ctx: BaseContext): store.Device => ({ userAgent: (ctx.headers['user-agent'] ?? '').slice(0, 300), ip: ctx.ip })

export const newRefreshToken = (siteId: string): string => `JWS.${newSiteSecret(siteId)}`

/** Starts a session and issues its session token for authorize (10 minutes, reusable within them). */
export async function startSession(ctx: TransactionContext, siteId: string, identityId: string): Promise<{ sessionId: string; sessionToken: string }> {
  const sessionId = ctx.newId()
  await store.insertSession(ctx, { siteId, id: sessionId, identityId, ...readDevice(ctx) }, ctx.authNow)
  const sessionToken = newSiteSecret(siteId)
  await store.insertFlowToken(
    ctx,
    { siteId, tokenHash: hashSecret(sessionToken), purpose: 'SESSION', identityId, sessionId, expiresAt: ctx.authNow.add({ minutes: 10 }) },
    ctx.authNow,
  )
  return { sessionId, sessionToken }
}

/** Issues a secret for the SSO cookie of the hosted pages. */
export async function startSsoSession(ctx: TransactionContext, session: store.LiveSession): Promise<string> {
  const secret = newSiteSecret(session.siteId)
  await store.insertFlowToken(
    ctx,
    {
      siteId: session.siteId,
      tokenHash: hashSecret(secret),
      purpose: 'SSO',
      identityId: session.identityId,
      sessionId: session.sessionId,
      expiresAt: ctx.authNow.add(store.MEMBER_MAX_AGE),
    },
    ctx.authNow,
  )
  return secret
}

/** The live session of a session token; undefined for anything else. */
export const findSessionByToken = (ctx: ReadContext, token: string): Promise<store.LiveSession | undefined> =>
  store.sessionByToken(ctx, toTokenKey(token), 'SESSION', ctx.authNow)

/** The live session of the SSO cookie of the hosted pages. */
export const findSessionByCookie = async (ctx: ReadContext, cookie: string | undefined): Promise<store.LiveSession | undefined> =>
  cookie ? store.sessionByToken(ctx, toTokenKey(cookie), 'SSO', ctx.authNow) : undefined

/** Issues access and refresh token of a member's session. */
export async function issueTokenPair(
  ctx: TransactionContext,
  of: { siteId: string; clientId: string; identityId: string; sessionId: string; visitorId: string; codeHash?: string },
): Promise<TokenPair> {
  const refreshToken = newRefreshToken(of.siteId)
  await insertMemberRefreshToken(ctx, { ...of, tokenHash: hashSecret(refreshToken), ...readDevice(ctx) }, ctx.authNow)
  const accessToken = await issueAccessToken(ctx, {
    kind: 'MEMBER',
    id: of.identityId,
    siteId: of.siteId,
    clientId: of.clientId,
    visitorId: of.visitorId,
    sessionId: of.sessionId,
  })
  return { access_token: accessToken, token_type: 'Bearer', expires_in: ACCESS_TOKEN_SECONDS, refresh_token: refreshToken }
}

/** Issues an access token for one flow on the hosted pages: it acts as that visitor or member and cannot be refreshed. */
export const issueFlowAccessToken = (
  ctx: ReadContext,
  of: { siteId: string; clientId: string; visitorId?: string | null; memberId?: string | null; sessionId?: string | null },
): Promise<string> =>
  issueAccessToken(
    ctx,
    of.memberId && of.sessionId
      ? {
          kind: 'MEMBER',
          id: of.memberId,
          siteId: of.siteId,
          clientId: of.clientId,
          sessionId: of.sessionId,
          ...(of.visitorId ? { visitorId: of.visitorId } : {}),
        }
      : { kind: 'VISITOR', id: of.visitorId ?? ctx.newId(), siteId: of.siteId, clientId: of.clientId },
  )

export interface AuthorizationCodeRequest {
  clientId: string
  redirectUri?: string | undefined
  challenge: string
  visitorId?: string | undefined
}

/** Issues an authorization code for a live session: 60 s, one use, bound to client, redirect URI and code challenge. */
export async function issueAuthorizationCode(ctx: TransactionContext, session: store.LiveSession, input: AuthorizationCodeRequest): Promise<string> {
  const code = newSiteSecret(session.siteId)
  await store.extendSession(ctx.tx, session.siteId, session.sessionId, ctx.authNow)
  await store.insertFlowToken(
    ctx,
    {
      siteId: session.siteId,
      tokenHash: hashSecret(code),
      purpose: 'CODE',
      identityId: session.identityId,
      sessionId: session.sessionId,
      data: { ...input, visitorId: input.visitorId ?? ctx.newId() },
      expiresAt: ctx.authNow.add({ seconds: 60 }),
    },
    ctx.authNow,
  )
  return code
}
