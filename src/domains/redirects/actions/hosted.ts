/** Hosted pages: entering a flow, its data, sign-in, and the return URL. Source: guide identity §8. */
import {
  appById,
  listApps,
  cookieLine,
  readCookie,
  hashSecret,
  issueFlowAccessToken,
  identityById,
  rememberMemberBrowser,
  issueTokenPair,
  newSecret,
  profileToWire,
  sessionById,
  findSessionByCookie,
  findSessionByToken,
  setCookie,
  SSO_COOKIE,
  getSiteClientId,
  startSsoSession,
  addQueryParams,
  type LiveSession,
} from '#domains/identity/public.ts'
import { createPayToken } from '#domains/checkout/public.ts'
import { redirectReply, type RawReply } from '#kit/api/raw-reply.ts'
import type { BaseContext, OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import { getCallback, createReturnParams, type Outcome } from '../rules/intent.ts'
import * as store from '../store.ts'
import { toHostedPayload } from '../rules/hosted-payload.ts'
import { isCallbackAllowed, parseShortCode } from './create.ts'
import { expiredPageWithLink, getLang, getPageLanguage, renderPlainPage } from './plain-page.ts'

const flowCookie = (rs: string): string => `ms_flow_${rs.slice(0, 8)}`
const hasFlowCookie = (ctx: BaseContext, row: store.RedirectRow): boolean =>
  row.flowHash !== null && hashSecret(readCookie(ctx.cookies, flowCookie(row.id)) ?? '') === row.flowHash

/** The first visit exchanges the transfer token for a flow cookie. Later only the same browser may enter. */
export async function enterFlow(ctx: TransactionContext, row: store.RedirectRow | undefined, transfer: string): Promise<RawReply> {
  if (row && hasFlowCookie(ctx, row)) return { ...redirectReply(row.target), status: 303 }
  const secret = newSecret()
  if (row && (await store.markEntered(ctx.tx, row, hashSecret(transfer), hashSecret(secret), ctx.authNow))) {
    return {
      ...redirectReply(row.target, {
        'referrer-policy': 'no-referrer',
        'set-cookie': cookieLine(ctx.requestOrigin, flowCookie(row.id), secret, { sameSite: 'Lax', maxAgeSeconds: 12 * 3600 }),
      }),
      status: 303,
    }
  }
  const back = row?.callbacks.postFlowUrl
  return renderPlainPage(410, getPageLanguage(ctx, getLang(row?.target)), back ? expiredPageWithLink(back) : 'expired')
}
/** Enters a flow by the parameters of its long URL. */
export const enterById = async (ctx: TransactionContext, query: { rs?: string | undefined; t?: string | undefined }): Promise<RawReply> =>
  enterFlow(ctx, await store.findRedirect(ctx.tx, query.rs, ctx.authNow), query.t ?? '')
/** Enters a flow by its short URL. */
export async function enterByShortCode(ctx: TransactionContext, code: string): Promise<RawReply> {
  const { shortCode, transfer } = parseShortCode(code)
  return enterFlow(ctx, await store.findRedirectByShortCode(ctx.tx, shortCode, ctx.authNow), transfer)
}

/** The session of the member on our pages: by cookie, or because the flow began as that member. */
async function findFlowSession(ctx: ReadContext, row: store.RedirectRow | undefined): Promise<LiveSession | undefined> {
  const cookie = await findSessionByCookie(ctx, readCookie(ctx.cookies, SSO_COOKIE))
  // A session of another site on this server does not count.
  if (!row) return cookie?.siteId === ctx.siteId ? cookie : undefined
  const ofFlow =
    row.memberId && row.identitySessionId && hasFlowCookie(ctx, row) ? await sessionById(ctx.db, row.siteId, row.identitySessionId, ctx.authNow) : undefined
  return ofFlow ?? (cookie?.siteId === row.siteId && row.preferences.maintainIdentity !== false ? cookie : undefined)
}

/** The flow of a hosted page: intent, payload, callbacks, member. */
export async function loadFlow(ctx: OwnTransactionContext, rs: string | undefined) {
  const { row, ...flow } = await ctx.read((inner) => readFlow(inner, rs))
  return { ...flow, ...(row && hasFlowCookie(ctx, row) && (await createFlowPayToken(ctx, row))) }
}

async function readFlow(ctx: ReadContext, rs: string | undefined) {
  const row = await store.findRedirect(ctx.db, rs, ctx.authNow)
  if (rs && !row) return refuse('REDIRECT_SESSION_EXPIRED')
  const session = await findFlowSession(ctx, row)
  const clientId = row?.clientId ?? (await getSiteClientId(ctx))
  const app = await appById(ctx.db, clientId)
  const identity = session ? await identityById(ctx.db, session.siteId, session.identityId) : undefined
  const acts =
    row && hasFlowCookie(ctx, row)
      ? {
          accessToken: await issueFlowAccessToken(ctx, {
            siteId: row.siteId,
            clientId,
            visitorId: row.visitorId,
            memberId: session?.identityId ?? null,
            sessionId: session?.sessionId ?? null,
          }),
        }
      : {}
  return {
    intent: row?.intent ?? null,
    payload: row && (row.intent === 'auth' || hasFlowCookie(ctx, row)) ? toHostedPayload(row.payload) : {},
    callbacks: { ...(row && app?.loginUrl && row.intent !== 'auth' && row.intent !== 'login' && { loginUrl: app.loginUrl }), ...row?.callbacks },
    preferences: row?.preferences ?? {},
    clientId,
    appName: app?.name ?? '',
    siteId: row?.siteId ?? ctx.siteId,
    member: identity ? { id: identity.id, email: identity.email, nickname: profileToWire(identity.profile as object).nickname ?? identity.email } : null,
    ...acts,
    row,
  }
}

/** The token of the pay page of the flow's checkout, if it belongs to the caller who began the flow. */
async function createFlowPayToken(ctx: OwnTransactionContext, { intent, payload, siteId, actorKind, memberId, visitorId }: store.RedirectRow) {
  const { checkoutId } = payload
  if (intent !== 'ecomCheckout' || typeof checkoutId !== 'string') return {}
  const payToken = await ctx.transaction((inner) => createPayToken(inner, checkoutId, { isBusiness: actorKind === 'BUSINESS', memberId, visitorId }), siteId)
  return payToken ? { payToken } : {}
}

/** Exchanges a session token for the sign-in cookie of our pages; answers where to continue. */
export async function startHostedSession(ctx: TransactionContext, input: { sessionToken: string; rs?: string | undefined }) {
  const session = await findSessionByToken(ctx, input.sessionToken)
  if (!session) return refuse('INVALID_SESSION_TOKEN')
  const row = await store.findRedirect(ctx.tx, input.rs, ctx.authNow)
  if ((row?.siteId ?? ctx.siteId) !== session.siteId) return refuse('INVALID_SESSION_TOKEN')
  setCookie(ctx, SSO_COOKIE, await startSsoSession(ctx, session), { sameSite: 'Lax', maxAgeSeconds: 30 * 86_400 })
  await rememberMemberBrowser(ctx, session.siteId, session.identityId)
  if (row && row.intent !== 'auth' && hasFlowCookie(ctx, row)) await store.setMember(ctx.tx, row, session.identityId, session.sessionId)
  const tokens = await issueTokens(ctx, session, row?.visitorId)
  const continueTo = getContinueUrl(row)
  return { continueTo, redirectTo: continueTo, tokens }
}

/** The URL after a sign-in within a flow. */
function getContinueUrl(row: store.RedirectRow | undefined): string {
  const back = row?.intent === 'login' ? row.callbacks.postFlowUrl : undefined
  return back ? addQueryParams(back, { wixMemberLoggedIn: 'true' }) : row && row.intent !== 'login' ? row.target : '/account'
}

/** Tokens for the site's own pages by cookie: members who return from an identity provider have nothing else. */
export async function issueHostedTokens(ctx: TransactionContext, rs: string | undefined) {
  const session = await findSessionByCookie(ctx, readCookie(ctx.cookies, SSO_COOKIE))
  const row = await store.findRedirect(ctx.tx, rs, ctx.authNow)
  if (!session || (row?.siteId ?? ctx.siteId) !== session.siteId) return { tokens: null, continueTo: getContinueUrl(row) }
  if (row && row.intent !== 'auth' && hasFlowCookie(ctx, row)) await store.setMember(ctx.tx, row, session.identityId, session.sessionId)
  return { tokens: await issueTokens(ctx, session, row?.visitorId), continueTo: getContinueUrl(row) }
}

async function issueTokens(ctx: TransactionContext, session: LiveSession, visitorId?: string | null) {
  const [app] = await listApps(ctx.tx, session.siteId)
  return app
    ? issueTokenPair(ctx, {
        siteId: session.siteId,
        clientId: app.id,
        identityId: session.identityId,
        sessionId: session.sessionId,
        visitorId: visitorId ?? ctx.newId(),
      })
    : null
}

/** The return URL of a flow with its parameters; null when it ends on our own page. */
export async function getReturnUrl(ctx: ReadContext, query: { rs?: string | undefined; outcome: Outcome } & Record<string, unknown>) {
  const row = await store.findRedirect(ctx.db, query.rs, ctx.authNow)
  if (!row) return refuse('REDIRECT_SESSION_EXPIRED')
  const app = await appById(ctx.db, row.clientId ?? undefined)
  const url = query.outcome === 'login' ? (row.callbacks.loginUrl ?? app?.loginUrl ?? undefined) : getCallback(query.outcome, row.callbacks)
  if (!url) return { url: null, postFlowUrl: row.callbacks.postFlowUrl ?? null }
  // The allowed domains may have changed since the flow began.
  const apps = app ? [app] : await listApps(ctx.db, row.siteId)
  if (!isCallbackAllowed(ctx, url, apps)) {
    const domain = URL.canParse(url) ? new URL(url).host : url
    return refuse('REDIRECT_DOMAIN_NOT_ALLOWED', { domain })
  }
  const session = await findFlowSession(ctx, row)
  return { url: addQueryParams(url, createReturnParams(query.outcome, query, session !== undefined)), postFlowUrl: row.callbacks.postFlowUrl ?? null }
}
