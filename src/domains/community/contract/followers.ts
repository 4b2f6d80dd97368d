/** Who follows whom. Source: guide members §16.2. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { CursorMetaWire, CursorPagingWire } from '#kit/query/wire.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'

const self = { member: 'own' } as const
const members = { member: 'any', owner: 'any' } as const
const Nothing = Type.Object({})
const ByMember = Type.Object({ memberId: Type.String() })
const cursorPaging = { cursorPaging: Maybe(CursorPagingWire), paging: Maybe(CursorPagingWire) }

const MemberIds = Type.Object({ memberIds: Type.Array(Guid), pagingMetadata: CursorMetaWire })
const ConnectionsInput = Type.Object({ connectedMemberIds: Type.Array(Type.String(), { maxItems: 100 }) })
const Connections = Type.Object({
  connectedMembers: Type.Array(
    Type.Object({
      connectedMemberId: Type.String(),
      /** Whether they follow the member. */
      followingMember: Type.Boolean(),
      /** Whether the member follows them. */
      followedByMember: Type.Boolean(),
    }),
  ),
})
const page = { work: 'read', reply: MemberIds } as const
export const memberFollowersApi = operations({
  followMember: {
    method: 'POST',
    path: '/v3/followers/{memberId}',
    summary: 'Follow a member',
    access: self,
    permission: 'MEMBERS.MEMBER_FOLLOW',
    params: ByMember,
    reply: Nothing,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED', 'SELF_FOLLOWING_FORBIDDEN'],
  },
  unfollowMember: {
    method: 'DELETE',
    path: '/v3/followers/{memberId}',
    summary: 'Unfollow a member',
    access: self,
    permission: 'MEMBERS.MEMBER_FOLLOW',
    params: ByMember,
    reply: Nothing,
    refuses: [],
  },
  listCurrentMemberFollowers: {
    method: 'GET',
    path: '/v3/followers/my',
    summary: 'List the own followers',
    access: self,
    permission: 'MEMBERS.FOLLOW_READ_MY',
    query: Type.Object(cursorPaging),
    refuses: [],
    ...page,
  },
  listCurrentMemberFollowing: {
    method: 'GET',
    path: '/v3/followers/my/following',
    summary: 'Whom I follow',
    access: self,
    permission: 'MEMBERS.FOLLOW_READ_MY',
    query: Type.Object(cursorPaging),
    refuses: [],
    ...page,
  },
  queryCurrentMemberConnections: {
    method: 'POST',
    path: '/v3/followers/my/connections',
    summary: 'Query the own connections with members',
    access: self,
    permission: 'MEMBERS.FOLLOW_READ_MY',
    work: 'read',
    body: ConnectionsInput,
    reply: Connections,
    refuses: [],
  },
  listMemberFollowers: {
    method: 'GET',
    path: '/v3/followers/{memberId}',
    summary: 'List the followers of a member',
    access: members,
    permission: 'MEMBERS.FOLLOW_READ',
    params: ByMember,
    query: Type.Object(cursorPaging),
    refuses: ['NOT_FOUND'],
    ...page,
  },
  listMemberFollowing: {
    method: 'GET',
    path: '/v3/followers/{memberId}/following',
    summary: 'Whom a member follows',
    access: members,
    permission: 'MEMBERS.FOLLOW_READ',
    params: ByMember,
    query: Type.Object(cursorPaging),
    refuses: ['NOT_FOUND'],
    ...page,
  },
  queryMemberConnections: {
    method: 'POST',
    path: '/v3/followers/{memberId}/connections',
    summary: 'Query the connections of a member with members',
    access: members,
    permission: 'MEMBERS.FOLLOW_READ',
    work: 'read',
    params: ByMember,
    body: ConnectionsInput,
    reply: Connections,
    refuses: ['NOT_FOUND'],
  },
})
