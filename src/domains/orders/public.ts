/** The only door of the orders domain. */
import type { Ctx } from '#kit/ctx.ts'
import { Refusal } from '#kit/refusal.ts'
import { answerChallenge, payWithCard } from './actions/charge.ts'
import { cancelNow, stopRenewal } from './actions/life.ts'
import { isOver, isRecurring, type Order } from './rules/order.ts'
import * as store from './store.ts'
import { iso } from './wire.ts'

export { balancesOf, coverageOf, coveringOrders, returnCredit, spendCredit, type Balance, type Covering, type CoverageAsk } from './actions/credits.ts'
export { createOffline as createOfflineOrder } from './actions/create.ts'
export { nextDueAt } from './store.ts'
export { moneyWords } from './letters.ts'
export type { CoverageReason } from './rules/coverage.ts'

const openOrders = async (ctx: Ctx, memberId: string): Promise<Order[]> => (await store.ordersOfMember(ctx, memberId)).filter((order) => !isOver(order))

/** Answer to members: does a renewing plan speak against blocking or deleting this member? (guide: members 5.3) */
export const objectionToBlock = async (ctx: Ctx, memberId: string): Promise<{ refused: 'ACTIVE_SUBSCRIPTION' } | undefined> =>
  (await openOrders(ctx, memberId)).some((order) => isRecurring(order) && order.type === 'ONLINE' && !order.autoRenewCanceled)
    ? { refused: 'ACTIVE_SUBSCRIPTION' }
    : undefined

/** A blocked member's plans run out; they are not renewed (row 41). */
export async function stopRenewalsOf(ctx: Ctx, memberId: string): Promise<void> {
  for (const order of await openOrders(ctx, memberId)) {
    if (isRecurring(order) && order.type === 'ONLINE' && !order.autoRenewCanceled) await stopRenewal(ctx, order, 'OWNER_ACTION')
  }
}

/** A deleted member's plans end at once and the saved cards are detached (row 42). */
export async function endOrdersOf(ctx: Ctx, memberId: string, byMember: boolean): Promise<void> {
  for (const order of await openOrders(ctx, memberId)) await cancelNow(ctx, order, byMember ? 'MEMBER_ACTION' : 'OWNER_ACTION')
  await store.detachMethods(ctx, memberId)
}

/** Test hook: acts as the buyer on the hosted page. Declines are kept; refusals are answered by their code. */
export async function payHosted(
  ctx: Ctx,
  { orderId, card, challenge }: { orderId: string; card: string; challenge?: string | undefined },
): Promise<{ outcome: string; declineCode?: string; code?: string }> {
  try {
    return await ctx.write(async (inner) => {
      const order = await store.lockOrder(inner, { id: orderId })
      if (!order) return { outcome: 'refused', code: 'order_not_found' }
      const first = await payWithCard(inner, order, {
        number: card,
        expMonth: 12,
        expYear: inner.now.toZonedDateTimeISO('UTC').year + 5,
        cvc: /^3[47]/.test(card) ? '1234' : '123',
      })
      const asked =
        first.outcome === 'requires_action' && (challenge === 'approve' || challenge === 'reject') ? await store.lockOrder(inner, { id: orderId }) : undefined
      const last = asked ? await answerChallenge(inner, asked, first.attemptId, challenge as 'approve' | 'reject') : first
      return { outcome: last.outcome, ...(last.declineCode && { declineCode: last.declineCode }) }
    })
  } catch (error) {
    if (error instanceof Refusal) return { outcome: 'refused', code: error.code }
    throw error
  }
}

/** Test hook: the results of the next charges without the buyer. */
export const nextOutcome = async (ctx: Ctx, { orderId, outcome, times }: { orderId: string; outcome: string; times?: number | undefined }): Promise<void> =>
  void (await store.orderNextOutcome(ctx, orderId, outcome, times ?? 1))

/** Test hook: invoices with attempts. */
export async function invoicesOf(ctx: Ctx, orderId: string) {
  const invoices = []
  for (const invoice of await store.invoicesOfOrder(ctx, orderId)) {
    const attempts = await store.attemptsOf(ctx, invoice.id)
    invoices.push({
      cycleIndex: invoice.cycleIndex,
      amount: invoice.amount,
      currency: invoice.currency,
      dueDate: iso(invoice.dueAt),
      state: invoice.state,
      attempts: attempts.map((attempt) => ({
        n: attempt.n,
        at: iso(attempt.at),
        outcome: attempt.state.toLowerCase(),
        ...(attempt.declineCode && { declineCode: attempt.declineCode }),
        key: attempt.key,
        ref: attempt.ref,
      })),
    })
  }
  return invoices
}
