/** Who asks, and about whom: members as the caller may see them. */
import type { Ctx } from '#kit/ctx.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { memberById, seenByCaller, type MemberRecord } from '#domains/members/public.ts'

/** The calling member; PERMISSION_DENIED for a caller who is none. */
export const me = async (ctx: Ctx): Promise<MemberRecord> =>
  (ctx.caller.memberId ? await memberById(ctx, ctx.caller.memberId) : undefined) ?? refuseStandard('PERMISSION_DENIED')
/** A member whom the caller can see; NOT_FOUND for any other. */
export const seen = async (ctx: Ctx, id: string): Promise<MemberRecord> => (await seenByCaller(ctx, id)) ?? refuseStandard('NOT_FOUND')
