/** Payments that a buyer disputes at the bank. Source: guide pricing-plans §11. */
import type { TransactionContext } from '#kit/api/context.ts'
import { fromMinor } from '#kit/pure/money.ts'
import { findTransition } from '#kit/pure/state-machine.ts'
import { findPayable } from '../hooks.ts'
import { disputeMachine, type DisputeState } from '../rules/dispute-machine.ts'
import * as store from '../store/receipts.ts'
import { postDispute, postDisputeLoss } from './ledger.ts'
import { lockPayables, recordExternalRefund } from './refunds.ts'

export interface ReportedDispute {
  ref: string
  amount: string
  currency: string
  state: DisputeState
}

/** Opened: the bank holds the money and the domain of what was paid is notified. Won: it is ours again. Lost: it has gone back. */
export async function handleDispute(ctx: TransactionContext, receiptId: string, reported: ReportedDispute): Promise<void> {
  const [first] = await lockPayables(ctx, receiptId)
  const receipt = await store.lockReceipt(ctx, receiptId)
  if (!receipt) return
  const dispute: store.DisputeRow = { siteId: ctx.siteId, id: ctx.newId(), receiptId, ...reported, state: 'OPEN', openedAt: ctx.now, closedAt: null }
  if (await store.insertDispute(ctx, dispute)) {
    await postDispute(ctx, dispute, receipt)
    if (first) await findPayable(first.kind)?.onDisputed(ctx, { id: first.payableId, receipt, dispute })
  }
  const stored = await store.lockDispute(ctx, reported.ref)
  const transition = stored && reported.state !== 'OPEN' && findTransition(disputeMachine, stored.state, reported.state === 'WON' ? 'win' : 'lose')
  if (!stored || !transition) return
  await store.closeDispute(ctx, stored.id, transition)
  if (reported.state === 'WON') return postDispute(ctx, { ...stored, state: 'WON' }, receipt)
  await settleLostDispute(ctx, stored, receipt)
}

/**
 * decision: a lost dispute is a refund of what had not gone back before. What the bank took beyond that, for example of a payment that went back in part, has
 * been paid back twice and is lost. While a refund is on its way it may still fail, so that this waits for it.
 */
export async function settleLostDispute(ctx: TransactionContext, dispute: store.DisputeRow, receipt: store.ReceiptRow): Promise<void> {
  const beyond = await recordExternalRefund(ctx, receipt, { amount: dispute.amount, ref: dispute.ref, reason: 'DISPUTE' })
  if (beyond === 0n) return
  const refunds = await store.refundsOfReceipts(ctx, [receipt.id])
  if (refunds.every(({ state }) => state !== 'SENDING')) await postDisputeLoss(ctx, dispute, fromMinor(beyond, receipt.currency))
}
