/** The team as visitors of the site see it. Own rule of this product. */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'
import { everyone } from './shapes.ts'

const TeamMember = Type.Object({
  resourceId: Guid,
  /** Last part of the address of their page. */
  slug: Type.String(),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  /** URL of the portrait. */
  picture: Type.Optional(Type.String()),
})
export type TeamMember = Static<typeof TeamMember>

export const teamApi = operations({
  listTeam: {
    method: 'GET',
    path: '/api/team',
    summary: 'List the team members who give services, by name',
    access: everyone,
    needsNoPermission: true,
    internal: true,
    work: 'read',
    query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })) }),
    reply: Type.Object({ members: Type.Array(TeamMember) }),
    refuses: [],
  },
  getTeamMember: {
    method: 'GET',
    path: '/api/team/{slug}',
    summary: 'Get a team member by the address of their page',
    access: everyone,
    needsNoPermission: true,
    internal: true,
    work: 'read',
    params: Type.Object({ slug: Type.String({ maxLength: 520 }) }),
    reply: Type.Object({ member: TeamMember }),
    refuses: ['NOT_FOUND'],
  },
})
