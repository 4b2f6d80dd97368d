/** Deletes a member: gone for everybody at once, erased 30 days later. Source: guide members 10. */
import type { Ctx } from '#kit/ctx.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { followStanding, mayDelete } from '../asks.ts'
import { contentReassignmentRequested, memberDeleted } from '../events.ts'
import * as store from '../store.ts'

/** A refusal in the form of a violation, as the public contract has it. */
const forbidden = (ruleName: string, description: string, memberId: string): void =>
  orViolate([{ field: 'id', description, violatedRule: 'OTHER', ruleName, data: { memberId } }])

export async function deleteMember(ctx: Ctx, id: string, of: { byMember: boolean; contentAssigneeId?: string | null | undefined }): Promise<void> {
  const member = (await store.lockMember(ctx, id)) ?? refuseStandard('NOT_FOUND', {}, 'Member not found.')
  if (member.communityRole !== 'MEMBER')
    forbidden('OWNER_OR_CONTRIBUTOR_MEMBER_DELETE_FORBIDDEN', "The owner and contributors of the site can't be deleted.", id)
  if (of.contentAssigneeId) {
    const heir = of.contentAssigneeId === id ? undefined : await store.memberById(ctx, of.contentAssigneeId)
    if (heir?.status !== 'APPROVED')
      orViolate([{ field: 'contentAssigneeId', description: 'must be another approved member', violatedRule: 'VALIDATION', data: {} }])
  }
  // Members may always leave: their orders are cancelled by those who follow. The business has to cancel first.
  if (!of.byMember && (await mayDelete.ask(ctx, { memberId: id })).some(Boolean))
    forbidden('ACTIVE_SUBSCRIPTION_MEMBER_DELETE_FORBIDDEN', 'This member has a plan that still renews.', id)
  await followStanding.ask(ctx, { memberId: id, change: 'deleted', byMember: of.byMember })
  await store.markDeleted(ctx, id)
  await store.freeSlugs(ctx, id)
  ctx.announce(memberDeleted(id))
  ctx.announce(contentReassignmentRequested(id, of.contentAssigneeId ?? null))
  ctx.send({ to: member.loginEmail, template: 'ACCOUNT_DELETED', variables: { nickname: member.nickname }, once: id })
}
