/** Who follows whom: operation → rows, reply. Source: guide members §16.2. */
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { queryVisibleMembers } from '#domains/members/public.ts'
import type { memberFollowersApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { memberFollowed, memberUnfollowed } from '../events.ts'
import * as follows from '../store/follows.ts'
import { getCallerMember, getVisibleMember } from './members.ts'

const findFollowPage = async (ctx: ReadContext, memberId: string, side: 'followers' | 'following', query: { cursorPaging?: unknown; paging?: unknown }) => {
  const paging = (query.cursorPaging ?? query.paging ?? null) as WireQuery['cursorPaging']
  const { memberIds, meta } = await follows.findFollows(ctx, memberId, side, paging, await queryVisibleMembers(ctx))
  return { memberIds, pagingMetadata: meta }
}
const findConnections = async (ctx: ReadContext, memberId: string, others: readonly string[]) => {
  const { followers, following } = await follows.loadConnections(ctx, memberId, others.filter(isGuid))
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
    const caller = await getCallerMember(ctx)
    if (params.memberId.toLowerCase() === caller.id) refuse('SELF_FOLLOWING_FORBIDDEN')
    const other = await getVisibleMember(ctx, params.memberId)
    // Only public members follow and are followed, and muted ones may not.
    if (caller.privacyStatus !== 'PUBLIC' || caller.activityStatus === 'MUTED') refuseStandard('PERMISSION_DENIED')
    if (await follows.insertFollow(ctx, caller.id, other.id)) ctx.emit(memberFollowed(caller.id, other.id))
    return {}
  },
  unfollowMember: async (ctx, { params }) => {
    const caller = await getCallerMember(ctx)
    const otherId = params.memberId.toLowerCase()
    if (isGuid(otherId) && (await follows.deleteFollow(ctx, caller.id, otherId))) ctx.emit(memberUnfollowed(caller.id, otherId))
    return {}
  },
  listCurrentMemberFollowers: async (ctx, { query }) => findFollowPage(ctx, (await getCallerMember(ctx)).id, 'followers', query),
  listCurrentMemberFollowing: async (ctx, { query }) => findFollowPage(ctx, (await getCallerMember(ctx)).id, 'following', query),
  queryCurrentMemberConnections: async (ctx, { body }) => findConnections(ctx, (await getCallerMember(ctx)).id, body.connectedMemberIds),
  listMemberFollowers: async (ctx, { params, query }) => findFollowPage(ctx, (await getVisibleMember(ctx, params.memberId)).id, 'followers', query),
  listMemberFollowing: async (ctx, { params, query }) => findFollowPage(ctx, (await getVisibleMember(ctx, params.memberId)).id, 'following', query),
  queryMemberConnections: async (ctx, { params, body }) => findConnections(ctx, (await getVisibleMember(ctx, params.memberId)).id, body.connectedMemberIds),
}
