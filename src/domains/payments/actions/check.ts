/** The nightly check: what every kind of payable keeps against its rules, the ledger against what it stands for. Source: guide pricing-plans §17. */
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { ProviderRejectedRequest, ProviderUnreachable } from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import type { Temporal } from 'temporal-polyfill'
import { listPayables } from '../hooks.ts'
import { comparePayment, isCheckDue, maxFindings, type Finding } from '../rules/check.ts'
import * as store from '../store/check.ts'
import { closeLedger } from '../store/sums.ts'
import { findReceipt, loadReceiptLines, refundsOfReceipts } from '../store/receipts.ts'
import { checkMachine } from '../rules/check-machine.ts'
import { getTransition } from '#kit/pure/state-machine.ts'

const batch = 500
/** One run of the job takes about this long, so that other work is not kept waiting. */
const sliceMs = 2000

const enqueueCheck = (ctx: TransactionContext, id: string): void => ctx.enqueue({ kind: 'payments.check', key: ctx.newId(), data: { id } })

/** Starts a check and answers its id; a job carries it out. */
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
  if (running?.state !== 'RUNNING' || running.phase !== 'ROWS') return
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
        await store.saveCheck(ctx, progress, getTransition(checkMachine, running.state, 'progress'))
        return enqueueCheck(ctx, id)
      }
    }
  }
  for (const payable of listPayables()) addFindings((await payable.checkSums?.(ctx)) ?? [])
  addFindings(await store.findLedgerMismatches(ctx, await findStart(ctx, id)))
  await store.countDocuments(ctx)
  await store.saveCheck(ctx, { ...progress, phase: 'PROVIDER', lastCheckedId: null }, getTransition(checkMachine, running.state, 'progress'))
  ctx.enqueue({ kind: 'payments.check-provider', key: ctx.newId(), data: { id } })
}

/** From when on a check looks: a day more than since the previous one, for what came while that one ran. */
async function findStart(ctx: ReadContext, id: string): Promise<Temporal.Instant> {
  const [, previous] = (await store.listChecks(ctx, 2)).filter((one) => one.state === 'DONE' || one.id === id)
  return (previous?.at ?? ctx.now.subtract({ hours: 24 * 36_500 })).subtract({ hours: 24 })
}

const compareBatch = 20
/** One run of the job asks the provider for about this long. */
const compareMs = 20_000
const unreachable = 'The payment provider did not answer: its payments were not compared.'

/** Job: payments and refunds of the time since the last check as their provider knows them now. At the end the balances are closed. */
export async function compareWithProvider(ctx: OwnTransactionContext, { id }: { id: string }): Promise<void> {
  const startedMs = performance.now()
  for (;;) {
    const found = await ctx.transaction(async (inner) => {
      const check = await store.lockCheck(inner, id)
      if (check?.state !== 'RUNNING' || check.phase !== 'PROVIDER') return undefined
      return { check, receipts: await store.listProviderReceipts(inner, await findStart(inner, id), check.lastCheckedId, compareBatch) }
    })
    if (!found) return
    const { check, receipts } = found
    const { findings, isReachable } = await compareReceipts(ctx, receipts)
    const isDone = receipts.length < compareBatch || !isReachable
    await ctx.transaction(async (inner) => {
      const all = [...check.findings, ...findings].slice(0, maxFindings)
      const transition = getTransition(checkMachine, check.state, isDone ? 'finish' : 'progress')
      await store.saveCheck(inner, { ...check, findings: all, lastCheckedId: receipts.at(-1) ?? check.lastCheckedId }, transition)
      if (isDone) await closeLedger(inner, inner.now.subtract({ hours: 24 }))
      else if (performance.now() - startedMs > compareMs) inner.enqueue({ kind: 'payments.check-provider', key: inner.newId(), data: { id } })
    })
    if (isDone || performance.now() - startedMs > compareMs) return
  }
}

async function compareReceipts(ctx: OwnTransactionContext, receiptIds: readonly string[]): Promise<{ findings: Finding[]; isReachable: boolean }> {
  const findings: Finding[] = []
  try {
    for (const receiptId of receiptIds) findings.push(...(await compareReceipt(ctx, receiptId)))
    return { findings, isReachable: true }
  } catch (error) {
    if (!(error instanceof ProviderUnreachable) && !(error instanceof ProviderRejectedRequest)) throw error
    return { findings: [...findings, { what: unreachable }], isReachable: false }
  }
}

/** The provider is asked first: what it made meanwhile is in our rows by the time they are read. */
async function compareReceipt(ctx: OwnTransactionContext, receiptId: string): Promise<Finding[]> {
  const receipt = await ctx.transaction((inner) => findReceipt(inner, receiptId))
  const provider = receipt && (await findProvider(ctx, receipt.provider))
  if (!provider || !receipt.ref) return []
  const refunds = await provider.listRefunds(receipt.ref)
  // A provider that keeps no records knows nothing else.
  if (!refunds) return []
  const charge = await provider.lookUp(receipt.ref, ctx.now)
  if (charge.outcome === 'unknown') throw new ProviderUnreachable('The provider did not answer to a question about a payment.')
  return ctx.transaction(async (inner) => {
    const known = await refundsOfReceipts(inner, [receiptId])
    const [line] = await loadReceiptLines(inner, [receiptId])
    const reported = refunds.map(({ ref, amount, state, meta }) => ({ ref, amount: amount.amount, state, refundId: meta['refundId'] }))
    return comparePayment({ ...receipt, refunds: known }, { outcome: charge.outcome, moved: charge.movedAmount, refunds: reported }).map((what) => ({
      what,
      ...(line?.kind === 'ORDER' && { orderId: line.payableId }),
      invoiceId: receiptId,
    }))
  })
}
