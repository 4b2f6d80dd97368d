/** The authorize endpoint: a code for whoever is signed in, the login page for who is not. Source: guide identity 7. */
import { randomBytes } from 'node:crypto'
import {
  allowedOrigins,
  appById,
  cookieLine,
  cookieOf,
  enabledProvider,
  fingerprint,
  isChallenge,
  issueCode,
  redirectDomainAllowed,
  redirectUriAllowed,
  sessionByIdLive,
  sessionOfCookie,
  sessionOfToken,
  sessionWaits,
  SSO_COOKIE,
  type AppRow,
  type LiveSession,
} from '#domains/identity/public.ts'
import { html, redirect, type Answer } from '#kit/answer.ts'
import type { Ctx } from '#kit/ctx.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { said, spoken } from '#kit/pure/languages.ts'
import { answerAddress, authorizeProblem, postingTo, readAuthorize, scriptJson } from '../rules/authorize.ts'
import * as store from '../store.ts'
import { saveRedirect } from './create.ts'
import { HEADERS, pageLanguage, plainPage, wrongRedirect } from './plain-page.ts'

type Request = ReturnType<typeof readAuthorize>
type Outcome = { code: string } | { error: string; error_description: string } | { login: true }

export async function authorize(ctx: Ctx, query: Record<string, unknown>): Promise<Answer> {
  const request = readAuthorize(query)
  const app = await appById(ctx.tx, request.clientId)
  const language = pageLanguage(ctx, request.lang)
  if (!app) return plainPage(400, language, 'unknownApp')
  const web = request.responseMode === 'web_message'
  if (!web && !(request.redirectUri && redirectUriAllowed(request.redirectUri, app))) return plainPage(400, language, wrongRedirect(request.redirectUri ?? ''))
  const row = await rowOf(ctx, request, app)
  const outcome = await decide(ctx, request, app, row)
  if (web) return webMessage(ctx, request, app, row, outcome)
  if ('code' in outcome) return redirect(answerAddress(request.redirectUri ?? '', request.responseMode, { code: outcome.code, state: request.state }), HEADERS)
  if ('login' in outcome) return toLogin(ctx, request, app, row)
  return silentMiss(ctx, request, app, row, outcome)
}

/** The redirect session of the request, if it is one of this client. */
async function rowOf(ctx: Ctx, request: Request, app: AppRow): Promise<store.RedirectRow | undefined> {
  const row = await store.redirectById(ctx.tx, request.rs, ctx.authNow)
  return row?.intent === 'auth' && row.siteId === app.siteId ? row : undefined
}

async function decide(ctx: Ctx, request: Request, app: AppRow, row: store.RedirectRow | undefined): Promise<Outcome> {
  const problem = authorizeProblem(request, {
    challengeFits: isChallenge(request.codeChallenge, request.codeChallengeMethod),
    providerExists: isGuid(request.idp) && (await enabledProvider(ctx.tx, app.siteId, request.idp)),
  })
  if (problem) return problem
  const session = await signedIn(ctx, request, app, row)
  if (session)
    return {
      code: await issueCode(ctx, session, {
        clientId: app.id,
        challenge: request.codeChallenge,
        ...(request.responseMode === 'web_message' || !request.redirectUri ? {} : { redirectUri: request.redirectUri }),
        ...(row?.visitorId ? { visitorId: row.visitorId } : {}),
      }),
    }
  if (request.prompt !== 'none' && request.responseMode !== 'web_message') return { login: true }
  return (await waits(ctx, request))
    ? { error: 'interaction_required', error_description: 'The account waits for approval or for the proof of its email' }
    : { error: 'login_required', error_description: 'Nobody is signed in' }
}

/** Whether somebody was signed in and has to wait for something again. */
async function waits(ctx: Ctx, request: Request): Promise<boolean> {
  const cookie = cookieOf(ctx.cookies, SSO_COOKIE)
  return (
    (request.sessionToken !== undefined && (await sessionWaits(ctx.tx, fingerprint(request.sessionToken), 'SESSION', ctx.authNow))) ||
    (cookie !== undefined && (await sessionWaits(ctx.tx, fingerprint(cookie), 'SSO', ctx.authNow)))
  )
}

/** Who gets the code: a session token first, then the cookie of our own pages. `login` asks again unless the credential is newer than the request. */
async function signedIn(ctx: Ctx, request: Request, app: AppRow, row: store.RedirectRow | undefined): Promise<LiveSession | undefined> {
  const ours = (session: LiveSession | undefined) => (session?.siteId === app.siteId ? session : undefined)
  if (request.sessionToken) {
    const named = ours(await sessionOfToken(ctx, request.sessionToken))
    if (named) return named
  }
  // The session token that came with the redirect session is good as long as the token itself would be.
  if (row?.identitySessionId && row.enterUntil.epochMilliseconds > ctx.authNow.epochMilliseconds) {
    const kept = ours(await sessionByIdLive(ctx.tx, row.siteId, row.identitySessionId, ctx.authNow))
    if (kept) return kept
  }
  const cookie = ours(await sessionOfCookie(ctx, cookieOf(ctx.cookies, SSO_COOKIE)))
  if (!cookie || request.prompt === 'none') return cookie
  return row && cookie.verifiedAt.epochMilliseconds >= row.createdAt.epochMilliseconds ? cookie : undefined
}

async function toLogin(ctx: Ctx, request: Request, app: AppRow, row: store.RedirectRow | undefined): Promise<Answer> {
  const { prompt, rs: _rs, sessionToken: _token, lang: asked, ...authRequest } = request
  const lang = spoken(asked)
  // Back from our page the question is a plain sign-in: a `none` that was turned into a page must not miss again.
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
  if (!request.idp) return redirect(`${ctx.requestOrigin}${loginPage}`, HEADERS)
  // The provider's answer comes back to this very request, which then finds somebody signed in.
  const target = (await store.redirectById(ctx.tx, rs, ctx.authNow))?.target ?? '/account'
  const way = new URLSearchParams({ idp: request.idp, clientId: app.id, continueTo: target, loginPage })
  return redirect(`${ctx.requestOrigin}/_api/iam/authentication/v1/provider?${way.toString()}`, HEADERS)
}

const SILENT_PATH = '/_api/oauth2'

/** Errors of query and fragment mode. A second silent miss within 15 s shows the login page: some storefronts would ask for ever. */
async function silentMiss(
  ctx: Ctx,
  request: Request,
  app: AppRow,
  row: store.RedirectRow | undefined,
  outcome: { error: string; error_description: string },
): Promise<Answer> {
  const address = answerAddress(request.redirectUri ?? '', request.responseMode, { ...outcome, state: request.state })
  if (outcome.error !== 'login_required') return redirect(address, HEADERS)
  const name = `ms_silent_${fingerprint(`${app.id} ${request.redirectUri}`).replace(/[-_]/g, 'x').slice(0, 12)}`
  if (ctx.cookies[name]) return toLogin(ctx, request, app, row)
  return redirect(address, { ...HEADERS, 'set-cookie': cookieLine(ctx.requestOrigin, name, '1', { sameSite: 'Lax', maxAgeSeconds: 15, path: SILENT_PATH }) })
}

const closeWindow = { message: 'You can close this window.', de: 'Du kannst dieses Fenster schließen.' }

/** A page without content that posts the answer to the page that framed or opened it. A code is never posted to `*`. */
function webMessage(ctx: Ctx, request: Request, app: AppRow, row: store.RedirectRow | undefined, outcome: Outcome): Answer {
  const nonce = randomBytes(16).toString('base64')
  const posting = postingTo([row?.origin ?? undefined, ctx.headers.referer], {
    allowed: (origin) => [ctx.origin, ctx.requestOrigin].includes(origin) || redirectDomainAllowed(origin, app),
    origins: allowedOrigins(app),
  })
  const allowed = 'to' in posting ? posting.to : undefined
  const code = 'code' in outcome && allowed ? outcome.code : undefined
  const message =
    'rejected' in posting
      ? { state: request.state, error: 'redirect_uri_not_allowed', rejectedOrigin: posting.rejected, metaSiteId: app.siteId }
      : code
        ? { code, state: request.state, type: 'authorization_response' }
        : { error: 'login_required', error_description: 'Nobody is signed in', ...('error' in outcome ? outcome : {}), state: request.state }
  const language = pageLanguage(ctx, request.lang)
  const targets = code && allowed ? allowed : ['*']
  const script = `(function(){var to=window.parent!==window?window.parent:window.opener;if(!to){document.body.textContent=${scriptJson(said(closeWindow, language))};return}var m=${scriptJson(message)};${scriptJson(targets)}.forEach(function(o){to.postMessage(m,o)})})()`
  const frames = code && allowed ? `; frame-ancestors ${allowed.join(' ') || "'none'"}` : ''
  return html(
    200,
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title></title></head><body><script nonce="${nonce}">${script}</script></body></html>`,
    {
      ...HEADERS,
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'${frames}`,
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
    },
  )
}
