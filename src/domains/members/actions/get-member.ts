import type { ReadContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { findMemberById, type MemberRecord } from '../store/members.ts'

/** The member; refuses with NOT_FOUND when unknown or deleted. */
export const getMember = async (ctx: ReadContext, id: string): Promise<MemberRecord> => (await findMemberById(ctx, id)) ?? refuseStandard('NOT_FOUND')
