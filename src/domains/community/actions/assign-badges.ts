/** Assigns and unassigns badges, and with them the roles that they grant. Source: guide members §16.3. */
import type { TransactionContext } from '#kit/api/context.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { grantBadgeRole, findMemberById, findMembersByIds, revokeBadgeRole } from '#domains/members/public.ts'
import { refuse } from '../errors.ts'
import { assignmentEvents, badgeAssigned, badgeUnassigned } from '../events.ts'
import { getBadgeRole } from '../rules/badges.ts'
import * as store from '../store/badges.ts'
import { assignmentToWire } from '../wire.ts'
import { getBadge } from './manage-badges.ts'

/** The badge under a share lock, so that its role does not change during the assignment. */
const getBadgeForAssignment = async (ctx: TransactionContext, id: string): Promise<store.Badge> =>
  (isGuid(id) ? await store.lockBadgeForShare(ctx, id) : undefined) ?? refuseStandard('NOT_FOUND')

/** Returns new assignments only. */
async function insertAndEmit(ctx: TransactionContext, badge: store.Badge, memberIds: readonly string[]): Promise<store.Assignment[]> {
  const assignments = await store.insertAssignments(ctx, badge.id, memberIds)
  const roleKey = getBadgeRole(badge)
  if (roleKey && assignments.length > 0)
    await grantBadgeRole(ctx, { badgeId: badge.id, roleKey, memberIds: assignments.map((assignment) => assignment.memberId) })
  for (const assignment of assignments) {
    ctx.emit(assignmentEvents.created(assignmentToWire(assignment)))
    ctx.emit(badgeAssigned(assignment.badgeId, assignment.memberId))
  }
  return assignments
}
async function emitAndRevokeRole(ctx: TransactionContext, assignments: readonly store.Assignment[]): Promise<void> {
  for (const assignment of assignments) {
    ctx.emit(assignmentEvents.deleted(assignment.id, assignmentToWire(assignment)))
    ctx.emit(badgeUnassigned(assignment.badgeId, assignment.memberId))
  }
  const [first] = assignments
  if (first)
    await revokeBadgeRole(
      ctx,
      first.badgeId,
      assignments.map((assignment) => assignment.memberId),
    )
}

/** Assigns a badge to all of the members, or to none when one is unknown (NOT_FOUND). */
export async function assignBadge(ctx: TransactionContext, badgeId: string, memberIds: readonly string[]): Promise<void> {
  const badge = await getBadgeForAssignment(ctx, badgeId)
  const requestedIds = new Set(memberIds.map((id) => id.toLowerCase()))
  const known = await findMembersByIds(ctx, [...requestedIds])
  if (known.length < requestedIds.size) refuseStandard('NOT_FOUND')
  await insertAndEmit(
    ctx,
    badge,
    known.map(({ id }) => id),
  )
}
/** Unassigns a badge from those of the members who have it. */
export async function unassignBadge(ctx: TransactionContext, badgeId: string, memberIds: readonly string[]): Promise<void> {
  const badge = await getBadge(ctx, badgeId)
  const ids = memberIds.filter(isGuid)
  if (ids.length > 0) await emitAndRevokeRole(ctx, await store.deleteAssignments(ctx, badge.id, ids))
}
/** Assigns a badge to one member. Refuses NOT_FOUND, BADGE_ALREADY_ASSIGNED. */
export async function assignBadgeToMember(ctx: TransactionContext, input: { badgeId: string; memberId: string }): Promise<store.Assignment> {
  const badge = await getBadgeForAssignment(ctx, input.badgeId)
  const member = (await findMemberById(ctx, input.memberId)) ?? refuseStandard('NOT_FOUND')
  const [assignment] = await insertAndEmit(ctx, badge, [member.id])
  return assignment ?? refuse('BADGE_ALREADY_ASSIGNED', { badgeId: badge.id, memberId: member.id })
}
/** Deletes an assignment and returns it. Refuses NOT_FOUND. */
export async function deleteAssignment(ctx: TransactionContext, id: string): Promise<store.Assignment> {
  const assignment = (isGuid(id) ? await store.deleteAssignment(ctx, id) : undefined) ?? refuseStandard('NOT_FOUND')
  await emitAndRevokeRole(ctx, [assignment])
  return assignment
}
