/** Operations that delete members, and bulk actions. Source: guide members §10, §11. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Maybe } from '#kit/api/wire.ts'
import { Member, ById, OneMember, Search } from './member.ts'

const Nothing = Type.Object({})
/** decision: `search` narrows every bulk action, not deletion alone, because the dashboard acts on what its list shows. */
const ByFilter = Type.Object({ filter: Type.Optional(Type.Unknown()), search: Search })
const Started = Type.Object({ jobId: Type.String({ format: 'uuid' }) })
const PersonData = Type.Object({ writtenDate: Type.String(), member: Member, records: Type.Record(Type.String(), Type.Unknown()) })
const owner = { owner: 'any' } as const
const self = { member: 'own' } as const

export const memberDeletionApi = operations({
  deleteMember: {
    method: 'DELETE',
    path: '/v1/members/{id}',
    summary: 'Delete a member',
    dryRun: true,
    access: owner,
    permission: 'MEMBERS.MEMBER_DELETE',
    params: ById,
    query: Type.Object({ contentAssigneeId: Maybe(Type.String()) }),
    reply: Nothing,
    refuses: ['NOT_FOUND'],
  },
  deleteMemberWithPlans: {
    method: 'DELETE',
    path: '/api/members/{id}/with-plans',
    summary: 'Cancel the plans of a member and delete the member',
    dryRun: true,
    access: owner,
    permission: 'MEMBERS.MEMBER_DELETE',
    internal: true,
    params: ById,
    reply: Nothing,
    refuses: ['NOT_FOUND'],
  },
  deleteMyMember: {
    method: 'DELETE',
    path: '/v1/members/my',
    summary: 'Delete the own account',
    access: self,
    permission: 'MEMBERS.MEMBER_DELETE',
    query: Type.Object({ contentAssigneeId: Maybe(Type.String()) }),
    reply: Nothing,
    refuses: ['NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
  },
  bulkDeleteMembers: {
    method: 'POST',
    path: '/v1/members/bulk/delete',
    summary: 'Delete up to 100 members',
    access: owner,
    permission: 'MEMBERS.MEMBER_DELETE',
    work: 'own',
    body: Type.Object({ memberIds: Type.Array(Type.String(), { minItems: 1, maxItems: 100 }) }),
    reply: Type.Object({
      results: Type.Array(
        Type.Object({
          itemMetadata: Type.Object({
            id: Type.Optional(Type.String()),
            originalIndex: Type.Integer(),
            success: Type.Boolean(),
            error: Type.Optional(Type.Object({ code: Type.String(), description: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) })),
          }),
        }),
      ),
      bulkActionMetadata: Type.Object({ totalSuccesses: Type.Integer(), totalFailures: Type.Integer(), undetailedFailures: Type.Integer() }),
    }),
    refuses: ['REAUTHENTICATION_REQUIRED'],
  },
  bulkDeleteMembersByFilter: {
    method: 'POST',
    path: '/v1/members/bulk/delete-by-filter',
    summary: 'Delete the members who match a filter',
    dryRun: true,
    access: owner,
    permission: 'MEMBERS.MEMBER_DELETE',
    body: Type.Object({ filter: Type.Optional(Type.Unknown()), contentAssigneeId: Maybe(Type.String()), search: Search }),
    reply: Started,
    refuses: ['REAUTHENTICATION_REQUIRED'],
  },
  bulkApproveMembers: {
    method: 'POST',
    path: '/v1/members/bulk/approve-by-filter',
    summary: 'Approve the members who match a filter',
    dryRun: true,
    access: owner,
    permission: 'MEMBERS.MEMBER_APPROVE',
    body: ByFilter,
    reply: Started,
    refuses: [],
  },
  bulkBlockMembers: {
    method: 'POST',
    path: '/v1/members/bulk/block-by-filter',
    summary: 'Block the members who match a filter',
    dryRun: true,
    access: owner,
    permission: 'MEMBERS.MEMBER_BLOCK',
    body: ByFilter,
    reply: Started,
    refuses: [],
  },
  downloadMyData: {
    method: 'GET',
    path: '/api/members/my/data',
    summary: 'Download everything stored about the own member',
    access: self,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    reply: PersonData,
    refuses: ['NOT_FOUND'],
  },
  exportMemberData: {
    method: 'GET',
    path: '/api/members/{id}/data',
    summary: 'Export everything stored about a member',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    params: ById,
    reply: PersonData,
    refuses: ['NOT_FOUND'],
  },
  listDeletedMembers: {
    method: 'GET',
    path: '/api/members/deleted',
    summary: 'List deleted members who can be restored',
    access: owner,
    permission: 'MEMBERS.MEMBER_DELETE',
    work: 'read',
    internal: true,
    reply: Type.Object({
      members: Type.Array(Type.Object({ id: Type.String(), loginEmail: Type.String(), nickname: Type.String(), deletedDate: Type.String() })),
    }),
    refuses: [],
  },
  restoreMember: {
    method: 'POST',
    path: '/api/members/{id}/restore',
    summary: 'Restore a deleted member within 30 days',
    access: owner,
    permission: 'MEMBERS.MEMBER_DELETE',
    internal: true,
    params: ById,
    reply: OneMember,
    refuses: ['NOT_FOUND', 'EMAIL_OR_ADDRESS_TAKEN'],
  },
  eraseMember: {
    method: 'POST',
    path: '/api/members/{id}/erase',
    summary: 'Delete a member and erase all personal data at once',
    dryRun: true,
    access: owner,
    permission: 'MEMBERS.MEMBER_DELETE',
    internal: true,
    params: ById,
    reply: Nothing,
    refuses: ['NOT_FOUND'],
  },
})
