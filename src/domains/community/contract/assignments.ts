/** Who has which badge. Source: guide members §16.3. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { CursorMetaWire, queryBody } from '#kit/query/wire.ts'
import { Guid, Maybe, bulkReply } from '#kit/api/wire.ts'

const owner = { owner: 'any' } as const
const members = { member: 'any', owner: 'any' } as const
const Nothing = Type.Object({})
const ById = Type.Object({ id: Type.String() })
const hundred = Type.Array(Type.String(), { minItems: 1, maxItems: 100 })

const Assignment = Type.Object({ id: Guid, badgeId: Guid, memberId: Guid, createdDate: Type.String(), updatedDate: Type.String() })
const AssignmentInput = Type.Object({ badgeId: Guid, memberId: Guid })
const assign = { access: owner, permission: 'BADGE_ASSIGNMENTS.BADGE_ASSIGNMENT_CREATE' } as const
const unassign = { access: owner, permission: 'BADGE_ASSIGNMENTS.BADGE_ASSIGNMENT_DELETE' } as const
export const badgeAssignmentsApi = operations({
  createBadgeAssignment: {
    method: 'POST',
    path: '/v4/badge-assignments',
    summary: 'Assign a badge to a member',
    body: Type.Object({ badgeAssignment: AssignmentInput }),
    reply: Type.Object({ badgeAssignment: Assignment }),
    refuses: ['NOT_FOUND', 'BADGE_ALREADY_ASSIGNED'],
    ...assign,
  },
  deleteBadgeAssignment: {
    method: 'DELETE',
    path: '/v4/badge-assignments/{id}',
    summary: 'Unassign a badge from a member',
    params: ById,
    reply: Nothing,
    refuses: ['NOT_FOUND'],
    ...unassign,
  },
  queryBadgeAssignments: {
    method: 'POST',
    path: '/v4/badge-assignments/query',
    summary: 'Query badge assignments',
    access: members,
    permission: 'BADGE_ASSIGNMENTS.BADGE_ASSIGNMENT_READ',
    work: 'read',
    body: queryBody({}),
    reply: Type.Object({ badgeAssignments: Type.Array(Assignment), pagingMetadata: CursorMetaWire }),
    refuses: [],
  },
  bulkCreateBadgeAssignments: {
    method: 'POST',
    path: '/v4/bulk/badge-assignments/create',
    summary: 'Assign badges to members',
    work: 'own',
    body: Type.Object({ badgeAssignments: Type.Array(AssignmentInput, { minItems: 1, maxItems: 100 }), returnEntity: Maybe(Type.Boolean()) }),
    reply: bulkReply({ item: Type.Optional(Assignment) }),
    refuses: [],
    ...assign,
  },
  bulkDeleteBadgeAssignments: {
    method: 'POST',
    path: '/v4/bulk/badge-assignments/delete',
    summary: 'Unassign badges from members',
    work: 'own',
    body: Type.Object({ badgeAssignmentIds: hundred }),
    reply: bulkReply({}),
    refuses: [],
    ...unassign,
  },
})
