/** Money in a dry run: cards are charged and refunds made as if the provider said yes, to whom and how much. What comes in is noted with its receipt. */
import type { Job, TransactionContext } from '#kit/api/context.ts'
import type { DryRunReporter } from '#kit/jobs/dry-run.ts'
import { findProvider } from '#kit/payments/providers.ts'
import { findAttemptHandlers } from '../hooks.ts'
import { loadAttemptToSend } from '../store/attempts.ts'
import { findReceipt, findRefund } from '../store/receipts.ts'
import { settleAttempt } from './attempts.ts'
import { settleRefund } from './refunds.ts'

const refundIds = (jobs: readonly Job[]): string[] => jobs.flatMap(({ kind, key }) => (kind === 'payments.refund' ? [key] : []))
const attemptIds = (jobs: readonly Job[]): string[] =>
  jobs.flatMap(({ kind, data }) => (kind === 'payments.charge' ? [(data as { attemptId: string }).attemptId] : []))

/** Declines what would be declined before the provider is asked: without a saved card, and amounts that it does not take. */
async function settleCharge(ctx: TransactionContext, attemptId: string): Promise<void> {
  const found = await loadAttemptToSend(ctx, attemptId)
  if (found?.state !== 'SENDING') return
  const { amount, currency, provider } = found
  const token = found.token ?? (await findAttemptHandlers(found.kind).findCard?.(ctx, found))?.token
  const problem = (await findProvider(ctx, provider))?.findAmountProblem({ amount, currency })
  const declineCode = token === undefined ? 'no_method' : problem === undefined ? undefined : 'amount_not_supported'
  if (declineCode) ctx.noteEffect({ kind: 'CHARGE_DECLINED', id: attemptId, amount, currency })
  await settleAttempt(ctx, found, declineCode ? { outcome: 'declined', declineCode } : { outcome: 'succeeded' })
}

export const paymentsDryRun: DryRunReporter = {
  async continueWith(ctx, jobs) {
    for (const id of attemptIds(jobs)) await settleCharge(ctx, id)
    for (const id of refundIds(jobs)) await settleRefund(ctx, id, { outcome: 'succeeded' })
  },
  async describe(ctx, { jobs }) {
    const refunds = await Promise.all(refundIds(jobs).map((id) => findRefund(ctx, id)))
    return Promise.all(
      refunds
        .flatMap((refund) => refund ?? [])
        .map(async ({ id, receiptId, amount, currency, provider }) => {
          const who = (await findReceipt(ctx, receiptId))?.buyerName
          return { kind: provider === 'manual' ? 'REFUND_BY_HAND' : 'REFUND', id, ...(who && { who }), amount, currency }
        }),
    )
  },
}
