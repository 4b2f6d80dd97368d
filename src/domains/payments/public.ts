/** What other domains use of payments. */
export { describeBusiness, findReceiptDocument } from './actions/documents.ts'
export { acceptProviderEvent, enqueueFollowUps, recordUnclaimed } from './actions/provider-events.ts'
export { checkClock } from './actions/clock.ts'
export { clearProviderOutage, reportProviderOutage } from './actions/provider-outage.ts'
export { recordReceipt, type ReceivedPayment } from './actions/receipts.ts'
export { startRefund, trySendRefund } from './actions/refunds.ts'
export { detachCards } from './actions/saved-cards.ts'
export { describeDecline } from './decline-messages.ts'
export type { OutstandingFilter, OutstandingPayment, PayableHandlers, ReceiptDetails, ReceiptDocument, RefundEvent } from './hooks.ts'
export { paymentJobs } from './jobs.ts'
export { renderReceiptPage, renderReceiptPdf } from './render-receipt.ts'
export type { Finding } from './rules/check.ts'
export { isClockOff } from './rules/clock.ts'
export { paymentCopyRules } from './store/copy-rules.ts'
export { revenueByMonth } from './store/ledger.ts'
export { countRows, pageTotal } from './store/lists.ts'
export { cardsById, findCustomer, findPaymentMethod, saveCustomer, savePaymentMethod } from './store/methods.ts'
export { forceNextOutcome, insertProblem, takeNextOutcome } from './store/providers.ts'
export {
  disputesOfReceipts,
  eraseBuyer,
  findReceipt,
  findRefund,
  linesOf,
  receiptsOf,
  refundsOfPayable,
  refundsOfReceipts,
  type DisputeRow,
  type ReceiptRow,
  type RefundRow,
} from './store/receipts.ts'
export { toDispute, toRefund } from './wire.ts'
