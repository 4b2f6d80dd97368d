/** What a site uses of what its operator allows. Source: guide identity §2.1. */
import { sumPictureBytes } from '#domains/media/public.ts'
import { countMembersUpTo } from '#domains/members/public.ts'
import { getSiteLimits, type SiteLimits } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'

/** `used` is absent where it is of the moment alone. */
export interface LimitUse {
  limit: keyof SiteLimits
  allowed: number
  used?: number
}

/** Each limit of the site, members counted no further than one beyond it. Empty at a site without limits, of which nothing is counted. */
export async function describeLimits(ctx: ReadContext): Promise<LimitUse[]> {
  const { members, pictureBytes, requestsPerMinute } = await getSiteLimits(ctx)
  return [
    ...(members === undefined ? [] : [{ limit: 'members' as const, allowed: members, used: await countMembersUpTo(ctx, members + 1) }]),
    ...(pictureBytes === undefined ? [] : [{ limit: 'pictureBytes' as const, allowed: pictureBytes, used: await sumPictureBytes(ctx) }]),
    ...(requestsPerMinute === undefined ? [] : [{ limit: 'requestsPerMinute' as const, allowed: requestsPerMinute }]),
  ]
}
