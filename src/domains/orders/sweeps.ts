import type { Ctx } from '#kit/ctx.ts'
import type { Sweep } from '#kit/work/runner.ts'
import { reconcile } from './actions/charge.ts'
import { applyDue } from './actions/life.ts'
import * as store from './store.ts'

/** Starts, boundaries, retries and drafts that time made due: one unit of work per order, looked at again under the lock. */
async function moveOrders(ctx: Ctx): Promise<number> {
  const ids = await ctx.write((inner) => store.dueOrders(inner, 200))
  for (const id of ids) {
    await ctx.write(async (inner) => {
      const order = await store.lockOrder(inner, { id })
      if (order) await applyDue(inner, order)
    })
  }
  return ids.length
}

/** Charges whose answer is still open. */
async function askAgain(ctx: Ctx): Promise<number> {
  const ids = await ctx.write((inner) => store.attemptsToCheck(inner))
  for (const id of ids) await ctx.write((inner) => reconcile(inner, id))
  return ids.length
}

export const ordersSweeps: Sweep[] = [
  { name: 'orders.due', everySeconds: 15, own: true, run: moveOrders },
  { name: 'orders.reconcile', everySeconds: 15, own: true, run: askAgain },
]
