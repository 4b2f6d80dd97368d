/** Payments that a buyer disputes at the bank. Source: guide pricing-plans §11. */
import type { TransactionContext } from '#kit/api/context.ts'
import { findTransition } from '#kit/pure/state-machine.ts'
import { findPayable } from '../hooks.ts'
import { disputeMachine, type DisputeState } from '../rules/dispute-machine.ts'
import * as store from '../store/receipts.ts'
import { postDispute } from './ledger.ts'
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
  await recordExternalRefund(ctx, receipt, { amount: stored.amount, ref: reported.ref, reason: 'DISPUTE' })
}
