/** Operation → action. */
import { json } from '#kit/answer.ts'
import type { Ctx } from '#kit/ctx.ts'
import { refuseStandard } from '#kit/refusal.ts'
import type { Handlers } from '#kit/mount.ts'
import { Temporal } from 'temporal-polyfill'
import { createApiKey, createOAuthApp, listViolations, type AppWish } from './actions/business.ts'
import { grant } from './actions/grants.ts'
import { login } from './actions/login.ts'
import { recentlySignedIn } from './actions/owner-session.ts'
import { changePassword, recover, sendActivationEmail, sendRecoveryEmail } from './actions/passwords.ts'
import { loginCallback, startProvider } from './actions/providers.ts'
import { register } from './actions/register.ts'
import { verifyFactor } from './actions/second-step.ts'
import { signOn } from './actions/sign-on.ts'
import { tokenInfo } from './actions/token-info.ts'
import { resend, startVerification, verify } from './actions/verify.ts'
import { officeHandlers } from './handlers/office.ts'
import { ownSignInHandlers } from './handlers/own.ts'
import { wrapped } from './raw-request.ts'
import { refuse } from './errors.ts'
import type { identityApi } from './contract.ts'
import { readEmail } from './rules/email.ts'
import { orViolate } from '#kit/refusal.ts'
import * as businesses from './store/businesses.ts'
import { identityById, readPolicy, savePolicy, type PolicyRow } from './store/identities.ts'
import { keyRing } from './store/signing-keys.ts'
import { audit } from './store/throttles.ts'
import { wireInstant } from './wire.ts'
import type { Profile } from './rules/profile.ts'

type Body = Record<string, unknown>
const record = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {})

export const identityHandlers: Handlers<typeof identityApi> = {
  token: async (ctx, { body }) => wrapped(record(body), (fields) => grant(ctx, fields)),
  appAccess: async () => refuse('UNIMPLEMENTED_FEATURE'),
  tokenInfo: async (ctx, { body }) =>
    wrapped(record(body), async (fields) => json(200, await tokenInfo(ctx, String(fields.token ?? '')), { 'cache-control': 'no-store' })),
  jwks: async (ctx) => {
    const { byId } = await keyRing(ctx.tx, ctx.authNow)
    const keys = [...byId.values()].map((key) => ({ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, alg: 'ES256', use: 'sig' }))
    return json(200, { keys }, { 'cache-control': 'public, max-age=300' })
  },
  userInfo: async (ctx) => {
    const row = await identityById(ctx.tx, ctx.siteId, ctx.caller.memberId ?? '')
    if (!row) return refuse('-19999')
    const profile = row.profile as Partial<Profile>
    return {
      sub: row.id,
      email: row.email,
      emailVerified: row.emailVerified,
      name: profile.nickname ?? ([profile.firstName, profile.lastName].filter(Boolean).join(' ') || null),
      siteId: ctx.siteId,
    }
  },

  registerV2: (ctx, { body }) => register(ctx, record(body)),
  loginV2: (ctx, { body }) => login(ctx, record(body)),
  verifyDuringAuthentication: (ctx, { body }) => verify(ctx, body),
  resendDuringAuthentication: (ctx, { body }) => resend(ctx, body.stateToken),
  start: (ctx, { body }) => startVerification(ctx, body),
  verify: (ctx, { params, body }) => verifyFactor(ctx, params.factorType, record(body)),
  loginCallback: (ctx, { query }) => loginCallback(ctx, record(query)),
  startProvider: (ctx, { query }) => startProvider(ctx, record(query)),
  signOn: (ctx, { body }) => signOn(ctx, body),
  changePassword: async (ctx, { body }) => (await changePassword(ctx, body), {}),
  sendRecoveryEmail: async (ctx, { body }) => (await sendRecoveryEmail(ctx, body), {}),
  recover: (ctx, { body }) => recover(ctx, body),
  sendActivationEmail: async (ctx, { body }) => (await sendActivationEmail(ctx, body), {}),
  validateEmail: async (_ctx, { body }) =>
    readEmail(body.email) ? { valid: true, formatInvalid: false } : { valid: false, failure: { reason: 'EMAIL_DOMAIN_FORMAT_INVALID' } },

  getSignOnPolicy: async (ctx) => ({ signOnPolicy: policyToWire(ctx, await readPolicy(ctx.tx, ctx.siteId)) }),
  updateSignOnPolicy: async (ctx, { body }) => {
    await recentlySignedIn(ctx)
    const { requireOwnerApproval, requireEmailVerification } = body.signOnPolicy
    const change = {
      ...(requireOwnerApproval === undefined ? {} : { requireOwnerApproval }),
      ...(requireEmailVerification === undefined ? {} : { requireEmailVerification }),
    }
    const signOnPolicy = policyToWire(ctx, await savePolicy(ctx.tx, ctx.siteId, change, ctx.authNow))
    const entityFqdn = 'wix.iam.signon.v1.sign_on_policy'
    ctx.announce({
      type: `${entityFqdn}_updated`,
      entityFqdn,
      slug: 'updated',
      entityId: ctx.siteId,
      payload: { updatedEvent: { currentEntity: signOnPolicy } },
    })
    await audit(ctx, 'sign-on-policy.changed', { data: change })
    return { signOnPolicy }
  },

  listOAuthApps: async (ctx) => ({ oAuthApps: (await businesses.appsOf(ctx.tx, ctx.siteId)).map(appToWire) }),
  createOAuthApp: async (ctx, { body }) => {
    const { app, secret } = await createOAuthApp(ctx, { name: 'My storefront', ...appWish(body.oAuthApp) })
    return { oAuthApp: appToWire(app), secret }
  },
  createPublicOAuthApp: async (ctx, { body }) => {
    const { name } = body.oAuthApp
    if (name === undefined) return orViolate([{ field: 'oAuthApp.name', description: 'must be given', violatedRule: 'REQUIRED_FIELD', data: {} }]) as never
    const { app, secret } = await createOAuthApp(ctx, { ...appWish(body.oAuthApp), name })
    return { oAuthApp: appToWire(app), secret }
  },
  getOAuthApp: async (ctx, { params }) => {
    const app = await businesses.appById(ctx.tx, params.id)
    return app?.siteId === ctx.siteId ? { oAuthApp: appToWire(app) } : refuseStandard('NOT_FOUND')
  },
  queryOAuthApps: async (ctx) => ({ oAuthApps: (await businesses.appsOf(ctx.tx, ctx.siteId)).map(appToWire) }),
  updateOAuthApp: async (ctx, { params, body }) => {
    // Without a mask nothing changes, and the app comes back as it is.
    const paths = typeof body.mask === 'string' ? body.mask.split(',') : (body.mask?.paths ?? [])
    const masked = Object.fromEntries(
      Object.entries(body.oAuthApp ?? {}).filter(([name]) => paths.some((path) => path.trim().replace(/^oAuthApp\./, '') === name)),
    )
    return changeApp(ctx, params.id, appWish(masked))
  },
  changeOAuthApp: (ctx, { params, body }) => changeApp(ctx, params.id, appWish(body.oAuthApp)),
  deleteOAuthApp: async (ctx, { params }) => {
    if (!(await businesses.updateApp(ctx.tx, ctx.siteId, params.id, { deletedAt: ctx.authNow }, ctx.authNow))) refuseStandard('NOT_FOUND')
    await audit(ctx, 'app.deleted', { subjectId: params.id })
    return {}
  },

  listApiKeys: async (ctx) => (onlyPeople(ctx), { apiKeys: (await businesses.keysOf(ctx.tx, ctx.siteId)).map(keyToWire) }),
  createApiKey: async (ctx, { body }) => {
    onlyPeople(ctx)
    await recentlySignedIn(ctx)
    const { key, row } = await createApiKey(ctx, {
      name: body.name,
      permissions: body.permissions ?? null,
      ...(body.allSites ? { allSites: true } : {}),
      expiresAt: body.expiresDate ? Temporal.Instant.from(body.expiresDate) : null,
      ...(ctx.caller.userId ? { userId: ctx.caller.userId } : {}),
    })
    return { apiKey: keyToWire(row), key }
  },
  deleteApiKey: async (ctx, { params }) => {
    onlyPeople(ctx)
    const accountId = (await businesses.accountOfSite(ctx.tx, ctx.siteId)) ?? ''
    if (!(await businesses.revokeKey(ctx.tx, accountId, params.id, ctx.authNow))) refuseStandard('NOT_FOUND')
    await audit(ctx, 'api-key.revoked', { subjectId: params.id })
    return {}
  },

  ...ownSignInHandlers,
  ...officeHandlers,
}

/** Keys are made by people in the dashboard, never by keys or apps. */
function onlyPeople(ctx: Ctx): void {
  if (!ctx.caller.userId) refuseStandard('PERMISSION_DENIED')
}

const policyToWire = (ctx: Ctx, row: PolicyRow | undefined) => ({
  id: ctx.siteId,
  revision: String(row?.revision ?? 0),
  ...(row ? { createdDate: wireInstant(row.createdAt), updatedDate: wireInstant(row.updatedAt) } : {}),
  requireOwnerApproval: row?.requireOwnerApproval ?? false,
  requireEmailVerification: row?.requireEmailVerification ?? false,
})

const appToWire = (app: businesses.AppRow) => ({
  id: app.id,
  name: app.name,
  description: app.description,
  applicationType: app.applicationType,
  technology: app.technology,
  loginUrl: app.loginUrl,
  logoutUrl: app.logoutUrl,
  allowedRedirectUris: app.redirectUris,
  allowedRedirectDomains: app.redirectDomains,
  allowLocalhost: app.allowLocalhost,
  createdDate: wireInstant(app.createdAt),
})

const keyToWire = (key: businesses.KeyRow) => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  permissions: key.permissions,
  allSites: key.siteIds === null,
  createdDate: wireInstant(key.createdAt),
  expiresDate: key.expiresAt ? wireInstant(key.expiresAt) : null,
  lastUsedDate: key.lastUsedAt ? wireInstant(key.lastUsedAt) : null,
})

/** The fields of an app as they are sent, under the names they are kept by. */
function appWish(
  sent: { allowedRedirectUris?: string[] | undefined; allowedRedirectDomains?: string[] | undefined } & Partial<
    Omit<AppWish, 'redirectUris' | 'redirectDomains' | 'clientId'>
  >,
): Partial<Omit<AppWish, 'clientId'>> {
  const { name, description, applicationType, technology, loginUrl, logoutUrl, allowLocalhost, allowedRedirectUris, allowedRedirectDomains } = sent
  const wish = {
    name,
    description,
    applicationType,
    technology,
    loginUrl,
    logoutUrl,
    allowLocalhost,
    redirectUris: allowedRedirectUris,
    redirectDomains: allowedRedirectDomains,
  }
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined))
}

async function changeApp(ctx: Ctx, id: string, wish: Partial<Omit<AppWish, 'clientId'>>) {
  orViolate(listViolations(wish))
  const { redirectUris, redirectDomains, ...rest } = wish
  const change = {
    ...rest,
    ...(redirectUris ? { redirectUris: [...redirectUris] } : {}),
    ...(redirectDomains ? { redirectDomains: [...redirectDomains] } : {}),
  } as Parameters<typeof businesses.updateApp>[3]
  const app = await businesses.updateApp(ctx.tx, ctx.siteId, id, change, ctx.authNow)
  if (!app) return refuseStandard('NOT_FOUND')
  await audit(ctx, 'app.changed', { subjectId: id, data: { fields: Object.keys(change) } })
  return { oAuthApp: appToWire(app) }
}
