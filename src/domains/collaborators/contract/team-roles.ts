/** Roles of the team, ready-made and own ones. Own operations of this product. Source: guide identity §2. */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'

const owner = { owner: 'any' } as const
const permission = 'IAM.COLLABORATORS_MANAGE'
const TeamRole = Type.Object({
  /** `MANAGER` and the like for ready-made ones, a GUID for own ones. */
  id: Type.String(),
  name: Type.String(),
  about: Type.String(),
  permissions: Type.Array(Type.String()),
  readyMade: Type.Boolean(),
  /** How many people of the team have it. */
  holders: Type.Integer(),
})
export type TeamRole = Static<typeof TeamRole>
const SentRole = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
  permissions: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 }),
})
const ById = Type.Object({ id: Guid })

export const teamRolesApi = operations({
  listTeamRoles: {
    method: 'GET',
    path: '/api/team-roles',
    summary: 'List the roles that people of the team can have',
    access: owner,
    permission,
    internal: true,
    work: 'read',
    reply: Type.Object({ roles: Type.Array(TeamRole) }),
    refuses: [],
  },
  createTeamRole: {
    method: 'POST',
    path: '/api/team-roles',
    summary: 'Add an own role of the team',
    recentPassword: true,
    access: owner,
    permission,
    internal: true,
    body: SentRole,
    reply: Type.Object({ role: TeamRole }),
    refuses: ['TEAM_ROLE_EXISTS', 'TOO_MANY_TEAM_ROLES', 'MORE_THAN_OWN_RIGHTS'],
  },
  updateTeamRole: {
    method: 'PUT',
    path: '/api/team-roles/{id}',
    summary: 'Change an own role and the permissions of everyone who has it',
    recentPassword: true,
    access: owner,
    permission,
    internal: true,
    params: ById,
    body: SentRole,
    reply: Type.Object({}),
    refuses: ['TEAM_ROLE_EXISTS', 'MORE_THAN_OWN_RIGHTS', 'NOT_FOUND'],
  },
  deleteTeamRole: {
    method: 'DELETE',
    path: '/api/team-roles/{id}',
    summary: 'Delete an own role; the people who have it keep its permissions',
    recentPassword: true,
    access: owner,
    permission,
    internal: true,
    params: ById,
    reply: Type.Object({}),
    refuses: ['MORE_THAN_OWN_RIGHTS', 'NOT_FOUND'],
  },
})
