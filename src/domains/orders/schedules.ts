import { checkClock, isClockOff } from '#domains/payments/public.ts'
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { readClockState } from '#kit/jobs/unit-of-work.ts'
import { forEachConcurrent } from '#kit/jobs/concurrent.ts'
import type { Schedule } from '#kit/jobs/runner.ts'
import { reconcileAttempt } from './actions/charge.ts'
import { applyDueTransitions } from './actions/due.ts'
import { deleteExpiredSimulations } from './actions/simulate.ts'
import * as store from './store/orders.ts'
import * as payments from './store/payments.ts'

const batch = 200
/** Orders moved at the same time; the embedded database takes them one by one. */
const concurrency = 4
/** One turn ends after this many batches, so that other sites and jobs have their turn. */
const maxBatches = 10

/**
 * Starts, boundaries, retries and drafts that time made due: one unit of work per order, looked at again under the lock.
 * An order that another process holds is left to it.
 */
export async function advanceDueOrders(ctx: OwnTransactionContext): Promise<number> {
  if (!(await checkClock(ctx))) return 0
  let done = 0
  for (let turn = 0; turn < maxBatches; turn++) {
    const ids = await ctx.transaction((inner) => store.dueOrders(inner, batch))
    let advanced = 0
    await forEachConcurrent(ids, concurrency, (id) =>
      ctx.transaction(async (inner) => {
        const order = await store.lockOrderSkipLocked(inner, id)
        if (!order) return
        await applyDueTransitions(inner, order)
        advanced += 1
      }),
    )
    done += advanced
    if (ids.length < batch || advanced === 0) break
  }
  return done
}

/** Charges whose answer is still open. */
export async function reconcileAttempts(ctx: OwnTransactionContext): Promise<number> {
  if (isClockOff(readClockState(ctx).driftMs)) return 0
  const ids = await ctx.transaction((inner) => payments.attemptsToCheck(inner))
  for (const id of ids) await reconcileAttempt(ctx, id)
  return ids.length
}

/** What the instants of `nextDueAt` wait for. */
export const dueSchedules: Schedule[] = [
  { name: 'orders.due', everySeconds: 15, own: true, run: advanceDueOrders },
  { name: 'orders.reconcile', everySeconds: 15, own: true, run: reconcileAttempts },
]
export const orderSchedules: Schedule[] = [...dueSchedules, { name: 'orders.simulations', everySeconds: 600, run: deleteExpiredSimulations }]
