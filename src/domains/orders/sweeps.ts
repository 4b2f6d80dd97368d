import type { Ctx } from '#kit/ctx.ts'
import { inLanes } from '#kit/work/lanes.ts'
import type { Sweep } from '#kit/work/runner.ts'
import { reconcile } from './actions/charge.ts'
import { checkAtNight } from './actions/check.ts'
import { clockIsRight } from './actions/clock.ts'
import { applyDue } from './actions/life.ts'
import { followUpRefunds } from './actions/payables.ts'
import { dropOldRehearsals } from './actions/rehearse.ts'
import { isClockSet } from './rules/clock.ts'
import * as store from './store/orders.ts'
import * as payments from './store/payments.ts'

const batch = 200
/** Orders moved at the same time; the embedded database takes them one by one. */
const atOnce = 4
/** One turn ends after this many batches, so that other sites and jobs have their turn. */
const mostBatches = 10

/**
 * Starts, boundaries, retries and drafts that time made due: one unit of work per order, looked at again under the lock.
 * An order that another process holds is left to it.
 */
export async function moveOrders(ctx: Ctx): Promise<number> {
  if (!(await clockIsRight(ctx))) return 0
  let done = 0
  for (let turn = 0; turn < mostBatches; turn++) {
    const ids = await ctx.write((inner) => store.dueOrders(inner, batch))
    let moved = 0
    await inLanes(ids, atOnce, (id) =>
      ctx.write(async (inner) => {
        const order = await store.lockFreeOrder(inner, id)
        if (!order) return
        await applyDue(inner, order)
        moved += 1
      }),
    )
    done += moved
    if (ids.length < batch || moved === 0) break
  }
  return done
}

/** Charges whose answer is still open. */
export async function askAgain(ctx: Ctx): Promise<number> {
  if (isClockSet(ctx.clockDriftMs)) return 0
  const ids = await ctx.write((inner) => payments.attemptsToCheck(inner))
  for (const id of ids) await reconcile(ctx, id)
  return ids.length
}

/** What the instants of `nextDueAt` wait for. */
export const dueSweeps: Sweep[] = [
  { name: 'orders.due', everySeconds: 15, own: true, run: moveOrders },
  { name: 'orders.reconcile', everySeconds: 15, own: true, run: askAgain },
]
export const ordersSweeps: Sweep[] = [
  ...dueSweeps,
  { name: 'orders.rehearsals', everySeconds: 600, run: dropOldRehearsals },
  { name: 'orders.payable-refunds', everySeconds: 900, own: true, run: followUpRefunds },
  { name: 'orders.nightly', everySeconds: 900, run: checkAtNight },
]
