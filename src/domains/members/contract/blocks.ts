/** Blocks between members. Source: guide members §16.1. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { CursorMetaWire, CursorPagingWire } from '#kit/query/wire.ts'
import { Maybe } from '#kit/api/wire.ts'

const self = { member: 'own' } as const
const Nothing = Type.Object({})
const ByMember = Type.Object({ memberId: Type.String() })
const BlockPage = CursorMetaWire
const cursorPaging = { cursorPaging: Maybe(CursorPagingWire), paging: Maybe(CursorPagingWire) }
export const memberBlocksApi = operations({
  blockOtherMember: {
    method: 'POST',
    path: '/v1/member-to-member-blocks/members/my',
    summary: 'Block another member',
    access: self,
    permission: 'MEMBERS.MEMBER_TO_MEMBER_BLOCKS_WRITE',
    body: Type.Object({ memberId: Type.String() }),
    reply: Nothing,
    refuses: ['NOT_FOUND', 'MEMBER_ALREADY_BLOCKED', 'SELF_BLOCKING_FORBIDDEN', 'ADMIN_BLOCKING_FORBIDDEN'],
  },
  unblockOtherMember: {
    method: 'DELETE',
    path: '/v1/member-to-member-blocks/members/my/{memberId}',
    summary: 'Unblock a member',
    access: self,
    permission: 'MEMBERS.MEMBER_TO_MEMBER_BLOCKS_WRITE',
    params: ByMember,
    reply: Nothing,
    refuses: ['SELF_UNBLOCKING_FORBIDDEN', 'BLOCK_DOES_NOT_EXIST'],
  },
  listMyBlockedMembers: {
    method: 'GET',
    path: '/v1/member-to-member-blocks/members/my',
    summary: 'List the own blocked members',
    access: self,
    permission: 'MEMBERS.MEMBER_TO_MEMBER_BLOCKS_READ',
    work: 'read',
    query: Type.Object(cursorPaging),
    reply: Type.Object({ blockedMemberIds: Type.Array(Type.String()), pagingMetadata: BlockPage }),
    refuses: [],
  },
  myBlockedPeople: {
    method: 'GET',
    path: '/api/members/my/blocked',
    summary: 'List the own blocked members with names',
    access: self,
    permission: 'MEMBERS.MEMBER_TO_MEMBER_BLOCKS_READ',
    work: 'read',
    internal: true,
    reply: Type.Object({ people: Type.Array(Type.Object({ id: Type.String(), nickname: Type.String() })) }),
    refuses: [],
  },
  listMemberBlocks: {
    method: 'GET',
    path: '/v1/member-to-member-blocks/members/{memberId}',
    summary: 'Whom a member blocked, and who blocked them',
    access: { member: 'own', owner: 'any' },
    permission: 'MEMBERS.MEMBER_TO_MEMBER_BLOCKS_READ_MEMBER_BLOCKS',
    work: 'read',
    params: ByMember,
    query: Type.Object(cursorPaging),
    reply: Type.Object({
      memberBlocks: Type.Array(Type.Object({ memberId: Type.String(), blockDirection: Type.Enum(['BLOCKING', 'BLOCKED']) })),
      pagingMetadata: BlockPage,
    }),
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED'],
  },
})
