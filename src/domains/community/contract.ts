/** Reports, follows, texts about oneself, badges. Source: guide members 14, 16, contract operations (areas member-*). */
import { Type } from 'typebox'
import { operations } from '#kit/contract.ts'
import { CursorMetaWire, CursorPagingWire, OffsetMetaWire, PagingWire, queryBody } from '#kit/query/wire.ts'
import { Guid, Maybe } from '#kit/wire.ts'

const owner = { owner: 'any' } as const
const self = { member: 'own' } as const
const members = { member: 'any', owner: 'any' } as const
const Nothing = Type.Object({})
const ById = Type.Object({ id: Type.String() })
const ByMember = Type.Object({ memberId: Type.String() })
const cursorPaging = { cursorPaging: Maybe(CursorPagingWire), paging: Maybe(CursorPagingWire) }

const Category = Type.Enum(['UNKNOWN', 'SPAM', 'IMPERSONATION', 'HARASSMENT', 'OTHER'])
const MemberReport = Type.Object({
  id: Guid,
  reportedMemberId: Guid,
  reportingMemberId: Guid,
  reason: Type.Object({ category: Category, description: Type.Optional(Type.String()) }),
  createdDate: Type.String(),
})
const ReportedMember = Type.Object({ reportedMemberId: Guid, reportCount: Type.String(), reviewed: Type.Boolean(), lastReportDate: Type.String() })
const ReportedPage = Type.Object({ reportedMembers: Type.Array(ReportedMember), pagingMetadata: CursorMetaWire })

export const memberReportsApi = operations({
  reportMember: {
    method: 'POST',
    path: '/v1/member-reports',
    summary: 'Tell the owner about a member',
    may: self,
    permission: 'MEMBERS.REPORTS_WRITE',
    body: Type.Object({
      memberReport: Type.Object({
        reportedMemberId: Guid,
        reason: Type.Object({ category: Category, description: Maybe(Type.String({ maxLength: 1000 })) }),
      }),
    }),
    reply: Type.Object({ memberReport: MemberReport }),
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED', 'SELF_REPORTING_FORBIDDEN', 'CANNOT_REPORT_BLOCKED_MEMBER', 'THROTTLED_FEATURE'],
    about: 'memberReport',
  },
  queryMemberReports: {
    method: 'POST',
    path: '/v1/member-reports/query',
    summary: 'The reports, one by one',
    may: owner,
    permission: 'MEMBERS.REPORTS_READ',
    work: 'read',
    body: queryBody({}),
    reply: Type.Object({ memberReports: Type.Array(MemberReport), pagingMetadata: CursorMetaWire }),
    refuses: [],
  },
  listReportedMembers: {
    method: 'GET',
    path: '/v1/member-reports/members',
    summary: 'The members who were reported',
    may: owner,
    permission: 'MEMBERS.REPORTS_READ',
    work: 'read',
    query: Type.Object(cursorPaging),
    reply: ReportedPage,
    refuses: [],
  },
  queryReportedMembers: {
    method: 'POST',
    path: '/v1/member-reports/members/query',
    summary: 'Find reported members',
    may: owner,
    permission: 'MEMBERS.REPORTS_READ',
    work: 'read',
    body: queryBody({}),
    reply: ReportedPage,
    refuses: [],
  },
  deleteMemberReports: {
    method: 'DELETE',
    path: '/v1/member-reports/members/{memberId}',
    summary: 'Dismiss all reports on a member',
    may: owner,
    permission: 'MEMBERS.REPORTS_DELETE',
    params: ByMember,
    reply: Nothing,
    refuses: ['NOT_FOUND', 'CANNOT_DELETE_MEMBER_REPORTS'],
    about: 'memberReport',
  },
})

const MemberIds = Type.Object({ memberIds: Type.Array(Guid), pagingMetadata: CursorMetaWire })
const ConnectionsWish = Type.Object({ connectedMemberIds: Type.Array(Type.String(), { maxItems: 100 }) })
const Connections = Type.Object({
  connectedMembers: Type.Array(
    Type.Object({
      connectedMemberId: Type.String(),
      /** Whether they follow the member. */
      followingMember: Type.Boolean(),
      /** Whether the member follows them. */
      followedByMember: Type.Boolean(),
    }),
  ),
})
const page = { work: 'read', reply: MemberIds } as const
export const memberFollowersApi = operations({
  followMember: {
    method: 'POST',
    path: '/v3/followers/{memberId}',
    summary: 'Follow a member',
    may: self,
    permission: 'MEMBERS.MEMBER_FOLLOW',
    params: ByMember,
    reply: Nothing,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED', 'SELF_FOLLOWING_FORBIDDEN'],
    about: 'memberFollow',
  },
  unfollowMember: {
    method: 'DELETE',
    path: '/v3/followers/{memberId}',
    summary: 'Follow a member no more',
    may: self,
    permission: 'MEMBERS.MEMBER_FOLLOW',
    params: ByMember,
    reply: Nothing,
    refuses: [],
    about: 'memberFollow',
  },
  listCurrentMemberFollowers: {
    method: 'GET',
    path: '/v3/followers/my',
    summary: 'Who follows me',
    may: self,
    permission: 'MEMBERS.FOLLOW_READ_MY',
    query: Type.Object(cursorPaging),
    refuses: [],
    ...page,
  },
  listCurrentMemberFollowing: {
    method: 'GET',
    path: '/v3/followers/my/following',
    summary: 'Whom I follow',
    may: self,
    permission: 'MEMBERS.FOLLOW_READ_MY',
    query: Type.Object(cursorPaging),
    refuses: [],
    ...page,
  },
  queryCurrentMemberConnections: {
    method: 'POST',
    path: '/v3/followers/my/connections',
    summary: 'Which of some members I follow, and who of them follows me',
    may: self,
    permission: 'MEMBERS.FOLLOW_READ_MY',
    work: 'read',
    body: ConnectionsWish,
    reply: Connections,
    refuses: [],
  },
  listMemberFollowers: {
    method: 'GET',
    path: '/v3/followers/{memberId}',
    summary: 'Who follows a member',
    may: members,
    permission: 'MEMBERS.FOLLOW_READ',
    params: ByMember,
    query: Type.Object(cursorPaging),
    refuses: ['NOT_FOUND'],
    ...page,
  },
  listMemberFollowing: {
    method: 'GET',
    path: '/v3/followers/{memberId}/following',
    summary: 'Whom a member follows',
    may: members,
    permission: 'MEMBERS.FOLLOW_READ',
    params: ByMember,
    query: Type.Object(cursorPaging),
    refuses: ['NOT_FOUND'],
    ...page,
  },
  queryMemberConnections: {
    method: 'POST',
    path: '/v3/followers/{memberId}/connections',
    summary: 'Which of some members a member follows, and who of them follows back',
    may: members,
    permission: 'MEMBERS.FOLLOW_READ',
    work: 'read',
    params: ByMember,
    body: ConnectionsWish,
    reply: Connections,
    refuses: ['NOT_FOUND'],
  },
})

const RichContent = Type.Record(Type.String(), Type.Unknown())
const MemberAbout = Type.Object({ id: Guid, revision: Type.String(), memberId: Guid, content: RichContent })
const OneAbout = Type.Object({ memberAbout: MemberAbout })
const selfOrOwner = { member: 'own', owner: 'any' } as const
export const memberAboutApi = operations({
  createMemberAbout: {
    method: 'POST',
    path: '/v2/abouts',
    summary: 'Write about oneself',
    may: selfOrOwner,
    permission: 'MEMBERS.MEMBER_ABOUT_CREATE',
    body: Type.Object({ memberAbout: Type.Object({ memberId: Maybe(Type.String()), content: RichContent }) }),
    reply: OneAbout,
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED', 'MEMBER_ABOUT_ALREADY_EXISTS'],
    about: 'memberAbout',
  },
  updateMemberAbout: {
    method: 'PATCH',
    path: '/v2/abouts/{id}',
    summary: 'Write something else about oneself',
    may: selfOrOwner,
    permission: 'MEMBERS.MEMBER_ABOUT_UPDATE',
    params: ById,
    body: Type.Object({ memberAbout: Type.Object({ content: RichContent, revision: Type.String({ minLength: 1 }) }) }),
    reply: OneAbout,
    refuses: ['NOT_FOUND', 'INVALID_REVISION'],
    about: 'memberAbout',
  },
  deleteMemberAbout: {
    method: 'DELETE',
    path: '/v2/abouts/{id}',
    summary: 'Remove the text about oneself',
    may: selfOrOwner,
    permission: 'MEMBERS.MEMBER_ABOUT_DELETE',
    params: ById,
    reply: Nothing,
    refuses: ['NOT_FOUND'],
    about: 'memberAbout',
  },
  getMemberAbout: {
    method: 'GET',
    path: '/v2/abouts/{id}',
    summary: 'What a member wrote about themself',
    may: members,
    permission: 'MEMBERS.MEMBER_ABOUT_READ',
    work: 'read',
    params: ById,
    reply: OneAbout,
    refuses: ['NOT_FOUND'],
  },
  getMyMemberAbout: {
    method: 'GET',
    path: '/v2/abouts/my',
    summary: 'What I wrote about myself',
    may: self,
    permission: 'MEMBERS.MEMBER_ABOUT_READ',
    work: 'read',
    reply: Type.Object({ memberAbout: Type.Optional(MemberAbout) }),
    refuses: [],
  },
  queryMemberAbouts: {
    method: 'POST',
    path: '/v2/abouts/query',
    summary: 'Find texts that members wrote about themselves',
    may: members,
    permission: 'MEMBERS.MEMBER_ABOUT_READ',
    work: 'read',
    body: queryBody({}),
    reply: Type.Object({ memberAbouts: Type.Array(MemberAbout), metadata: CursorMetaWire }),
    refuses: [],
  },
})

const Icon = Type.Object({ id: Maybe(Type.String()), url: Maybe(Type.String()), altText: Maybe(Type.String()), filename: Maybe(Type.String()) })
const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })
const badge = {
  id: Guid,
  title: Type.String(),
  description: Type.Optional(Type.String()),
  backgroundColor: Type.String(),
  textColor: Type.String(),
  permissionsEnabled: Type.Boolean(),
  slug: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
}
const BadgeV3 = Type.Object({ ...badge, icon: Type.Optional(Type.String()) })
const BadgeV4 = Type.Object({ ...badge, revision: Type.String(), icon: Type.Optional(Icon) })
const badgeWish = { description: Maybe(Type.String({ maxLength: 1500 })), permissionsEnabled: Maybe(Type.Boolean()) }
const title = Type.String({ minLength: 1, maxLength: 50 })
const NewBadge = <I extends Parameters<typeof Type.Optional>[0]>(icon: I) =>
  Type.Object({ badge: Type.Object({ ...badgeWish, title, backgroundColor: Color, textColor: Color, icon: Maybe(icon) }) })
const ChangedBadge = <I extends Parameters<typeof Type.Optional>[0]>(icon: I) =>
  Type.Object({
    badge: Type.Object({
      ...badgeWish,
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
const create = { may: owner, permission: 'BADGES.BADGE_CREATE', refuses: ['TOO_MANY_BADGES'], about: 'badge' } as const
const change = { may: owner, permission: 'BADGES.BADGE_UPDATE', about: 'badge' } as const
const read = { may: members, permission: 'BADGES.BADGE_READ', work: 'read' } as const

export const badgesApi = operations({
  createBadge: { method: 'POST', path: '/v3/badges', summary: 'Make a badge', body: NewBadge(Type.String()), reply: OneV3, ...create },
  listBadges: {
    method: 'GET',
    path: '/v3/badges',
    summary: 'The badges of the site',
    query: Type.Object({ paging: Maybe(PagingWire) }),
    reply: Type.Object({ badges: Type.Array(BadgeV3), metadata: OffsetMetaWire }),
    refuses: [],
    ...read,
  },
  getBadge: { method: 'GET', path: '/v3/badges/{id}', summary: 'One badge', params: ById, reply: OneV3, refuses: ['NOT_FOUND'], ...read },
  updateBadge: {
    method: 'PATCH',
    path: '/v3/badges/{id}',
    summary: 'Change a badge',
    params: ById,
    body: ChangedBadge(Type.String()),
    reply: OneV3,
    refuses: ['NOT_FOUND'],
    ...change,
  },
  deleteBadge: {
    method: 'DELETE',
    path: '/v3/badges/{id}',
    summary: 'Remove a badge from the site and from everybody',
    params: ById,
    reply: Nothing,
    refuses: ['NOT_FOUND'],
    ...change,
  },
  updateBadgesDisplayOrder: {
    method: 'PATCH',
    path: '/v3/badges/order',
    summary: 'Put the badges in order',
    body: Type.Object({ badgeIds: hundred }),
    reply: Type.Object({ badges: Type.Array(BadgeV3) }),
    refuses: ['NOT_FOUND'],
    ...change,
  },
  assignBadge: {
    method: 'POST',
    path: '/v3/badges/{id}/members',
    summary: 'Give a badge to members',
    params: ById,
    body: Type.Object({ memberIds: hundred }),
    reply: Type.Object({ memberIds: Type.Array(Type.String()) }),
    refuses: ['NOT_FOUND'],
    ...change,
  },
  unassignBadge: {
    method: 'DELETE',
    path: '/v3/badges/{id}/members',
    summary: 'Take a badge from members',
    params: ById,
    query: Type.Object({ memberIds: Type.Union([hundred, Type.String()]) }),
    reply: Nothing,
    refuses: ['NOT_FOUND'],
    ...change,
  },
  listMembersByBadge: {
    method: 'GET',
    path: '/v3/badges/{id}/members',
    summary: 'Who has a badge',
    params: ById,
    query: Type.Object({ paging: Maybe(PagingWire) }),
    reply: Type.Object({ memberIds: Type.Array(Type.String()), metadata: OffsetMetaWire }),
    refuses: ['NOT_FOUND'],
    ...read,
  },
  listBadgesPerMember: {
    method: 'POST',
    path: '/v3/badges/members',
    summary: 'The badges of some members',
    body: Type.Object({ memberIds: hundred }),
    reply: Type.Object({ memberBadgeIds: Type.Array(Type.Object({ memberId: Type.String(), badgeIds: Type.Array(Type.String()) })) }),
    refuses: [],
    ...read,
  },
  getMemberCountsPerBadge: {
    method: 'GET',
    path: '/v3/badges/members/count',
    summary: 'How many members have each badge',
    reply: Type.Object({ badgeMemberCounts: Type.Array(Type.Object({ badgeId: Type.String(), memberCount: Type.Integer() })) }),
    refuses: [],
    may: owner,
    permission: 'BADGES.BADGE_READ',
    work: 'read',
  },

  createBadgeV4: { method: 'POST', path: '/v4/badges', summary: 'Make a badge', body: NewBadge(Icon), reply: OneV4, ...create },
  getBadgeV4: { method: 'GET', path: '/v4/badges/{id}', summary: 'One badge', params: ById, reply: OneV4, refuses: ['NOT_FOUND'], ...read },
  updateBadgeV4: {
    method: 'PATCH',
    path: '/v4/badges/{id}',
    summary: 'Change a badge',
    params: ById,
    body: ChangedBadge(Icon),
    reply: OneV4,
    refuses: ['NOT_FOUND', 'INVALID_REVISION'],
    ...change,
  },
  deleteBadgeV4: {
    method: 'DELETE',
    path: '/v4/badges/{id}',
    summary: 'Remove a badge from the site and from everybody',
    params: ById,
    reply: Nothing,
    refuses: ['NOT_FOUND'],
    ...change,
  },
  moveBadgeV4: {
    method: 'POST',
    path: '/v4/badges/{id}/move',
    summary: 'Put a badge somewhere else in the order',
    params: ById,
    body: Type.Object({ position: Maybe(Type.Enum(['LAST', 'FIRST', 'AFTER'])), moveAfterBadgeId: Maybe(Type.String()) }),
    reply: Nothing,
    refuses: ['NOT_FOUND'],
    ...change,
  },
  updateBadgesDisplayOrderV4: {
    method: 'POST',
    path: '/v4/badges/order',
    summary: 'Put the badges in order',
    body: Type.Object({ ids: hundred }),
    reply: Type.Object({ badges: Type.Array(BadgeV4) }),
    refuses: ['NOT_FOUND'],
    ...change,
  },
  queryBadgesV4: {
    method: 'POST',
    path: '/v4/badges/query',
    summary: 'Find badges',
    body: queryBody({}),
    reply: Type.Object({ badges: Type.Array(BadgeV4), pagingMetadata: CursorMetaWire }),
    refuses: [],
    ...read,
  },
})

const Assignment = Type.Object({ id: Guid, badgeId: Guid, memberId: Guid, createdDate: Type.String(), updatedDate: Type.String() })
const AssignmentWish = Type.Object({ badgeId: Guid, memberId: Guid })
const BulkMeta = Type.Object({ totalSuccesses: Type.Integer(), totalFailures: Type.Integer(), undetailedFailures: Type.Integer() })
const ItemMeta = Type.Object({
  id: Type.Optional(Type.String()),
  originalIndex: Type.Integer(),
  success: Type.Boolean(),
  error: Type.Optional(Type.Object({ code: Type.String(), description: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) })),
})
const assign = { may: owner, permission: 'BADGE_ASSIGNMENTS.BADGE_ASSIGNMENT_CREATE', about: 'badge' } as const
export const badgeAssignmentsApi = operations({
  createBadgeAssignment: {
    method: 'POST',
    path: '/v4/badge-assignments',
    summary: 'Give a member a badge',
    body: Type.Object({ badgeAssignment: AssignmentWish }),
    reply: Type.Object({ badgeAssignment: Assignment }),
    refuses: ['NOT_FOUND', 'BADGE_ALREADY_ASSIGNED'],
    ...assign,
  },
  deleteBadgeAssignment: {
    method: 'DELETE',
    path: '/v4/badge-assignments/{id}',
    summary: 'Take a badge from a member',
    params: ById,
    reply: Nothing,
    refuses: ['NOT_FOUND'],
    ...assign,
  },
  queryBadgeAssignments: {
    method: 'POST',
    path: '/v4/badge-assignments/query',
    summary: 'Find out who has which badge',
    may: members,
    permission: 'BADGE_ASSIGNMENTS.BADGE_ASSIGNMENT_READ',
    work: 'read',
    body: queryBody({}),
    reply: Type.Object({ badgeAssignments: Type.Array(Assignment), pagingMetadata: CursorMetaWire }),
    refuses: [],
  },
  bulkCreateBadgeAssignments: {
    method: 'POST',
    path: '/v4/bulk/badge-assignments/create',
    summary: 'Give badges to members',
    work: 'own',
    body: Type.Object({ badgeAssignments: Type.Array(AssignmentWish, { minItems: 1, maxItems: 100 }), returnEntity: Maybe(Type.Boolean()) }),
    reply: Type.Object({ results: Type.Array(Type.Object({ itemMetadata: ItemMeta, item: Type.Optional(Assignment) })), bulkActionMetadata: BulkMeta }),
    refuses: [],
    ...assign,
  },
  bulkDeleteBadgeAssignments: {
    method: 'POST',
    path: '/v4/bulk/badge-assignments/delete',
    summary: 'Take badges from members',
    work: 'own',
    body: Type.Object({ badgeAssignmentIds: hundred }),
    reply: Type.Object({ results: Type.Array(Type.Object({ itemMetadata: ItemMeta })), bulkActionMetadata: BulkMeta }),
    refuses: [],
    ...assign,
  },
})
