/** Credits that an order grants with its cycles. Source: guide pricing-plans §13.2. */
import type { TransactionContext } from '#kit/api/context.ts'
import { carryOverCredits, isSettled } from '../rules/coverage.ts'
import type { Order } from '../rules/order.ts'
import * as credits from '../store/credits.ts'
import * as store from '../store/orders.ts'

/** Credits of a settled cycle: what is left expires or is carried over, then the new ones are granted. Once per cycle. */
export async function grantCredits(ctx: TransactionContext, order: Order): Promise<void> {
  const { benefit } = order.snapshot
  const isRenewing = order.snapshot.model.subscription !== undefined
  if (
    !benefit ||
    benefit.credits === null ||
    order.cycleIndex === null ||
    !isSettled({ online: order.type === 'ONLINE', payment: order.payment, inTrial: order.cycleIndex === 0 })
  )
    return
  // One payment grants once, for the whole order.
  const cycle = isRenewing ? order.cycleIndex : 1
  const entry = (kind: 'GRANT' | 'EXPIRE', amount: number, key: string, reason: credits.CreditReason) => ({
    orderId: order.id,
    kind,
    amount,
    key,
    reason,
    cycleIndex: cycle,
  })
  const unusedCredits = (await store.lockOrder(ctx, { id: order.id }))?.creditBalance ?? 0
  if (!(await credits.addCredits(ctx, entry('GRANT', benefit.credits, `grant:${order.id}:${cycle}`, 'CYCLE_STARTED')))) return
  const expiredCredits = unusedCredits - carryOverCredits(unusedCredits, benefit.rollover)
  if (expiredCredits > 0) await credits.addCredits(ctx, entry('EXPIRE', -expiredCredits, `expire:${order.id}:${cycle}`, 'CYCLE_ENDED'))
}

/** The credits of an order that is over are gone. Source: guide pricing-plans §13.2. */
export async function expireCredits(ctx: TransactionContext, order: Order): Promise<void> {
  if (order.snapshot.benefit?.credits == null) return
  const left = (await store.lockOrder(ctx, { id: order.id }))?.creditBalance ?? 0
  if (left > 0)
    await credits.addCredits(ctx, {
      orderId: order.id,
      kind: 'EXPIRE',
      amount: -left,
      key: `expire:${order.id}:over`,
      reason: 'ORDER_ENDED',
      cycleIndex: order.cycleIndex,
    })
}
