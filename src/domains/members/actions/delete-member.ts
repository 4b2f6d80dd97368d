/** Deletes a member: invisible at once, erased 30 days later. Source: guide members §10. */
import { keepEmailPreferences, openMailer, restoreEmailPreferences } from '#domains/notifications/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard, Violations } from '#kit/api/refusal.ts'
import { onMemberDeleted, onMemberStatusChanged, checkMemberDeletion } from '../hooks.ts'
import { refuse } from '../errors.ts'
import { contentReassignmentRequested, memberDeleted } from '../events.ts'
import * as contacts from '../store/contacts.ts'
import * as deletions from '../store/deletions.ts'
import * as store from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'
import * as slugs from '../store/slugs.ts'
import { slugHeldSince } from './change-slug.ts'
import { saveMember } from './save-member.ts'
import type { MembersEmails } from '../emails/variables.ts'

/** Refuses with a violation instead of a code, as the public contract has it. */
const refuseDeletion = (ruleName: string, description: string, memberId: string): never => {
  throw new Violations([{ field: 'id', description, violatedRule: 'OTHER', ruleName, data: { memberId } }], description)
}

/** Refuses a content assignee who is not an approved member, or is the deleted one. */
export async function assertContentAssignee(ctx: ReadContext, contentAssigneeId: string, deletedId?: string): Promise<void> {
  const assignee = contentAssigneeId === deletedId ? undefined : await store.findMemberById(ctx, contentAssigneeId)
  if (assignee?.status !== 'APPROVED')
    assertNoViolations([{ field: 'contentAssigneeId', description: 'must be another approved member', violatedRule: 'VALIDATION', data: {} }])
}

/** `endsPlans`: plans that renew are cancelled with the member. */
export async function deleteMember(
  ctx: TransactionContext,
  id: string,
  options: { byMember: boolean; contentAssigneeId?: string | null | undefined; endsPlans?: boolean },
): Promise<void> {
  const member =
    (await store.lockMember(ctx, id)) ??
    refuseStandard(
      'NOT_FOUND',
      {},
      { message: 'Member not found.', de: 'Dieses Mitglied gibt es nicht.', fr: 'Ce membre est introuvable.', es: 'No se ha encontrado a este miembro.' },
    )
  if (member.communityRole !== 'MEMBER')
    refuseDeletion('OWNER_OR_CONTRIBUTOR_MEMBER_DELETE_FORBIDDEN', "The owner and contributors of the site can't be deleted.", id)
  if (options.contentAssigneeId) await assertContentAssignee(ctx, options.contentAssigneeId, id)
  // Members may always leave, and their orders end with them. The business has to cancel renewing plans first.
  if (!options.byMember && !options.endsPlans && (await checkMemberDeletion.call(ctx, { memberId: id })).some(Boolean))
    refuseDeletion('ACTIVE_SUBSCRIPTION_MEMBER_DELETE_FORBIDDEN', 'This member has a plan that still renews.', id)
  // Read before the deletion, which removes the preferred language.
  const mailer = await openMailer<MembersEmails>(ctx, { kind: 'address', address: member.loginEmail })
  await onMemberStatusChanged.call(ctx, { memberId: id, change: 'deleted', byMember: options.byMember })
  await onMemberDeleted.call(ctx, { memberId: id, byMember: options.byMember })
  await deletions.markDeleted(ctx, id)
  await slugs.releaseSlugs(ctx, id)
  await keepEmailPreferences(ctx, id, member.loginEmail)
  ctx.emit(memberDeleted(id))
  ctx.emit(contentReassignmentRequested(id, options.contentAssigneeId || ((await store.findOwnerMemberId(ctx)) ?? null)))
  mailer.queue({
    template: 'ACCOUNT_DELETED',
    variables: { nickname: member.nickname, when: ctx.now.toString() },
    uniqueKey: id,
  })
}

/** Restores a deleted member: within 30 days, while email and slug are unused. Sessions and orders stay ended. */
export async function restoreMember(ctx: TransactionContext, id: string): Promise<store.MemberRecord> {
  const deleted = (await deletions.lockDeletedMember(ctx, id)) ?? refuseStandard('NOT_FOUND')
  await contacts.lockEmail(ctx, deleted.loginEmail)
  if (await store.findMemberByEmail(ctx, deleted.loginEmail)) refuse('EMAIL_OR_ADDRESS_TAKEN', { loginEmail: deleted.loginEmail })
  if (!(await slugs.claimSlug(ctx, id, deleted.slug, slugHeldSince(ctx)))) refuse('EMAIL_OR_ADDRESS_TAKEN', { slug: deleted.slug })
  await deletions.markRestored(ctx, id)
  await restoreEmailPreferences(ctx, id, deleted.loginEmail)
  await onMemberStatusChanged.call(ctx, { memberId: id, change: 'restored', byMember: false })
  // What members may be was decided anew meanwhile.
  const isPublicPossible = (await privacy.getPrivacySettings(ctx)).candidates !== 'NO_ONE'
  return saveMember(ctx, id, isPublicPossible ? {} : { privacyStatus: 'PRIVATE' })
}
