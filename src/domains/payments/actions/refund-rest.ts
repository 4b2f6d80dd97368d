/** What follows when it is known what became of a refund. Source: guide pricing-plans §11, bookings §12.6. */
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { fromMinor } from '#kit/pure/money.ts'
import { findPayable } from '../hooks.ts'
import { calculateRest } from '../rules/refund.ts'
import * as store from '../store/receipts.ts'
import { settleLostDispute } from './disputes.ts'
import { recordProviderRefunds, refundableAmount, startRefund } from './refunds.ts'

/**
 * Job. A refund may have failed because part of the payment went back on the provider's own page before: that part is recorded and counts
 * towards it, and the rest of an automatic refund is requested again. What a bank took for good while a refund was on its way is settled now.
 * What is missing is read from the rows, so that the job may run any number of times; if no money went back otherwise, there is nothing to request.
 */
export async function refundRest(ctx: OwnTransactionContext, { refundId }: { refundId: string }): Promise<void> {
  const { refund, receipt } = await ctx.transaction(async (inner) => {
    const found = await store.findRefund(inner, refundId)
    return { refund: found, receipt: found && (await store.findReceipt(inner, found.receiptId)) }
  })
  if (!receipt || !refund || refund.state === 'SENDING') return
  const hasFailed = refund.state === 'FAILED'
  if (hasFailed) await recordProviderRefunds(ctx, receipt)
  await ctx.transaction(async (inner) => {
    for (const dispute of await store.disputesOfReceipts(inner, [receipt.id])) if (dispute.state === 'LOST') await settleLostDispute(inner, dispute, receipt)
  })
  if (hasFailed && refund.reason !== 'OWNER') await ctx.transaction((inner) => requestRest(inner, refund))
}

async function requestRest(ctx: TransactionContext, refund: store.RefundRow): Promise<void> {
  const { receiptId, currency, reason, n } = refund
  await findPayable(refund.kind)?.lock(ctx, refund.payableId)
  await store.lockReceipt(ctx, receiptId)
  const left = refundableAmount(await store.getReceiptLine(ctx, receiptId, n), currency)
  const later = (await store.refundsOfReceipts(ctx, [receiptId])).filter((one) => one.n === n && one.position > refund.position)
  const rest = calculateRest({ amount: refund.amount, left, later, currency })
  if (rest > 0n) await startRefund(ctx, { receiptId, payable: { kind: refund.kind, id: refund.payableId }, amount: fromMinor(rest, currency), reason })
}
