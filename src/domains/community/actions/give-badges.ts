/** Who has which badge: given and taken, and with it the role that it brings. Source: guide members 16.3. */
import type { Ctx } from '#kit/ctx.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { giveRoleWithBadge, memberById, membersByIds, takeRoleOfBadge } from '#domains/members/public.ts'
import { refuse } from '../errors.ts'
import { assignmentEvents, badgeAssigned, badgeUnassigned } from '../events.ts'
import { roleWith } from '../rules/badges.ts'
import * as store from '../store/badges.ts'
import { assignmentToWire } from '../wire.ts'
import { foundBadge } from './keep-badges.ts'

/** The badge as it stays until commit: nobody changes its role while somebody gets it. */
const heldBadge = async (ctx: Ctx, id: string): Promise<store.Badge> => (isGuid(id) ? await store.holdBadge(ctx, id) : undefined) ?? refuseStandard('NOT_FOUND')

/** New assignments only; who has the badge keeps it as it is. */
async function give(ctx: Ctx, badge: store.Badge, memberIds: readonly string[]): Promise<store.Assignment[]> {
  const assignments = await store.insertAssignments(ctx, badge.id, memberIds)
  const roleKey = roleWith(badge)
  if (roleKey && assignments.length > 0)
    await giveRoleWithBadge(ctx, { badgeId: badge.id, roleKey, memberIds: assignments.map((assignment) => assignment.memberId) })
  for (const assignment of assignments) {
    ctx.announce(assignmentEvents.created(assignmentToWire(assignment)))
    ctx.announce(badgeAssigned(assignment.badgeId, assignment.memberId))
  }
  return assignments
}
async function take(ctx: Ctx, assignments: readonly store.Assignment[]): Promise<void> {
  for (const assignment of assignments) {
    ctx.announce(assignmentEvents.deleted(assignment.id, assignmentToWire(assignment)))
    ctx.announce(badgeUnassigned(assignment.badgeId, assignment.memberId))
  }
  const [first] = assignments
  if (first)
    await takeRoleOfBadge(
      ctx,
      first.badgeId,
      assignments.map((assignment) => assignment.memberId),
    )
}

/** Gives a badge to all of them, or to nobody when one is unknown (NOT_FOUND). */
export async function giveBadge(ctx: Ctx, badgeId: string, memberIds: readonly string[]): Promise<void> {
  const badge = await heldBadge(ctx, badgeId)
  const wanted = new Set(memberIds.map((id) => id.toLowerCase()))
  const known = await membersByIds(ctx, [...wanted])
  if (known.length < wanted.size) refuseStandard('NOT_FOUND')
  await give(
    ctx,
    badge,
    known.map(({ id }) => id),
  )
}
/** Takes a badge from those of them who have it. */
export async function takeBadge(ctx: Ctx, badgeId: string, memberIds: readonly string[]): Promise<void> {
  const badge = await foundBadge(ctx, badgeId)
  const ids = memberIds.filter(isGuid)
  if (ids.length > 0) await take(ctx, await store.deleteAssignmentsOf(ctx, badge.id, ids))
}
/** Gives a badge to one member. Refuses NOT_FOUND, BADGE_ALREADY_ASSIGNED. */
export async function giveBadgeTo(ctx: Ctx, wish: { badgeId: string; memberId: string }): Promise<store.Assignment> {
  const badge = await heldBadge(ctx, wish.badgeId)
  const member = (await memberById(ctx, wish.memberId)) ?? refuseStandard('NOT_FOUND')
  const [assignment] = await give(ctx, badge, [member.id])
  return assignment ?? refuse('BADGE_ALREADY_ASSIGNED', { badgeId: badge.id, memberId: member.id })
}
/** Ends one assignment and answers it. Refuses NOT_FOUND. */
export async function endAssignment(ctx: Ctx, id: string): Promise<store.Assignment> {
  const assignment = (isGuid(id) ? await store.deleteAssignment(ctx, id) : undefined) ?? refuseStandard('NOT_FOUND')
  await take(ctx, [assignment])
  return assignment
}
