/** Creates a redirect session: a browser URL for one intent. Source: guide identity §8. */
import {
  appById,
  listApps,
  hashSecret,
  assertRedirectSessionLimit,
  newSecret,
  isRedirectDomainAllowed,
  findSessionByToken,
  type AppRow,
} from '#domains/identity/public.ts'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { type Language, matchLanguage } from '#kit/pure/languages.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { callbackNames, readCallbacks, readIntent, getTarget, type Callbacks, type Intent, type Payload } from '../rules/intent.ts'
import * as store from '../store.ts'

type Request = Record<string, unknown>
const toRecord = (value: unknown): Payload => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : {})
const LONGEST_ADDRESS = 2048
const ENTRY = { minutes: 10 }
const FLOW = { hours: 12 }

/**
 * Creates the session and answers its URLs. Refuses with UNSUPPORTED_REDIRECT_INTENT, violates callbacks that are not allowed, limits sessions per
 * caller.
 */
export async function createRedirectSession(ctx: TransactionContext, request: Request) {
  const read = readIntent(request)
  if ('foreign' in read) return refuse('UNSUPPORTED_REDIRECT_INTENT')
  const { callbacks, violations } = readCallbacks(request.callbacks)
  assertNoViolations([...('violations' in read ? read.violations : []), ...violations])
  await assertRedirectSessionLimit(ctx)
  const { intent, payload } = read as { intent: Intent; payload: Payload }
  const apps = await findAppsOfCaller(ctx)
  const checked = checkCallbacks(ctx, intent, callbacks, apps)
  const { row, transfer } = await saveRedirect(ctx, {
    intent,
    payload,
    callbacks: checked,
    preferences: toRecord(request.preferences),
    siteId: ctx.siteId,
    clientId: ctx.caller.clientId ?? apps[0]?.id ?? null,
    origin: typeof request.origin === 'string' ? request.origin.slice(0, 2048) : (ctx.headers.origin ?? null),
  })
  const target = new URL(row.target, ctx.requestOrigin)
  // Sign-in and sign-out need no flow cookie: their URL is the target itself.
  const direct = intent === 'auth' || intent === 'login' || intent === 'logout'
  const entry = `${ctx.requestOrigin}/_api/redirects-api/v1/enter?${new URLSearchParams({ rs: row.id, t: transfer }).toString()}`
  const informed = `${entry}&redirectUrl=${encodeURIComponent(target.href)}`
  // `redirectUrl` is informational, so it is dropped when the URL would exceed 2048 characters.
  const fullUrl = direct ? target.href : informed.length <= LONGEST_ADDRESS ? informed : entry
  const redirectSession = {
    id: row.id,
    fullUrl,
    urlDetails: { endpoint: `${target.origin}${target.pathname}`, searchParams: Object.fromEntries(target.searchParams) },
    sessionToken: direct ? null : transfer,
    shortUrl: direct ? fullUrl : `${ctx.requestOrigin}/r/${row.shortCode}${transfer}`,
  }
  const entityFqdn = 'wix.headless.v1.redirect_session'
  ctx.emit({ type: `${entityFqdn}_created`, entityFqdn, slug: 'created', entityId: row.id, payload: { createdEvent: { entity: { id: row.id } } } })
  return { redirectSession }
}

/** The app of the token; API keys and the dashboard may use any app of the site. */
async function findAppsOfCaller(ctx: ReadContext): Promise<AppRow[]> {
  const app = ctx.caller.role === 'owner' && !ctx.caller.clientId ? undefined : await appById(ctx.db, ctx.caller.clientId)
  return app ? [app] : listApps(ctx.db, ctx.siteId)
}

/** Whether a callback is allowed: our own pages, or a listed domain of one of the apps. */
export const isCallbackAllowed = (ctx: BaseContext, url: string, apps: readonly AppRow[]): boolean =>
  (URL.canParse(url) && [ctx.origin, ctx.requestOrigin].includes(new URL(url).origin)) || apps.some((app) => isRedirectDomainAllowed(url, app))

/** Refuses a callback that is not allowed. A sign-out drops it instead and shows our page. */
function checkCallbacks(ctx: BaseContext, intent: Intent, callbacks: Callbacks, apps: readonly AppRow[]): Callbacks {
  const kept: Callbacks = {}
  for (const name of callbackNames) {
    const url = callbacks[name]
    if (url === undefined) continue
    if (isCallbackAllowed(ctx, url, apps)) kept[name] = url
    else if (intent !== 'logout') {
      const domain = URL.canParse(url) ? new URL(url).host : url.slice(0, 100)
      refuse('REDIRECT_DOMAIN_NOT_ALLOWED', { domain })
    }
  }
  return kept
}

interface SaveRedirectInput {
  siteId: string
  intent: Intent
  payload: Payload
  callbacks: Callbacks
  preferences: Payload
  clientId: string | null
  origin: string | null
}

const SHORT = 10

/** Saves the redirect session. A session token of the request is resolved to its session and not stored. */
export async function saveRedirect(ctx: TransactionContext, input: SaveRedirectInput): Promise<{ row: store.NewRedirect; transfer: string }> {
  const id = ctx.newId()
  const { payload, session } = await resolveSessionToken(ctx, input)
  const { path, params } = getTarget(input.intent, payload, id)
  const extra = { ...getRequestedLanguage(ctx), ...readExtraParams(input.preferences) }
  const transfer = newSecret()
  const row: store.NewRedirect = {
    ...input,
    ...actorColumns(ctx, input, session),
    id,
    payload,
    target: `${path}?${new URLSearchParams({ ...extra, ...params }).toString()}`,
    transferHash: hashSecret(transfer),
    shortCode: newSecret().replace(/[-_]/g, 'x').slice(0, SHORT),
    createdAt: ctx.authNow,
    enterUntil: ctx.authNow.add(ENTRY),
    endsAt: ctx.authNow.add(FLOW),
  }
  await store.insertRedirect(ctx.tx, row)
  return { row, transfer }
}

type Session = Awaited<ReturnType<typeof findSessionByToken>>

/** The payload without the session token of an `auth` request, and the session of that token. */
async function resolveSessionToken(ctx: TransactionContext, { intent, payload }: SaveRedirectInput): Promise<{ payload: Payload; session: Session }> {
  const { sessionToken, ...authRequest } = toRecord(payload.authRequest)
  const session = typeof sessionToken === 'string' ? await findSessionByToken(ctx, sessionToken) : undefined
  return { payload: intent === 'auth' ? { ...payload, authRequest } : payload, session }
}

/** Whom the flow acts for. Without `maintainIdentity` it is a new visitor; `auth` acts for the session of its token, `logout` ends that of the caller. */
function actorColumns({ caller, newId }: BaseContext, { siteId, intent, preferences }: SaveRedirectInput, session: Session) {
  const isNewVisitor = preferences.maintainIdentity === false
  const isMember = caller.role === 'member'
  const ownSession = isMember && (intent === 'logout' || !isNewVisitor) ? (caller.sessionId ?? null) : null
  return {
    actorKind: caller.role === 'owner' ? ('BUSINESS' as const) : isMember && !isNewVisitor ? ('MEMBER' as const) : ('VISITOR' as const),
    visitorId: isNewVisitor ? newId() : (caller.visitorId ?? null),
    memberId: isMember && !isNewVisitor ? (caller.memberId ?? null) : null,
    identitySessionId: intent === 'auth' ? (session?.siteId === siteId ? session.sessionId : null) : ownSession,
  }
}

/** Splits the path after /r/ into short code and transfer token. */
export const parseShortCode = (code: string): { shortCode: string; transfer: string } => ({ shortCode: code.slice(0, SHORT), transfer: code.slice(SHORT) })

/** The language of the storefront, from the header `language|locale|…`. Source: guide identity §8. */
function getRequestedLanguage(ctx: BaseContext): { lang?: Language } {
  const lang = matchLanguage(ctx.headers['x-wix-linguist']?.split('|')[0])
  return lang ? { lang } : {}
}

/** Up to twenty extra parameters for our page; its own parameters win. */
function readExtraParams(preferences: Payload): Record<string, string> {
  const sent = Object.entries(toRecord(preferences.additionalQueryParameters)).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return Object.fromEntries(sent.filter(([name, value]) => name.length <= 50 && value.length <= 500).slice(0, 20))
}
