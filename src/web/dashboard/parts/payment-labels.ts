/** How the states of payments, refunds and disputes are called and shown. */
import type { ReplyOf } from '#web/operations.ts'
import type { Tone } from './list.tsx'

export type OrderInvoices = ReplyOf<'checkout.getInvoices'>
export type Invoice = OrderInvoices['invoices'][number]
const states: Record<string, [string, Tone]> = {
  PAID: ['Paid', 'good'],
  OPEN: ['Due', 'wait'],
  RETRYING: ['Retrying', 'bad'],
  FAILED: ['Declined', 'bad'],
  SKIPPED: ['Skipped', 'wait'],
  PARTIALLY_REFUNDED: ['Partially refunded', 'quiet'],
  REFUNDED: ['Refunded', 'quiet'],
  VOID: ['Void', 'quiet'],
  UNCLAIMED: ['Unmatched', 'bad'],
}
/** The label of a payment's state. */
export const invoiceState = (state: string): [string, Tone] => states[state] ?? [state, 'quiet']
export const attemptOutcomes: Record<string, string> = {
  SENDING: 'sent, waiting for a response',
  UNKNOWN: 'outcome unknown, checking again',
  PROCESSING: 'processing',
  REQUIRES_ACTION: 'waiting for the buyer to confirm',
  DECLINED: 'declined',
  SUCCEEDED: 'paid',
}
const providers: Record<string, string> = { sandbox: 'Test mode', stripe: 'Stripe', manual: 'In person' }
export const providerName = (provider: string): string => providers[provider] ?? provider
const refundStates: Record<string, [string, Tone]> = { SENDING: ['Pending', 'wait'], SUCCEEDED: ['Refunded', 'good'], FAILED: ['Failed', 'bad'] }
export const refundState = (state: string): [string, Tone] => refundStates[state] ?? [state, 'quiet']
const refundReasons: Record<string, string> = {
  OWNER: 'refunded by you',
  DECLINED: 'refunded: request declined',
  CANCELED: 'refunded: booking cancelled',
  LATE: 'late payment, refunded automatically',
  PROVIDER: 'refunded through the payment provider',
  DISPUTE: 'lost in a dispute',
}
export const refundReason = (reason: string): string => refundReasons[reason] ?? reason
const disputeStates: Record<string, [string, Tone]> = { OPEN: ['Open', 'bad'], WON: ['Won', 'good'], LOST: ['Lost', 'quiet'] }
export const disputeState = (state: string): [string, Tone] => disputeStates[state] ?? [state, 'quiet']

export const wasPaid = (state: string) => state === 'PAID' || state === 'PARTIALLY_REFUNDED' || state === 'REFUNDED'
export const isOpen = (state: string) => state === 'OPEN' || state === 'RETRYING' || state === 'FAILED' || state === 'SKIPPED'
