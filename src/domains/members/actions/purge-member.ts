/** Erases the personal data of a deleted member; the row stays for the books. Source: guide members 10.3. */
import type { Ctx } from '#kit/ctx.ts'
import { followStanding } from '../asks.ts'
import { memberDeleted } from '../events.ts'
import * as store from '../store.ts'

const DAYS_KEPT = 30
const daysAgo = (ctx: Ctx, days: number) => ctx.now.subtract({ hours: 24 * days })

/** Members who were deleted long enough ago. The slug stays held as long: both end on the same day. */
export async function purgeDeleted(ctx: Ctx): Promise<number> {
  const due = await store.deletedBefore(ctx, daysAgo(ctx, DAYS_KEPT))
  for (const { id, contactId } of due) await store.erase(ctx, id, contactId)
  return due.length
}

/** Sign-ups whose email was never proven: nobody knows whose they are, so nothing of them is kept (guide: members 5.2 row 29). */
export async function dropUnproven(ctx: Ctx): Promise<number> {
  const due = await store.unprovenSince(ctx, daysAgo(ctx, DAYS_KEPT))
  for (const { id, contactId } of due) {
    await followStanding.ask(ctx, { memberId: id, change: 'deleted', byMember: false })
    await store.markDeleted(ctx, id)
    await store.erase(ctx, id, contactId)
    ctx.announce(memberDeleted(id))
  }
  return due.length
}
