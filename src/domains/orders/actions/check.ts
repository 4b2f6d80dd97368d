/** The nightly check: copies in the rows against the rules, books against what they stand for. guide: pricing-plans 17 */
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { differences, isCheckDue, mostFindings, type Finding } from '../rules/check.ts'
import * as store from '../store/checks.ts'

const batch = 500
/** One turn takes about this long; then other work has its turn. */
const turnMs = 2000

const goOn = (ctx: Ctx, id: string): void => ctx.later({ kind: 'orders.check', key: ctx.newId(), data: { id } })

export async function beginCheck(ctx: Ctx): Promise<string> {
  const id = ctx.newId()
  await store.insertCheck(ctx, id)
  goOn(ctx, id)
  return id
}

/** Sweep: begins the check of the night. */
export async function checkAtNight(ctx: Ctx): Promise<number> {
  const { timeZone } = await currentSite(ctx)
  if (!isCheckDue({ last: await store.lastCheckAt(ctx), now: ctx.authNow, timeZone })) return 0
  await beginCheck(ctx)
  return 1
}

/** Job: looks through some orders, then puts the rest off; at the end through the books. */
export async function check(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const began = performance.now()
  const running = await store.lockCheck(ctx, id)
  if (running?.state !== 'RUNNING') return
  const seen = { ...running, findings: [...running.findings] }
  const note = (found: readonly Finding[]) => seen.findings.push(...found.slice(0, mostFindings - seen.findings.length))
  for (;;) {
    const orders = await store.ordersAfter(ctx, seen.lookedAt, batch)
    for (const { order, copies } of orders) note(differences(order, copies, ctx.now))
    note(
      await store.wrongCredits(
        ctx,
        orders.map(({ order }) => order.id),
      ),
    )
    seen.orders += orders.length
    seen.lookedAt = orders.at(-1)?.order.id ?? seen.lookedAt
    if (orders.length < batch) break
    if (performance.now() - began > turnMs) {
      await store.saveCheck(ctx, seen)
      return goOn(ctx, id)
    }
  }
  const [, before] = (await store.listChecks(ctx, 2)).filter((one) => one.state === 'DONE' || one.id === id)
  // A day more than since the last one, for what came while that one ran.
  note(await store.wrongBooks(ctx, (before?.at ?? ctx.now.subtract({ hours: 24 * 36_500 })).subtract({ hours: 24 })))
  await store.saveCheck(ctx, { ...seen, state: 'DONE' })
}
