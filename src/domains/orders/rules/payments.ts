/** How an attempt to charge moves on, and which invoices may still be collected. Source: guide pricing-plans §9.2, §10.4. */

export const invoiceStates = ['OPEN', 'PAID', 'RETRYING', 'FAILED', 'VOID', 'SKIPPED', 'PARTIALLY_REFUNDED', 'REFUNDED'] as const
export type InvoiceState = (typeof invoiceStates)[number]
export type AttemptState = 'SENDING' | 'UNKNOWN' | 'PROCESSING' | 'REQUIRES_ACTION' | 'DECLINED' | 'SUCCEEDED'

const rank: Readonly<Record<AttemptState, number>> = { SENDING: 0, UNKNOWN: 0, PROCESSING: 1, REQUIRES_ACTION: 2, DECLINED: 3, SUCCEEDED: 4 }

/** Results only move an attempt forward: a late "failed" after "succeeded" changes nothing. A buyer who has answered the bank may wait again. */
export const movesForward = (from: AttemptState, to: AttemptState): boolean =>
  rank[to] > rank[from] || (rank[from] === 0 && rank[to] === 0) || (from === 'REQUIRES_ACTION' && to === 'PROCESSING')

/** Whether money may be on its way: nothing else may be tried meanwhile. */
export const isInFlight = (state: AttemptState): boolean => state === 'SENDING' || state === 'UNKNOWN' || state === 'PROCESSING'

export const wasPaid = (state: InvoiceState): boolean => state === 'PAID' || state === 'PARTIALLY_REFUNDED' || state === 'REFUNDED'
/** Whether the owner may note that the money came another way. */
export const isCollectable = (state: InvoiceState): boolean => state === 'OPEN' || state === 'RETRYING' || state === 'SKIPPED' || state === 'FAILED'
