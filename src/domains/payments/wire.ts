import { toWireTime } from '#kit/pure/wire-time.ts'
import type { DisputeRow, RefundRow } from './store/receipts.ts'

/** `invoiceId` names the receipt: an invoice of a plan has the same id as the receipt of its payment. */
export const toRefund = (
  refund: Pick<RefundRow, 'id' | 'receiptId' | 'amount' | 'currency' | 'number' | 'problem' | 'createdAt'> & { reason: string; state: string },
) => ({
  id: refund.id,
  invoiceId: refund.receiptId,
  amount: refund.amount,
  currency: refund.currency,
  reason: refund.reason,
  state: refund.state,
  ...(refund.number !== null && { number: refund.number }),
  ...(refund.problem !== null && { problem: refund.problem }),
  createdDate: toWireTime(refund.createdAt),
})
export const toDispute = (dispute: DisputeRow) => ({
  id: dispute.id,
  invoiceId: dispute.receiptId,
  amount: dispute.amount,
  currency: dispute.currency,
  state: dispute.state,
  openedDate: toWireTime(dispute.openedAt),
  ...(dispute.closedAt && { closedDate: toWireTime(dispute.closedAt) }),
})
