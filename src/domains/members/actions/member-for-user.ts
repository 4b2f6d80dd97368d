/** The member of a dashboard user on a site. Source: guide members §15. */
import type { TransactionContext } from '#kit/api/context.ts'
import { createMemberIdentity, onMembersSeparated } from '../hooks.ts'
import { deleteBlocksOfMember } from '../store/blocks.ts'
import * as contacts from '../store/contacts.ts'
import * as store from '../store/members.ts'
import { applyMemberAction } from './apply-member-action.ts'
import { createMember } from './create-member.ts'
import { saveMember } from './save-member.ts'

/** Follows a change of the dashboard user's role. Without a role the member becomes an ordinary one. */
export async function syncMemberRole(ctx: TransactionContext, userId: string, role: 'OWNER' | 'CONTRIBUTOR' | undefined): Promise<void> {
  const existing = await store.findMemberByUser(ctx, userId)
  const communityRole = role ?? 'MEMBER'
  if (!existing || (existing.communityRole === communityRole && role !== undefined)) return
  await store.lockMember(ctx, existing.id)
  await saveMember(ctx, existing.id, { communityRole, ...(role === undefined && { userId: null }) })
}

/**
 * The member of a dashboard user: created as APPROVED and PRIVATE on first use, or taken over from a member with the same email. Owners
 * and contributors cannot be part of a block between members, so existing blocks end.
 */
export async function findOrCreateMemberForUser(
  ctx: TransactionContext,
  user: { userId: string; email: string; name: string; role: 'OWNER' | 'CONTRIBUTOR' },
): Promise<store.MemberRecord> {
  await contacts.lockEmail(ctx, user.email)
  const existing = (await store.findMemberByUser(ctx, user.userId)) ?? (await store.findMemberByEmail(ctx, user.email))
  if (existing?.userId === user.userId && existing.communityRole === user.role) return existing
  if (existing) {
    await deleteBlocksOfMember(ctx, existing.id)
    await onMembersSeparated.call(ctx, { memberId: existing.id })
    // Of the team everyone is approved: blocked or waiting ones, too.
    await applyMemberAction(ctx, existing.id, 'approve')
    return saveMember(ctx, existing.id, { userId: user.userId, communityRole: user.role })
  }
  const id = ctx.newId()
  const member = await createMember(ctx, {
    id,
    loginEmail: user.email,
    loginEmailVerified: true,
    status: 'APPROVED',
    profile: { nickname: user.name },
    privacyStatus: 'PRIVATE',
    communityRole: user.role,
    userId: user.userId,
  })
  await createMemberIdentity.call(ctx, { memberId: id, loginEmail: member.loginEmail })
  return member
}
