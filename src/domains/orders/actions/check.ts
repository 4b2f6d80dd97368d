/** The nightly check: copies in the rows against the rules, books against what they stand for. guide: pricing-plans 17 */
import { getSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/api/context.ts'
import { findDerivedMismatches, isCheckDue, maxFindings, type Finding } from '../rules/check.ts'
import * as store from '../store/checks.ts'

const batch = 500
/** One turn takes about this long; then other work has its turn. */
const sliceMs = 2000

const enqueueCheck = (ctx: Ctx, id: string): void => ctx.enqueue({ kind: 'orders.check', key: ctx.newId(), data: { id } })

export async function startCheck(ctx: Ctx): Promise<string> {
  const id = ctx.newId()
  await store.insertCheck(ctx, id)
  enqueueCheck(ctx, id)
  return id
}

/** Sweep: begins the check of the night. */
export async function startNightlyCheck(ctx: Ctx): Promise<number> {
  const { timeZone } = await getSite(ctx)
  if (!isCheckDue({ last: await store.lastCheckAt(ctx), now: ctx.authNow, timeZone })) return 0
  await startCheck(ctx)
  return 1
}

/** Job: looks through some orders, then puts the rest off; at the end through the books. */
export async function runCheck(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const startedMs = performance.now()
  const running = await store.lockCheck(ctx, id)
  if (running?.state !== 'RUNNING') return
  const progress = { ...running, findings: [...running.findings] }
  const addFindings = (found: readonly Finding[]) => progress.findings.push(...found.slice(0, maxFindings - progress.findings.length))
  for (;;) {
    const orders = await store.ordersAfter(ctx, progress.lookedAt, batch)
    for (const { order, copies } of orders) addFindings(findDerivedMismatches(order, copies, ctx.now))
    addFindings(
      await store.findCreditMismatches(
        ctx,
        orders.map(({ order }) => order.id),
      ),
    )
    progress.orders += orders.length
    progress.lookedAt = orders.at(-1)?.order.id ?? progress.lookedAt
    if (orders.length < batch) break
    if (performance.now() - startedMs > sliceMs) {
      await store.saveCheck(ctx, progress)
      return enqueueCheck(ctx, id)
    }
  }
  const [, before] = (await store.listChecks(ctx, 2)).filter((one) => one.state === 'DONE' || one.id === id)
  // A day more than since the last one, for what came while that one ran.
  addFindings(await store.findLedgerMismatches(ctx, (before?.at ?? ctx.now.subtract({ hours: 24 * 36_500 })).subtract({ hours: 24 })))
  await store.saveCheck(ctx, { ...progress, state: 'DONE' })
}
