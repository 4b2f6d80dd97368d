/** Visibility of members for the caller, for other domains, too. Source: guide members §4.2, §16.1. */
import type { ReadContext } from '#kit/api/context.ts'
import { canSee } from '../rules/privacy.ts'
import { findBlock } from '../store/blocks.ts'
import { visibleTo } from '../store/member-queries.ts'
import * as store from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'

/** The block between the caller and another member, if both are members. */
export const findBlockWithCaller = async (ctx: ReadContext, id: string): Promise<{ blockerId: string } | undefined> =>
  ctx.caller.role === 'member' && ctx.caller.memberId && ctx.caller.memberId !== id ? findBlock(ctx, ctx.caller.memberId, id) : undefined

/** The member, or undefined when the caller may not see them; unknown and invisible look the same. */
export async function findVisibleMember(ctx: ReadContext, id: string): Promise<store.MemberRecord | undefined> {
  const member = await store.findMemberById(ctx, id)
  if (!member || !canSee(ctx.caller, member, await privacy.getPrivacySettings(ctx)) || (await findBlockWithCaller(ctx, member.id))) return undefined
  return member
}

/** The ids of all members whom the caller may see, as a subquery for lists of other domains. */
export const queryVisibleMembers = async (ctx: ReadContext) => ({ seen: visibleTo(ctx, await privacy.getPrivacySettings(ctx)).select('member.id') })
export type VisibleMembers = Awaited<ReturnType<typeof queryVisibleMembers>>
