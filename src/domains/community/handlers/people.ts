/** Reports, follows and texts about oneself: operation → rule, rows, reply. Source: guide members 14, 16.2, 16.4. */
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { wireTime } from '#kit/pure/wire-time.ts'
import { memberById, seenByCaller, seenMembers, type MemberRecord } from '#domains/members/public.ts'
import type { memberAboutApi, memberFollowersApi, memberReportsApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { aboutEvents, followed, reportEvents, unfollowed } from '../events.ts'
import { decideReport } from '../rules/reports.ts'
import * as abouts from '../store/abouts.ts'
import * as follows from '../store/follows.ts'
import * as reports from '../store/reports.ts'

const me = async (ctx: Ctx): Promise<MemberRecord> =>
  (ctx.caller.memberId ? await memberById(ctx, ctx.caller.memberId) : undefined) ?? refuseStandard('PERMISSION_DENIED')
const seen = async (ctx: Ctx, id: string): Promise<MemberRecord> => (await seenByCaller(ctx, id)) ?? refuseStandard('NOT_FOUND')

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

const followPage = async (ctx: Ctx, memberId: string, side: 'followers' | 'following', query: { cursorPaging?: unknown; paging?: unknown }) => {
  const paging = (query.cursorPaging ?? query.paging ?? null) as WireQuery['cursorPaging']
  const { memberIds, meta } = await follows.followsOf(ctx, memberId, side, paging, await seenMembers(ctx))
  return { memberIds, pagingMetadata: meta }
}
const connectionsOf = async (ctx: Ctx, memberId: string, others: readonly string[]) => {
  const { followers, following } = await follows.connections(ctx, memberId, others.filter(isGuid))
  return {
    connectedMembers: others.map((id) => ({
      connectedMemberId: id,
      followingMember: followers.has(id.toLowerCase()),
      followedByMember: following.has(id.toLowerCase()),
    })),
  }
}
export const memberFollowersHandlers: Handlers<typeof memberFollowersApi> = {
  followMember: async (ctx, { params }) => {
    const mine = await me(ctx)
    if (params.memberId.toLowerCase() === mine.id) refuse('SELF_FOLLOWING_FORBIDDEN')
    const other = await seen(ctx, params.memberId)
    // Only people whom others can see follow and are followed; muted ones do nothing in public.
    if (mine.privacyStatus !== 'PUBLIC' || mine.activityStatus === 'MUTED') refuseStandard('PERMISSION_DENIED')
    if (await follows.insertFollow(ctx, mine.id, other.id)) ctx.announce(followed(mine.id, other.id))
    return {}
  },
  unfollowMember: async (ctx, { params }) => {
    const mine = await me(ctx)
    const otherId = params.memberId.toLowerCase()
    if (isGuid(otherId) && (await follows.deleteFollow(ctx, mine.id, otherId))) ctx.announce(unfollowed(mine.id, otherId))
    return {}
  },
  listCurrentMemberFollowers: async (ctx, { query }) => followPage(ctx, (await me(ctx)).id, 'followers', query),
  listCurrentMemberFollowing: async (ctx, { query }) => followPage(ctx, (await me(ctx)).id, 'following', query),
  queryCurrentMemberConnections: async (ctx, { body }) => connectionsOf(ctx, (await me(ctx)).id, body.connectedMemberIds),
  listMemberFollowers: async (ctx, { params, query }) => followPage(ctx, (await seen(ctx, params.memberId)).id, 'followers', query),
  listMemberFollowing: async (ctx, { params, query }) => followPage(ctx, (await seen(ctx, params.memberId)).id, 'following', query),
  queryMemberConnections: async (ctx, { params, body }) => connectionsOf(ctx, (await seen(ctx, params.memberId)).id, body.connectedMemberIds),
}

const mostBytes = 50 * 1024
const aboutToWire = ({ id, memberId, content, revision }: abouts.About) => ({ id, memberId, content, revision: String(revision) })
function checkSize(content: unknown): void {
  if (new TextEncoder().encode(JSON.stringify(content)).length > mostBytes)
    orViolate([{ field: 'memberAbout.content', description: 'must have at most 50 KB', violatedRule: 'MAX_LENGTH', data: { threshold: mostBytes } }])
}
/** A text of the caller, or any for the owner; those of others are not to be changed, and unknown when they can't be seen. */
async function writable(ctx: Ctx, id: string): Promise<abouts.About> {
  const about = (isGuid(id) ? await abouts.aboutById(ctx, id, true) : undefined) ?? refuseStandard('NOT_FOUND')
  if (ctx.caller.role === 'owner' || about.memberId === ctx.caller.memberId) return about
  return refuseStandard((await seenByCaller(ctx, about.memberId)) ? 'PERMISSION_DENIED' : 'NOT_FOUND')
}
export const memberAboutHandlers: Handlers<typeof memberAboutApi> = {
  createMemberAbout: async (ctx, { body: { memberAbout: wish } }) => {
    checkSize(wish.content)
    const memberId = ctx.caller.role === 'owner' ? (wish.memberId ?? '') : (await me(ctx)).id
    if (wish.memberId && wish.memberId.toLowerCase() !== memberId.toLowerCase()) refuseStandard('PERMISSION_DENIED')
    const member = (await memberById(ctx, memberId)) ?? refuseStandard('NOT_FOUND')
    const about: abouts.About = { id: ctx.newId(), memberId: member.id, content: wish.content, revision: 1 }
    if (!(await abouts.insertAbout(ctx, about))) refuse('MEMBER_ABOUT_ALREADY_EXISTS', { memberId: member.id })
    ctx.announce(aboutEvents.created(aboutToWire(about)))
    return { memberAbout: aboutToWire(about) }
  },
  updateMemberAbout: async (ctx, { params, body: { memberAbout: wish } }) => {
    const about = await writable(ctx, params.id)
    if (wish.revision !== String(about.revision)) refuse('INVALID_REVISION', { revision: wish.revision })
    checkSize(wish.content)
    const changed = { ...about, content: wish.content, revision: about.revision + 1 }
    await abouts.updateAbout(ctx, changed)
    ctx.announce(aboutEvents.updated(aboutToWire(changed)))
    return { memberAbout: aboutToWire(changed) }
  },
  deleteMemberAbout: async (ctx, { params }) => {
    const about = await writable(ctx, params.id)
    await abouts.deleteAbout(ctx, about.id)
    ctx.announce(aboutEvents.deleted(about.id))
    return {}
  },
  getMemberAbout: async (ctx, { params }) => {
    const about = (isGuid(params.id) ? await abouts.aboutById(ctx, params.id) : undefined) ?? refuseStandard('NOT_FOUND')
    await seen(ctx, about.memberId)
    return { memberAbout: aboutToWire(about) }
  },
  getMyMemberAbout: async (ctx) => {
    const about = await abouts.aboutOfMember(ctx, (await me(ctx)).id)
    return about ? { memberAbout: aboutToWire(about) } : {}
  },
  queryMemberAbouts: async (ctx, { body }) => {
    const { abouts: found, meta } = await abouts.findAbouts(ctx, (body.query ?? {}) as WireQuery, await seenMembers(ctx))
    return { memberAbouts: found.map(aboutToWire), metadata: meta }
  },
}
