/** Operations that change the status of members. Source: guide members §5. */
import { operations } from '#kit/api/contract.ts'
import { ById, OneMember } from './member.ts'

const owner = { owner: 'any' } as const
const self = { member: 'own' } as const

export const memberStatusApi = operations({
  joinCommunity: {
    method: 'POST',
    path: '/v1/members/join-community',
    summary: 'Join the community: become public',
    access: self,
    permission: 'MEMBERS.MEMBER_JOIN_COMMUNITY',
    reply: OneMember,
    refuses: ['NOT_FOUND', 'COMMUNITY_JOIN_IMPOSSIBLE'],
  },
  leaveCommunity: {
    method: 'POST',
    path: '/v1/members/leave-community',
    summary: 'Leave the community: become private',
    access: self,
    permission: 'MEMBERS.MEMBER_JOIN_COMMUNITY',
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE'],
  },
  approveMember: {
    method: 'POST',
    path: '/v1/members/{id}/approve',
    summary: 'Approve a pending or blocked member',
    access: owner,
    permission: 'MEMBERS.MEMBER_APPROVE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE'],
  },
  blockMember: {
    method: 'POST',
    path: '/v1/members/{id}/block',
    summary: 'Block a member',
    access: owner,
    permission: 'MEMBERS.MEMBER_BLOCK',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE', 'MEMBER_SELF_BLOCK_FORBIDDEN', 'OWNER_MEMBER_BLOCK_FORBIDDEN', 'ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN'],
  },
  blockMemberWithPlans: {
    method: 'POST',
    path: '/api/members/{id}/block-with-plans',
    summary: 'Stop the renewals of a member and block the member',
    access: owner,
    permission: 'MEMBERS.MEMBER_BLOCK',
    internal: true,
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE', 'MEMBER_SELF_BLOCK_FORBIDDEN', 'OWNER_MEMBER_BLOCK_FORBIDDEN'],
  },
  muteMember: {
    method: 'POST',
    path: '/v1/members/{id}/mute',
    summary: 'Mute a member',
    access: owner,
    permission: 'MEMBERS.MEMBER_MUTE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE'],
  },
  unmuteMember: {
    method: 'POST',
    path: '/v1/members/{id}/unmute',
    summary: 'Unmute a member',
    access: owner,
    permission: 'MEMBERS.MEMBER_MUTE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE'],
  },
  disconnectMember: {
    method: 'POST',
    path: '/v1/members/{id}/disconnect',
    summary: 'Disconnect a member for good, keeping the record',
    access: owner,
    permission: 'MEMBERS.MEMBER_DISCONNECT',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_SELF_BLOCK_FORBIDDEN', 'OWNER_MEMBER_BLOCK_FORBIDDEN', 'ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN', 'MEMBER_OFFLINE'],
  },
})
