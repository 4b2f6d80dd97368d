/** What our own pages need: entering a flow, what it is about, signing in there, and the way back. Source: guide identity 8. */
import {
  appById,
  appsOf,
  cookieLine,
  cookieOf,
  fingerprint,
  flowAccessToken,
  identityById,
  knowMemberBrowser,
  memberPair,
  newSecret,
  profileToWire,
  sessionByIdLive,
  sessionOfCookie,
  sessionOfToken,
  setCookie,
  SSO_COOKIE,
  siteClientId,
  startSso,
  withParams,
  type LiveSession,
} from '#domains/identity/public.ts'
import { payTokenFor } from '#domains/bookings/public.ts'
import { redirect, type Answer } from '#kit/answer.ts'
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import { callbackFor, returnParams, type Outcome } from '../rules/intent.ts'
import * as store from '../store.ts'
import { callbackAllowed, readShort } from './create.ts'
import { expiredWithWay, langOf, pageLanguage, plainPage } from './plain-page.ts'

const flowCookie = (rs: string): string => `ms_flow_${rs.slice(0, 8)}`
const holdsFlow = (ctx: Ctx, row: store.RedirectRow): boolean =>
  row.flowHash !== null && fingerprint(cookieOf(ctx.cookies, flowCookie(row.id)) ?? '') === row.flowHash

/** First visit: the transfer token is exchanged for a cookie of this flow. The same browser may come again, another one not. */
export async function enter(ctx: Ctx, row: store.RedirectRow | undefined, transfer: string): Promise<Answer> {
  if (row && holdsFlow(ctx, row)) return { ...redirect(row.target), status: 303 }
  const secret = newSecret()
  if (row && (await store.enter(ctx.tx, row, fingerprint(transfer), fingerprint(secret), ctx.authNow))) {
    return {
      ...redirect(row.target, {
        'referrer-policy': 'no-referrer',
        'set-cookie': cookieLine(ctx.requestOrigin, flowCookie(row.id), secret, { sameSite: 'Lax', maxAgeSeconds: 12 * 3600 }),
      }),
      status: 303,
    }
  }
  const back = row?.callbacks.postFlowUrl
  return plainPage(410, pageLanguage(ctx, langOf(row?.target)), back ? expiredWithWay(back) : 'expired')
}
export const enterById = async (ctx: Ctx, query: { rs?: string | undefined; t?: string | undefined }): Promise<Answer> =>
  enter(ctx, await store.redirectById(ctx.tx, query.rs, ctx.authNow), query.t ?? '')
export async function enterByShortCode(ctx: Ctx, code: string): Promise<Answer> {
  const { shortCode, transfer } = readShort(code)
  return enter(ctx, await store.redirectByShortCode(ctx.tx, shortCode, ctx.authNow), transfer)
}

/** The member who is signed in on our pages: by cookie, or because the flow began as that member. */
async function sessionFor(ctx: Ctx, row: store.RedirectRow | undefined): Promise<LiveSession | undefined> {
  const cookie = await sessionOfCookie(ctx, cookieOf(ctx.cookies, SSO_COOKIE))
  // A browser may be signed in to another site of this server: here that counts for nothing.
  if (!row) return cookie?.siteId === ctx.siteId ? cookie : undefined
  const ofFlow =
    row.memberId && row.identitySessionId && holdsFlow(ctx, row) ? await sessionByIdLive(ctx.tx, row.siteId, row.identitySessionId, ctx.authNow) : undefined
  return ofFlow ?? (cookie?.siteId === row.siteId && row.preferences.maintainIdentity !== false ? cookie : undefined)
}

/** What a hosted page is about, and whom it acts for. */
export async function flowOf(ctx: Ctx, rs: string | undefined) {
  const row = await store.redirectById(ctx.tx, rs, ctx.authNow)
  if (rs && !row) return refuse('REDIRECT_SESSION_EXPIRED')
  const session = await sessionFor(ctx, row)
  const clientId = row?.clientId ?? (await siteClientId(ctx))
  const app = await appById(ctx.tx, clientId)
  const identity = session ? await identityById(ctx.tx, session.siteId, session.identityId) : undefined
  const acts =
    row && holdsFlow(ctx, row)
      ? {
          accessToken: await flowAccessToken(ctx, {
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
    payload: row && (row.intent === 'auth' || holdsFlow(ctx, row)) ? row.payload : {},
    callbacks: row?.callbacks ?? {},
    preferences: row?.preferences ?? {},
    clientId,
    appName: app?.name ?? '',
    siteId: row?.siteId ?? ctx.siteId,
    member: identity ? { id: identity.id, email: identity.email, nickname: profileToWire(identity.profile as object).nickname ?? identity.email } : null,
    ...acts,
    ...(row && holdsFlow(ctx, row) && (await payTokenOf(ctx, row))),
  }
}

/** The key to the pay page of the checkout that the flow is about, when it belongs to whoever began the flow. */
async function payTokenOf(ctx: Ctx, { intent, payload, siteId, actorKind, memberId, visitorId }: store.RedirectRow) {
  const { checkoutId } = payload
  if (intent !== 'ecomCheckout' || typeof checkoutId !== 'string') return {}
  const payToken = await ctx.write((inner) => payTokenFor(inner, checkoutId, { isBusiness: actorKind === 'BUSINESS', memberId, visitorId }), siteId)
  return payToken ? { payToken } : {}
}

/** Turns a session token into the sign-in cookie of our pages, and says where to go on. */
export async function startHostedSession(ctx: Ctx, wish: { sessionToken: string; rs?: string | undefined }) {
  const session = await sessionOfToken(ctx, wish.sessionToken)
  if (!session) return refuse('INVALID_SESSION_TOKEN')
  const row = await store.redirectById(ctx.tx, wish.rs, ctx.authNow)
  if ((row?.siteId ?? ctx.siteId) !== session.siteId) return refuse('INVALID_SESSION_TOKEN')
  setCookie(ctx, SSO_COOKIE, await startSso(ctx, session), { sameSite: 'Lax', maxAgeSeconds: 30 * 86_400 })
  await knowMemberBrowser(ctx, session.siteId, session.identityId)
  if (row && row.intent !== 'auth' && holdsFlow(ctx, row)) await store.setMember(ctx.tx, row, session.identityId, session.sessionId)
  const tokens = await tokensFor(ctx, session, row?.visitorId)
  const continueTo = goesOnTo(row)
  return { continueTo, redirectTo: continueTo, tokens }
}

/** Where somebody goes who has signed in within a flow. */
function goesOnTo(row: store.RedirectRow | undefined): string {
  const back = row?.intent === 'login' ? row.callbacks.postFlowUrl : undefined
  return back ? withParams(back, { wixMemberLoggedIn: 'true' }) : row && row.intent !== 'login' ? row.target : '/account'
}

/** Tokens for the site's own pages, for whoever is signed in there: whoever comes back from an identity provider has the cookie only. */
export async function hostedTokens(ctx: Ctx, rs: string | undefined) {
  const session = await sessionOfCookie(ctx, cookieOf(ctx.cookies, SSO_COOKIE))
  const row = await store.redirectById(ctx.tx, rs, ctx.authNow)
  if (!session || (row?.siteId ?? ctx.siteId) !== session.siteId) return { tokens: null, continueTo: goesOnTo(row) }
  if (row && row.intent !== 'auth' && holdsFlow(ctx, row)) await store.setMember(ctx.tx, row, session.identityId, session.sessionId)
  return { tokens: await tokensFor(ctx, session, row?.visitorId), continueTo: goesOnTo(row) }
}

async function tokensFor(ctx: Ctx, session: LiveSession, visitorId?: string | null) {
  const [app] = await appsOf(ctx.tx, session.siteId)
  return app
    ? memberPair(ctx, {
        siteId: session.siteId,
        clientId: app.id,
        identityId: session.identityId,
        sessionId: session.sessionId,
        visitorId: visitorId ?? ctx.newId(),
      })
    : null
}

/** The address a flow leads back to, with its parameters; null when our own page is the end. */
export async function returnAddress(ctx: Ctx, query: { rs?: string | undefined; outcome: Outcome } & Record<string, unknown>) {
  const row = await store.redirectById(ctx.tx, query.rs, ctx.authNow)
  if (!row) return refuse('REDIRECT_SESSION_EXPIRED')
  const app = await appById(ctx.tx, row.clientId ?? undefined)
  const url = query.outcome === 'login' ? (row.callbacks.loginUrl ?? app?.loginUrl ?? undefined) : callbackFor(query.outcome, row.callbacks)
  if (!url) return { url: null, postFlowUrl: row.callbacks.postFlowUrl ?? null }
  // The list may have changed since the flow began.
  const apps = app ? [app] : await appsOf(ctx.tx, row.siteId)
  if (!callbackAllowed(ctx, url, apps)) {
    const domain = URL.canParse(url) ? new URL(url).host : url
    return refuse('REDIRECT_DOMAIN_NOT_ALLOWED', { domain })
  }
  const session = await sessionFor(ctx, row)
  return { url: withParams(url, returnParams(query.outcome, query, session !== undefined)), postFlowUrl: row.callbacks.postFlowUrl ?? null }
}
