/** Whose bookings a caller sees and changes. Source: guide bookings §1. */
import type { ReadContext } from '#kit/api/context.ts'
import { findMemberById } from '#domains/members/public.ts'
import { findStaffOfCaller } from '#domains/staff/public.ts'
import type { Viewer } from '../../store/bookings.ts'

/** Team members who look after all bookings have it; of the others a staff member sees only what they give. Source: guide bookings §18.1. */
const READ_ANY = 'BOOKINGS.BOOKING_READ_ANY'

async function getViewerOfTeam(ctx: ReadContext): Promise<Viewer> {
  const { userId, permissions } = ctx.caller
  if (!userId || !permissions || permissions.includes(READ_ANY)) return { all: true }
  const staff = await findStaffOfCaller(ctx)
  return staff ? { all: false, resourceId: staff.resourceId } : { all: true }
}

/** Members also own bookings made with their verified email; an unverified email must never open another customer's bookings. */
export async function getViewer(ctx: ReadContext): Promise<Viewer> {
  const { role, memberId, visitorId } = ctx.caller
  if (role === 'owner') return getViewerOfTeam(ctx)
  if (role !== 'member' || !memberId) return { all: false, visitorId: visitorId ?? '00000000-0000-0000-0000-000000000000' }
  const member = await findMemberById(ctx, memberId)
  return { all: false, memberId, contactId: member?.loginEmailVerified ? member.contactId : undefined }
}
export const unrestrictedViewer: Viewer = { all: true }
