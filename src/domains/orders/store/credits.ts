/** All SQL on the credits that orders grant for bookings: a ledger, and a balance that only moves with it. */
import { sql } from 'kysely'
import { writes } from '#kit/db/open.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'

/** Why credits came, went or came back. */
export type CreditReason =
  | 'CYCLE_STARTED'
  | 'CYCLE_ENDED'
  | 'ORDER_ENDED'
  | 'BOOKED'
  | 'REDEEMED'
  | 'PARTICIPANTS_CHANGED'
  | 'CANCELED_BY_CUSTOMER'
  | 'CANCELED_BY_BUSINESS'
  | 'DECLINED'
  | 'NOT_TAKEN_PLACE'
  | 'GIVEN_BY_BUSINESS'
  | 'TAKEN_BY_BUSINESS'

export interface CreditEntry {
  orderId: string
  kind: 'GRANT' | 'EXPIRE' | 'RETURN' | 'ADJUST'
  /** Credits; below zero when they expire. */
  amount: number
  /** The same key is entered once per site. */
  key: string
  reason: CreditReason
  cycleIndex: number | null
  bookingId?: string
  /** Why, in the words of the business, and the dashboard user who did it. */
  byHand?: { note: string; actorId: string | null }
  /** An unlimited order keeps the row and has no balance to move. */
  unlimited?: boolean
}
/** Adds a ledger row once per key and moves the balance by it; false when the key was used before. */
export async function addCredits(
  ctx: TransactionContext,
  { orderId, kind, amount, key, reason, cycleIndex, bookingId, byHand, unlimited }: CreditEntry,
): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('benefitLedger')
    .values({ siteId: ctx.siteId, id: ctx.newId(), orderId, kind, amount, cycleIndex, bookingId: bookingId ?? null, key, reason, at: ctx.now, ...byHand })
    .onConflict((oc) => oc.constraint('ledger_row_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  ctx.noteEffect({ kind: 'PLAN_SESSIONS', id: orderId, count: amount })
  if (unlimited) return true
  await ctx.tx
    .updateTable('planOrder')
    .set({ creditBalance: sql`coalesce(credit_balance, 0) + ${amount}` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', orderId)
    .execute()
  return true
}
export async function spend(
  ctx: TransactionContext,
  of: { orderId: string; bookingId: string | null; count: number; key: string; reason: CreditReason },
): Promise<'SPENT' | 'DONE' | 'NOT_ENOUGH_BALANCE'> {
  const { rows } = await sql<{
    outcome: 'SPENT' | 'DONE' | 'NOT_ENOUGH_BALANCE'
  }>`${writes('benefit_ledger', 'plan_order')} select spend_credit(${ctx.siteId}::uuid, ${ctx.newId()}::uuid, ${of.orderId}::uuid, ${of.bookingId}::uuid, ${of.count}::int, ${of.key}, ${ctx.now}::timestamptz, ${of.reason}) outcome`.execute(
    ctx.tx,
  )
  const [row] = rows
  if (!row) throw new Error('spend_credit returned no row')
  if (row.outcome === 'SPENT') ctx.noteEffect({ kind: 'PLAN_SESSIONS', id: of.orderId, count: -of.count })
  return row.outcome
}

/** Every movement of an order's credits, the oldest first; those of one instant as they were written. Source: guide pricing-plans §13.4. */
export const listCreditEntries = (ctx: ReadContext, orderId: string) =>
  ctx.db.selectFrom('benefitLedger').selectAll().where('siteId', '=', ctx.siteId).where('orderId', '=', orderId).orderBy('at').orderBy('number').execute()
