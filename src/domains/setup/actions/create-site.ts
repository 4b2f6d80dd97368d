/** Creates a site: its row, its owner, its OAuth app, and initial categories and hours. */
import { addOwner, createAccount, createOwner, type ExistingOwner, inviteOwner } from '#domains/collaborators/public.ts'
import { createOAuthApp } from '#domains/identity/public.ts'
import { findOrCreateMemberForUser } from '#domains/members/public.ts'
import { seedSiteServices } from '#domains/services/public.ts'
import { createSite } from '#domains/site/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'

export interface CreateSiteInput {
  siteId: string
  name: string
  timeZone: string
  currency: string
  weekStartsOn: number
  /** Two letters; English by default. */
  language?: string | undefined
  /** A new owner with an account of their own, or an existing owner who adds a site. */
  owner: { name: string; email: string; password: string } | ExistingOwner
  app: { clientId?: string | undefined; redirectUris?: readonly string[]; redirectDomains?: readonly string[]; allowLocalhost?: boolean }
  tagline?: string
}

export interface CreatedSite {
  accountId: string
  userId: string
  ownerMemberId: string
  clientId: string
  clientSecret: string
}

type SiteFields = Omit<CreateSiteInput, 'owner'>

/** The row of a site, its OAuth app, initial categories and hours. `ctx` must be of the new site. */
async function createSiteOfAccount(ctx: TransactionContext, input: SiteFields, accountId: string): Promise<{ clientId: string; clientSecret: string }> {
  await createSite(ctx, {
    id: input.siteId,
    name: input.name,
    timeZone: input.timeZone,
    currency: input.currency,
    language: input.language ?? 'en',
    weekStartsOn: input.weekStartsOn,
    tagline: input.tagline ?? '',
    accent: '#3f6f5f',
    accountId,
  })
  const app = await createOAuthApp(ctx, { name: `${input.name} website`, ...input.app })
  await seedSiteServices(ctx)
  return { clientId: app.id, clientSecret: app.secret }
}

/** `ctx` must be of the new site: `ctx.siteId` is `input.siteId`. */
export async function createSiteWithOwner(ctx: TransactionContext, input: CreateSiteInput): Promise<CreatedSite> {
  const accountId = 'userId' in input.owner ? input.owner.accountId : ctx.newId()
  const app = await createSiteOfAccount(ctx, input, accountId)
  const { userId } = 'userId' in input.owner ? await addOwner(ctx, input.owner) : await createOwner(ctx, { ...input.owner, accountId })
  // The owner is a member as well. Source: guide members §15.
  const owner = await findOrCreateMemberForUser(ctx, { userId, email: input.owner.email, name: input.owner.name, role: 'OWNER' })
  return { accountId, userId, ownerMemberId: owner.id, ...app }
}

/** A site of an account of its own, whose owner is invited and until then has no access. `ctx` must be of the new site. */
export async function createSiteWithInvitedOwner(
  ctx: TransactionContext,
  input: SiteFields & { ownerEmail: string },
): Promise<{ clientId: string; email: string; link: string; days: number }> {
  const accountId = ctx.newId()
  await createAccount(ctx, accountId, input.name)
  const { clientId } = await createSiteOfAccount(ctx, input, accountId)
  return { clientId, ...(await inviteOwner(ctx, { email: input.ownerEmail })) }
}
