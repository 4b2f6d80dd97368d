/** Sign-in through an OpenID Connect provider: authorization request, callback, claims. Source: guide identity §5.7 (callback), §7 (idp). */
import type { Configuration, CustomFetch } from 'openid-client'
import { isContactEmail } from '#domains/members/public.ts'
import { jsonReply, redirectReply, type RawReply } from '#kit/api/raw-reply.ts'
import type { BaseContext, OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { findServiceUrlProblem, fetchPublic } from '#kit/http/fetch-public.ts'
import { readCookie, SSO_COOKIE } from '../caller.ts'
import { equalsConstantTime, hashSecret, newSecret, newSiteSecret } from '../crypto/secrets.ts'
import { refuse } from '../errors.ts'
import { readEmail, type Email } from '../rules/email.ts'
import { readProfile } from '../rules/profile.ts'
import { readLocalPath, decideProviderSignIn, type Claims } from '../rules/provider.ts'
import { decideLogin, decideRegistration } from '../rules/sign-in.ts'
import { appById } from '../oauth/store/apps.ts'
import { insertFlowToken, markFlowTokenUsed } from '../store/sessions.ts'
import { audit } from '../store/audit.ts'
import { reauthenticate } from './reauthenticate.ts'
import { cookieLine } from './cookies.ts'
import { issueMemberBrowserCookie } from './known-browsers.ts'
import { createMemberIdentity } from './create-member-identity.ts'
import { findOpenFlowOnAnySite } from './open-flow.ts'
import { continueSignIn } from './continue-sign-in.ts'
import { findSessionByToken, startSsoSession } from './session.ts'
import { removeUnverifiedSignInMethods } from './unverified-sign-in-methods.ts'
import { assertOtherSignInMethod } from './sign-in-methods.ts'
import * as identities from '../store/identities.ts'
import * as store from '../store/providers.ts'

/** Loaded with the first sign-in that needs it: many sites have no provider, and a start should not wait for it. */
const loadOidc = () => import('openid-client')

const STATE_COOKIE = 'ms_idp'
/** Where providers return to; the owner registers it with them. */
export const callbackUrl = (ctx: BaseContext): string => `${ctx.requestOrigin}/_api/iam/authentication/v1/callback`

/** Fetch of the library for discovery, keys and tokens: SSRF-safe, so that an issuer cannot point it to internal addresses. */
const fetchProvider: CustomFetch = (address, { method, headers, body, signal }) =>
  fetchPublic(address, {
    method,
    headers: Object.fromEntries(new Headers(headers)),
    body: body instanceof URLSearchParams || typeof body === 'string' ? body : undefined,
    signal,
  })

/** Discovery documents, cached for ten minutes. */
const discoveryCache = new Map<string, { config: Configuration; until: number }>()

/** The configuration of an issuer, cached. Refuses with PROVIDER_UNREACHABLE. */
export async function discover(ctx: BaseContext, provider: Pick<store.ProviderRow, 'issuer' | 'clientId' | 'clientSecret'>): Promise<Configuration> {
  if (findServiceUrlProblem(provider.issuer)) return refuse('PROVIDER_UNREACHABLE')
  const key = JSON.stringify([provider.issuer, provider.clientId, provider.clientSecret])
  const known = discoveryCache.get(key)
  if (known && known.until > ctx.authNow.epochMilliseconds) return known.config
  const oidc = await loadOidc()
  const issuer = new URL(provider.issuer)
  // Plain http is possible only where the operator allows private targets.
  const insecure = issuer.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {}
  const config = await oidc
    .discovery(issuer, provider.clientId, provider.clientSecret, undefined, { ...insecure, timeout: 10, [oidc.customFetch]: fetchProvider })
    .catch(() => refuse('PROVIDER_UNREACHABLE'))
  if (discoveryCache.size > 500) discoveryCache.clear()
  discoveryCache.set(key, { config, until: ctx.authNow.epochMilliseconds + 600_000 })
  return config
}

interface StartedAuthorization {
  url: string
  cookie: string
}

/** Builds the authorization URL, and the cookie that binds the callback to this browser. Calls the issuer, so it runs outside of transactions. */
async function startAuthorization(
  ctx: OwnTransactionContext,
  siteId: string,
  provider: store.ProviderRow,
  of: { continueTo: string; loginPage: string; connecting?: string },
): Promise<StartedAuthorization> {
  const [oidc, config] = await Promise.all([loadOidc(), discover(ctx, provider)])
  const [state, browser, nonce, verifier] = [newSiteSecret(siteId), newSecret(), newSecret(), oidc.randomPKCECodeVerifier()]
  await ctx.transaction(
    (work) =>
      insertFlowToken(
        work,
        {
          siteId,
          tokenHash: hashSecret(state),
          purpose: 'IDP',
          data: { ...of, providerId: provider.id, browserHash: hashSecret(browser), nonce, verifier },
          expiresAt: work.authNow.add({ minutes: 10 }),
        },
        work.authNow,
      ),
    siteId,
  )
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: callbackUrl(ctx),
    scope: provider.scopes,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, cookie: cookieLine(ctx.requestOrigin, STATE_COOKIE, browser, { sameSite: 'Lax', maxAgeSeconds: 600 }) }
}

/** Redirects to a provider: the link behind "Continue with …", and the target of authorize requests with `idp`. */
export async function startProvider(ctx: OwnTransactionContext, query: Record<string, unknown>): Promise<RawReply> {
  const continueTo = readLocalPath(query.continueTo)
  const loginPage = readLocalPath(query.loginPage ?? '/hosted/login')
  const id = typeof query.idp === 'string' ? query.idp.toLowerCase() : ''
  const { siteId, provider } = await ctx.transaction(async (work) => {
    const app = await appById(work.tx, typeof query.clientId === 'string' ? query.clientId : undefined)
    const site = app?.siteId ?? work.siteId
    return { siteId: site, provider: isGuid(id) ? await store.providerById(work.tx, site, id) : undefined }
  })
  if (!provider?.enabled) return redirectReply(`${ctx.requestOrigin}${loginPage}#error=unknown_provider`)
  const started = await startAuthorization(ctx, siteId, provider, { continueTo, loginPage }).catch(() => undefined)
  if (!started) return redirectReply(`${ctx.requestOrigin}${loginPage}#error=provider_unreachable`)
  return redirectReply(started.url, { 'set-cookie': started.cookie, 'referrer-policy': 'no-referrer' })
}

/** Starts connecting a provider to the calling member's account. */
export async function startConnection(ctx: OwnTransactionContext, id: string, currentPassword: string | undefined): Promise<{ url: string }> {
  const row = await reauthenticate(ctx, currentPassword)
  const provider = await ctx.transaction((work) => store.providerById(work.tx, work.siteId, id))
  if (!provider?.enabled) return refuse('PROVIDER_UNREACHABLE')
  const page = '/account?tab=security'
  const { url, cookie } = await startAuthorization(ctx, ctx.siteId, provider, { continueTo: page, loginPage: page, connecting: row.id })
  ctx.setHeader('set-cookie', cookie)
  return { url }
}

/** Removes a provider from the caller's account. Refuses with REAUTHENTICATION_REQUIRED, and LAST_WAY_IN when no other method is left. */
export async function removeConnection(ctx: OwnTransactionContext, id: string, currentPassword: string | undefined): Promise<void> {
  const row = await reauthenticate(ctx, currentPassword)
  await ctx.transaction(async (work) => {
    await assertOtherSignInMethod(work, row)
    if (await store.deleteConnection(work, row.id, id)) await audit(work, 'member.connection-removed', { subjectId: row.id, data: { providerId: id } })
  })
}

interface FlowData {
  providerId: string
  continueTo: string
  loginPage: string
  connecting?: string
  browserHash: string
  nonce: string
  verifier: string
}

/** The callback. Errors redirect to the sign-in page, with a code in the fragment, which servers do not log. */
export async function loginCallback(ctx: OwnTransactionContext, query: Record<string, unknown>): Promise<RawReply> {
  const flow = await ctx.transaction(async (work) => {
    const token = await findOpenFlowOnAnySite(work, query.state, ['IDP'])
    if (!token) return undefined
    const data = token.data as FlowData
    // Only the browser that started may finish: prevents login CSRF.
    if (!equalsConstantTime(hashSecret(readCookie(ctx.cookies, STATE_COOKIE) ?? ''), data.browserHash)) return undefined
    await markFlowTokenUsed(work.tx, token.siteId, token.tokenHash, work.authNow)
    return { siteId: token.siteId, data, provider: await store.providerById(work.tx, token.siteId, data.providerId) }
  })
  const wantsHtml = (ctx.headers.accept ?? '').includes('text/html')
  const reply = (path: string, cookies: string[] = []): RawReply =>
    wantsHtml
      ? redirectReply(`${ctx.requestOrigin}${path}`, {
          'set-cookie': [cookieLine(ctx.requestOrigin, STATE_COOKIE, '', { sameSite: 'Lax', maxAgeSeconds: 0 }), ...cookies],
          'referrer-policy': 'no-referrer',
        })
      : jsonReply(200, { statusCode: 302, headers: [{ key: 'Location', value: `${ctx.requestOrigin}${path}` }], body: '' }, { 'cache-control': 'no-store' })
  if (!flow?.provider) return reply('/hosted/login#error=sign_in_expired')
  const { siteId, data, provider } = flow
  const claims = await exchangeCodeForClaims(ctx, provider, data, query)
  if (!claims) return reply(`${data.loginPage}#error=provider_refused`)
  const result = await ctx.transaction((work) => signInWithClaims(work, provider, data, claims), siteId)
  if ('refused' in result) return reply(`${data.loginPage}#error=${result.refused}`)
  if (result.state === 'CONNECTED') return reply(`${data.continueTo}#state=CONNECTED`)
  if (result.state !== 'SUCCESS' || !result.sessionToken) {
    const factorTypes = ('requireMfaData' in result ? (result.requireMfaData?.availableFactors ?? []) : []).map(({ factorType }) => factorType)
    const next = new URLSearchParams({
      state: result.state,
      ...(result.stateToken ? { stateToken: result.stateToken } : {}),
      ...(factorTypes.length > 0 ? { factors: factorTypes.join(',') } : {}),
    })
    return reply(`${data.loginPage}#${next}`)
  }
  const { sessionToken } = result
  const secret = await ctx.transaction(async (work) => {
    const session = await findSessionByToken(work, sessionToken)
    return session && { sso: await startSsoSession(work, session), known: await issueMemberBrowserCookie(work, siteId, session.identityId) }
  }, siteId)
  const sso = secret && cookieLine(ctx.requestOrigin, SSO_COOKIE, secret.sso, { sameSite: 'Lax', maxAgeSeconds: 30 * 86_400 })
  return reply(
    data.continueTo,
    [sso, secret?.known].filter((line) => line !== undefined),
  )
}

/** Exchanges the code for verified claims; undefined when the provider refuses or a check fails. */
async function exchangeCodeForClaims(ctx: BaseContext, provider: store.ProviderRow, data: FlowData, query: Record<string, unknown>) {
  try {
    const [oidc, config] = await Promise.all([loadOidc(), discover(ctx, provider)])
    const url = new URL(callbackUrl(ctx))
    for (const [name, value] of Object.entries(query)) if (typeof value === 'string') url.searchParams.set(name, value)
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: data.verifier,
      expectedNonce: data.nonce,
      expectedState: url.searchParams.get('state') ?? '',
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) return undefined
    const more =
      claims.email === undefined && config.serverMetadata().userinfo_endpoint ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {}
    return { ...more, ...claims } as Record<string, unknown> & { sub: string }
  } catch {
    return undefined
  }
}

async function signInWithClaims(ctx: TransactionContext, provider: store.ProviderRow, data: FlowData, claimsData: Record<string, unknown> & { sub: string }) {
  const { siteId, authNow } = ctx
  const email = readEmail(claimsData.email)
  const claims: Claims = {
    subject: claimsData.sub,
    email: email?.key,
    emailVerified: claimsData.email_verified === true || claimsData.email_verified === 'true',
  }
  const holder = email ? await identities.identityByEmail(ctx, email.key) : undefined
  const decision = decideProviderSignIn(claims, {
    connectedTo: await store.identityIdBySubject(ctx, provider.id, claimsData.sub),
    holder: holder?.memberStatus === 'OFFLINE' ? undefined : holder,
    connecting: data.connecting,
  })
  if ('refused' in decision) return decision
  let identityId: string
  if (decision.sign === 'up') {
    if (!email) return { refused: 'email_required' as const }
    identityId = await signUp(ctx, email, claims.emailVerified, claimsData, holder)
  } else identityId = decision.identityId
  await identities.lockIdentity(ctx, identityId)
  const row = await identities.identityById(ctx.tx, siteId, identityId)
  if (!row) return { refused: 'account_exists' as const }
  // The address was never verified here, but by the provider.
  if (decision.sign === 'link' && decision.dropUnproven) await removeUnverifiedSignInMethods(ctx, row, 'email proven by a provider')
  await store.saveConnection(ctx, { providerId: provider.id, subject: claimsData.sub, identityId, email: email?.address ?? null }, authNow)
  await audit(ctx, data.connecting ? 'member.connected' : 'member.provider-sign-in', { subjectId: identityId, data: { providerId: provider.id } })
  if (data.connecting) return { state: 'CONNECTED' as const, sessionToken: null, stateToken: null }
  const outcome = decideLogin((await identities.identityById(ctx.tx, siteId, identityId)) ?? row, false)
  if ('refused' in outcome) return { refused: outcome.refused === 'MEMBER_BLOCKED' ? ('blocked' as const) : ('closed' as const) }
  return continueSignIn(ctx, identityId, {}, 'provider')
}

/** Registers a member by a provider's claims, under the site's sign-on policy; a verified email needs no code. */
async function signUp(
  ctx: TransactionContext,
  email: Email,
  isEmailVerified: boolean,
  claimsData: Record<string, unknown>,
  formerHolder: identities.IdentityRow | undefined,
): Promise<string> {
  const policy = (await identities.readPolicy(ctx.tx, ctx.siteId)) ?? { requireOwnerApproval: false, requireEmailVerification: false }
  const { state, ...due } = decideRegistration(
    { ...policy, requireEmailVerification: policy.requireEmailVerification && !isEmailVerified },
    !isEmailVerified && (await isContactEmail(ctx, email.address)),
  )
  const { profile } = readProfile(
    { firstName: claimsData.given_name, lastName: claimsData.family_name, nickname: claimsData.name, picture: claimsData.picture },
    ctx.now,
  )
  const existingContact = due.emailPending ? 'provisional' : 'link'
  const id = await createMemberIdentity(ctx, { email, profile, passwordHash: null, emailVerified: isEmailVerified, ...due, existingContact, formerHolder })
  await audit(ctx, 'member.registered', { subjectId: id, data: { state } })
  return id
}
