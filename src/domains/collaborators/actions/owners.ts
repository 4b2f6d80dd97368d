/** Dashboard users as owners of sites: created at set-up, or given another site. Source: guide identity §2. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { hashPassword, readEmail, passwordViolations, audit } from '#domains/identity/public.ts'
import { findSiteById } from '#domains/site/public.ts'
import * as store from '../store/collaborators.ts'
import * as owners from '../store/owners.ts'

/** Creates a dashboard user with the role OWNER on this site, and the account if it is new. */
export async function createOwner(
  ctx: TransactionContext,
  input: { email: string; password: string; name: string; accountId?: string },
): Promise<{ userId: string; accountId: string }> {
  const email = readEmail(input.email)
  assertNoViolations([
    ...(email ? [] : [{ field: 'email', description: 'must be a valid email address', violatedRule: 'FORMAT' as const, data: { type: 'EMAIL' } }]),
    ...passwordViolations(input.password, { email: input.email, siteName: (await findSiteById(ctx, ctx.siteId))?.name ?? '' }),
  ])
  const accountId = input.accountId ?? (await findSiteById(ctx, ctx.siteId))?.accountId ?? ctx.newId()
  const userId = ctx.newId()
  await owners.insertAccount(ctx, accountId, input.name || input.email, ctx.authNow)
  await owners.insertOwner(
    ctx,
    { id: userId, accountId, email: email?.address ?? input.email, name: input.name, passwordHash: await hashPassword(input.password) },
    ctx.authNow,
  )
  await store.insertRole(ctx.tx, ctx.siteId, userId, { role: 'OWNER', permissions: null, teamRole: null }, ctx.authNow)
  return { userId, accountId }
}

/** An account without dashboard users: its owner is invited. */
export const createAccount = (ctx: TransactionContext, id: string, name: string): Promise<void> => owners.insertAccount(ctx, id, name, ctx.authNow)

/** A dashboard user with an account. */
export interface ExistingOwner {
  userId: string
  accountId: string
  email: string
  name: string
}

/** The calling owner. Refuses API keys, apps and contributors: they create no sites. */
export async function getCallingSiteOwner(ctx: ReadContext): Promise<ExistingOwner> {
  const { userId, permissions } = ctx.caller
  const user = userId && !permissions ? await owners.ownerById(ctx.db, userId) : undefined
  if (!user) return refuseStandard('PERMISSION_DENIED')
  return { userId: user.id, accountId: (await findSiteById(ctx, ctx.siteId))?.accountId ?? user.accountId, email: user.email, name: user.name }
}

/** Makes an existing dashboard user the owner of this site. */
export async function addOwner(ctx: TransactionContext, { userId }: ExistingOwner): Promise<{ userId: string }> {
  await store.insertRole(ctx.tx, ctx.siteId, userId, { role: 'OWNER', permissions: null, teamRole: null }, ctx.authNow)
  await audit(ctx, 'site.founded', { actorKind: 'owner', actorId: userId })
  return { userId }
}
