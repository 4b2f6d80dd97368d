/** The nightly check: what every kind of payable keeps against its rules, the ledger against what it stands for. Source: guide pricing-plans §17. */
import { getSite } from '#domains/site/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { listPayables } from '../hooks.ts'
import { isCheckDue, maxFindings, type Finding } from '../rules/check.ts'
import * as store from '../store/check.ts'

const batch = 500
/** One run of the job takes about this long; then other work has its turn. */
const sliceMs = 2000

const enqueueCheck = (ctx: TransactionContext, id: string): void => ctx.enqueue({ kind: 'payments.check', key: ctx.newId(), data: { id } })

export async function startCheck(ctx: TransactionContext): Promise<string> {
  const id = ctx.newId()
  await store.insertCheck(ctx, id)
  enqueueCheck(ctx, id)
  return id
}

/** Schedule: starts the check of the night. */
export async function startNightlyCheck(ctx: TransactionContext): Promise<number> {
  const { timeZone } = await getSite(ctx)
  if (!isCheckDue({ last: await store.lastCheckAt(ctx), now: ctx.authNow, timeZone })) return 0
  await startCheck(ctx)
  return 1
}

/** Job: looks through some payables, then puts the rest off; at the end through the ledger. */
export async function runCheck(ctx: TransactionContext, { id }: { id: string }): Promise<void> {
  const startedMs = performance.now()
  const running = await store.lockCheck(ctx, id)
  if (running?.state !== 'RUNNING') return
  const progress = { ...running, findings: [...running.findings] }
  const addFindings = (found: readonly Finding[]) => progress.findings.push(...found.slice(0, maxFindings - progress.findings.length))
  for (const payable of listPayables()) {
    if (!payable.audit) continue
    for (;;) {
      const { last, count, findings } = await payable.audit(ctx, progress.lastCheckedId, batch)
      addFindings(findings)
      progress.orders += count
      progress.lastCheckedId = last ?? progress.lastCheckedId
      if (count < batch) break
      if (performance.now() - startedMs > sliceMs) {
        await store.saveCheck(ctx, progress)
        return enqueueCheck(ctx, id)
      }
    }
  }
  const [, previous] = (await store.listChecks(ctx, 2)).filter((one) => one.state === 'DONE' || one.id === id)
  // A day more than since the previous one, for what came while that one ran.
  addFindings(await store.findLedgerMismatches(ctx, (previous?.at ?? ctx.now.subtract({ hours: 24 * 36_500 })).subtract({ hours: 24 })))
  await store.saveCheck(ctx, { ...progress, state: 'DONE' })
}
