/** The port to payment providers. The engine owns the schedule, the amounts and the retries. Source: guide pricing-plans §10.1. */
import type { Temporal } from 'temporal-polyfill'

/** `amount` is a decimal string with the digits of its currency. */
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

/** A saved payment method: the provider's token and how it is shown. */
export interface SavedCard {
  token: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

export type Outcome = 'succeeded' | 'declined' | 'requires_action' | 'processing' | 'unknown'
export interface ChargeResult {
  outcome: Outcome
  /** The provider's name for the charge; absent when its answer got lost. */
  ref?: string | undefined
  declineCode?: string | undefined
  /** The amount that the provider moved; it must equal the requested one. */
  movedAmount?: Money | undefined
  /** The card that paid, when the provider's own page took it. */
  card?: SavedCard | undefined
  customer?: string | undefined
  /** Sandbox only: what it will report on its own later. */
  followUps?: readonly { event: ProviderEvent; afterSeconds: number }[] | undefined
}

export interface ChargeRequest {
  token: string
  customer?: string | undefined
  amount: Money
  /** The same key gives the same result. */
  key: string
  at: Temporal.Instant
  /** Names the charge on the provider's side: siteId, orderId, cycleIndex, invoiceId, attemptId. */
  meta?: Readonly<Record<string, string>> | undefined
}

export interface CheckoutRequest extends Omit<ChargeRequest, 'token'> {
  /** A set-up asks for no money. `keepsCard`: later charges will use the card of this payment. */
  mode: 'pay' | 'setup'
  keepsCard: boolean
  title: string
  buyer: { memberId: string; email: string; name: string }
  returnUrl: string
}

export interface RefundRequest {
  chargeRef: string
  amount: Money
  key: string
  meta: Readonly<Record<string, string>>
}
export type RefundResult =
  | { outcome: 'succeeded' | 'processing' | 'unknown'; ref?: string | undefined }
  | { outcome: 'failed'; ref?: string | undefined; problem: string }

/** A refund as the provider knows it now, ours or not. */
export interface ProviderRefund {
  ref: string
  amount: Money
  state: 'processing' | 'succeeded' | 'failed'
  meta: Readonly<Record<string, string>>
}

/** A page of a list of the provider, the newest first; `next` is where the one after it begins. */
export interface ProviderPage<T> {
  items: T[]
  next?: string | undefined
}
/** Money that the provider sends to the bank account of the business. */
export interface ProviderPayout {
  ref: string
  amount: Money
  /** The day on which it reaches the bank, `2026-11-24`. */
  arrivalDay: string
  state: 'PENDING' | 'IN_TRANSIT' | 'PAID' | 'FAILED' | 'CANCELED'
  /** Why it failed, in the provider's words. */
  problem?: string | undefined
  /** Asked for by hand: the provider does not say what is in it. */
  isManual: boolean
}
/** A payment, refund or fee that is in a payout. Amounts that left the account are below zero. */
export interface PayoutItem {
  ref: string
  kind: 'PAYMENT' | 'REFUND' | 'DISPUTE' | 'FEE' | 'OTHER'
  amount: Money
  /** What the provider kept; in the currency of the amount. */
  fee: string
  net: string
  at: Temporal.Instant
  /** The charge that was paid, given back or disputed. */
  chargeRef?: string | undefined
  description?: string | undefined
}

/** Something happened at the provider. Only names are taken from an event; what is true now is asked. */
export interface ProviderEvent {
  id: string
  kind: 'payment' | 'refund' | 'dispute' | 'card'
  /** Charge, or for `card` the token. */
  ref: string
  siteId?: string | undefined
  attemptId?: string | undefined
  /** Sandbox only: it keeps no charges of its own, so that the event says the outcome. */
  result?: ChargeResult | undefined
  /** Sandbox only: it lists no refunds, so that the event names one of the whole payment. */
  refundRef?: string | undefined
  dispute?: { ref: string; amount: Money; state: 'OPEN' | 'WON' | 'LOST' } | undefined
  card?: { gone: true } | { gone: false; last4: string; expMonth: number; expYear: number } | undefined
}

/** Our key or our request is wrong: charging stops and the owner is notified; no order is touched. Source: guide pricing-plans §10.4. */
export class ProviderRejectedRequest extends Error {
  override name = 'ProviderRejectedRequest'
}
/** No answer from the provider: it may or may not have happened. Ask again under the same key. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}
/** The signature of a webhook does not fit: nothing happens. */
export class InvalidWebhookSignature extends Error {
  override name = 'InvalidWebhookSignature'
}

interface ProviderOperations {
  readonly id: 'sandbox' | 'stripe' | 'simulation'
  /** Why this provider cannot take such an amount, in words for the owner. */
  findAmountProblem(amount: Money): string | undefined
  /** The buyer is away: a renewal with a saved card. */
  chargeOffSession(request: ChargeRequest): Promise<ChargeResult>
  /** What became of a charge. */
  lookUp(ref: string, at: Temporal.Instant): Promise<ChargeResult>
  refund(request: RefundRequest): Promise<RefundResult>
  /** All refunds of a charge; undefined from a provider that keeps no records of its own. */
  listRefunds(chargeRef: string): Promise<ProviderRefund[] | undefined>
  /** Absent from a provider that pays nothing out. */
  listPayouts?(page: { limit: number; after?: string | undefined }): Promise<ProviderPage<ProviderPayout>>
  listPayoutItems?(payoutRef: string, page: { limit: number; after?: string | undefined }): Promise<ProviderPage<PayoutItem>>
  /** The card is not kept any longer. */
  detachCard(token: string): Promise<void>
  /** Reads a webhook from its raw bytes; throws InvalidWebhookSignature. */
  parseWebhook(raw: string, headers: Readonly<Record<string, string | undefined>>): Promise<ProviderEvent[]>
}

/** Takes the card on our page (test cards only). */
export interface OwnPageProvider extends ProviderOperations {
  readonly page: 'own'
  /** Checks what was typed and turns it into a token; a broken field is named. */
  saveCard(card: CardDetails, at: Temporal.Instant): { saved: SavedCard } | { field: 'number' | 'expiry' | 'cvc'; message: string }
  /** The buyer is on the page. `challenge` is the buyer's answer to an earlier requires_action. */
  chargeOnSession(request: ChargeRequest & { mode: 'pay' | 'setup'; challenge?: 'approve' | 'reject' | undefined }): Promise<ChargeResult & { ref: string }>
}

/** Takes the card on its own page, so that no card number ever touches this server. */
export interface HostedPageProvider extends ProviderOperations {
  readonly page: 'hosted'
  startCheckout(request: CheckoutRequest): Promise<{ url: string; ref: string; customer: string }>
  /** Closes a payment page and returns its outcome: it may have been paid a moment ago. */
  closeCheckout(ref: string, at: Temporal.Instant): Promise<ChargeResult>
}

export type PaymentProvider = OwnPageProvider | HostedPageProvider
