/** The team as visitors see it: staff members who give services, with name, words and portrait. */
import { rewritePictureUrls } from '#domains/media/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { TeamMember } from '../contract/team.ts'
import { parseTeamSlug, toTeamSlug } from '../rules/team-slug.ts'
import * as store from '../store/staff.ts'

/** As many as one page of the team shows. */
const MAX_TEAM = 200

function toTeamMember({ origin }: ReadContext, { resourceId, name, description, mainMedia }: store.StaffRow): TeamMember {
  const media = rewritePictureUrls(mainMedia, origin) as { image?: { url?: string } } | null
  return {
    resourceId,
    slug: toTeamSlug(resourceId, name),
    name,
    ...(description ? { description } : {}),
    ...(media?.image?.url ? { picture: media.image.url } : {}),
  }
}

/** By name, at most 200. */
export async function listTeam(ctx: ReadContext, limit = MAX_TEAM): Promise<TeamMember[]> {
  const rows = await ctx.cache(['staff_member'], 'team', () => store.listProviders(ctx, MAX_TEAM))
  return rows.slice(0, limit).map((row) => toTeamMember(ctx, row))
}

/** By an address, also one with a former name in it. */
export async function findTeamMember(ctx: ReadContext, slug: string): Promise<TeamMember | undefined> {
  const range = parseTeamSlug(slug)
  const row = range && (await store.findProvider(ctx, range))
  return row && toTeamMember(ctx, row)
}
