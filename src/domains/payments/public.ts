/** What other domains use of payments. */
export { describeBusiness, findReceiptDocument } from './actions/documents.ts'
export { acceptProviderEvent } from './actions/provider-events.ts'
export {
  assertDeclineLimit,
  changeCardUse,
  createAttempt,
  enqueueAttempt,
  expireAttempt,
  isOnPage,
  reopenAttempt,
  type NewAttempt,
} from './actions/attempts.ts'
export { chargeOnOwnPage, closeAttempt, openProviderPage, refreshAttempt, reconcileAttempts, sendAttempt, type PageInput } from './actions/provider-calls.ts'
export { checkClock } from './actions/clock.ts'
export { hasClockProblem } from './store/providers.ts'
export { buildMoneyColumns, loadBuyers } from './actions/money-columns.ts'
export { recordReceipt, type ReceivedPayment } from './actions/receipts.ts'
export { startRefund, trySendRefund } from './actions/refunds.ts'
export { detachCards, findMemberCard, keepMemberCard, type MemberCard } from './actions/saved-cards.ts'
export { describeDecline } from './decline-messages.ts'
export type {
  AttemptEvent,
  AttemptHandlers,
  OutstandingFilter,
  OutstandingPayment,
  PayableHandlers,
  ReceiptDetails,
  ReceiptDocument,
  RefundEvent,
} from './hooks.ts'
export { paymentJobs } from './jobs.ts'
export { renderReceiptPage, renderReceiptPdf } from './render-receipt.ts'
export { isInFlight, isOpen, toOutcome, toShownState, type AttemptState } from './rules/attempt-machine.ts'
export type { Finding } from './rules/check.ts'
export { sumOwed, type OwedPart } from './rules/owed.ts'
export { isClockOff } from './rules/clock.ts'
export { attemptSchedule } from './schedules.ts'
export { attemptsOfInvoice, attemptsOfPayable, findAttempt, nextCheckAt, type Attempt } from './store/attempts.ts'
export { attemptCopyRule, paymentCopyRules } from './store/copy-rules.ts'
export { revenueByMonth } from './store/ledger.ts'
export { countRows, pageTotal } from './store/lists.ts'
export { cardsById, findCustomer, findPaymentMethod, savePaymentMethod } from './store/methods.ts'
export {
  disputesOfReceipts,
  eraseBuyer,
  findReceipt,
  findRefund,
  loadReceiptLines,
  listReceipts,
  refundsOfPayable,
  refundsOfReceipts,
  type DisputeRow,
  type ReceiptRow,
  type RefundRow,
} from './store/receipts.ts'
export { toDispute, toRefund } from './wire.ts'
export { paymentsEmailCatalog } from './emails/catalog.ts'
