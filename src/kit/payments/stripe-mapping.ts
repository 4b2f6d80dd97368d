/** Between the objects of Stripe's API and our words. Source: guide pricing-plans §10.4, the table of statuses. */
import Stripe from 'stripe'
import { Temporal } from 'temporal-polyfill'
import { currencyDigits, fromMinor, toMinor } from '../pure/money.ts'
import {
  ProviderRejectedRequest,
  type ChargeResult,
  type Money,
  type PayoutItem,
  type ProviderEvent,
  type ProviderPayout,
  type ProviderRefund,
  type RefundResult,
  type SavedCard,
} from './provider.ts'

/** Currencies without minor units by ISO 4217 that Stripe nevertheless counts in hundredths. */
const countedInHundredths = new Set(['ISK', 'UGX'])
/** The smallest charge per currency, in major units. */
const minimumCharges: Readonly<Record<string, string>> = {
  USD: '0.50',
  AED: '2.00',
  AUD: '0.50',
  BRL: '0.50',
  CAD: '0.50',
  CHF: '0.50',
  CZK: '15.00',
  DKK: '2.50',
  EUR: '0.50',
  GBP: '0.30',
  HKD: '4.00',
  HUF: '175.00',
  INR: '0.50',
  JPY: '50',
  MXN: '10.00',
  MYR: '2.00',
  NOK: '3.00',
  NZD: '0.50',
  PLN: '2.00',
  RON: '2.00',
  SEK: '3.00',
  SGD: '0.50',
  THB: '10.00',
}

export const toStripeAmount = ({ amount, currency }: Money): number => Number(toMinor(amount, currency) * (countedInHundredths.has(currency) ? 100n : 1n))
function fromStripeAmount(minor: number, code: string): Money {
  const currency = code.toUpperCase()
  return { amount: fromMinor(BigInt(minor) / (countedInHundredths.has(currency) ? 100n : 1n), currency), currency }
}

/** Decline codes of Stripe that differ from ours or carry no reason; the others pass as they are. */
const toDeclineCode = (error: { code?: string | null; decline_code?: string | null } | null | undefined): string =>
  error?.decline_code ?? (error?.code && error.code !== 'card_declined' ? error.code : 'generic_decline')

function toSavedCard(method: Stripe.PaymentMethod | string | null | undefined): SavedCard | undefined {
  if (!method || typeof method === 'string') return undefined
  const { card } = method
  return {
    token: method.id,
    brand: card ? card.brand.charAt(0).toUpperCase() + card.brand.slice(1) : method.type,
    last4: card?.last4 ?? '',
    expMonth: card?.exp_month ?? 0,
    expYear: card?.exp_year ?? 0,
  }
}
const toId = (object: string | { id: string } | null | undefined): string | undefined => (typeof object === 'string' ? object : object?.id)

export function fromPaymentIntent(intent: Stripe.PaymentIntent, ref: string): ChargeResult {
  const common = {
    ref,
    movedAmount: fromStripeAmount(intent.amount, intent.currency),
    card: toSavedCard(intent.payment_method),
    customer: toId(intent.customer),
  }
  switch (intent.status) {
    case 'succeeded':
      return { outcome: 'succeeded', ...common }
    case 'processing':
    case 'requires_capture':
      return { outcome: 'processing', ...common }
    case 'requires_action':
    case 'requires_confirmation':
      return { outcome: 'requires_action', ...common }
    default:
      // Before the first attempt the buyer is still on the way to the page.
      return intent.last_payment_error || intent.status === 'canceled'
        ? { outcome: 'declined', declineCode: toDeclineCode(intent.last_payment_error), ...common }
        : { outcome: 'requires_action', ...common }
  }
}

export function fromSetupIntent(intent: Stripe.SetupIntent, ref: string): ChargeResult {
  const common = { ref, card: toSavedCard(intent.payment_method), customer: toId(intent.customer) }
  if (intent.status === 'succeeded') return { outcome: 'succeeded', ...common }
  if (intent.status === 'processing') return { outcome: 'processing', ...common }
  if (intent.status === 'canceled' || intent.last_setup_error) return { outcome: 'declined', declineCode: toDeclineCode(intent.last_setup_error), ...common }
  return { outcome: 'requires_action', ...common }
}

/** Turns what the client throws into an answer, or into the one error that stops charging. */
export function toChargeResult(error: unknown): ChargeResult {
  if (error instanceof Stripe.errors.StripeCardError) {
    const ref = error.payment_intent?.id
    return error.code === 'authentication_required'
      ? { outcome: 'requires_action', ref, declineCode: 'authentication_required' }
      : { outcome: 'declined', ref, declineCode: toDeclineCode({ code: error.code ?? null, decline_code: error.decline_code ?? null }) }
  }
  if (isOutcomeUnknown(error)) return { outcome: 'unknown' }
  throw toProviderError(error)
}
/** No answer, a fault at the provider, or a lock that did not come free: it may or may not have happened. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  (error instanceof Stripe.errors.StripeError && ((error.statusCode ?? 0) >= 500 || error.code === 'lock_timeout' || error.statusCode === 409))
export function toProviderError(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) return error as Error
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return new ProviderRejectedRequest('Stripe does not accept the secret key. Check the one under Settings, or in STRIPE_SECRET_KEY.')
  return new ProviderRejectedRequest(`Stripe refused the request: ${error.message}`)
}

const payoutStates: Readonly<Record<string, ProviderPayout['state']>> = {
  paid: 'PAID',
  pending: 'PENDING',
  in_transit: 'IN_TRANSIT',
  failed: 'FAILED',
  canceled: 'CANCELED',
}
export const toProviderPayout = (payout: Stripe.Payout): ProviderPayout => ({
  ref: payout.id,
  amount: fromStripeAmount(payout.amount, payout.currency),
  // Midnight in UTC of a day.
  arrivalDay: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
  state: payoutStates[payout.status] ?? 'PENDING',
  ...(payout.failure_message && { problem: payout.failure_message }),
  isManual: !payout.automatic,
})

const itemKinds: Readonly<Record<string, PayoutItem['kind']>> = {
  charge: 'PAYMENT',
  payment: 'PAYMENT',
  refund: 'REFUND',
  payment_refund: 'REFUND',
  payment_failure_refund: 'REFUND',
  stripe_fee: 'FEE',
  application_fee: 'FEE',
}
export function toPayoutItem(moved: Stripe.BalanceTransaction): PayoutItem {
  const source = moved.source && typeof moved.source === 'object' ? moved.source : undefined
  const chargeRef = source && 'payment_intent' in source ? toId(source.payment_intent) : undefined
  const isDispute = moved.reporting_category.startsWith('dispute')
  return {
    ref: moved.id,
    kind: isDispute ? 'DISPUTE' : (itemKinds[moved.type] ?? 'OTHER'),
    amount: fromStripeAmount(moved.amount, moved.currency),
    fee: fromStripeAmount(moved.fee, moved.currency).amount,
    net: fromStripeAmount(moved.net, moved.currency).amount,
    at: Temporal.Instant.fromEpochMilliseconds(moved.created * 1000),
    ...(chargeRef && { chargeRef }),
    ...(moved.description && { description: moved.description }),
  }
}

const toMetadata = (object: { metadata?: Stripe.Metadata | null } | null | undefined): Record<string, string> => object?.metadata ?? {}
/** Charges of bookings named themselves `chargeId` once; pages that were opened then are paid later. */
const findAttemptId = (meta: Record<string, string>): string | undefined => meta['attemptId'] ?? meta['chargeId']

/** Why Stripe cannot take such an amount, in words for the owner. */
export function findAmountProblem({ amount, currency }: Money): string | undefined {
  if (currencyDigits(currency) === 3 && toMinor(amount, currency) % 10n !== 0n) return `With Stripe, amounts in ${currency} must end in 0.`
  const minimum = minimumCharges[currency]
  const isTooSmall = minimum && toMinor(amount, currency) > 0n && toMinor(amount, currency) < toMinor(minimum, currency)
  return isTooSmall ? `Stripe charges at least ${minimum} ${currency}.` : undefined
}

/** What became of a page: a payment that is under way counts although the page has expired. */
export function fromSession({ id, status, payment_intent: payment, setup_intent: setup }: Stripe.Checkout.Session): ChargeResult {
  const result =
    payment && typeof payment !== 'string'
      ? fromPaymentIntent(payment, payment.id)
      : setup && typeof setup !== 'string'
        ? fromSetupIntent(setup, setup.id)
        : ({ outcome: 'requires_action', ref: id } as const)
  const isUnderway = result.outcome === 'succeeded' || result.outcome === 'processing'
  return status === 'expired' && !isUnderway ? { ...result, outcome: 'declined', declineCode: 'abandoned' } : result
}

export function toRefundResult(refund: Stripe.Refund): RefundResult {
  if (refund.status === 'failed' || refund.status === 'canceled')
    return { outcome: 'failed', ref: refund.id, problem: refund.failure_reason ?? 'The bank did not take it back.' }
  return { outcome: refund.status === 'succeeded' ? 'succeeded' : 'processing', ref: refund.id }
}

export const toProviderRefund = (refund: Stripe.Refund): ProviderRefund => ({
  ref: refund.id,
  amount: fromStripeAmount(refund.amount, refund.currency),
  state: refund.status === 'succeeded' ? 'succeeded' : refund.status === 'failed' || refund.status === 'canceled' ? 'failed' : 'processing',
  meta: toMetadata(refund),
})

/** The parts of an event about a payment or a refund that name the charge. */
const toNames = (object: { metadata?: Stripe.Metadata | null }) => {
  const meta = toMetadata(object)
  return { siteId: meta['siteId'], attemptId: findAttemptId(meta) }
}

/** An event about a dispute; `dispute` and `intent` as they are now. */
export const toDisputeEvent = (id: string, dispute: Stripe.Dispute, intent: Stripe.PaymentIntent | null): ProviderEvent => ({
  id,
  kind: 'dispute',
  ref: intent?.id ?? '',
  ...toNames(intent ?? {}),
  dispute: {
    ref: dispute.id,
    amount: fromStripeAmount(dispute.amount, dispute.currency),
    state: dispute.status === 'lost' ? 'LOST' : dispute.status === 'won' || dispute.status === 'warning_closed' ? 'WON' : 'OPEN',
  },
})

/** Any other event in our words; undefined for those that say nothing to us. */
export function toProviderEvent(event: Stripe.Event): ProviderEvent | undefined {
  const { id } = event
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
    case 'payment_intent.requires_action':
    case 'payment_intent.canceled':
    case 'setup_intent.succeeded':
    case 'setup_intent.setup_failed':
      return { id, kind: 'payment', ref: event.data.object.id, ...toNames(event.data.object) }
    case 'charge.refunded':
    case 'charge.refund.updated':
    case 'refund.updated':
    case 'refund.failed':
      return { id, kind: 'refund', ref: toId(event.data.object.payment_intent) ?? '', ...toNames(event.data.object) }
    case 'payment_method.detached':
      return { id, kind: 'card', ref: event.data.object.id, card: { gone: true } }
    case 'payment_method.automatically_updated': {
      const card = toSavedCard(event.data.object)
      return card && { id, kind: 'card', ref: card.token, card: { gone: false, last4: card.last4, expMonth: card.expMonth, expYear: card.expYear } }
    }
    default:
      return undefined
  }
}

/** The site, kind and charge that the body of a webhook names, without any check of who wrote it. */
export function readUnverifiedSubject(body: string): { siteId: string | undefined; kind: string; ref: string } | undefined {
  try {
    const event = JSON.parse(body) as Stripe.Event
    if (event.type === 'charge.dispute.created' || event.type === 'charge.dispute.closed') {
      const { payment_intent: payment } = event.data.object
      return { siteId: undefined, kind: 'dispute', ref: typeof payment === 'string' ? payment : (payment?.id ?? '') }
    }
    const known = toProviderEvent(event)
    return known && { siteId: known.siteId, kind: known.kind, ref: known.ref }
  } catch {
    // Not an event: there is nothing to find a site by, and it will not pass the check of its signature.
    return undefined
  }
}
