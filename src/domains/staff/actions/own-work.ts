/** What a connected staff member may change without a permission: the own profile and the own hours. Source: guide services-and-availability §2.3. */
import type { ReadContext } from '#kit/api/context.ts'
import { readField, type OwnWorkQuestion } from '#kit/api/own-work.ts'
import * as store from '../store/staff.ts'

/** The staff member whom the calling dashboard user is connected to; an invitation alone opens nothing. */
export async function findConnectedStaff(ctx: ReadContext): Promise<store.StaffRow | undefined> {
  const { userId } = ctx.caller
  return userId ? store.staffOfUser(ctx, userId) : undefined
}

/** Whether a request names the caller as the staff member that it is about. */
export async function isAboutOwnStaffMember(ctx: ReadContext, { about, params }: OwnWorkQuestion): Promise<boolean> {
  if (about !== 'STAFF_MEMBER') return false
  const id = readField(params, 'staffMemberId') ?? readField(params, 'id')
  return (await findConnectedStaff(ctx))?.id === id
}
