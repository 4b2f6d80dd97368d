/** A member blocks another member: neither sees the other from then on. Source: guide members §16.1. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { onMembersSeparated } from '../hooks.ts'
import { canSee } from '../rules/privacy.ts'
import { findBlock, insertBlock } from '../store/blocks.ts'
import { lockMember, type MemberRecord } from '../store/members.ts'
import { getPrivacySettings } from '../store/privacy-settings.ts'
import { listRoleDefinitions, listRolesByMember } from '../store/roles.ts'
import { getMember } from './get-member.ts'

/** Members with a role that is not blockable cannot be blocked. */
async function isBlockable(ctx: ReadContext, member: MemberRecord): Promise<boolean> {
  const roleKeys = (await listRolesByMember(ctx, [member])).get(member.id) ?? []
  return !(await listRoleDefinitions(ctx)).some((role) => !role.blockable && roleKeys.includes(role.roleKey))
}

/** Refuses with NOT_FOUND, SELF_BLOCKING_FORBIDDEN, ADMIN_BLOCKING_FORBIDDEN, MEMBER_ALREADY_BLOCKED. */
export async function blockMember(ctx: TransactionContext, blockerId: string, memberId: string): Promise<void> {
  if (memberId.toLowerCase() === blockerId) refuse('SELF_BLOCKING_FORBIDDEN')
  const other = await getMember(ctx, memberId)
  const block = await findBlock(ctx, blockerId, other.id)
  if (block?.blockerId === blockerId) refuse('MEMBER_ALREADY_BLOCKED', { memberId: other.id })
  // Members do not learn that they were blocked: the blocker is unknown to them.
  if (block || !canSee(ctx.caller, other, await getPrivacySettings(ctx))) refuseStandard('NOT_FOUND')
  if (other.communityRole !== 'MEMBER' || (await lockMember(ctx, blockerId))?.communityRole !== 'MEMBER' || !(await isBlockable(ctx, other)))
    refuse('ADMIN_BLOCKING_FORBIDDEN')
  if (!(await insertBlock(ctx, blockerId, other.id))) refuse('MEMBER_ALREADY_BLOCKED', { memberId: other.id })
  await onMembersSeparated.call(ctx, { memberId: blockerId, otherId: other.id })
}
