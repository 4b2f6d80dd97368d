/** Who is let in, kept out, heard and seen. Source: guide members 5. */
import { operations } from '#kit/contract.ts'
import { ById, OneMember } from './member.ts'

const owner = { owner: 'any' } as const
const self = { member: 'own' } as const
const about = 'member'

export const standingApi = operations({
  joinCommunity: {
    method: 'POST',
    path: '/v1/members/join-community',
    summary: 'Become visible to others',
    may: self,
    permission: 'MEMBERS.MEMBER_JOIN_COMMUNITY',
    reply: OneMember,
    refuses: ['NOT_FOUND', 'COMMUNITY_JOIN_IMPOSSIBLE'],
    about,
  },
  leaveCommunity: {
    method: 'POST',
    path: '/v1/members/leave-community',
    summary: 'Become invisible to others',
    may: self,
    permission: 'MEMBERS.MEMBER_JOIN_COMMUNITY',
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE'],
    about,
  },
  approveMember: {
    method: 'POST',
    path: '/v1/members/{id}/approve',
    summary: 'Let a waiting or blocked member in',
    may: owner,
    permission: 'MEMBERS.MEMBER_APPROVE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE'],
    about,
  },
  blockMember: {
    method: 'POST',
    path: '/v1/members/{id}/block',
    summary: 'Keep a member out',
    may: owner,
    permission: 'MEMBERS.MEMBER_BLOCK',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE', 'MEMBER_SELF_BLOCK_FORBIDDEN', 'OWNER_MEMBER_BLOCK_FORBIDDEN', 'ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN'],
    about,
  },
  muteMember: {
    method: 'POST',
    path: '/v1/members/{id}/mute',
    summary: 'Take away the right to post',
    may: owner,
    permission: 'MEMBERS.MEMBER_MUTE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE'],
    about,
  },
  unmuteMember: {
    method: 'POST',
    path: '/v1/members/{id}/unmute',
    summary: 'Give back the right to post',
    may: owner,
    permission: 'MEMBERS.MEMBER_MUTE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_OFFLINE'],
    about,
  },
  disconnectMember: {
    method: 'POST',
    path: '/v1/members/{id}/disconnect',
    summary: 'End the membership for good, keeping the record',
    may: owner,
    permission: 'MEMBERS.MEMBER_DISCONNECT',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_SELF_BLOCK_FORBIDDEN', 'OWNER_MEMBER_BLOCK_FORBIDDEN', 'ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN', 'MEMBER_OFFLINE'],
    about,
  },
})
