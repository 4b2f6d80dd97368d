/** Export, counts and timeline of members. Source: guide members §20, §21. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { filterSchema } from '#kit/query/wire.ts'
import { ById, Search } from './member.ts'

const Nothing = Type.Object({})
const owner = { owner: 'any' } as const

export const memberRecordsApi = operations({
  exportMembers: {
    method: 'GET',
    path: '/api/members/export',
    summary: 'Export all members as a CSV file',
    recentPassword: true,
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    raw: true,
    reply: Nothing,
    refuses: [],
  },
  exportMemberList: {
    method: 'POST',
    path: '/api/members/export-list',
    summary: 'Export the members that match as a CSV file, the newest first',
    recentPassword: true,
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    raw: true,
    body: Type.Object({ filter: filterSchema, search: Search }),
    reply: Nothing,
    refuses: ['PERMISSION_DENIED'],
  },
  memberTimeline: {
    method: 'GET',
    path: '/api/members/{id}/timeline',
    summary: 'List the events of a member, newest first',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    params: ById,
    query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })) }),
    reply: Type.Object({
      events: Type.Array(
        Type.Object({
          id: Type.String(),
          type: Type.String(),
          slug: Type.String(),
          happenedDate: Type.String(),
          by: Type.Record(Type.String(), Type.Unknown()),
        }),
      ),
    }),
    refuses: ['NOT_FOUND'],
  },
  memberCounts: {
    method: 'GET',
    path: '/api/members/counts',
    summary: 'Count members by status',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    replica: true,
    internal: true,
    reply: Type.Object({ PENDING: Type.Integer(), APPROVED: Type.Integer(), BLOCKED: Type.Integer(), OFFLINE: Type.Integer() }),
    refuses: [],
  },
})
