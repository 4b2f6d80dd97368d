/** What happens here when members change elsewhere. Source: guide members 14, 16. */
import type { Ctx } from '#kit/ctx.ts'
import { wireTime } from '#kit/pure/wire-time.ts'
import type { Group, StandingChange } from '#domains/members/public.ts'
import { reportEvents, unfollowed } from '../events.ts'
import * as abouts from '../store/abouts.ts'
import * as badges from '../store/badges.ts'
import * as follows from '../store/follows.ts'
import * as reports from '../store/reports.ts'

/** A blocked member is dealt with: the reports are. A deleted one takes reports and follows along, an erased one all that they said and got. */
export async function followReports(ctx: Ctx, { memberId, change }: StandingChange): Promise<void> {
  if (change === 'erased') {
    await abouts.deleteAboutOf(ctx, memberId)
    await reports.deleteReportsBy(ctx, memberId)
    await badges.deleteAllAssignmentsOf(ctx, memberId)
  }
  if (change === 'blocked') await reports.markReviewed(ctx, memberId)
  if (change !== 'deleted') return
  for (const id of await reports.deleteReportsOn(ctx, memberId)) ctx.announce(reportEvents.deleted(id))
  await endFollows(ctx, { memberId })
}

/** Going private ends all follows of a member; a block ends those between the two. */
export async function endFollows(ctx: Ctx, of: { memberId: string; otherId?: string | undefined }): Promise<void> {
  for (const { followerId, followedId } of await follows.deleteFollowsOf(ctx, of.memberId, of.otherId)) ctx.announce(unfollowed(followerId, followedId))
}

/** The badges of members, for custom fields that come with one. */
export async function badgesOfMembers(ctx: Ctx, { memberIds }: { memberIds: readonly string[] }): Promise<ReadonlyMap<string, readonly Group[]>> {
  const by = new Map<string, Group[]>()
  for (const { memberId, badgeId } of await badges.assignmentsOf(ctx, memberIds))
    by.set(memberId, [...(by.get(memberId) ?? []), { type: 'BADGE', id: badgeId }])
  return by
}

/** What a member said and whom they follow, for the download of their data (guide: members 10.3). */
export async function communityForPerson(ctx: Ctx, memberId: string) {
  const about = await abouts.aboutOfMember(ctx, memberId)
  const given = await badges.assignmentsOf(ctx, [memberId])
  return {
    title: 'community',
    records: {
      about: about?.content ?? null,
      ...(await follows.followsBetween(ctx, memberId)),
      reportsMade: (await reports.reportsBy(ctx, memberId)).map(({ reportedId, category, description, createdAt }) => ({
        reportedMemberId: reportedId,
        category,
        description,
        createdDate: wireTime(createdAt),
      })),
      badgeIds: given.map((one) => one.badgeId),
    },
  }
}
