/** Roles, blocks between members, and jobs on many members. Source: guide members 11, 15, 16.1. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { CursorMetaWire, CursorPagingWire, queryBody } from '#kit/query/wire.ts'
import { Maybe } from '#kit/api/wire.ts'

const owner = { owner: 'any' } as const
const self = { member: 'own' } as const
const Nothing = Type.Object({})
const Role = Type.Object({ roleKey: Type.String(), title: Type.String() })
const RoleDefinition = Type.Object({
  id: Type.String({ format: 'uuid' }),
  roleKey: Type.String(),
  title: Type.String(),
  blockable: Type.Boolean(),
  revision: Type.String(),
})
const OneDefinition = Type.Object({ role: RoleDefinition })
const ByMember = Type.Object({ memberId: Type.String() })
const ByRole = Type.Object({ roleKey: Type.String() })
const RoleKey = Type.Object({ roleKey: Type.String({ maxLength: 100 }) })

export const memberRolesApi = operations({
  assignMemberRole: {
    method: 'POST',
    path: '/v1/roles/members/{memberId}',
    summary: 'Give a member a role',
    access: owner,
    permission: 'MEMBERS.MEMBER_ROLES_MANAGE',
    params: ByMember,
    body: RoleKey,
    reply: RoleKey,
    refuses: ['NOT_FOUND', 'ROLE_DOES_NOT_EXIST', 'MEMBER_BLOCKED', 'INVALID_ROLE'],
    about: 'member',
  },
  unassignMemberRole: {
    method: 'DELETE',
    path: '/v1/roles/members/{memberId}',
    summary: 'Take a role from a member',
    access: owner,
    permission: 'MEMBERS.MEMBER_ROLES_MANAGE',
    params: ByMember,
    query: RoleKey,
    reply: Nothing,
    refuses: ['NOT_FOUND', 'ROLE_DOES_NOT_EXIST', 'INVALID_ROLE'],
    about: 'member',
  },
  getMemberRoles: {
    method: 'GET',
    path: '/v1/roles/members/{memberId}',
    summary: 'The roles of a member',
    access: owner,
    permission: 'MEMBERS.ROLES_READ',
    work: 'read',
    params: ByMember,
    /* `reasons` is ours: a role that comes with a badge names it, one given by hand names none. */
    reply: Type.Object({
      roles: Type.Array(Role),
      reasons: Type.Array(Type.Object({ roleKey: Type.String(), badgeId: Type.Optional(Type.String()) })),
    }),
    refuses: ['NOT_FOUND'],
  },
  queryMemberRoles: {
    method: 'POST',
    path: '/v1/roles/members/query',
    summary: 'The roles of the members a filter finds',
    access: owner,
    permission: 'MEMBERS.ROLES_READ',
    work: 'read',
    body: Type.Object({ query: Maybe(Type.Object({ filter: Type.Optional(Type.Unknown()) })) }),
    reply: Type.Object({ rolesByMemberId: Type.Record(Type.String(), Type.Object({ roles: Type.Array(Role) })) }),
    refuses: [],
  },
  listMemberRoleDefinitions: {
    method: 'GET',
    path: '/v1/roles/definitions',
    summary: 'All roles of the site',
    access: owner,
    permission: 'MEMBERS.ROLES_MANAGE',
    work: 'read',
    reply: Type.Object({ roles: Type.Array(RoleDefinition) }),
    refuses: [],
  },
  createMemberRoleDefinition: {
    method: 'POST',
    path: '/v1/roles/definitions',
    summary: 'Make a role',
    access: owner,
    permission: 'MEMBERS.ROLES_MANAGE',
    body: Type.Object({
      roleKey: Type.String({ maxLength: 100 }),
      roleTitle: Type.String({ minLength: 1, maxLength: 100 }),
      blockable: Maybe(Type.Boolean()),
    }),
    reply: OneDefinition,
    refuses: ['INVALID_ROLE'],
    about: 'memberRole',
  },
  getMemberRoleDefinition: {
    method: 'GET',
    path: '/v1/roles/definitions/{roleKey}',
    summary: 'One role',
    access: owner,
    permission: 'MEMBERS.ROLES_MANAGE',
    work: 'read',
    params: ByRole,
    reply: OneDefinition,
    refuses: ['ROLE_DOES_NOT_EXIST'],
  },
  updateMemberRoleDefinition: {
    method: 'PATCH',
    path: '/v1/roles/definitions/{roleKey}',
    summary: 'Change a role',
    access: owner,
    permission: 'MEMBERS.ROLES_MANAGE',
    params: ByRole,
    body: Type.Object({
      blockable: Maybe(Type.Boolean()),
      roleTitle: Maybe(Type.String({ minLength: 1, maxLength: 100 })),
      revision: Type.String({ minLength: 1 }),
    }),
    reply: OneDefinition,
    refuses: ['ROLE_DOES_NOT_EXIST', 'CANNOT_UPDATE_SYSTEM_ROLE', 'INVALID_REVISION'],
    about: 'memberRole',
  },
  deleteMemberRoleDefinition: {
    method: 'DELETE',
    path: '/v1/roles/definitions/{roleKey}',
    summary: 'Remove a role from the site and from everybody',
    access: owner,
    permission: 'MEMBERS.ROLES_MANAGE',
    params: ByRole,
    reply: Nothing,
    refuses: ['ROLE_DOES_NOT_EXIST', 'CANNOT_DELETE_SYSTEM_ROLE'],
    about: 'memberRole',
  },
})

const BlockPage = CursorMetaWire
const cursorPaging = { cursorPaging: Maybe(CursorPagingWire), paging: Maybe(CursorPagingWire) }
export const memberBlocksApi = operations({
  blockOtherMember: {
    method: 'POST',
    path: '/v1/member-to-member-blocks/members/my',
    summary: 'Not meet another member any more',
    access: self,
    permission: 'MEMBERS.MEMBER_TO_MEMBER_BLOCKS_WRITE',
    body: Type.Object({ memberId: Type.String() }),
    reply: Nothing,
    refuses: ['NOT_FOUND', 'MEMBER_ALREADY_BLOCKED', 'SELF_BLOCKING_FORBIDDEN', 'ADMIN_BLOCKING_FORBIDDEN'],
    about: 'memberBlock',
  },
  unblockOtherMember: {
    method: 'DELETE',
    path: '/v1/member-to-member-blocks/members/my/{memberId}',
    summary: 'Lift a block',
    access: self,
    permission: 'MEMBERS.MEMBER_TO_MEMBER_BLOCKS_WRITE',
    params: ByMember,
    reply: Nothing,
    refuses: ['SELF_UNBLOCKING_FORBIDDEN', 'BLOCK_DOES_NOT_EXIST'],
    about: 'memberBlock',
  },
  listMyBlockedMembers: {
    method: 'GET',
    path: '/v1/member-to-member-blocks/members/my',
    summary: 'Whom I blocked',
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
    summary: 'Whom I blocked, by name',
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

const Job = Type.Object({
  id: Type.String({ format: 'uuid' }),
  status: Type.Enum(['UNKNOWN', 'INITIALIZED', 'PROCESSING', 'FINISHED', 'FAILED']),
  counts: Type.Object({ itemsToProcess: Type.Integer(), itemsSucceeded: Type.Integer(), itemsFailed: Type.Integer() }),
  /** The old name of `counts`. */
  counters: Type.Object({ itemsToProcess: Type.Integer(), itemsSucceeded: Type.Integer(), itemsFailed: Type.Integer() }),
  createdDate: Type.String(),
  updatedDate: Type.String(),
})
const ByJob = Type.Object({ jobId: Type.String() })
export const memberJobsApi = operations({
  listMemberJobs: {
    method: 'GET',
    path: '/api/members/jobs',
    summary: 'Work on many members, the newest first: what runs can be left and found again',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    reply: Type.Object({
      jobs: Type.Array(
        Type.Object({
          id: Type.String(),
          kind: Type.Enum(['APPROVE', 'BLOCK', 'DELETE', 'IMPORT']),
          status: Type.Enum(['INITIALIZED', 'PROCESSING', 'FINISHED', 'FAILED']),
          itemsToProcess: Type.Integer(),
          itemsSucceeded: Type.Integer(),
          itemsFailed: Type.Integer(),
          createdDate: Type.String(),
        }),
      ),
    }),
    refuses: [],
  },
  getAsyncJob: {
    method: 'GET',
    path: '/async-jobs/v1/async-jobs/{jobId}',
    summary: 'How far a by-filter call has come',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    params: ByJob,
    reply: Type.Object({ job: Job }),
    refuses: ['NOT_FOUND'],
  },
  listAsyncJobItems: {
    method: 'GET',
    path: '/async-jobs/v1/async-jobs/{jobId}/items',
    summary: 'The members for whom a by-filter call failed',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    params: ByJob,
    query: Type.Object(cursorPaging),
    reply: Type.Object({
      items: Type.Array(
        Type.Object({
          itemMetadata: Type.Object({
            id: Type.Optional(Type.String()),
            originalIndex: Type.Integer(),
            success: Type.Boolean(),
            error: Type.Optional(Type.Object({ code: Type.String(), description: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) })),
          }),
        }),
      ),
      pagingMetadata: CursorMetaWire,
    }),
    refuses: ['NOT_FOUND'],
  },
})

/** Which members the dashboard users are. Source: guide members 15. */
export const userMembersApi = operations({
  queryUserMembers: {
    method: 'POST',
    path: '/v1/user-members/query',
    summary: 'Which members the dashboard users are',
    access: owner,
    permission: 'MEMBERS.USER_MEMBER_READ',
    work: 'read',
    body: queryBody({}),
    reply: Type.Object({
      userMembers: Type.Array(
        Type.Object({
          memberId: Type.String(),
          userId: Type.String(),
          contactId: Type.String(),
          metaSiteId: Type.String(),
          nickname: Type.String(),
          privacyStatus: Type.Enum(['PRIVATE', 'PUBLIC']),
          status: Type.Enum(['PENDING', 'APPROVED', 'BLOCKED', 'OFFLINE']),
          createdDate: Type.String(),
          updatedDate: Type.String(),
        }),
      ),
      metadata: CursorMetaWire,
    }),
    refuses: [],
  },
})
