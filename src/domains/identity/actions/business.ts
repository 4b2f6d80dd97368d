/** Owners, OAuth apps and API keys: made at set-up and in the dashboard. Source: guide identity 2, 9.8. */
import { randomBytes } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard, type Violation } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { hashPassword } from '../password-hash.ts'
import { readEmail } from '../rules/email.ts'
import { passwordViolations } from '../rules/password.ts'
import { findListEntryProblem } from '../rules/redirect-match.ts'
import { hashSecret, newSecret } from '../crypto/secrets.ts'
import * as store from '../store/businesses.ts'
import { audit } from '../store/rate-limits.ts'

/** Creates a dashboard user with the role OWNER on the site of this work, and the account if it is new. */
export async function createOwner(
  ctx: Ctx,
  input: { email: string; password: string; name: string; accountId?: string },
): Promise<{ userId: string; accountId: string }> {
  const email = readEmail(input.email)
  assertNoViolations([
    ...(email ? [] : [{ field: 'email', description: 'must be a valid email address', violatedRule: 'FORMAT' as const, data: { type: 'EMAIL' } }]),
    ...passwordViolations(input.password, { email: input.email, siteName: await store.siteNameOf(ctx.tx, ctx.siteId) }),
  ])
  const accountId = input.accountId ?? (await store.accountOfSite(ctx.tx, ctx.siteId)) ?? ctx.newId()
  const userId = ctx.newId()
  await store.insertAccount(ctx.tx, accountId, input.name || input.email, ctx.authNow)
  await store.insertOwner(
    ctx.tx,
    { id: userId, accountId, email: email?.address ?? input.email, name: input.name, passwordHash: await hashPassword(input.password) },
    ctx.authNow,
  )
  await store.insertRole(ctx.tx, ctx.siteId, userId, 'OWNER', null, ctx.authNow)
  return { userId, accountId }
}

/** A dashboard user with an account. */
export interface ExistingOwner {
  userId: string
  accountId: string
  email: string
  name: string
}

/** The owner of this site who calls from the dashboard; keys, apps and contributors found no sites. */
export async function getCallingSiteOwner(ctx: Ctx): Promise<ExistingOwner> {
  const { userId, permissions } = ctx.caller
  const user = userId && !permissions ? await store.ownerById(ctx.tx, userId) : undefined
  if (!user) return refuseStandard('PERMISSION_DENIED')
  return { userId: user.id, accountId: (await store.accountOfSite(ctx.tx, ctx.siteId)) ?? user.accountId, email: user.email, name: user.name }
}

/** Makes a known dashboard user the owner of the site of this work. */
export async function addOwner(ctx: Ctx, { userId }: ExistingOwner): Promise<{ userId: string }> {
  await store.insertRole(ctx.tx, ctx.siteId, userId, 'OWNER', null, ctx.authNow)
  await audit(ctx, 'site.founded', { actorKind: 'owner', actorId: userId })
  return { userId }
}

export interface OAuthAppInput {
  clientId?: string | undefined
  name: string
  description?: string | undefined
  applicationType?: string | undefined
  technology?: string | undefined
  loginUrl?: string | null | undefined
  logoutUrl?: string | null | undefined
  redirectUris?: readonly string[] | undefined
  redirectDomains?: readonly string[] | undefined
  allowLocalhost?: boolean | undefined
}

/** What is wrong with the lists of an app; empty when nothing is. */
export function redirectListViolations(input: Pick<OAuthAppInput, 'redirectUris' | 'redirectDomains'>): Violation[] {
  const check = (entries: readonly string[] | undefined, kind: 'uri' | 'domain', field: string): Violation[] => [
    ...((entries?.length ?? 0) > 20
      ? [{ field, description: 'must have at most 20 entries', violatedRule: 'MAX_SIZE' as const, data: { threshold: 20 } }]
      : []),
    ...(entries ?? []).flatMap((entry, index) => {
      const problem = findListEntryProblem(entry, kind)
      return problem ? [{ field: `${field}[${index}]`, description: problem, violatedRule: 'FORMAT' as const, data: { type: 'URL' } }] : []
    }),
  ]
  return [...check(input.redirectUris, 'uri', 'oAuthApp.allowedRedirectUris'), ...check(input.redirectDomains, 'domain', 'oAuthApp.allowedRedirectDomains')]
}

/** Creates an OAuth app for the site of this work. The secret is shown once; only its hash is kept. */
export async function createOAuthApp(ctx: Ctx, input: OAuthAppInput): Promise<{ id: string; secret: string; app: store.AppRow }> {
  assertNoViolations(redirectListViolations(input))
  const secret = newSecret()
  const { clientId, redirectUris, redirectDomains, ...rest } = input
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as { name: string }
  const app = await store.insertApp(
    ctx.tx,
    {
      ...given,
      siteId: ctx.siteId,
      id: clientId ?? ctx.newId(),
      redirectUris: [...(redirectUris ?? [])],
      redirectDomains: [...(redirectDomains ?? [])],
      secretHash: hashSecret(secret),
    },
    ctx.authNow,
  )
  await audit(ctx, 'app.created', { subjectId: app.id })
  return { id: app.id, secret, app }
}

const MAX_API_KEYS = 50

/** Creates an API key for the site of this work. The key is shown once; only its hash is kept. */
export async function createApiKey(
  ctx: Ctx,
  input: { name: string; accountId?: string; userId?: string; permissions?: string[] | null; allSites?: boolean; expiresAt?: Temporal.Instant | null },
): Promise<{ id: string; key: string; row: store.KeyRow }> {
  const accountId = input.accountId ?? (await store.accountOfSite(ctx.tx, ctx.siteId)) ?? ''
  if ((await store.countKeys(ctx.tx, accountId)) >= MAX_API_KEYS) refuse('TOO_MANY_API_KEYS')
  const key = `msk_${randomBytes(32).toString('base64url')}`
  const row = await store.insertKey(
    ctx.tx,
    {
      id: ctx.newId(),
      accountId,
      name: input.name,
      keyHash: hashSecret(key),
      hint: key.slice(-4),
      permissions: input.permissions ?? null,
      siteIds: input.allSites ? null : [ctx.siteId],
      expiresAt: input.expiresAt ?? null,
    },
    ctx.authNow,
  )
  await audit(ctx, 'api-key.created', { subjectId: row.id, ...(input.userId ? { actorId: input.userId } : {}) })
  return { id: row.id, key, row }
}

/** The client id under which the site's own pages ask for tokens: its oldest app. */
export async function getSiteClientId(ctx: Ctx): Promise<string> {
  const [app] = await store.appsOf(ctx.tx, ctx.siteId)
  return app?.id ?? ''
}
