/** Reports about members: operation → rule, rows, reply. Source: guide members 14. */
import type { Handlers } from '#kit/mount.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { wireTime } from '#kit/pure/wire-time.ts'
import { memberById, seenByCaller } from '#domains/members/public.ts'
import type { memberReportsApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { reportEvents } from '../events.ts'
import { decideReport } from '../rules/reports.ts'
import * as reports from '../store/reports.ts'
import { me } from './whom.ts'

const reportToWire = ({ id, reportedId, reporterId, category, description, createdAt }: reports.Report) => ({
  id,
  reportedMemberId: reportedId,
  reportingMemberId: reporterId,
  reason: { category, ...(description && { description }) },
  createdDate: wireTime(createdAt),
})
const reportedToWire = ({ reportedId, reportCount, reviewed, lastAt }: reports.ReportedMember) => ({
  reportedMemberId: reportedId,
  reportCount: String(reportCount),
  reviewed,
  lastReportDate: wireTime(lastAt),
})
const reportedPage = ({ reported, meta }: Awaited<ReturnType<typeof reports.findReported>>) => ({
  reportedMembers: reported.map(reportedToWire),
  pagingMetadata: meta,
})

export const memberReportsHandlers: Handlers<typeof memberReportsApi> = {
  reportMember: async (ctx, { body: { memberReport: wish } }) => {
    const reporter = await me(ctx)
    const reported = await memberById(ctx, wish.reportedMemberId)
    const decision = decideReport({
      isSelf: reporter.id === wish.reportedMemberId.toLowerCase(),
      reporterMuted: reporter.activityStatus === 'MUTED',
      status: reported?.status,
      seen: reported !== undefined && (await seenByCaller(ctx, reported.id)) !== undefined,
      madeToday: await reports.countReportsSince(ctx, reporter.id, ctx.now.subtract({ hours: 24 })),
      isRepeated: reported !== undefined && (await reports.reportOf(ctx, reporter.id, reported.id)) !== undefined,
    })
    if ('refused' in decision)
      return decision.refused === 'SELF_REPORTING_FORBIDDEN' || decision.refused === 'CANNOT_REPORT_BLOCKED_MEMBER'
        ? refuse(decision.refused)
        : refuseStandard(decision.refused)
    const { category, description } = wish.reason
    if (category === 'UNKNOWN')
      orViolate([{ field: 'memberReport.reason.category', description: 'must say what it is about', violatedRule: 'INVALID_ENUM_VALUE', data: {} }])
    if (category === 'OTHER' && !description?.trim())
      orViolate([{ field: 'memberReport.reason.description', description: 'is required for OTHER', violatedRule: 'REQUIRED_FIELD', data: {} }])
    const report = await reports.saveReport(ctx, {
      reportedId: wish.reportedMemberId,
      reporterId: reporter.id,
      category: category as reports.Category,
      description: description?.trim() ?? '',
    })
    const memberReport = reportToWire(report)
    if (decision.ok === 'NEW') {
      ctx.announce(reportEvents.created(memberReport))
      const reportCount = await reports.countReportsOn(ctx, report.reportedId)
      if (reportCount === 1)
        ctx.announce(
          reportEvents.reportedMemberCreated(reportedToWire({ reportedId: report.reportedId, reportCount, reviewed: false, lastAt: report.createdAt })),
        )
    }
    return { memberReport }
  },
  queryMemberReports: async (ctx, { body }) => {
    const { reports: found, meta } = await reports.findReports(ctx, (body.query ?? {}) as WireQuery)
    return { memberReports: found.map(reportToWire), pagingMetadata: meta }
  },
  listReportedMembers: async (ctx, { query }) =>
    reportedPage(await reports.findReported(ctx, { cursorPaging: query.cursorPaging ?? query.paging ?? null } as WireQuery, '')),
  queryReportedMembers: async (ctx, { body }) => reportedPage(await reports.findReported(ctx, (body.query ?? {}) as WireQuery)),
  deleteMemberReports: async (ctx, { params }) => {
    const member = (await memberById(ctx, params.memberId)) ?? refuseStandard('NOT_FOUND')
    if (ctx.caller.memberId === member.id) refuse('CANNOT_DELETE_MEMBER_REPORTS')
    const gone = await reports.deleteReportsOn(ctx, member.id)
    for (const id of gone) ctx.announce(reportEvents.deleted(id))
    if (gone.length > 0) ctx.announce(reportEvents.reportedMemberDeleted(member.id))
    return {}
  },
}
