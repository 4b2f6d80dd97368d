/** Refunds in a dry run: to whom and how much, and what follows when the provider makes them. */
import type { Job } from '#kit/api/context.ts'
import type { DryRunReporter } from '#kit/jobs/dry-run.ts'
import { findReceipt, findRefund } from '../store/receipts.ts'
import { settleRefund } from './refunds.ts'

const refundIds = (jobs: readonly Job[]): string[] => jobs.flatMap(({ kind, key }) => (kind === 'payments.refund' ? [key] : []))

export const paymentsDryRun: DryRunReporter = {
  async continueWith(ctx, jobs) {
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
