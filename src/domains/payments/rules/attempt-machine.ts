/** How an attempt to charge moves on: results only move it forward, from any source and however often they come. Source: guide pricing-plans §10.4, bookings §7.2. */
import { nextStates, type StateMachine } from '#kit/pure/state-machine.ts'

/**
 * SENDING: written down, the provider is about to be asked. UNKNOWN: its answer got lost. REQUIRES_ACTION: the buyer is on the
 * provider's page, or has to answer the bank. EXPIRED: the customer can no longer pay it. LATE: the money came when nothing was to be paid
 * any more, and goes back.
 */
export type AttemptState = 'SENDING' | 'UNKNOWN' | 'REQUIRES_ACTION' | 'PROCESSING' | 'DECLINED' | 'EXPIRED' | 'SUCCEEDED' | 'LATE'

export type AttemptStep =
  /** The same key is sent once more. */
  | 'resend'
  /** No answer. */
  | 'lose'
  | 'requireAction'
  | 'process'
  | 'decline'
  /** The page was closed, left, or never shown. */
  | 'expire'
  /** Another card is tried on the page of a declined one. */
  | 'reopen'
  | 'succeed'
  /** Another amount moved than was asked for: it pays for nothing. */
  | 'mismatch'
  /** Nothing was to be paid any more. */
  | 'return'

/** A late "declined" after "succeeded" changes nothing; money that moved is never overlooked. */
export const attemptMachine: StateMachine<AttemptState, AttemptStep> = {
  SENDING: {
    lose: 'UNKNOWN',
    requireAction: 'REQUIRES_ACTION',
    process: 'PROCESSING',
    decline: 'DECLINED',
    expire: 'EXPIRED',
    succeed: 'SUCCEEDED',
    mismatch: 'EXPIRED',
  },
  UNKNOWN: {
    resend: 'SENDING',
    lose: 'UNKNOWN',
    requireAction: 'REQUIRES_ACTION',
    process: 'PROCESSING',
    decline: 'DECLINED',
    expire: 'EXPIRED',
    succeed: 'SUCCEEDED',
    mismatch: 'EXPIRED',
  },
  REQUIRES_ACTION: {
    requireAction: 'REQUIRES_ACTION',
    process: 'PROCESSING',
    decline: 'DECLINED',
    expire: 'EXPIRED',
    succeed: 'SUCCEEDED',
    mismatch: 'EXPIRED',
  },
  PROCESSING: {
    requireAction: 'REQUIRES_ACTION',
    process: 'PROCESSING',
    decline: 'DECLINED',
    expire: 'EXPIRED',
    succeed: 'SUCCEEDED',
    mismatch: 'EXPIRED',
  },
  DECLINED: { reopen: 'REQUIRES_ACTION', expire: 'EXPIRED', succeed: 'SUCCEEDED', mismatch: 'EXPIRED' },
  EXPIRED: { succeed: 'SUCCEEDED', mismatch: 'EXPIRED' },
  SUCCEEDED: { return: 'LATE' },
  LATE: {},
}

/** Where a step leads; undefined when it is no news. */
export const nextAttemptState = (from: AttemptState, step: AttemptStep): AttemptState | undefined => nextStates(attemptMachine, from, step)[0]

/** Whether money may be on its way: nothing else may be tried meanwhile. The index `one_attempt_in_flight` says the same. */
export const isInFlight = (state: AttemptState): boolean => state === 'SENDING' || state === 'UNKNOWN' || state === 'PROCESSING'
/** Whether the provider may still say something new about it. */
export const isOpen = (state: AttemptState): boolean => isInFlight(state) || state === 'REQUIRES_ACTION'
/** Whether money moved. */
export const isPaid = (state: AttemptState): boolean => state === 'SUCCEEDED' || state === 'LATE'

/** Declines that did not come from a bank: the page of such an attempt is closed. */
const closingDeclineCodes = new Set(['abandoned', 'superseded', 'provider_unavailable', 'amount_mismatch'])

/** What a provider says about a charge. */
export interface ChargeAnswer {
  outcome: 'succeeded' | 'declined' | 'requires_action' | 'processing' | 'unknown'
  declineCode?: string | undefined
}

/** The step that an answer of a provider asks for. */
export function toAttemptStep({ outcome, declineCode }: ChargeAnswer): AttemptStep {
  switch (outcome) {
    case 'succeeded':
      return 'succeed'
    case 'declined':
      return declineCode !== undefined && closingDeclineCodes.has(declineCode) ? 'expire' : 'decline'
    case 'requires_action':
      return 'requireAction'
    case 'processing':
      return 'process'
    case 'unknown':
      return 'lose'
  }
}

const outcomes = {
  SENDING: 'unknown',
  UNKNOWN: 'unknown',
  PROCESSING: 'processing',
  REQUIRES_ACTION: 'requires_action',
  DECLINED: 'declined',
  EXPIRED: 'declined',
  SUCCEEDED: 'succeeded',
  LATE: 'refunded',
} as const satisfies Record<AttemptState, string>

/** The outcome of an attempt as the buyer sees it. */
export const toOutcome = (state: AttemptState): (typeof outcomes)[AttemptState] => outcomes[state]

/** The state as receipts and lists of attempts show it: an expired page counts as declined, late money as moved. */
export const toShownState = (state: AttemptState): Exclude<AttemptState, 'EXPIRED' | 'LATE'> =>
  state === 'EXPIRED' ? 'DECLINED' : state === 'LATE' ? 'SUCCEEDED' : state
