/** How the invoice of a cycle moves on: what was paid is never owed again. Source: guide pricing-plans §9.2, §9.3, §11. */
import type { StateMachine, Transition } from '#kit/pure/state-machine.ts'
import type { InvoiceState } from './payments.ts'

export type InvoiceAction =
  | 'pay'
  /** The charge was declined and is tried again, or waits for another card. */
  | 'retry'
  /** No further attempts; the owner may still record a payment made another way. */
  | 'giveUp'
  /** The order was cancelled: nothing is owed. */
  | 'void'
  | 'refund'
  /** Money came when nothing was to be paid any more, and went back. */
  | 'returnLate'

/** SKIPPED: a cycle that passed while nothing ran; only the owner collects it. */
export const invoiceMachine: StateMachine<InvoiceState, InvoiceAction> = {
  OPEN: { pay: 'PAID', retry: 'RETRYING', giveUp: 'FAILED', void: 'VOID', returnLate: 'REFUNDED' },
  RETRYING: { pay: 'PAID', retry: 'RETRYING', giveUp: 'FAILED', void: 'VOID', returnLate: 'REFUNDED' },
  SKIPPED: { pay: 'PAID', returnLate: 'REFUNDED' },
  FAILED: { pay: 'PAID', giveUp: 'FAILED', returnLate: 'REFUNDED' },
  VOID: { returnLate: 'REFUNDED' },
  PAID: { refund: ['PARTIALLY_REFUNDED', 'REFUNDED'] },
  PARTIALLY_REFUNDED: { refund: ['PARTIALLY_REFUNDED', 'REFUNDED'] },
  REFUNDED: { refund: 'REFUNDED' },
}
export type InvoiceTransition = Transition<InvoiceState>
