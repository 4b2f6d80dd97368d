/** Addresses of team members on the site. No I/O. */
import { toSlug } from '#kit/pure/slug.ts'

/** `lena-brandt-1a2b3c4d`: the name, and the head of the id of the resource, which stays when the name changes. */
export const toTeamSlug = (resourceId: string, name: string): string => `${toSlug(name, 'team')}-${resourceId.slice(0, 8)}`

/** The least and the greatest resource id that the address may mean; undefined for what is no address of a team member. */
export function parseTeamSlug(slug: string): { from: string; to: string } | undefined {
  const head = /-([0-9a-f]{8})$/i.exec(slug)?.[1]?.toLowerCase()
  return head === undefined ? undefined : { from: `${head}-0000-0000-0000-000000000000`, to: `${head}-ffff-ffff-ffff-ffffffffffff` }
}
