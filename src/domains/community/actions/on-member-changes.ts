/** Handlers of the hooks of members. Source: guide members §14, §16. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import type { Group, MemberStatusChange } from '#domains/members/public.ts'
import { reportEvents, memberUnfollowed } from '../events.ts'
import * as abouts from '../store/abouts.ts'
import * as badges from '../store/badges.ts'
import * as follows from '../store/follows.ts'
import * as reports from '../store/reports.ts'

/** Blocking a member closes the reports on them. Deletion ends reports and follows; erasure also removes texts, own reports and badges. */
export async function handleMemberStatusChange(ctx: TransactionContext, { memberId, change }: MemberStatusChange): Promise<void> {
  if (change === 'erased') {
    await abouts.deleteAboutOfMember(ctx, memberId)
    await reports.deleteReportsBy(ctx, memberId)
    await badges.deleteAssignmentsOfMember(ctx, memberId)
  }
  if (change === 'blocked') await reports.markReviewed(ctx, memberId)
  if (change !== 'deleted') return
  for (const id of await reports.deleteReportsOn(ctx, memberId)) ctx.emit(reportEvents.deleted(id))
  await endFollowsOfMember(ctx, { memberId })
}

/** Becoming private ends all follows of a member; a block ends those between the two. */
export async function endFollowsOfMember(ctx: TransactionContext, members: { memberId: string; otherId?: string | undefined }): Promise<void> {
  for (const { followerId, followedId } of await follows.deleteFollowsOfMember(ctx, members.memberId, members.otherId))
    ctx.emit(memberUnfollowed(followerId, followedId))
}

/** The badges of members as groups, for custom fields. */
export async function listBadgeGroups(ctx: ReadContext, { memberIds }: { memberIds: readonly string[] }): Promise<ReadonlyMap<string, readonly Group[]>> {
  const groupsByMember = new Map<string, Group[]>()
  for (const { memberId, badgeId } of await badges.listAssignments(ctx, memberIds))
    groupsByMember.set(memberId, [...(groupsByMember.get(memberId) ?? []), { type: 'BADGE', id: badgeId }])
  return groupsByMember
}

/** Community data of a member, for the download of their data. Source: guide members §10.3. */
export async function exportCommunityData(ctx: ReadContext, memberId: string) {
  const about = await abouts.findAboutOfMember(ctx, memberId)
  const assignments = await badges.listAssignments(ctx, [memberId])
  return {
    title: 'community',
    records: {
      about: about?.content ?? null,
      ...(await follows.listFollows(ctx, memberId)),
      reportsMade: (await reports.listReportsBy(ctx, memberId)).map(({ reportedId, category, description, createdAt }) => ({
        reportedMemberId: reportedId,
        category,
        description,
        createdDate: toWireTime(createdAt),
      })),
      badgeIds: assignments.map((one) => one.badgeId),
    },
  }
}
