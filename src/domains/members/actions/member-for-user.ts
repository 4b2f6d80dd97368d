/** The member that a dashboard user is on a site. Source: guide members 15. */
import type { Ctx } from '#kit/ctx.ts'
import { makeIdentity, partWays } from '../asks.ts'
import { deleteBlocksOf } from '../store/blocks.ts'
import * as contacts from '../store/contacts.ts'
import * as store from '../store/members.ts'
import { createMember } from './create-member.ts'
import { saved } from './saved.ts'

/** The role of a dashboard user changed: the member they are follows. Without a role they are a member like others from now on. */
export async function followUserRole(ctx: Ctx, userId: string, role: 'OWNER' | 'CONTRIBUTOR' | undefined): Promise<void> {
  const known = await store.memberByUser(ctx, userId)
  const communityRole = role ?? 'MEMBER'
  if (!known || (known.communityRole === communityRole && role !== undefined)) return
  await store.lockMember(ctx, known.id)
  await saved(ctx, known.id, { communityRole, ...(role === undefined && { userId: null }) })
}

/**
 * The member of a dashboard user: made APPROVED and PRIVATE on first use; a member with the same email becomes it. Owners
 * and contributors are never part of a block between members, so theirs end.
 */
export async function memberForUser(
  ctx: Ctx,
  user: { userId: string; email: string; name: string; role: 'OWNER' | 'CONTRIBUTOR' },
): Promise<store.MemberRecord> {
  await contacts.lockEmail(ctx, user.email)
  const known = (await store.memberByUser(ctx, user.userId)) ?? (await store.memberByEmail(ctx, user.email))
  if (known?.userId === user.userId && known.communityRole === user.role) return known
  if (known) {
    await deleteBlocksOf(ctx, known.id)
    await partWays.ask(ctx, { memberId: known.id })
    await store.lockMember(ctx, known.id)
    return saved(ctx, known.id, { userId: user.userId, communityRole: user.role })
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
  await makeIdentity.ask(ctx, { memberId: id, loginEmail: member.loginEmail })
  return member
}
