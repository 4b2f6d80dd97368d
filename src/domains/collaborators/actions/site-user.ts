/** Dashboard users with a role on the site, for other domains. */
import type { Caller, ReadContext } from '#kit/api/context.ts'
import { findMemberOfUser, ownerByEmail, ownerById, sitesOfOwner } from '../store/owners.ts'

export interface SiteUser {
  id: string
  email: string
  name: string
}

/** The user with this id or email if they have a role on the site; undefined otherwise. */
export async function findSiteUser(ctx: ReadContext, by: { id: string } | { email: string }): Promise<SiteUser | undefined> {
  const user = 'id' in by ? await ownerById(ctx.db, by.id) : await ownerByEmail(ctx, by.email)
  if (!user || !(await sitesOfOwner(ctx.db, user.id)).some((site) => site.id === ctx.siteId)) return undefined
  return { id: user.id, email: user.email, name: user.name }
}

/** A dashboard user as a caller, with the rights that they have on the site by now; undefined when they have none. */
export async function findUserCaller(ctx: ReadContext, userId: string): Promise<Caller | undefined> {
  const site = (await sitesOfOwner(ctx.db, userId)).find(({ id }) => id === ctx.siteId)
  if (!site) return undefined
  const memberId = await findMemberOfUser(ctx, userId)
  return {
    role: 'owner',
    siteId: ctx.siteId,
    userId,
    ...(memberId && { memberId }),
    ...(site.role === 'CONTRIBUTOR' && { permissions: site.permissions ?? [] }),
  }
}
