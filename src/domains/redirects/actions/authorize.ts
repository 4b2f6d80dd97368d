/** The authorize endpoint: a code when a member is signed in, else the login page. Source: guide identity §7. */
import { randomBytes } from 'node:crypto'
import {
  allowedOrigins,
  appById,
  cookieLine,
  readCookie,
  isProviderEnabled,
  hashSecret,
  isChallenge,
  issueAuthorizationCode,
  isRedirectDomainAllowed,
  isRedirectUriAllowed,
  sessionById,
  toTokenKey,
  findSessionByCookie,
  findSessionByToken,
  isSessionPending,
  SSO_COOKIE,
  type AppRow,
  type LiveSession,
} from '#domains/identity/public.ts'
import { htmlReply, redirectReply, type RawReply } from '#kit/api/raw-reply.ts'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { translate, matchLanguage } from '#kit/pure/languages.ts'
import { createAnswerUrl, findAuthorizeError, decidePostTargets, readAuthorizeRequest, toScriptJson } from '../rules/authorize.ts'
import * as store from '../store.ts'
import { saveRedirect } from './create.ts'
import { PAGE_HEADERS, getPageLanguage, renderPlainPage, invalidRedirectPage } from './plain-page.ts'

type Request = ReturnType<typeof readAuthorizeRequest>
type Outcome = { code: string } | { error: string; error_description: string } | { login: true }

/** Answers an authorize request in the response mode that it asks for; an unknown client or redirect URI gets a page and no redirect. */
export async function authorize(ctx: TransactionContext, query: Record<string, unknown>): Promise<RawReply> {
  const request = readAuthorizeRequest(query)
  const app = await appById(ctx.tx, request.clientId)
  const language = getPageLanguage(ctx, request.lang)
  if (!app) return renderPlainPage(400, language, 'unknownApp')
  const web = request.responseMode === 'web_message'
  if (!web && !(request.redirectUri && isRedirectUriAllowed(request.redirectUri, app)))
    return renderPlainPage(400, language, invalidRedirectPage(request.redirectUri ?? ''))
  const row = await findAuthRedirect(ctx, request, app)
  const outcome = await decide(ctx, request, app, row)
  if (web) return renderWebMessage(ctx, request, app, row, outcome)
  if ('code' in outcome)
    return redirectReply(createAnswerUrl(request.redirectUri ?? '', request.responseMode, { code: outcome.code, state: request.state }), PAGE_HEADERS)
  if ('login' in outcome) return redirectToLogin(ctx, request, app, row)
  return answerSilentMiss(ctx, request, app, row, outcome)
}

/** The redirect session of the request, if it is one of this client. */
async function findAuthRedirect(ctx: ReadContext, request: Request, app: AppRow): Promise<store.RedirectRow | undefined> {
  const row = await store.findRedirect(ctx.db, request.rs, ctx.authNow)
  return row?.intent === 'auth' && row.siteId === app.siteId ? row : undefined
}

async function decide(ctx: TransactionContext, request: Request, app: AppRow, row: store.RedirectRow | undefined): Promise<Outcome> {
  const problem = findAuthorizeError(request, {
    challengeFits: isChallenge(request.codeChallenge, request.codeChallengeMethod),
    providerExists: isGuid(request.idp) && (await isProviderEnabled(ctx.tx, app.siteId, request.idp)),
  })
  if (problem) return problem
  const session = await findSignedInSession(ctx, request, app, row)
  if (session)
    return {
      code: await issueAuthorizationCode(ctx, session, {
        clientId: app.id,
        challenge: request.codeChallenge,
        ...(request.responseMode === 'web_message' || !request.redirectUri ? {} : { redirectUri: request.redirectUri }),
        ...(row?.visitorId ? { visitorId: row.visitorId } : {}),
      }),
    }
  if (request.prompt !== 'none' && request.responseMode !== 'web_message') return { login: true }
  return (await isSessionWaiting(ctx, request))
    ? { error: 'interaction_required', error_description: 'The account waits for approval or for the proof of its email' }
    : { error: 'login_required', error_description: 'Not signed in' }
}

/** Whether the session of the request waits for approval or for a verified email. */
async function isSessionWaiting(ctx: ReadContext, request: Request): Promise<boolean> {
  const cookie = readCookie(ctx.cookies, SSO_COOKIE)
  return (
    (request.sessionToken !== undefined && (await isSessionPending(ctx, toTokenKey(request.sessionToken), 'SESSION', ctx.authNow))) ||
    (cookie !== undefined && (await isSessionPending(ctx, toTokenKey(cookie), 'SSO', ctx.authNow)))
  )
}

/** The session that gets the code: of the session token first, then of our cookie. `prompt=login` needs a credential that is newer than the request. */
async function findSignedInSession(ctx: ReadContext, request: Request, app: AppRow, row: store.RedirectRow | undefined): Promise<LiveSession | undefined> {
  const keepOwnSession = (session: LiveSession | undefined) => (session?.siteId === app.siteId ? session : undefined)
  if (request.sessionToken) {
    const named = keepOwnSession(await findSessionByToken(ctx, request.sessionToken))
    if (named) return named
  }
  // The session token of the redirect session is valid as long as the token itself would be.
  if (row?.identitySessionId && row.enterUntil.epochMilliseconds > ctx.authNow.epochMilliseconds) {
    const kept = keepOwnSession(await sessionById(ctx.db, row.siteId, row.identitySessionId, ctx.authNow))
    if (kept) return kept
  }
  const cookie = keepOwnSession(await findSessionByCookie(ctx, readCookie(ctx.cookies, SSO_COOKIE)))
  if (!cookie || request.prompt === 'none') return cookie
  return row && cookie.verifiedAt.epochMilliseconds >= row.createdAt.epochMilliseconds ? cookie : undefined
}

async function redirectToLogin(ctx: TransactionContext, request: Request, app: AppRow, row: store.RedirectRow | undefined): Promise<RawReply> {
  const { prompt, rs: _rs, sessionToken: _token, lang: asked, ...authRequest } = request
  const lang = matchLanguage(asked)
  // After the login page the request continues as `login`: a `none` that led to a page must not fail silently again.
  const rs =
    row && prompt === 'login'
      ? row.id
      : (
          await saveRedirect(ctx, {
            siteId: app.siteId,
            intent: 'auth',
            payload: { authRequest, prompt: 'login' },
            callbacks: {},
            preferences: lang ? { additionalQueryParameters: { lang } } : {},
            clientId: app.id,
            origin: null,
          })
        ).row.id
  const loginPage = `/hosted/login?rs=${rs}${lang ? `&lang=${lang}` : ''}`
  if (!request.idp) return redirectReply(`${ctx.requestOrigin}${loginPage}`, PAGE_HEADERS)
  // The identity provider returns to this request, which then finds the member signed in.
  const target = (await store.findRedirect(ctx.tx, rs, ctx.authNow))?.target ?? '/account'
  const way = new URLSearchParams({ idp: request.idp, clientId: app.id, continueTo: target, loginPage })
  return redirectReply(`${ctx.requestOrigin}/_api/iam/authentication/v1/provider?${way.toString()}`, PAGE_HEADERS)
}

const SILENT_PATH = '/_api/oauth2'

/** Errors of query and fragment mode. A second silent failure within 15 s shows the login page: some storefronts would retry for ever. */
async function answerSilentMiss(
  ctx: TransactionContext,
  request: Request,
  app: AppRow,
  row: store.RedirectRow | undefined,
  outcome: { error: string; error_description: string },
): Promise<RawReply> {
  const address = createAnswerUrl(request.redirectUri ?? '', request.responseMode, { ...outcome, state: request.state })
  if (outcome.error !== 'login_required') return redirectReply(address, PAGE_HEADERS)
  const name = `ms_silent_${hashSecret(`${app.id} ${request.redirectUri}`).replace(/[-_]/g, 'x').slice(0, 12)}`
  if (ctx.cookies[name]) return redirectToLogin(ctx, request, app, row)
  return redirectReply(address, {
    ...PAGE_HEADERS,
    'set-cookie': cookieLine(ctx.requestOrigin, name, '1', { sameSite: 'Lax', maxAgeSeconds: 15, path: SILENT_PATH }),
  })
}

const closeWindow = {
  message: 'You can close this window.',
  de: 'Du kannst dieses Fenster schließen.',
  fr: 'Vous pouvez fermer cette fenêtre.',
  es: 'Puedes cerrar esta ventana.',
}

/** An empty page that posts the answer to its parent or opener. A code is never posted to `*`. */
function renderWebMessage(ctx: BaseContext, request: Request, app: AppRow, row: store.RedirectRow | undefined, outcome: Outcome): RawReply {
  const nonce = randomBytes(16).toString('base64')
  const posting = decidePostTargets([row?.origin ?? undefined, ctx.headers.referer], {
    allowed: (origin) => [ctx.origin, ctx.requestOrigin].includes(origin) || isRedirectDomainAllowed(origin, app),
    origins: allowedOrigins(app),
  })
  const allowed = 'to' in posting ? posting.to : undefined
  const code = 'code' in outcome && allowed ? outcome.code : undefined
  const message =
    'rejected' in posting
      ? { state: request.state, error: 'redirect_uri_not_allowed', rejectedOrigin: posting.rejected, metaSiteId: app.siteId }
      : code
        ? { code, state: request.state, type: 'authorization_response' }
        : { error: 'login_required', error_description: 'Not signed in', ...('error' in outcome ? outcome : {}), state: request.state }
  const language = getPageLanguage(ctx, request.lang)
  const targets = code && allowed ? allowed : ['*']
  const script = `(function(){var to=window.parent!==window?window.parent:window.opener;if(!to){document.body.textContent=${toScriptJson(translate(closeWindow, language))};return}var m=${toScriptJson(message)};${toScriptJson(targets)}.forEach(function(o){to.postMessage(m,o)})})()`
  const frames = code && allowed ? `; frame-ancestors ${allowed.join(' ') || "'none'"}` : ''
  return htmlReply(
    200,
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title></title></head><body><script nonce="${nonce}">${script}</script></body></html>`,
    {
      ...PAGE_HEADERS,
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'${frames}`,
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
    },
  )
}
