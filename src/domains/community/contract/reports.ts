/** Reports on members. Source: guide members §14. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { CursorMetaWire, CursorPagingWire, queryBody } from '#kit/query/wire.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'

const owner = { owner: 'any' } as const
const self = { member: 'own' } as const
const Nothing = Type.Object({})
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
    summary: 'Report a member',
    access: self,
    permission: 'MEMBERS.REPORTS_WRITE',
    body: Type.Object({
      memberReport: Type.Object({
        reportedMemberId: Guid,
        reason: Type.Object({ category: Category, description: Maybe(Type.String({ maxLength: 1000 })) }),
      }),
    }),
    reply: Type.Object({ memberReport: MemberReport }),
    refuses: ['NOT_FOUND', 'PERMISSION_DENIED', 'SELF_REPORTING_FORBIDDEN', 'CANNOT_REPORT_BLOCKED_MEMBER', 'THROTTLED_FEATURE'],
  },
  queryMemberReports: {
    method: 'POST',
    path: '/v1/member-reports/query',
    summary: 'Query reports',
    access: owner,
    permission: 'MEMBERS.REPORTS_READ',
    work: 'read',
    body: queryBody({}),
    reply: Type.Object({ memberReports: Type.Array(MemberReport), pagingMetadata: CursorMetaWire }),
    refuses: [],
  },
  listReportedMembers: {
    method: 'GET',
    path: '/v1/member-reports/members',
    summary: 'List reported members',
    access: owner,
    permission: 'MEMBERS.REPORTS_READ',
    work: 'read',
    query: Type.Object(cursorPaging),
    reply: ReportedPage,
    refuses: [],
  },
  queryReportedMembers: {
    method: 'POST',
    path: '/v1/member-reports/members/query',
    summary: 'Query reported members',
    access: owner,
    permission: 'MEMBERS.REPORTS_READ',
    work: 'read',
    body: queryBody({}),
    reply: ReportedPage,
    refuses: [],
  },
  deleteMemberReports: {
    method: 'DELETE',
    path: '/v1/member-reports/members/{memberId}',
    summary: 'Delete all reports on a member',
    access: owner,
    permission: 'MEMBERS.REPORTS_DELETE',
    params: ByMember,
    reply: Nothing,
    refuses: ['NOT_FOUND', 'CANNOT_DELETE_MEMBER_REPORTS'],
  },
})
