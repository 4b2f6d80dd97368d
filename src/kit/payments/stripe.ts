/**
 * Payments through Stripe's official client. The card is typed on Stripe's own page; renewals are off-session payment
 * intents made by our schedule, never subscriptions of the provider. Source: guide pricing-plans §10.4.
 */
import Stripe from 'stripe'
import { currencyDigits, fromMinor, toMinor } from '../pure/money.ts'
import {
  InvalidWebhookSignature,
  ProviderRejectedRequest,
  ProviderUnreachable,
  type ChargeResult,
  type HostedPageProvider,
  type Money,
  type ProviderEvent,
  type RefundResult,
  type SavedCard,
} from './provider.ts'

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  /** Another address than Stripe's, for a stand-in or a proxy. */
  apiUrl?: string | undefined
}

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

const toStripeAmount = ({ amount, currency }: Money): number => Number(toMinor(amount, currency) * (countedInHundredths.has(currency) ? 100n : 1n))
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

/** The state of a payment intent in our words (guide §10.4, the table of statuses). */
function fromPaymentIntent(intent: Stripe.PaymentIntent, ref: string): ChargeResult {
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

function fromSetupIntent(intent: Stripe.SetupIntent, ref: string): ChargeResult {
  const common = { ref, card: toSavedCard(intent.payment_method), customer: toId(intent.customer) }
  if (intent.status === 'succeeded') return { outcome: 'succeeded', ...common }
  if (intent.status === 'processing') return { outcome: 'processing', ...common }
  if (intent.status === 'canceled' || intent.last_setup_error) return { outcome: 'declined', declineCode: toDeclineCode(intent.last_setup_error), ...common }
  return { outcome: 'requires_action', ...common }
}

/** Turns what the client throws into an answer, or into the one error that stops charging. */
function toChargeResult(error: unknown): ChargeResult {
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
const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  (error instanceof Stripe.errors.StripeError && ((error.statusCode ?? 0) >= 500 || error.code === 'lock_timeout' || error.statusCode === 409))
function toProviderError(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) return error as Error
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return new ProviderRejectedRequest('Stripe does not accept the secret key. Check STRIPE_SECRET_KEY.')
  return new ProviderRejectedRequest(`Stripe refused the request: ${error.message}`)
}

const toMetadata = (object: { metadata?: Stripe.Metadata | null } | null | undefined): Record<string, string> => object?.metadata ?? {}
/** Charges of bookings named themselves `chargeId` once; pages that were opened then are paid later. */
const findAttemptId = (meta: Record<string, string>): string | undefined => meta['attemptId'] ?? meta['chargeId']

export function stripeProvider(settings: StripeSettings): HostedPageProvider {
  const url = settings.apiUrl ? new URL(settings.apiUrl) : undefined
  const client = new Stripe(settings.secretKey, {
    telemetry: false,
    timeout: 20_000,
    maxNetworkRetries: 1,
    ...(url && { host: url.hostname, port: url.port || (url.protocol === 'https:' ? '443' : '80'), protocol: url.protocol === 'https:' ? 'https' : 'http' }),
  })
  const callStripe = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      throw isOutcomeUnknown(error) ? new ProviderUnreachable('Stripe did not answer.', { cause: error }) : toProviderError(error)
    }
  }

  async function findOrCreateCustomer({ buyer, customer, meta }: Parameters<HostedPageProvider['startCheckout']>[0]): Promise<string> {
    if (customer) return customer
    const created = await client.customers.create(
      { email: buyer.email, name: buyer.name, metadata: { memberId: buyer.memberId, siteId: meta?.['siteId'] ?? '' } },
      { idempotencyKey: `customer:${meta?.['siteId'] ?? ''}:${buyer.memberId}` },
    )
    return created.id
  }

  async function toProviderEvent(event: Stripe.Event): Promise<ProviderEvent | undefined> {
    switch (event.type) {
      case 'payment_intent.succeeded':
      case 'payment_intent.payment_failed':
      case 'payment_intent.processing':
      case 'payment_intent.requires_action':
      case 'payment_intent.canceled':
      case 'setup_intent.succeeded':
      case 'setup_intent.setup_failed': {
        const meta = toMetadata(event.data.object)
        return { id: event.id, kind: 'payment', ref: event.data.object.id, siteId: meta['siteId'], attemptId: findAttemptId(meta) }
      }
      case 'charge.refunded':
      case 'charge.refund.updated':
      case 'refund.updated':
      case 'refund.failed': {
        const meta = toMetadata(event.data.object)
        return { id: event.id, kind: 'refund', ref: toId(event.data.object.payment_intent) ?? '', siteId: meta['siteId'], attemptId: findAttemptId(meta) }
      }
      case 'charge.dispute.created':
      case 'charge.dispute.closed': {
        // The dispute itself is asked for: events may come late and in any order.
        const dispute = await callStripe(() => client.disputes.retrieve(event.data.object.id, { expand: ['payment_intent'] }))
        const intent = typeof dispute.payment_intent === 'string' ? await client.paymentIntents.retrieve(dispute.payment_intent) : dispute.payment_intent
        const state = dispute.status === 'lost' ? 'LOST' : dispute.status === 'won' || dispute.status === 'warning_closed' ? 'WON' : 'OPEN'
        return {
          id: event.id,
          kind: 'dispute',
          ref: intent?.id ?? '',
          siteId: toMetadata(intent)['siteId'],
          attemptId: findAttemptId(toMetadata(intent)),
          dispute: { ref: dispute.id, amount: fromStripeAmount(dispute.amount, dispute.currency), state },
        }
      }
      case 'payment_method.detached':
        return { id: event.id, kind: 'card', ref: event.data.object.id, card: { gone: true } }
      case 'payment_method.automatically_updated': {
        const card = toSavedCard(event.data.object)
        return card && { id: event.id, kind: 'card', ref: card.token, card: { gone: false, last4: card.last4, expMonth: card.expMonth, expYear: card.expYear } }
      }
      default:
        return undefined
    }
  }

  async function lookUp(ref: string): Promise<ChargeResult> {
    try {
      if (ref.startsWith('seti_')) return fromSetupIntent(await client.setupIntents.retrieve(ref, { expand: ['payment_method'] }), ref)
      if (!ref.startsWith('cs_')) return fromPaymentIntent(await client.paymentIntents.retrieve(ref, { expand: ['payment_method'] }), ref)
      const session = await client.checkout.sessions.retrieve(ref, { expand: ['payment_intent.payment_method', 'setup_intent.payment_method'] })
      const { payment_intent: payment, setup_intent: setup, status } = session
      const result =
        payment && typeof payment !== 'string'
          ? fromPaymentIntent(payment, payment.id)
          : setup && typeof setup !== 'string'
            ? fromSetupIntent(setup, setup.id)
            : ({ outcome: 'requires_action', ref } as const)
      const isUnderway = result.outcome === 'succeeded' || result.outcome === 'processing'
      return status === 'expired' && !isUnderway ? { ...result, outcome: 'declined', declineCode: 'abandoned' } : result
    } catch (error) {
      return { ref, ...toChargeResult(error) }
    }
  }

  return {
    id: 'stripe',
    page: 'hosted',
    findAmountProblem(money) {
      if (currencyDigits(money.currency) === 3 && toMinor(money.amount, money.currency) % 10n !== 0n)
        return `With Stripe, amounts in ${money.currency} must end in 0.`
      const minimum = minimumCharges[money.currency]
      return minimum && toMinor(money.amount, money.currency) > 0n && toMinor(money.amount, money.currency) < toMinor(minimum, money.currency)
        ? `Stripe charges at least ${minimum} ${money.currency}.`
        : undefined
    },
    async startCheckout(request) {
      return callStripe(async () => {
        const customer = await findOrCreateCustomer(request)
        const common = {
          customer,
          success_url: request.returnUrl,
          cancel_url: request.returnUrl,
          metadata: { ...request.meta },
          client_reference_id: request.meta?.['attemptId'] ?? '',
        }
        const session = await client.checkout.sessions.create(
          request.mode === 'setup'
            ? { ...common, mode: 'setup', currency: request.amount.currency.toLowerCase(), setup_intent_data: { metadata: { ...request.meta } } }
            : {
                ...common,
                mode: 'payment',
                line_items: [
                  {
                    quantity: 1,
                    price_data: {
                      currency: request.amount.currency.toLowerCase(),
                      unit_amount: toStripeAmount(request.amount),
                      product_data: { name: request.title },
                    },
                  },
                ],
                payment_intent_data: { metadata: { ...request.meta }, ...(request.keepsCard && { setup_future_usage: 'off_session' }) },
              },
          { idempotencyKey: request.key },
        )
        if (!session.url) throw new ProviderRejectedRequest('Stripe gave no page to pay on.')
        return { url: session.url, ref: session.id, customer }
      })
    },
    async chargeOffSession(request) {
      try {
        const intent = await client.paymentIntents.create(
          {
            amount: toStripeAmount(request.amount),
            currency: request.amount.currency.toLowerCase(),
            customer: request.customer ?? '',
            payment_method: request.token,
            confirm: true,
            off_session: true,
            metadata: { ...request.meta },
          },
          { idempotencyKey: request.key },
        )
        return fromPaymentIntent(intent, intent.id)
      } catch (error) {
        return toChargeResult(error)
      }
    },
    lookUp,
    async closeCheckout(ref) {
      if (ref.startsWith('cs_'))
        try {
          await client.checkout.sessions.expire(ref)
        } catch (error) {
          // A page that is not open any more cannot be closed: what became of it is asked.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return { ref, ...toChargeResult(error) }
        }
      return lookUp(ref)
    },
    async refund(request): Promise<RefundResult> {
      try {
        const refund = await client.refunds.create(
          { payment_intent: request.chargeRef, amount: toStripeAmount(request.amount), metadata: { ...request.meta } },
          { idempotencyKey: request.key },
        )
        if (refund.status === 'failed' || refund.status === 'canceled')
          return { outcome: 'failed', ref: refund.id, problem: refund.failure_reason ?? 'The bank did not take it back.' }
        return { outcome: refund.status === 'succeeded' ? 'succeeded' : 'processing', ref: refund.id }
      } catch (error) {
        if (isOutcomeUnknown(error)) return { outcome: 'unknown' }
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return { outcome: 'failed', problem: error.message }
        throw toProviderError(error)
      }
    },
    async listRefunds(chargeRef) {
      const { data } = await callStripe(() => client.refunds.list({ payment_intent: chargeRef, limit: 100 }))
      return data.map((refund) => ({
        ref: refund.id,
        amount: fromStripeAmount(refund.amount, refund.currency),
        state: refund.status === 'succeeded' ? 'succeeded' : refund.status === 'failed' || refund.status === 'canceled' ? 'failed' : 'processing',
        meta: toMetadata(refund),
      }))
    },
    async detachCard(token) {
      try {
        await client.paymentMethods.detach(token)
      } catch (error) {
        // Gone already is what was asked for.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw isOutcomeUnknown(error) ? error : toProviderError(error)
      }
    },
    async parseWebhook(raw, headers) {
      let event: Stripe.Event
      try {
        event = client.webhooks.constructEvent(raw, headers['stripe-signature'] ?? '', settings.webhookSecret)
      } catch (error) {
        throw new InvalidWebhookSignature((error as Error).message)
      }
      const known = await toProviderEvent(event)
      return known ? [known] : []
    },
  }
}
