/** Dashboard users with a role on the site, for other domains. */
import type { ReadContext } from '#kit/api/context.ts'
import { ownerByEmail, ownerById, sitesOfOwner } from '../store/owners.ts'

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
