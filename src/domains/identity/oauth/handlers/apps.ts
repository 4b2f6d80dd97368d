/** Operation → action: OAuth apps and API keys. */
import { Temporal } from 'temporal-polyfill'
import { findSiteById, getSite } from '#domains/site/public.ts'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { assertNoViolations, refuseStandard, refuseViolation } from '#kit/api/refusal.ts'
import { createApiKey } from '../actions/api-keys.ts'
import { createOAuthApp, redirectListViolations, type OAuthAppInput } from '../actions/apps.ts'
import type { appsApi } from '../contract/apps.ts'
import { hashSecret, newSecret } from '../../crypto/secrets.ts'
import { checkAddress } from '../rules/redirect-check.ts'
import { audit } from '../../store/audit.ts'
import { wireInstant } from '../../wire.ts'
import * as apiKeys from '../store/api-keys.ts'
import * as apps from '../store/apps.ts'

async function getApp(ctx: ReadContext, id: string): Promise<apps.AppRow> {
  const app = await apps.appById(ctx.db, id)
  return app?.siteId === ctx.siteId ? app : refuseStandard('NOT_FOUND')
}

export const appsHandlers: Handlers<typeof appsApi> = {
  listOAuthApps: async (ctx) => ({ oAuthApps: (await apps.listApps(ctx.db, ctx.siteId)).map(appToWire) }),
  createOAuthApp: async (ctx, { body }) => {
    const { app, secret } = await createOAuthApp(ctx, { name: 'My storefront', ...toAppInput(body.oAuthApp) })
    return { oAuthApp: appToWire(app), secret }
  },
  createPublicOAuthApp: async (ctx, { body }) => {
    const { name } = body.oAuthApp
    if (name === undefined) return refuseViolation({ field: 'oAuthApp.name', description: 'must be given', violatedRule: 'REQUIRED_FIELD', data: {} })
    const { app, secret } = await createOAuthApp(ctx, { ...toAppInput(body.oAuthApp), name })
    return { oAuthApp: appToWire(app), secret }
  },
  getOAuthApp: async (ctx, { params }) => {
    return { oAuthApp: appToWire(await getApp(ctx, params.id)) }
  },
  queryOAuthApps: async (ctx) => ({ oAuthApps: (await apps.listApps(ctx.db, ctx.siteId)).map(appToWire) }),
  updateOAuthApp: async (ctx, { params, body }) => {
    // Without a mask nothing changes.
    const paths = typeof body.mask === 'string' ? body.mask.split(',') : (body.mask?.paths ?? [])
    const masked = Object.fromEntries(
      Object.entries(body.oAuthApp ?? {}).filter(([name]) => paths.some((path) => path.trim().replace(/^oAuthApp\./, '') === name)),
    )
    return updateApp(ctx, params.id, toAppInput(masked))
  },
  changeOAuthApp: (ctx, { params, body }) => updateApp(ctx, params.id, toAppInput(body.oAuthApp)),
  deleteOAuthApp: async (ctx, { params }) => {
    if (!(await apps.updateApp(ctx.tx, ctx.siteId, params.id, { deletedAt: ctx.authNow }, ctx.authNow))) refuseStandard('NOT_FOUND')
    await audit(ctx, 'app.deleted', { subjectId: params.id })
    return {}
  },

  listApiKeys: async (ctx) => {
    assertDashboardUser(ctx)
    const accountId = (await getSite(ctx)).accountId
    return { apiKeys: (await apiKeys.listApiKeys(ctx, accountId, ctx.siteId)).map(keyToWire) }
  },
  createApiKey: async (ctx, { body }) => {
    assertDashboardUser(ctx)
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
    assertDashboardUser(ctx)
    const accountId = (await findSiteById(ctx, ctx.siteId))?.accountId ?? ''
    if (!(await apiKeys.revokeKey(ctx, accountId, params.id, ctx.authNow))) refuseStandard('NOT_FOUND')
    await audit(ctx, 'api-key.revoked', { subjectId: params.id })
    return {}
  },

  checkRedirectAddress: async (ctx, { params, body }) => checkAddress(body.address.trim(), await getApp(ctx, params.id)),
  renewAppSecret: async (ctx, { params }) => {
    await getApp(ctx, params.id)
    const secret = newSecret()
    await apps.updateApp(ctx.tx, ctx.siteId, params.id, { secretHash: hashSecret(secret) }, ctx.authNow)
    await audit(ctx, 'app.secret-renewed', { subjectId: params.id })
    return { secret }
  },
}

/** API keys are managed by dashboard users, never by keys or apps. */
function assertDashboardUser(ctx: BaseContext): void {
  if (!ctx.caller.userId) refuseStandard('PERMISSION_DENIED')
}

const appToWire = (app: apps.AppRow) => ({
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

const keyToWire = (key: apiKeys.KeyRow) => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  permissions: key.permissions,
  allSites: key.siteIds === null,
  createdDate: wireInstant(key.createdAt),
  expiresDate: key.expiresAt ? wireInstant(key.expiresAt) : null,
  lastUsedDate: key.lastUsedAt ? wireInstant(key.lastUsedAt) : null,
})

/** Wire fields of an app under their stored names. */
function toAppInput(
  sent: { allowedRedirectUris?: string[] | undefined; allowedRedirectDomains?: string[] | undefined } & Partial<
    Omit<OAuthAppInput, 'redirectUris' | 'redirectDomains' | 'clientId'>
  >,
): Partial<Omit<OAuthAppInput, 'clientId'>> {
  const { name, description, applicationType, technology, loginUrl, logoutUrl, allowLocalhost, allowedRedirectUris, allowedRedirectDomains } = sent
  const input = {
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
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

async function updateApp(ctx: TransactionContext, id: string, input: Partial<Omit<OAuthAppInput, 'clientId'>>) {
  assertNoViolations(redirectListViolations(input))
  const { redirectUris, redirectDomains, ...rest } = input
  const change = {
    ...rest,
    ...(redirectUris ? { redirectUris: [...redirectUris] } : {}),
    ...(redirectDomains ? { redirectDomains: [...redirectDomains] } : {}),
  } as Parameters<typeof apps.updateApp>[3]
  const app = await apps.updateApp(ctx.tx, ctx.siteId, id, change, ctx.authNow)
  if (!app) return refuseStandard('NOT_FOUND')
  await audit(ctx, 'app.changed', { subjectId: id, data: { fields: Object.keys(change) } })
  return { oAuthApp: appToWire(app) }
}
