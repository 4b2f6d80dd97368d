/** SQL on the bookings of redirect sessions. Ages run on the system clock, as the sessions do. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { TransactionContext } from '#kit/api/context.ts'

export interface FlowKey {
  redirectSessionId: string
  slot: string
}

/** The booking that the flow made of the slot, null for none yet. Locked: a second post waits until the first has booked. */
export const lockFlow = async (ctx: TransactionContext, key: FlowKey): Promise<string | null> => {
  const { bookingId } = await ctx.tx
    .insertInto('bookingFlow')
    .values({ ...key, siteId: ctx.siteId, createdAt: ctx.authNow })
    // Changes nothing, but locks the row and answers with it.
    .onConflict((oc) => oc.columns(['siteId', 'redirectSessionId', 'slot']).doUpdateSet({ slot: sql`excluded.slot` }))
    .returning('bookingId')
    .executeTakeFirstOrThrow()
  return bookingId
}

export const setFlowBooking = (ctx: TransactionContext, { redirectSessionId, slot }: FlowKey, bookingId: string) =>
  ctx.tx
    .updateTable('bookingFlow')
    .set({ bookingId })
    .where('siteId', '=', ctx.siteId)
    .where('redirectSessionId', '=', redirectSessionId)
    .where('slot', '=', slot)
    .execute()

export const deleteFlows = async (ctx: TransactionContext, before: Temporal.Instant): Promise<number> =>
  (await ctx.tx.deleteFrom('bookingFlow').where('siteId', '=', ctx.siteId).where('createdAt', '<', before).returning('slot').execute()).length

/** Whether one is from before an instant: a condition on a row of `site`. */
export const hasFlows = (before: Temporal.Instant) => sql<boolean>`
  exists (select from booking_flow as one where one.site_id = site.id and one.created_at < ${before})`
