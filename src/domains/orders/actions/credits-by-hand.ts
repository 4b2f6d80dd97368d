/** Sessions of a plan that the business gives or takes by hand, and every movement of them. Own rule of this product. */
import { findSiteUser } from '#domains/collaborators/public.ts'
import { audit } from '#domains/identity/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import { findCreditChangeProblem } from '../rules/credit-change.ts'
import { type Order, calculateStatus } from '../rules/order.ts'
import * as credits from '../store/credits.ts'
import * as store from '../store/orders.ts'
import { iso } from '../wire.ts'

/** Sessions left; null when the plan counts none. */
const readCreditBalance = (order: Order): number | null => (order.snapshot.benefit?.credits == null ? null : (order.creditBalance ?? 0))

/**
 * Gives sessions, or takes them (below zero), with the reason that the team reads. They expire with those of the running period.
 * Refuses with PLAN_NOT_RUNNING, CREDITS_NOT_COUNTED and NOT_ENOUGH_CREDITS.
 */
export async function changeCredits(ctx: TransactionContext, id: string, { amount, note }: { amount: number; note: string }): Promise<{ balance: number }> {
  const order = (await store.lockOrder(ctx, { id })) ?? refuse('order_not_found')
  const balance = readCreditBalance(order)
  const problem = findCreditChangeProblem({ status: calculateStatus(order, ctx.now), balance }, amount)
  if (problem) refuse(problem, { balance: balance ?? undefined })
  await credits.addCredits(ctx, {
    orderId: id,
    kind: 'ADJUST',
    amount,
    key: `adjust:${ctx.newId()}`,
    reason: amount > 0 ? 'GIVEN_BY_BUSINESS' : 'TAKEN_BY_BUSINESS',
    cycleIndex: order.cycleIndex,
    byHand: { note: note.trim(), actorId: ctx.caller.userId ?? null },
  })
  await audit(ctx, 'credits.changed', { subjectId: id, data: { amount, note: note.trim() } })
  return { balance: (balance ?? 0) + amount }
}

/** Every movement, the oldest first. Note and name of who made it by hand are for the business alone. */
export async function loadCreditHistory(ctx: ReadContext, order: Order) {
  const [entries, balance] = [await credits.listCreditEntries(ctx, order.id), readCreditBalance(order)]
  const isBusiness = ctx.caller.role === 'owner'
  const actorIds = isBusiness ? [...new Set(entries.flatMap(({ actorId }) => actorId ?? []))] : []
  const names = new Map(await Promise.all(actorIds.map(async (id) => [id, (await findSiteUser(ctx, { id }))?.name] as const)))
  return {
    unlimited: balance === null,
    ...(balance !== null && { balance }),
    entries: entries.map((entry) => ({
      at: iso(entry.at),
      kind: entry.kind,
      amount: entry.amount,
      ...(entry.reason !== null && { reason: entry.reason }),
      ...(entry.cycleIndex !== null && { cycleIndex: entry.cycleIndex }),
      ...(entry.bookingId !== null && { bookingId: entry.bookingId }),
      ...(isBusiness && entry.note && { note: entry.note }),
      ...(isBusiness && entry.actorId && { by: names.get(entry.actorId) ?? 'A former team member' }),
    })),
  }
}
