/** Founds a site: the row, its owner, its own OAuth app and what services and hours start with. */
import { createOAuthApp, createOwner, type KnownOwner, makeOwner } from '#domains/identity/public.ts'
import { memberForUser } from '#domains/members/public.ts'
import { seedSiteServices } from '#domains/services/public.ts'
import { createSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'

export interface SiteWish {
  siteId: string
  name: string
  timeZone: string
  currency: string
  weekStartsOn: number
  /** Two letters; English unless it is said. */
  language?: string | undefined
  /** Somebody new, with an account of their own; or an owner who has one and opens another site on it. */
  owner: { name: string; email: string; password: string } | KnownOwner
  app: { clientId?: string | undefined; redirectUris?: readonly string[]; redirectDomains?: readonly string[]; allowLocalhost?: boolean }
  tagline?: string
}

export interface FoundedSite {
  accountId: string
  userId: string
  ownerMemberId: string
  clientId: string
  clientSecret: string
}

/** `ctx` must be of the new site: its siteId is the wish's. */
export async function foundSite(ctx: Ctx, wish: SiteWish): Promise<FoundedSite> {
  const accountId = 'userId' in wish.owner ? wish.owner.accountId : ctx.newId()
  await createSite(ctx, {
    id: wish.siteId,
    name: wish.name,
    timeZone: wish.timeZone,
    currency: wish.currency,
    language: wish.language ?? 'en',
    weekStartsOn: wish.weekStartsOn,
    tagline: wish.tagline ?? '',
    accent: '#3f6f5f',
    accountId,
  })
  const { userId } = 'userId' in wish.owner ? await makeOwner(ctx, wish.owner) : await createOwner(ctx, { ...wish.owner, accountId })
  // The owner is a member as well, found by the role that follows the dashboard account (guide: members 15).
  const owner = await memberForUser(ctx, { userId, email: wish.owner.email, name: wish.owner.name, role: 'OWNER' })
  const app = await createOAuthApp(ctx, { name: `${wish.name} website`, ...wish.app })
  await seedSiteServices(ctx)
  return { accountId, userId, ownerMemberId: owner.id, clientId: app.id, clientSecret: app.secret }
}
