/**
 * The provider of a test run: the sandbox, or with `PAYMENT_PROVIDER=stripe` Stripe's client against its stand-in. The same test files run on
 * both: what a test sends as a typed card, the buyer types on the provider's page here; webhooks arrive as they would.
 */
import { configurePayments, type PaymentSettings, findProvider } from '#kit/payments/providers.ts'
import type { PaymentProvider } from '#kit/payments/provider.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { startFakeStripe, type FakeStripe } from './stripe.ts'
import type { CallOptions, TestReply } from './test-calls.ts'

type Send = (method: string, path: string, options?: CallOptions) => Promise<TestReply>
interface Typed {
  number: string
  challenge?: string | undefined
  expires?: { month: number; year: number } | undefined
}

/** How the calls of a test about payments reach the server. */
export interface TestPayments {
  id: 'sandbox' | 'stripe'
  call(send: Send, method: string, path: string, options: CallOptions): Promise<TestReply>
}

const secretKey = 'sk_test_suite'
const webhookSecret = 'whsec_suite'
/** One for all servers of a process: a server that is restarted finds its charges. */
let stripe: Promise<FakeStripe> | undefined
/** What the run pays with. */
let settings: PaymentSettings = { provider: 'sandbox' }
const needsConfirmation = new Set(['4000002500003155', '4000002760003184', '4000008260003178'])
const disputedCard = '4000000000000259'
const slowSeconds = 60

export async function configureTestPayments(now: () => number): Promise<TestPayments> {
  if (process.env.PAYMENT_PROVIDER !== 'stripe') return { id: 'sandbox', call: (send, method, path, options) => send(method, path, options) }
  stripe ??= startFakeStripe(secretKey, webhookSecret)
  const standIn = await stripe
  settings = { provider: 'stripe', stripe: { secretKey, webhookSecret, apiUrl: standIn.url } }
  await configurePayments(settings)
  return new StripePayments(standIn, now)
}

/** The provider of the run again, after a test that chose another one. */
export const restoreTestPayments = (): Promise<void> => configurePayments(settings)

/** A provider by its id, of sites that connected none themselves: no row is read for those. */
export const findTestProvider = (id: string): Promise<PaymentProvider | undefined> => findProvider({ siteId: '', db: undefined } as unknown as ReadContext, id)

/**
 * Why a press of "Pay" without a card has booked nothing: our own page refuses with PAYMENT_REQUIRED, a provider with a page of its own
 * asks for the card there, which says the same. Undefined when it went through.
 */
export const findMissingPayment = ({ body }: TestReply): string | undefined =>
  settings.provider === 'stripe' && body?.payment?.outcome === 'redirect' && typeof body.payment.url === 'string' && body.orderId === undefined
    ? 'PAYMENT_REQUIRED'
    : body?.details?.applicationError?.code

class StripePayments implements TestPayments {
  readonly id = 'stripe'
  readonly #stripe: FakeStripe
  readonly #now: () => number
  /** What the stand-in reports when business time has come. */
  #due: { at: number; event: () => { type: string; object: { id: string } } | undefined }[] = []
  /** Pages whose bank waits for the buyer's answer, with the card that was typed, by payment order. */
  readonly #asked = new Map<string, { url: string; typed: Typed }>()

  constructor(standIn: FakeStripe, now: () => number) {
    this.#stripe = standIn
    this.#now = now
  }

  async call(send: Send, method: string, path: string, options: CallOptions): Promise<TestReply> {
    const body = (options.body ?? {}) as Record<string, unknown>
    if (path === '/_test/payments/pay' || path === '/_test/payments/card') return this.#payByHook(send, path, options)
    if (path === '/_test/payments/next') return this.#orderOutcome(send, body)
    if (path === '/_test/webhooks/sandbox') return this.#sendEvents(send, body)
    const [, payOrderId = ''] = /^\/api\/pay\/([^/]+)\/challenge$/.exec(path) ?? []
    const asked = this.#asked.get(payOrderId)
    if (asked) return this.#answerBank(send, options, payOrderId, asked)
    if (path === '/_test/clock' || path === '/_test/run') return this.#passTime(send, method, path, options)
    const card = body.card as { number?: string; expMonth?: number; expYear?: number } | null | undefined
    if (method === 'POST' && typeof card?.number === 'string') return this.#payOnPage(send, path, options, { ...card, number: card.number })
    return send(method, path, options)
  }

  async #deliver(send: Send, event: { type: string; object: { id: string } } | undefined, id?: string): Promise<void> {
    if (!event) return
    const { payload, headers } = this.#stripe.signed(event.type, event.object, id)
    const reply = await send('POST', '/api/payments/stripe/webhook', { body: JSON.parse(payload), headers })
    if (reply.status !== 200) throw new Error(`the webhook was answered ${reply.status}: ${reply.text}`)
    await send('POST', '/_test/run', {})
  }

  /**
   * The buyer types the card on the open page; `requires_action` while the bank waits for an answer that the test has not given. Undefined for a
   * page that is paid already, in another tab: it leads back without asking for a card.
   */
  async #typeCard(send: Send, url: string, { number, challenge, expires }: Typed): Promise<string | undefined> {
    if (this.#stripe.pageStatus(url) === 'complete') return undefined
    const digits = number.replace(/[\s-]/g, '')
    if (needsConfirmation.has(digits) && challenge === undefined) return 'requires_action'
    const event = this.#stripe.complete(url, { card: digits, expires, isRejected: challenge === 'reject' })
    const { id, status } = event.object
    if (status === 'processing') this.#due.push({ at: this.#now() + slowSeconds * 1000, event: () => this.#stripe.decide(id, true) })
    if (digits === disputedCard && id.startsWith('pi_'))
      this.#due.push({
        at: this.#now() + slowSeconds * 1000,
        event: () => ({ type: 'charge.dispute.created', object: this.#stripe.dispute(id, 'needs_response') }),
      })
    await this.#deliver(send, event)
    const failure = (event.object.last_payment_error ?? event.object.last_setup_error) as { decline_code: string } | null
    return failure ? `declined:${failure.decline_code}` : String(status)
  }

  async #payByHook(send: Send, path: string, options: CallOptions): Promise<TestReply> {
    const { challenge, ...body } = options.body as { card: string; challenge?: string }
    // The bank asks on the provider's page, not on ours.
    const reply = await send('POST', path, { ...options, body })
    const { url, ...rest } = reply.body
    if (reply.status !== 200 || url === undefined) return reply
    const outcome = await this.#typeCard(send, url, { number: body.card, challenge: path.endsWith('/card') ? (challenge ?? 'approve') : challenge })
    const [kind, declineCode] = (outcome ?? rest.outcome).split(':')
    return { ...reply, body: { outcome: kind, ...(declineCode && { declineCode }) } }
  }

  /** Results of the next charges without the buyer, in the words of the sandbox. */
  async #orderOutcome(send: Send, { orderId, outcome, times }: Record<string, unknown>): Promise<TestReply> {
    const [kind = '', code] = String(outcome).split(':')
    const each = kind === 'unknown' ? 'unreachable' : kind === 'requires_action' ? 'authentication_required' : (code ?? kind)
    this.#stripe.next(String(orderId), ...Array.from({ length: Number(times ?? 1) }, () => each))
    return send('GET', '/healthz').then((reply) => ({ ...reply, status: 200, body: {} }))
  }

  /** Events in the words of the sandbox, in any order and twice. */
  async #sendEvents(send: Send, body: Record<string, unknown>): Promise<TestReply> {
    const events = body.events as { id: string; type: string; ref: string }[]
    for (const { id, type, ref } of events) await this.#deliver(send, this.#toEvent(type, ref), `evt_${id}`)
    return { ...(await send('POST', '/_test/run', {})), body: { received: new Set(events.map(({ id }) => id)).size } }
  }

  #toEvent(type: string, ref: string): { type: string; object: { id: string } } {
    const intent = this.#stripe.intent(ref)
    const charge = { id: 'ch_1', object: 'charge', payment_intent: ref, metadata: intent.metadata }
    if (type === 'refund.succeeded') {
      if (this.#stripe.refundedAmount(ref) === 0) this.#stripe.refundElsewhere(ref, Number(intent.amount))
      return { type: 'charge.refunded', object: charge }
    }
    if (type === 'dispute.opened') return { type: 'charge.dispute.created', object: this.#stripe.dispute(ref, 'needs_response') }
    if (type === 'charge.processing') return { type: 'payment_intent.processing', object: intent }
    return (
      this.#stripe.decide(ref, type === 'charge.succeeded') ?? {
        type: type === 'charge.succeeded' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed',
        object: intent,
      }
    )
  }

  async #passTime(send: Send, method: string, path: string, options: CallOptions): Promise<TestReply> {
    const reply = await send(method, path, options)
    const due = this.#due.filter(({ at }) => at <= this.#now())
    this.#due = this.#due.filter(({ at }) => at > this.#now())
    for (const { event } of due) await this.#deliver(send, event())
    return reply
  }

  /** The press opens the page, the buyer types the card there, comes back, and the page asks what became of it. */
  async #payOnPage(
    send: Send,
    path: string,
    options: CallOptions,
    { number, expMonth, expYear }: { number: string; expMonth?: number; expYear?: number },
  ): Promise<TestReply> {
    const { card: _card, challenge, ...body } = options.body as Record<string, unknown>
    const reply = await send('POST', path, { ...options, body })
    const url = reply.body?.payment?.url ?? reply.body?.url
    if (reply.status !== 200 || typeof url !== 'string') return reply
    const expires = expMonth !== undefined && expYear !== undefined ? { month: expMonth, year: expYear } : undefined
    const typed = { number, challenge: challenge as string | undefined, expires }
    const outcome = await this.#typeCard(send, url, typed)
    if (reply.body.payment) return this.#returnToBooking(send, options, reply, url, outcome)
    const { url: _url, ...before } = reply.body
    const payOrderId = before.order.wixPayOrderId as string
    if (outcome === 'requires_action') this.#asked.set(payOrderId, { url, typed })
    const check = await this.#returnToOrder(send, options, payOrderId, outcome)
    return { ...check, body: { ...before, ...check.body } }
  }

  /** What a page of ours would send about its own challenge, the buyer says on the provider's page. */
  async #answerBank(send: Send, options: CallOptions, payOrderId: string, { url, typed }: { url: string; typed: Typed }): Promise<TestReply> {
    const { answer } = options.body as { answer: string }
    this.#asked.delete(payOrderId)
    return this.#returnToOrder(send, options, payOrderId, await this.#typeCard(send, url, { ...typed, challenge: answer }))
  }

  /** Our page asks what became of the payment; what the buyer saw on the provider's page counts. */
  async #returnToOrder(send: Send, options: CallOptions, payOrderId: string, outcome: string | undefined): Promise<TestReply> {
    const check = await send('POST', `/api/pay/${payOrderId}/check`, { token: options.token, as: options.as })
    const [kind, declineCode] = outcome?.split(':') ?? []
    return { ...check, body: { ...check.body, ...(kind && { outcome: kind }), ...(declineCode && { declineCode }) } }
  }

  async #returnToBooking(send: Send, options: CallOptions, reply: TestReply, url: string, outcome: string | undefined): Promise<TestReply> {
    const caller = { token: options.token, as: options.as, headers: options.headers }
    const [, page = ''] = /basket\/([^?]+)/.exec(new URL(this.#stripe.returnUrl(url)).pathname) ?? []
    const check = page ? await send('POST', `/api/checkout/baskets/${page}/check`, { ...(caller as CallOptions), body: {} }) : reply
    const [kind = 'succeeded', declineCode] = outcome?.split(':') ?? []
    const payment = kind === 'declined' ? { outcome: kind, declineCode } : (check.body.payment ?? { outcome: kind })
    const id = reply.body.booking?.id
    const seen = id ? (await send('GET', `/api/bookings/${id}/summary`, caller as CallOptions)).body : {}
    const orderId = check.body.page?.made?.orderId
    return { ...reply, body: { ...reply.body, ...(orderId && { orderId }), ...(seen.booking && { booking: seen.booking, amounts: seen.amounts }), payment } }
  }
}
