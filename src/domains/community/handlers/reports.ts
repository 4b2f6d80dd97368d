/** Reports about members: operation → rule, rows, reply. Source: guide members §14. */
import type { Handlers } from '#kit/api/mount.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { findMemberById, findVisibleMember } from '#domains/members/public.ts'
import type { memberReportsApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { reportEvents } from '../events.ts'
import { decideReport } from '../rules/reports.ts'
import * as reports from '../store/reports.ts'
import { getCallerMember } from './members.ts'

const reportToWire = ({ id, reportedId, reporterId, category, description, createdAt }: reports.Report) => ({
  id,
  reportedMemberId: reportedId,
  reportingMemberId: reporterId,
  reason: { category, ...(description && { description }) },
  createdDate: toWireTime(createdAt),
})
const reportedToWire = ({ reportedId, reportCount, reviewed, lastAt }: reports.ReportedMember) => ({
  reportedMemberId: reportedId,
  reportCount: String(reportCount),
  reviewed,
  lastReportDate: toWireTime(lastAt),
})
const toReportedPage = ({ reported, meta }: Awaited<ReturnType<typeof reports.findReportedMembers>>) => ({
  reportedMembers: reported.map(reportedToWire),
  pagingMetadata: meta,
})

export const memberReportsHandlers: Handlers<typeof memberReportsApi> = {
  reportMember: async (ctx, { body: { memberReport: input } }) => {
    const reporter = await getCallerMember(ctx)
    const reported = await findMemberById(ctx, input.reportedMemberId)
    const decision = decideReport({
      isSelf: reporter.id === input.reportedMemberId.toLowerCase(),
      isReporterMuted: reporter.activityStatus === 'MUTED',
      status: reported?.status,
      isVisible: reported !== undefined && (await findVisibleMember(ctx, reported.id)) !== undefined,
      reportsToday: await reports.countReportsSince(ctx, reporter.id, ctx.now.subtract({ hours: 24 })),
      isRepeated: reported !== undefined && (await reports.findReport(ctx, reporter.id, reported.id)) !== undefined,
    })
    if ('refused' in decision)
      return decision.refused === 'SELF_REPORTING_FORBIDDEN' || decision.refused === 'CANNOT_REPORT_BLOCKED_MEMBER'
        ? refuse(decision.refused)
        : refuseStandard(decision.refused)
    const { category, description } = input.reason
    if (category === 'UNKNOWN')
      assertNoViolations([{ field: 'memberReport.reason.category', description: 'must say what it is about', violatedRule: 'INVALID_ENUM_VALUE', data: {} }])
    if (category === 'OTHER' && !description?.trim())
      assertNoViolations([{ field: 'memberReport.reason.description', description: 'is required for OTHER', violatedRule: 'REQUIRED_FIELD', data: {} }])
    const report = await reports.saveReport(ctx, {
      reportedId: input.reportedMemberId,
      reporterId: reporter.id,
      category: category as reports.Category,
      description: description?.trim() ?? '',
    })
    const memberReport = reportToWire(report)
    if (decision.ok === 'NEW') {
      ctx.emit(reportEvents.created(memberReport))
      const reportCount = await reports.countReportsOn(ctx, report.reportedId)
      if (reportCount === 1)
        ctx.emit(reportEvents.reportedMemberCreated(reportedToWire({ reportedId: report.reportedId, reportCount, reviewed: false, lastAt: report.createdAt })))
    }
    return { memberReport }
  },
  queryMemberReports: async (ctx, { body }) => {
    const { reports: found, meta } = await reports.findReports(ctx, (body.query ?? {}) as WireQuery)
    return { memberReports: found.map(reportToWire), pagingMetadata: meta }
  },
  listReportedMembers: async (ctx, { query }) =>
    toReportedPage(await reports.findReportedMembers(ctx, { cursorPaging: query.cursorPaging ?? query.paging ?? null } as WireQuery, '')),
  queryReportedMembers: async (ctx, { body }) => toReportedPage(await reports.findReportedMembers(ctx, (body.query ?? {}) as WireQuery)),
  deleteMemberReports: async (ctx, { params }) => {
    const member = (await findMemberById(ctx, params.memberId)) ?? refuseStandard('NOT_FOUND')
    if (ctx.caller.memberId === member.id) refuse('CANNOT_DELETE_MEMBER_REPORTS')
    const deletedIds = await reports.deleteReportsOn(ctx, member.id)
    for (const id of deletedIds) ctx.emit(reportEvents.deleted(id))
    if (deletedIds.length > 0) ctx.emit(reportEvents.reportedMemberDeleted(member.id))
    return {}
  },
}
