/** Who follows whom: operation → rows, reply. Source: guide members 16.2. */
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { seenMembers } from '#domains/members/public.ts'
import type { memberFollowersApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { followed, unfollowed } from '../events.ts'
import * as follows from '../store/follows.ts'
import { me, seen } from './whom.ts'

const followPage = async (ctx: Ctx, memberId: string, side: 'followers' | 'following', query: { cursorPaging?: unknown; paging?: unknown }) => {
  const paging = (query.cursorPaging ?? query.paging ?? null) as WireQuery['cursorPaging']
  const { memberIds, meta } = await follows.followsOf(ctx, memberId, side, paging, await seenMembers(ctx))
  return { memberIds, pagingMetadata: meta }
}
const connectionsOf = async (ctx: Ctx, memberId: string, others: readonly string[]) => {
  const { followers, following } = await follows.connections(ctx, memberId, others.filter(isGuid))
  return {
    connectedMembers: others.map((id) => ({
      connectedMemberId: id,
      followingMember: followers.has(id.toLowerCase()),
      followedByMember: following.has(id.toLowerCase()),
    })),
  }
}
export const memberFollowersHandlers: Handlers<typeof memberFollowersApi> = {
  followMember: async (ctx, { params }) => {
    const mine = await me(ctx)
    if (params.memberId.toLowerCase() === mine.id) refuse('SELF_FOLLOWING_FORBIDDEN')
    const other = await seen(ctx, params.memberId)
    // Only people whom others can see follow and are followed; muted ones do nothing in public.
    if (mine.privacyStatus !== 'PUBLIC' || mine.activityStatus === 'MUTED') refuseStandard('PERMISSION_DENIED')
    if (await follows.insertFollow(ctx, mine.id, other.id)) ctx.announce(followed(mine.id, other.id))
    return {}
  },
  unfollowMember: async (ctx, { params }) => {
    const mine = await me(ctx)
    const otherId = params.memberId.toLowerCase()
    if (isGuid(otherId) && (await follows.deleteFollow(ctx, mine.id, otherId))) ctx.announce(unfollowed(mine.id, otherId))
    return {}
  },
  listCurrentMemberFollowers: async (ctx, { query }) => followPage(ctx, (await me(ctx)).id, 'followers', query),
  listCurrentMemberFollowing: async (ctx, { query }) => followPage(ctx, (await me(ctx)).id, 'following', query),
  queryCurrentMemberConnections: async (ctx, { body }) => connectionsOf(ctx, (await me(ctx)).id, body.connectedMemberIds),
  listMemberFollowers: async (ctx, { params, query }) => followPage(ctx, (await seen(ctx, params.memberId)).id, 'followers', query),
  listMemberFollowing: async (ctx, { params, query }) => followPage(ctx, (await seen(ctx, params.memberId)).id, 'following', query),
  queryMemberConnections: async (ctx, { params, body }) => connectionsOf(ctx, (await seen(ctx, params.memberId)).id, body.connectedMemberIds),
}
