/** Erases the personal data of a deleted member; the row stays for the books. Source: guide members 10.3. */
import type { Ctx } from '#kit/ctx.ts'
import { followStanding } from '../asks.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { contentDeletionRequested, memberDeleted } from '../events.ts'
import { deleteMember } from './delete-member.ts'
import * as leaving from '../store/leaving.ts'
import * as store from '../store/members.ts'

const DAYS_KEPT = 30
const daysAgo = (ctx: Ctx, days: number) => ctx.now.subtract({ hours: 24 * days })

/** Profile, contact and sign-in lose all that is personal; nobody finds them under the ids that orders and bookings keep. */
async function erase(ctx: Ctx, id: string, contactId: string): Promise<void> {
  await followStanding.ask(ctx, { memberId: id, change: 'erased', byMember: false })
  await leaving.erase(ctx, id, contactId)
}

/** Members who were deleted long enough ago. The slug stays held as long: both end on the same day. */
export async function purgeDeleted(ctx: Ctx): Promise<number> {
  const due = await leaving.deletedBefore(ctx, daysAgo(ctx, DAYS_KEPT))
  for (const { id, contactId } of due) await erase(ctx, id, contactId)
  return due.length
}

/** Erases a person at once, deleted before or not: for those who may ask for it by law (guide: members 10.3). */
export async function eraseNow(ctx: Ctx, id: string): Promise<void> {
  if (await store.lockMember(ctx, id)) await deleteMember(ctx, id, { byMember: false })
  const deleted = (await leaving.lockDeleted(ctx, id)) ?? refuseStandard('NOT_FOUND')
  await erase(ctx, id, deleted.contactId)
  ctx.announce(contentDeletionRequested(id))
}

/** Sign-ups whose email was never proven: nobody knows whose they are, so nothing of them is kept (guide: members 5.2 row 29). */
export async function dropUnproven(ctx: Ctx): Promise<number> {
  const due = await leaving.unprovenSince(ctx, daysAgo(ctx, DAYS_KEPT))
  for (const { id, contactId } of due) {
    await followStanding.ask(ctx, { memberId: id, change: 'deleted', byMember: false })
    await leaving.markDeleted(ctx, id)
    await erase(ctx, id, contactId)
    ctx.announce(memberDeleted(id))
  }
  return due.length
}
