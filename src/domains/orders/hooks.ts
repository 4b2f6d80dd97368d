/** Questions that this domain puts to those who know. `domains.ts` ties them. */
import { hook } from '#kit/api/hooks.ts'
import type { ProviderEvent } from '#kit/payments/provider.ts'
import type { PayableKind, PayableRefund } from './store/payables.ts'

/** An order ended or was cancelled after it had begun; bookings follow (guide: pricing-plans 13.4). */
export const onPlanEnded = hook<{ orderId: string }, void>()

/** What is paid for beside the cycles of plans. */
export interface Payable {
  kind: PayableKind
  id: string
}
/**
 * Something happens to the money of a payable. `lock` comes first and takes the lock of what was paid, so that its own domain and
 * the money always lock in the same order; the others are told inside the transaction that books them.
 */
export type PayableStep = Payable &
  (
    | { step: 'lock' }
    | { step: 'refunded' | 'refund-failed'; receiptId: string; refund: PayableRefund }
    | { step: 'disputed'; receiptId: string; amount: string; currency: string; ref: string }
  )
export const onPayableStep = hook<PayableStep, void>()

/** An event about a charge that is no order's. Whoever made the charge looks it up, settles it and answers true. Asked without a transaction. */
export const onPayableEvent = hook<{ provider: string; event: ProviderEvent }, boolean>()
