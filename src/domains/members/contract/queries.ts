/** Operations that read members. Source: guide members §6. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { BoundedMetaWire, CursorPagingWire, PagingWire, queryBody } from '#kit/query/wire.ts'
import { Maybe } from '#kit/api/wire.ts'
import { Member, ById, OneMember, fieldSets, Search } from './member.ts'

const MemberPage = Type.Object({ members: Type.Array(Member), metadata: BoundedMetaWire })
const everyone = { visitor: 'any', member: 'any', owner: 'any' } as const

export const memberQueriesApi = operations({
  getCurrentMember: {
    method: 'GET',
    path: '/v1/members/my',
    summary: 'Get the current member',
    access: { member: 'own', owner: 'own' },
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    query: Type.Object(fieldSets),
    reply: OneMember,
    refuses: ['NOT_FOUND'],
  },
  getMember: {
    method: 'GET',
    path: '/v1/members/{id}',
    summary: 'Get a member',
    access: everyone,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    params: ById,
    query: Type.Object(fieldSets),
    reply: OneMember,
    refuses: ['NOT_FOUND', 'MEMBER_TO_MEMBER_BLOCKED'],
  },
  listMembers: {
    method: 'GET',
    path: '/v1/members',
    summary: 'List members whom the caller may see',
    access: everyone,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    replica: true,
    query: Type.Object({ ...fieldSets, paging: Maybe(PagingWire), cursorPaging: Maybe(CursorPagingWire), sorting: Type.Optional(Type.Unknown()) }),
    reply: MemberPage,
    refuses: ['PERMISSION_DENIED'],
  },
  queryMembers: {
    method: 'POST',
    path: '/v1/members/query',
    summary: 'Query members by filter and search',
    access: everyone,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    replica: true,
    body: queryBody({ ...fieldSets, search: Search }),
    reply: MemberPage,
    refuses: ['PERMISSION_DENIED'],
  },
  memberBySlug: {
    method: 'GET',
    path: '/api/members/by-slug/{slug}',
    summary: 'Get the public page of a member',
    access: everyone,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    params: Type.Object({ slug: Type.String() }),
    reply: Type.Object({
      member: Member,
      /** Public custom field values. */
      fields: Type.Array(
        Type.Object({
          key: Type.String(),
          name: Type.String(),
          fieldType: Type.String(),
          socialType: Type.Optional(Type.String()),
          value: Type.String(),
        }),
      ),
      /** Whether visitors see the page; otherwise it is excluded from search engines. */
      forAll: Type.Boolean(),
    }),
    refuses: ['NOT_FOUND'],
  },
})
