/** Roles of the site and who has them. Source: guide members §15. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Maybe } from '#kit/api/wire.ts'

const owner = { owner: 'any' } as const
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
    summary: 'Assign a role to a member',
    access: owner,
    permission: 'MEMBERS.MEMBER_ROLES_MANAGE',
    params: ByMember,
    body: RoleKey,
    reply: RoleKey,
    refuses: ['NOT_FOUND', 'ROLE_DOES_NOT_EXIST', 'MEMBER_BLOCKED', 'INVALID_ROLE'],
  },
  unassignMemberRole: {
    method: 'DELETE',
    path: '/v1/roles/members/{memberId}',
    summary: 'Unassign a role from a member',
    access: owner,
    permission: 'MEMBERS.MEMBER_ROLES_MANAGE',
    params: ByMember,
    query: RoleKey,
    reply: Nothing,
    refuses: ['NOT_FOUND', 'ROLE_DOES_NOT_EXIST', 'INVALID_ROLE'],
  },
  getMemberRoles: {
    method: 'GET',
    path: '/v1/roles/members/{memberId}',
    summary: 'Get the roles of a member',
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
    summary: 'Query the roles of members',
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
    summary: 'List the roles of the site',
    access: owner,
    permission: 'MEMBERS.ROLES_MANAGE',
    work: 'read',
    reply: Type.Object({ roles: Type.Array(RoleDefinition) }),
    refuses: [],
  },
  createMemberRoleDefinition: {
    method: 'POST',
    path: '/v1/roles/definitions',
    summary: 'Create a role',
    access: owner,
    permission: 'MEMBERS.ROLES_MANAGE',
    body: Type.Object({
      roleKey: Type.String({ maxLength: 100 }),
      roleTitle: Type.String({ minLength: 1, maxLength: 100 }),
      blockable: Maybe(Type.Boolean()),
    }),
    reply: OneDefinition,
    refuses: ['INVALID_ROLE'],
  },
  getMemberRoleDefinition: {
    method: 'GET',
    path: '/v1/roles/definitions/{roleKey}',
    summary: 'Get a role',
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
    summary: 'Update a role',
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
  },
  deleteMemberRoleDefinition: {
    method: 'DELETE',
    path: '/v1/roles/definitions/{roleKey}',
    summary: 'Delete a role and its assignments',
    access: owner,
    permission: 'MEMBERS.ROLES_MANAGE',
    params: ByRole,
    reply: Nothing,
    refuses: ['ROLE_DOES_NOT_EXIST', 'CANNOT_DELETE_SYSTEM_ROLE'],
  },
})
