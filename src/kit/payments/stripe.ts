/**
 * Payments through Stripe's official client. The card is typed on Stripe's own page; renewals are off-session payment
 * intents made by our schedule, never subscriptions of the provider. Source: guide pricing-plans §10.4.
 */
import Stripe from 'stripe'
import {
  InvalidWebhookSignature,
  ProviderRejectedRequest,
  ProviderUnreachable,
  type ChargeRequest,
  type ChargeResult,
  type CheckoutRequest,
  type HostedPageProvider,
  type ProviderEvent,
  type PayoutItem,
  type ProviderPage,
  type ProviderPayout,
  type ProviderRefund,
  type RefundRequest,
  type RefundResult,
} from './provider.ts'
import * as mapping from './stripe-mapping.ts'

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  /** Another address than Stripe's, for a stand-in or a proxy. */
  apiUrl?: string | undefined
}

const toBaseUrl = (apiUrl: string | undefined): Partial<Stripe.StripeConfig> => {
  if (apiUrl === undefined) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return { host: hostname, port: port || (protocol === 'https:' ? '443' : '80'), protocol: protocol === 'https:' ? 'https' : 'http' }
}

async function callStripe<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw mapping.isOutcomeUnknown(error) ? new ProviderUnreachable('Stripe did not answer.', { cause: error }) : mapping.toProviderError(error)
  }
}

/** What a page asks the buyer for: a card alone, or the money. */
function toPageParams({ mode, amount, title, meta, keepsCard }: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const currency = amount.currency.toLowerCase()
  if (mode === 'setup') return { mode: 'setup', currency, setup_intent_data: { metadata: { ...meta } } }
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: mapping.toStripeAmount(amount), product_data: { name: title } } }],
    payment_intent_data: { metadata: { ...meta }, ...(keepsCard && { setup_future_usage: 'off_session' }) },
  }
}

export class StripeProvider implements HostedPageProvider {
  readonly id = 'stripe'
  readonly page = 'hosted'
  readonly findAmountProblem = mapping.findAmountProblem
  readonly #client: Stripe
  readonly #webhookSecret: string

  constructor({ secretKey, webhookSecret, apiUrl }: StripeSettings) {
    this.#webhookSecret = webhookSecret
    this.#client = new Stripe(secretKey, { telemetry: false, timeout: 20_000, maxNetworkRetries: 1, ...toBaseUrl(apiUrl) })
  }

  /** Asks Stripe whether it takes the key. Throws what it answered. */
  async check(): Promise<void> {
    await callStripe(() => this.#client.balance.retrieve())
  }

  async startCheckout(request: CheckoutRequest): Promise<{ url: string; ref: string; customer: string }> {
    return callStripe(async () => {
      const customer = await this.#findOrCreateCustomer(request)
      const session = await this.#client.checkout.sessions.create(
        {
          customer,
          success_url: request.returnUrl,
          cancel_url: request.returnUrl,
          metadata: { ...request.meta },
          client_reference_id: request.meta?.['attemptId'] ?? '',
          ...toPageParams(request),
        },
        { idempotencyKey: request.key },
      )
      if (!session.url) throw new ProviderRejectedRequest('Stripe gave no page to pay on.')
      return { url: session.url, ref: session.id, customer }
    })
  }

  async #findOrCreateCustomer({ buyer, customer, meta }: CheckoutRequest): Promise<string> {
    if (customer) return customer
    const siteId = meta?.['siteId'] ?? ''
    const created = await this.#client.customers.create(
      { email: buyer.email, name: buyer.name, metadata: { memberId: buyer.memberId, siteId } },
      { idempotencyKey: `customer:${siteId}:${buyer.memberId}` },
    )
    return created.id
  }

  async chargeOffSession(request: ChargeRequest): Promise<ChargeResult> {
    try {
      const intent = await this.#client.paymentIntents.create(
        {
          amount: mapping.toStripeAmount(request.amount),
          currency: request.amount.currency.toLowerCase(),
          customer: request.customer ?? '',
          payment_method: request.token,
          confirm: true,
          off_session: true,
          metadata: { ...request.meta },
        },
        { idempotencyKey: request.key },
      )
      return mapping.fromPaymentIntent(intent, intent.id)
    } catch (error) {
      return mapping.toChargeResult(error)
    }
  }

  async lookUp(ref: string): Promise<ChargeResult> {
    const { setupIntents, paymentIntents, checkout } = this.#client
    try {
      if (ref.startsWith('seti_')) return mapping.fromSetupIntent(await setupIntents.retrieve(ref, { expand: ['payment_method'] }), ref)
      if (!ref.startsWith('cs_')) return mapping.fromPaymentIntent(await paymentIntents.retrieve(ref, { expand: ['payment_method'] }), ref)
      return mapping.fromSession(await checkout.sessions.retrieve(ref, { expand: ['payment_intent.payment_method', 'setup_intent.payment_method'] }))
    } catch (error) {
      return { ref, ...mapping.toChargeResult(error) }
    }
  }

  async closeCheckout(ref: string): Promise<ChargeResult> {
    if (ref.startsWith('cs_'))
      try {
        await this.#client.checkout.sessions.expire(ref)
      } catch (error) {
        // A page that is not open any more cannot be closed: what became of it is asked.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return { ref, ...mapping.toChargeResult(error) }
      }
    return this.lookUp(ref)
  }

  async refund({ chargeRef, amount, key, meta }: RefundRequest): Promise<RefundResult> {
    const params = { payment_intent: chargeRef, amount: mapping.toStripeAmount(amount), metadata: { ...meta } }
    try {
      return mapping.toRefundResult(await this.#client.refunds.create(params, { idempotencyKey: key }))
    } catch (error) {
      if (mapping.isOutcomeUnknown(error)) return { outcome: 'unknown' }
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return { outcome: 'failed', problem: error.message }
      throw mapping.toProviderError(error)
    }
  }

  async listRefunds(chargeRef: string): Promise<ProviderRefund[]> {
    const { data } = await callStripe(() => this.#client.refunds.list({ payment_intent: chargeRef, limit: 100 }))
    return data.map(mapping.toProviderRefund)
  }

  async listPayouts({ limit, after }: { limit: number; after?: string | undefined }): Promise<ProviderPage<ProviderPayout>> {
    const { data, has_more: hasMore } = await callStripe(() => this.#client.payouts.list({ limit, ...(after && { starting_after: after }) }))
    return { items: data.map(mapping.toProviderPayout), next: hasMore ? data.at(-1)?.id : undefined }
  }

  async listPayoutItems(payout: string, { limit, after }: { limit: number; after?: string | undefined }): Promise<ProviderPage<PayoutItem>> {
    const params = { payout, limit, expand: ['data.source'], ...(after && { starting_after: after }) }
    const { data, has_more: hasMore } = await callStripe(() => this.#client.balanceTransactions.list(params))
    // The payout itself is among what moved.
    const items = data.filter(({ type }) => type !== 'payout').map(mapping.toPayoutItem)
    return { items, next: hasMore ? data.at(-1)?.id : undefined }
  }

  async detachCard(token: string): Promise<void> {
    try {
      await this.#client.paymentMethods.detach(token)
    } catch (error) {
      // Gone already is what was asked for.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw mapping.isOutcomeUnknown(error) ? error : mapping.toProviderError(error)
    }
  }

  async parseWebhook(raw: string, headers: Readonly<Record<string, string | undefined>>): Promise<ProviderEvent[]> {
    const event = this.#readEvent(raw, headers['stripe-signature'] ?? '')
    const known =
      event.type === 'charge.dispute.created' || event.type === 'charge.dispute.closed'
        ? await this.#readDispute(event.id, event.data.object.id)
        : mapping.toProviderEvent(event)
    return known ? [known] : []
  }

  #readEvent(raw: string, signature: string): Stripe.Event {
    try {
      return this.#client.webhooks.constructEvent(raw, signature, this.#webhookSecret)
    } catch (error) {
      throw new InvalidWebhookSignature((error as Error).message)
    }
  }

  /** The dispute itself is asked for: events may come late and in any order. */
  #readDispute(eventId: string, disputeId: string): Promise<ProviderEvent> {
    return callStripe(async () => {
      const dispute = await this.#client.disputes.retrieve(disputeId, { expand: ['payment_intent'] })
      const { payment_intent: payment } = dispute
      const intent = typeof payment === 'string' ? await this.#client.paymentIntents.retrieve(payment) : payment
      return mapping.toDisputeEvent(eventId, dispute, intent)
    })
  }
}
