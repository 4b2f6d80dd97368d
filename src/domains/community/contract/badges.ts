/** Badges in both versions of the contract. Source: guide members §16.3. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { CursorMetaWire, OffsetMetaWire, PagingWire, queryBody } from '#kit/query/wire.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'

const owner = { owner: 'any' } as const
const members = { member: 'any', owner: 'any' } as const
const Nothing = Type.Object({})
const ById = Type.Object({ id: Type.String() })

const Icon = Type.Object({ id: Maybe(Type.String()), url: Maybe(Type.String()), altText: Maybe(Type.String()), filename: Maybe(Type.String()) })
const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })
const badge = {
  id: Guid,
  title: Type.String(),
  description: Type.Optional(Type.String()),
  backgroundColor: Type.String(),
  textColor: Type.String(),
  permissionsEnabled: Type.Boolean(),
  roleKey: Type.Optional(Type.String()),
  slug: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
}
const BadgeV3 = Type.Object({ ...badge, icon: Type.Optional(Type.String()) })
const BadgeV4 = Type.Object({ ...badge, revision: Type.String(), icon: Type.Optional(Icon) })
/**
 * decision: `roleKey` (`""` for none) is not in the public contract, which only says whether a badge grants a role
 * (`permissionsEnabled`). Both are needed; see decisions/0021.
 */
const badgeInput = {
  description: Maybe(Type.String({ maxLength: 1500 })),
  permissionsEnabled: Maybe(Type.Boolean()),
  roleKey: Maybe(Type.String({ maxLength: 50 })),
}
const title = Type.String({ minLength: 1, maxLength: 50 })
const NewBadge = <I extends Parameters<typeof Type.Optional>[0]>(icon: I) =>
  Type.Object({ badge: Type.Object({ ...badgeInput, title, backgroundColor: Color, textColor: Color, icon: Maybe(icon) }) })
const ChangedBadge = <I extends Parameters<typeof Type.Optional>[0]>(icon: I) =>
  Type.Object({
    badge: Type.Object({
      ...badgeInput,
      title: Maybe(title),
      backgroundColor: Maybe(Color),
      textColor: Maybe(Color),
      icon: Maybe(icon),
      revision: Maybe(Type.String()),
    }),
  })
const OneV3 = Type.Object({ badge: BadgeV3 })
const OneV4 = Type.Object({ badge: BadgeV4 })
const hundred = Type.Array(Type.String(), { minItems: 1, maxItems: 100 })
const create = { access: owner, permission: 'BADGES.BADGE_CREATE', refuses: ['TOO_MANY_BADGES', 'ROLE_DOES_NOT_EXIST'] } as const
const change = { access: owner, permission: 'BADGES.BADGE_UPDATE' } as const
const remove = { access: owner, permission: 'BADGES.BADGE_DELETE' } as const
const order = { access: owner, permission: 'BADGES.BADGE_UPDATE_DISPLAY_ORDER' } as const
const assign = { access: owner, permission: 'BADGES.BADGE_ASSIGN' } as const
const read = { access: members, permission: 'BADGES.BADGE_READ', work: 'read' } as const
const readMembers = { access: members, permission: 'BADGES.BADGE_READ_MEMBERS', work: 'read' } as const

export const badgesApi = operations({
  createBadge: { method: 'POST', path: '/v3/badges', summary: 'Create a badge', body: NewBadge(Type.String()), reply: OneV3, ...create },
  listBadges: {
    method: 'GET',
    path: '/v3/badges',
    summary: 'List the badges of the site',
    query: Type.Object({ paging: Maybe(PagingWire) }),
    reply: Type.Object({ badges: Type.Array(BadgeV3), metadata: OffsetMetaWire }),
    refuses: [],
    ...read,
  },
  getBadge: { method: 'GET', path: '/v3/badges/{id}', summary: 'Get a badge', params: ById, reply: OneV3, refuses: ['NOT_FOUND'], ...read },
  updateBadge: {
    method: 'PATCH',
    path: '/v3/badges/{id}',
    summary: 'Update a badge',
    params: ById,
    body: ChangedBadge(Type.String()),
    reply: OneV3,
    refuses: ['NOT_FOUND', 'ROLE_DOES_NOT_EXIST'],
    ...change,
  },
  deleteBadge: {
    method: 'DELETE',
    path: '/v3/badges/{id}',
    summary: 'Delete a badge and its assignments',
    params: ById,
    reply: Nothing,
    refuses: ['NOT_FOUND'],
    ...remove,
  },
  updateBadgesDisplayOrder: {
    method: 'PATCH',
    path: '/v3/badges/order',
    summary: 'Order the badges',
    body: Type.Object({ badgeIds: hundred }),
    reply: Type.Object({ badges: Type.Array(BadgeV3) }),
    refuses: ['NOT_FOUND'],
    ...order,
  },
  assignBadge: {
    method: 'POST',
    path: '/v3/badges/{id}/members',
    summary: 'Assign a badge to members',
    params: ById,
    body: Type.Object({ memberIds: hundred }),
    reply: Type.Object({ memberIds: Type.Array(Type.String()) }),
    refuses: ['NOT_FOUND'],
    ...assign,
  },
  unassignBadge: {
    method: 'DELETE',
    path: '/v3/badges/{id}/members',
    summary: 'Unassign a badge from members',
    params: ById,
    query: Type.Object({ memberIds: Type.Union([hundred, Type.String()]) }),
    reply: Nothing,
    refuses: ['NOT_FOUND'],
    ...assign,
  },
  listMembersByBadge: {
    method: 'GET',
    path: '/v3/badges/{id}/members',
    summary: 'List the members with a badge',
    params: ById,
    query: Type.Object({ paging: Maybe(PagingWire) }),
    reply: Type.Object({ memberIds: Type.Array(Type.String()), metadata: OffsetMetaWire }),
    refuses: ['NOT_FOUND'],
    ...readMembers,
  },
  listBadgesPerMember: {
    method: 'POST',
    path: '/v3/badges/members',
    summary: 'List the badges of members',
    body: Type.Object({ memberIds: hundred }),
    reply: Type.Object({ memberBadgeIds: Type.Array(Type.Object({ memberId: Type.String(), badgeIds: Type.Array(Type.String()) })) }),
    refuses: [],
    ...readMembers,
  },
  getMemberCountsPerBadge: {
    method: 'GET',
    path: '/v3/badges/members/count',
    summary: 'Count members by badge',
    reply: Type.Object({ badgeMemberCounts: Type.Array(Type.Object({ badgeId: Type.String(), memberCount: Type.Integer() })) }),
    refuses: [],
    access: owner,
    permission: 'BADGES.BADGE_READ_MEMBERS',
    work: 'read',
  },

  createBadgeV4: { method: 'POST', path: '/v4/badges', summary: 'Create a badge', body: NewBadge(Icon), reply: OneV4, ...create },
  getBadgeV4: { method: 'GET', path: '/v4/badges/{id}', summary: 'Get a badge', params: ById, reply: OneV4, refuses: ['NOT_FOUND'], ...read },
  updateBadgeV4: {
    method: 'PATCH',
    path: '/v4/badges/{id}',
    summary: 'Update a badge',
    params: ById,
    body: ChangedBadge(Icon),
    reply: OneV4,
    refuses: ['NOT_FOUND', 'INVALID_REVISION', 'ROLE_DOES_NOT_EXIST'],
    ...change,
  },
  deleteBadgeV4: {
    method: 'DELETE',
    path: '/v4/badges/{id}',
    summary: 'Delete a badge and its assignments',
    params: ById,
    reply: Nothing,
    refuses: ['NOT_FOUND'],
    ...remove,
  },
  moveBadgeV4: {
    method: 'POST',
    path: '/v4/badges/{id}/move',
    summary: 'Move a badge in the order',
    params: ById,
    body: Type.Object({ position: Maybe(Type.Enum(['LAST', 'FIRST', 'AFTER'])), moveAfterBadgeId: Maybe(Type.String()) }),
    reply: Nothing,
    refuses: ['NOT_FOUND'],
    ...order,
  },
  updateBadgesDisplayOrderV4: {
    method: 'POST',
    path: '/v4/badges/order',
    summary: 'Order the badges',
    body: Type.Object({ ids: hundred }),
    reply: Type.Object({ badges: Type.Array(BadgeV4) }),
    refuses: ['NOT_FOUND'],
    ...order,
  },
  queryBadgesV4: {
    method: 'POST',
    path: '/v4/badges/query',
    summary: 'Query badges',
    body: queryBody({}),
    reply: Type.Object({ badges: Type.Array(BadgeV4), pagingMetadata: CursorMetaWire }),
    refuses: [],
    ...read,
  },
})
