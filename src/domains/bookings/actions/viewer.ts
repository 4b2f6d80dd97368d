/** Whose bookings a caller sees and changes. Source: guide bookings §1. */
import type { ReadContext } from '#kit/api/context.ts'
import { findMemberById } from '#domains/members/public.ts'
import type { Viewer } from '../store/bookings.ts'

/** Members also own bookings made with their verified email; an unverified email must never open another customer's bookings. */
export async function getViewer(ctx: ReadContext): Promise<Viewer> {
  const { role, memberId, visitorId } = ctx.caller
  if (role === 'owner') return { all: true }
  if (role !== 'member' || !memberId) return { all: false, visitorId: visitorId ?? '00000000-0000-0000-0000-000000000000' }
  const member = await findMemberById(ctx, memberId)
  return { all: false, memberId, contactId: member?.loginEmailVerified ? member.contactId : undefined }
}
export const unrestrictedViewer: Viewer = { all: true }
