/** The calling member, and members whom the caller may see. */
import type { ReadContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { findMemberById, findVisibleMember, type MemberRecord } from '#domains/members/public.ts'

/** The calling member; PERMISSION_DENIED for a caller who is none. */
export const getCallerMember = async (ctx: ReadContext): Promise<MemberRecord> =>
  (ctx.caller.memberId ? await findMemberById(ctx, ctx.caller.memberId) : undefined) ?? refuseStandard('PERMISSION_DENIED')
/** A member whom the caller can see; NOT_FOUND for any other. */
export const getVisibleMember = async (ctx: ReadContext, id: string): Promise<MemberRecord> => (await findVisibleMember(ctx, id)) ?? refuseStandard('NOT_FOUND')
