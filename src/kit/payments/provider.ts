/** The port to whoever moves money. The engine owns the schedule, the amounts and the retries. Source: guide pricing-plans 10.1. */
import type { Temporal } from 'temporal-polyfill'

export interface Money {
  amount: string
  currency: string
}

/** Card details as typed on the hosted page; only the sandbox ever sees them. */
export interface CardDetails {
  number: string
  expMonth: number
  expYear: number
  cvc: string
  name?: string | undefined
}

/** A saved way to pay: the provider's token and what people recognise it by. */
export interface SavedCard {
  token: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

export interface ChargeResult {
  outcome: 'succeeded' | 'declined' | 'requires_action' | 'processing' | 'unknown'
  ref: string
  declineCode?: string | undefined
}

export interface ChargeAsk {
  token: string
  amount: Money
  key: string
  at: Temporal.Instant
}

export interface PaymentProvider {
  readonly id: 'manual' | 'sandbox'
  readonly can: { online: boolean; savedMethods: boolean; refunds: boolean; challenge: boolean }
  /** Checks what was typed and turns it into a token; a broken field is named. */
  saveCard(card: CardDetails, at: Temporal.Instant): { saved: SavedCard } | { field: 'number' | 'expiry' | 'cvc'; message: string }
  /** The buyer is on the page. A set-up asks for no money. `challenge` is the buyer's answer to an earlier requires_action. */
  chargeOnSession(ask: ChargeAsk & { mode: 'pay' | 'setup'; challenge?: 'approve' | 'reject' | undefined }): Promise<ChargeResult>
  /** The buyer is away: a renewal with a saved card. The same key gives the same result. */
  chargeOffSession(ask: ChargeAsk): Promise<ChargeResult>
  /** What became of a charge that was processing or unknown. */
  lookUp(ref: string, at: Temporal.Instant): Promise<ChargeResult>
}
