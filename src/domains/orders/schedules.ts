import { attemptSchedule, checkClock, hasClockProblem } from '#domains/payments/public.ts'
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { forEachConcurrent } from '#kit/pure/concurrent.ts'
import type { Schedule } from '#kit/jobs/runner.ts'
import { applyDueTransitions } from './actions/due.ts'
import { deleteExpiredSimulations, hasExpiredSimulations } from './actions/simulate.ts'
import * as store from './store/orders.ts'

/** Orders of one run: other sites have their turn in between. */
const batch = 100
/** Several processes share the orders of a batch: a run that had a quarter of them may have left others. */
export const repeatAfter = batch / 4
/** Orders moved at the same time; the embedded database takes them one by one. */
const concurrency = 4

/**
 * Starts, boundaries, retries and drafts that time made due: one unit of work per order, which is read again under the lock.
 * An order that another process holds is left to it.
 */
export async function advanceDueOrders(ctx: OwnTransactionContext): Promise<number> {
  if (!(await checkClock(ctx))) return 0
  const ids = await ctx.transaction((inner) => store.listDueOrders(inner, batch))
  let advanced = 0
  await forEachConcurrent(ids, concurrency, (id) =>
    ctx.transaction(async (inner) => {
      const order = await store.lockOrderSkipLocked(inner, { id })
      if (!order) return
      // What is due by a note that no longer holds gets a new one.
      if ((await applyDueTransitions(inner, order)) === 0) await store.saveOrder(inner, order)
      advanced += 1
    }),
  )
  return advanced
}

/** What the instants of `nextDueAt` wait for. */
const dueSchedule: Schedule = {
  name: 'orders.due',
  everySeconds: 15,
  isDue: [store.hasDueOrders, hasClockProblem],
  repeatAfter,
  own: true,
  run: advanceDueOrders,
}
export const dueSchedules: Schedule[] = [dueSchedule, attemptSchedule]
export const orderSchedules: Schedule[] = [
  dueSchedule,
  { name: 'orders.simulations', everySeconds: 600, isDue: hasExpiredSimulations, run: deleteExpiredSimulations },
]
