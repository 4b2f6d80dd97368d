/** Operations that create and change members. Source: guide members §7, §8. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { ById, OneMember, memberInputFields, MemberInput } from './member.ts'

const owner = { owner: 'any' } as const
const self = { member: 'own' } as const
const selfOrOwner = { member: 'own', owner: 'any' } as const

export const memberUpdatesApi = operations({
  createMember: {
    method: 'POST',
    path: '/v1/members',
    summary: 'Create a member without password',
    access: owner,
    permission: 'MEMBERS.MEMBER_CREATE',
    body: Type.Object({ member: Type.Object({ ...memberInputFields, loginEmail: Type.String({ format: 'email', maxLength: 254 }) }) }),
    reply: OneMember,
    refuses: ['MEMBER_ALREADY_EXISTS'],
  },
  updateMember: {
    method: 'PATCH',
    path: '/v1/members/{id}',
    summary: 'Update contact, profile or privacy of a member',
    access: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    body: Type.Object({ member: MemberInput }),
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED', 'COMMUNITY_JOIN_IMPOSSIBLE'],
  },
  deleteMemberPhones: {
    method: 'DELETE',
    path: '/v1/members/{id}/phones',
    summary: 'Delete all phones of a member',
    access: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED'],
  },
  deleteMemberEmails: {
    method: 'DELETE',
    path: '/v1/members/{id}/emails',
    summary: 'Delete all contact emails of a member; the login email stays',
    access: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED'],
  },
  deleteMemberAddresses: {
    method: 'DELETE',
    path: '/v1/members/{id}/addresses',
    summary: 'Delete all addresses of a member',
    access: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED'],
  },
  checkMySlug: {
    method: 'GET',
    path: '/api/members/my/slug-check',
    summary: 'Check whether a slug is available',
    access: self,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    query: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 255 }) }),
    reply: Type.Object({ answer: Type.Enum(['MINE', 'FREE', 'TAKEN', 'RESERVED', 'MALFORMED']) }),
    refuses: ['NOT_FOUND'],
  },
  updateCurrentMemberSlug: {
    method: 'POST',
    path: '/v1/members/my/slug',
    summary: 'Change the own slug',
    access: self,
    permission: 'MEMBERS.MEMBER_UPDATE',
    body: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 255 }) }),
    reply: OneMember,
    refuses: ['NOT_FOUND', 'SLUG_ALREADY_EXISTS'],
  },
  updateMemberSlug: {
    method: 'POST',
    path: '/v1/members/{id}/slug',
    summary: "Change the address of a member's page",
    access: selfOrOwner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: ById,
    body: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 255 }) }),
    reply: OneMember,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED', 'SLUG_ALREADY_EXISTS'],
  },
})
