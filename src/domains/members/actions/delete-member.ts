/** Deletes a member: gone for everybody at once, erased 30 days later. Source: guide members 10. */
import type { Ctx } from '#kit/ctx.ts'
import { orViolate, refuseStandard, Violations } from '#kit/refusal.ts'
import { followStanding, mayDelete, readsIn } from '../asks.ts'
import { refuse } from '../errors.ts'
import { contentReassignmentRequested, memberDeleted } from '../events.ts'
import * as contacts from '../store/contacts.ts'
import * as leaving from '../store/leaving.ts'
import * as store from '../store/members.ts'
import * as slugs from '../store/slugs.ts'
import { slugHeldSince } from './change-slug.ts'
import { saved } from './saved.ts'

/** A refusal in the form of a violation, as the public contract has it. */
const forbidden = (ruleName: string, description: string, memberId: string): never => {
  throw new Violations([{ field: 'id', description, violatedRule: 'OTHER', ruleName, data: { memberId } }], description)
}

/** Whoever gets the content must be an approved member, and another one. */
export async function heirOf(ctx: Ctx, contentAssigneeId: string, deletedId?: string): Promise<void> {
  const heir = contentAssigneeId === deletedId ? undefined : await store.memberById(ctx, contentAssigneeId)
  if (heir?.status !== 'APPROVED')
    orViolate([{ field: 'contentAssigneeId', description: 'must be another approved member', violatedRule: 'VALIDATION', data: {} }])
}

/** `endsPlans`: the business cancels plans that renew by the same deed. */
export async function deleteMember(
  ctx: Ctx,
  id: string,
  of: { byMember: boolean; contentAssigneeId?: string | null | undefined; endsPlans?: boolean },
): Promise<void> {
  const member = (await store.lockMember(ctx, id)) ?? refuseStandard('NOT_FOUND', {}, { message: 'Member not found.', de: 'Dieses Mitglied gibt es nicht.' })
  if (member.communityRole !== 'MEMBER')
    forbidden('OWNER_OR_CONTRIBUTOR_MEMBER_DELETE_FORBIDDEN', "The owner and contributors of the site can't be deleted.", id)
  if (of.contentAssigneeId) await heirOf(ctx, of.contentAssigneeId, id)
  // Members may always leave: their orders are cancelled by those who follow. The business has to cancel first.
  if (!of.byMember && !of.endsPlans && (await mayDelete.ask(ctx, { memberId: id })).some(Boolean))
    forbidden('ACTIVE_SUBSCRIPTION_MEMBER_DELETE_FORBIDDEN', 'This member has a plan that still renews.', id)
  // Asked while the address is still theirs: afterwards nobody knows what they speak.
  const [language] = await readsIn.ask(ctx, { address: member.loginEmail })
  await followStanding.ask(ctx, { memberId: id, change: 'deleted', byMember: of.byMember })
  await leaving.markDeleted(ctx, id)
  await slugs.freeSlugs(ctx, id)
  ctx.announce(memberDeleted(id))
  ctx.announce(contentReassignmentRequested(id, of.contentAssigneeId || ((await store.ownerMemberId(ctx)) ?? null)))
  ctx.send({
    to: member.loginEmail,
    template: 'ACCOUNT_DELETED',
    language,
    variables: { nickname: member.nickname, when: ctx.now.toString() },
    once: id,
  })
}

/** Takes a deletion back: within 30 days, while email and page address are unused. Sessions stay dead, orders stay ended. */
export async function restoreMember(ctx: Ctx, id: string): Promise<store.MemberRecord> {
  const deleted = (await leaving.lockDeleted(ctx, id)) ?? refuseStandard('NOT_FOUND')
  await contacts.lockEmail(ctx, deleted.loginEmail)
  if (await store.memberByEmail(ctx, deleted.loginEmail)) refuse('EMAIL_OR_ADDRESS_TAKEN', { loginEmail: deleted.loginEmail })
  if (!(await slugs.claimSlug(ctx, id, deleted.slug, slugHeldSince(ctx)))) refuse('EMAIL_OR_ADDRESS_TAKEN', { slug: deleted.slug })
  await leaving.markRestored(ctx, id)
  await followStanding.ask(ctx, { memberId: id, change: 'restored', byMember: false })
  return saved(ctx, id, {})
}
