/** Making and changing members. Source: guide members 7, 8. */
import { Type } from 'typebox'
import { operations } from '#kit/contract.ts'
import { ById, OneMember, wish, MemberWish } from './member.ts'

const owner = { owner: 'any' } as const
const self = { member: 'own' } as const
const selfOrOwner = { member: 'own', owner: 'any' } as const
const about = 'member'

export const writingApi = operations({
  createMember: {
    method: 'POST',
    path: '/v1/members',
    summary: 'Add a member without a password',
    may: owner,
    permission: 'MEMBERS.MEMBER_CREATE',
    body: Type.Object({ member: Type.Object({ ...wish, loginEmail: Type.String({ format: 'email', maxLength: 254 }) }) }),
    reply: OneMember,
    refuses: ['MEMBER_ALREADY_EXISTS'],
    about,
  },
  updateMember: {
    method: 'PATCH',
    path: '/v1/members/{id}',
    summary: 'Change contact, profile or privacy',
    may: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    body: Type.Object({ member: MemberWish }),
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED', 'COMMUNITY_JOIN_IMPOSSIBLE'],
    about,
  },
  deleteMemberPhones: {
    method: 'DELETE',
    path: '/v1/members/{id}/phones',
    summary: 'Remove all phones',
    may: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED'],
    about,
  },
  deleteMemberEmails: {
    method: 'DELETE',
    path: '/v1/members/{id}/emails',
    summary: 'Remove all contact emails; the login email stays',
    may: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED'],
    about,
  },
  deleteMemberAddresses: {
    method: 'DELETE',
    path: '/v1/members/{id}/addresses',
    summary: 'Remove all addresses',
    may: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED'],
    about,
  },
  checkMySlug: {
    method: 'GET',
    path: '/api/members/my/slug-check',
    summary: 'Whether the own page could have this address',
    may: self,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    house: true,
    query: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 255 }) }),
    reply: Type.Object({ answer: Type.Enum(['MINE', 'FREE', 'TAKEN', 'RESERVED', 'MALFORMED']) }),
    refuses: ['NOT_FOUND'],
  },
  updateCurrentMemberSlug: {
    method: 'POST',
    path: '/v1/members/my/slug',
    summary: 'Change the address of the own page',
    may: self,
    permission: 'MEMBERS.MEMBER_UPDATE',
    body: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 255 }) }),
    reply: OneMember,
    refuses: ['NOT_FOUND', 'SLUG_ALREADY_EXISTS'],
    about,
  },
  updateMemberSlug: {
    method: 'POST',
    path: '/v1/members/{id}/slug',
    summary: "Change the address of a member's page",
    may: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    body: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 255 }) }),
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED', 'SLUG_ALREADY_EXISTS'],
    about,
  },
})
