/** One member as the caller may see them: the rule of who sees whom, for other domains, too. Source: guide members 4.2, 16.1. */
import type { Ctx } from '#kit/ctx.ts'
import { maySee } from '../rules/privacy.ts'
import { blockBetween } from '../store/blocks.ts'
import { visibleTo } from '../store/finding.ts'
import * as store from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'

/** The block between the caller and another member, if both are members. */
export const blockWith = async (ctx: Ctx, id: string): Promise<{ blockerId: string } | undefined> =>
  ctx.caller.role === 'member' && ctx.caller.memberId && ctx.caller.memberId !== id ? blockBetween(ctx, ctx.caller.memberId, id) : undefined

/** The member, or undefined for whoever may not see them; unknown and invisible look the same. */
export async function seenByCaller(ctx: Ctx, id: string): Promise<store.MemberRecord | undefined> {
  const member = await store.memberById(ctx, id)
  if (!member || !maySee(ctx.caller, member, await privacy.privacySettings(ctx)) || (await blockWith(ctx, member.id))) return undefined
  return member
}

/** All members whom the caller may see, as a query of ids for the listings of other domains. */
export const seenMembers = async (ctx: Ctx) => ({ seen: visibleTo(ctx, await privacy.privacySettings(ctx)).select('member.id') })
export type SeenMembers = Awaited<ReturnType<typeof seenMembers>>
