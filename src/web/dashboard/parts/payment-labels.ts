/** How the states of payments, refunds and disputes are called and shown. */
import { currentMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import type { Tone } from './list.tsx'
import { messages } from './payment-labels.messages.ts'

const text = currentMessages(messages)

export type OrderInvoices = ReplyOf<'checkout.getInvoices'>
export type Invoice = OrderInvoices['invoices'][number]
const states: Record<string, [string, Tone]> = {
  PAID: [text.paid, 'good'],
  OPEN: [text.due, 'wait'],
  RETRYING: [text.retrying, 'bad'],
  FAILED: [text.declined, 'bad'],
  SKIPPED: [text.skipped, 'wait'],
  PARTIALLY_REFUNDED: [text.partiallyRefunded, 'quiet'],
  REFUNDED: [text.refunded, 'quiet'],
  VOID: [text.void, 'quiet'],
  UNCLAIMED: [text.unmatched, 'bad'],
}
/** The label of a payment's state. */
export const invoiceState = (state: string): [string, Tone] => states[state] ?? [state, 'quiet']
export const attemptOutcomes = text.outcomes
export const providerName = (provider: string): string => text.providers[provider] ?? provider
const refundStates: Record<string, [string, Tone]> = {
  SENDING: [text.refundPending, 'wait'],
  SUCCEEDED: [text.refunded, 'good'],
  FAILED: [text.refundFailed, 'bad'],
}
export const refundState = (state: string): [string, Tone] => refundStates[state] ?? [state, 'quiet']
export const refundReason = (reason: string): string => text.refundReasons[reason] ?? reason
const disputeStates: Record<string, [string, Tone]> = {
  OPEN: [text.disputeOpen, 'bad'],
  WON: [text.disputeWon, 'good'],
  LOST: [text.disputeLost, 'quiet'],
}
export const disputeState = (state: string): [string, Tone] => disputeStates[state] ?? [state, 'quiet']

export const wasPaid = (state: string) => state === 'PAID' || state === 'PARTIALLY_REFUNDED' || state === 'REFUNDED'
export const isOpen = (state: string) => state === 'OPEN' || state === 'RETRYING' || state === 'FAILED' || state === 'SKIPPED'
