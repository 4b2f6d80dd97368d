/** A stand-in for Stripe's API on a local port. It refuses what the real one refuses: wrong keys, unknown parameters, an idempotency key with other parameters, amounts below the minimum, cards of others. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'

type Fields = Record<string, string>
interface Thing {
  id: string
  [key: string]: unknown
}
/** `isFinal`: asking again is of no use, as Stripe says with most of its faults; its client does not wait and ask twice then. */
interface Answer {
  status: number
  body: unknown
  isFinal?: boolean
}
class Refused extends Error {
  readonly status: number
  readonly error: Record<string, unknown>
  constructor(status: number, error: Record<string, unknown>) {
    super(String(error.message))
    this.status = status
    this.error = error
  }
}
const invalid = (message: string, more: Record<string, unknown> = {}): never => {
  throw new Refused(400, { type: 'invalid_request_error', message, ...more })
}

/** Which parameters each call knows; metadata, items and expansions are trees below these. */
const known: Record<string, string[]> = {
  'POST /v1/customers': ['email', 'name', 'metadata'],
  'POST /v1/checkout/sessions': [
    'mode',
    'customer',
    'currency',
    'success_url',
    'cancel_url',
    'metadata',
    'client_reference_id',
    'line_items',
    'payment_intent_data',
    'setup_intent_data',
  ],
  'POST /v1/payment_intents': ['amount', 'currency', 'customer', 'payment_method', 'confirm', 'off_session', 'metadata'],
  'POST /v1/refunds': ['payment_intent', 'amount', 'metadata'],
}

/** Test cards that do not simply work, by their number: what happens while the buyer is there, and later without them. */
const cardBehaviours: Readonly<Record<string, { onSession?: string; offSession?: string; isSlow?: true }>> = {
  '4000000000000002': { onSession: 'generic_decline' },
  '4000000000009995': { onSession: 'insufficient_funds' },
  '4000000000009987': { onSession: 'lost_card' },
  '4000000000000341': { offSession: 'generic_decline' },
  '4000002760003184': { offSession: 'authentication_required' },
  '4000008260003178': { onSession: 'insufficient_funds' },
  '4000000000000077': { isSlow: true },
}
const getBrand = (number: string): string => (number.startsWith('4') ? 'visa' : number.startsWith('5') ? 'mastercard' : 'card')

/** What the buyer does on the provider's page. */
export interface PageInput {
  /** A card that works when absent. */
  card?: string | undefined
  /** Far away when absent. */
  expires?: { month: number; year: number } | undefined
  /** The buyer fails the bank's question. */
  isRejected?: boolean | undefined
}

export interface FakeStripe {
  url: string
  /** Calls in order, for example `POST /v1/refunds`. */
  calls: string[]
  /** What becomes of the next charges of an order: a decline code, `authentication_required`, or `500` (after doing it). */
  next(orderId: string, ...answers: string[]): void
  /** The next calls of this kind, for example `GET /v1/refunds`, are answered with a fault of the provider. */
  failNext(call: string, times: number): void
  /** The buyer types a card on the provider's page. */
  complete(pageUrl: string, outcome?: 'ok' | 'declined' | PageInput): { type: string; object: Thing }
  /** A charge that was on its way is decided. Undefined when it was decided before. */
  decide(intentId: string, isPaid: boolean): { type: string; object: Thing } | undefined
  /** Of the provider's page: `open`, `complete` or `expired`. */
  pageStatus(pageUrl: string): string
  /** Where the provider's page leads back to. */
  returnUrl(pageUrl: string): string
  intents(): Thing[]
  intent(id: string): Thing
  /** Minor units of a charge that have gone back. */
  refundedAmount(intentId: string): number
  refundElsewhere(intentId: string, amount: number): void
  dispute(intentId: string, status: string): Thing
  /** Pays charges out, with what went back of them and a fee of 2.9 % and 30 for each; at noon of a day, `2026-11-24`. */
  payOut(intentIds: readonly string[], arrivalDay: string, status?: string): Thing
  /** Of the dispute about a charge; undefined when there is none. */
  disputeStatus(intentId: string): string | undefined
  /** A webhook as it would be sent: body and headers. */
  signed(type: string, object: Thing, id?: string): { payload: string; headers: Record<string, string> }
  close(): Promise<void>
}

export async function startFakeStripe(secretKey: string, webhookSecret: string): Promise<FakeStripe> {
  const things = new Map<string, Thing>()
  const stored = new Map<string, { request: string; answer: Thing }>()
  const calls: string[] = []
  const ordered = new Map<string, string[]>()
  const faults = new Map<string, number>()
  const make = (prefix: string, thing: object): Thing => {
    const made = { id: `${prefix}_${randomUUID().replaceAll('-', '')}`, ...thing }
    things.set(made.id, made)
    return made
  }
  const get = (id: string): Thing => things.get(id) ?? invalid(`No such object: '${id}'`, { code: 'resource_missing' })
  const tree = (fields: Fields, prefix: string): Record<string, string> =>
    Object.fromEntries(Object.entries(fields).flatMap(([key, value]) => (key.startsWith(`${prefix}[`) ? [[key.slice(prefix.length + 1, -1), value]] : [])))
  const getAmount = (text: string | undefined, currency: string): number => {
    const amount = Number(text)
    if (!Number.isInteger(amount)) invalid('Invalid integer', { param: 'amount' })
    if (currency === 'usd' && amount < 50) invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small' })
    return amount
  }
  const card = (customer: string, number = '4242424242424242', expires = { month: 12, year: 2090 }) =>
    make('pm', {
      object: 'payment_method',
      type: 'card',
      customer,
      number,
      card: { brand: getBrand(number), last4: number.slice(-4), exp_month: expires.month, exp_year: expires.year },
    })

  function payOffSession(fields: Fields): Thing {
    const customer = get(fields.customer ?? '')
    const method = get(fields.payment_method ?? '')
    if (method.customer !== customer.id) invalid('The provided PaymentMethod was not attached to the customer.')
    if (fields.off_session === 'true' && fields.confirm !== 'true') invalid('off_session needs confirm=true', { param: 'off_session' })
    const currency = fields.currency ?? ''
    const intent = make('pi', {
      object: 'payment_intent',
      amount: getAmount(fields.amount, currency),
      currency,
      customer: customer.id,
      payment_method: method.id,
      metadata: tree(fields, 'metadata'),
      status: 'succeeded',
      last_payment_error: null,
    })
    const order = ordered.get(tree(fields, 'metadata').orderId ?? '')?.shift() ?? cardBehaviours[String(method.number)]?.offSession
    if (order === undefined || order === 'succeeded') return intent
    if (order === 'unreachable') {
      things.delete(intent.id)
      throw new Refused(500, { type: 'api_error', message: 'Something went wrong' })
    }
    if (order === '500') throw new Refused(500, { type: 'api_error', message: 'Something went wrong', after: intent })
    intent.status = order === 'authentication_required' ? 'requires_action' : 'requires_payment_method'
    intent.last_payment_error = { code: order === 'authentication_required' ? order : 'card_declined', decline_code: order }
    throw new Refused(402, {
      type: 'card_error',
      code: order === 'authentication_required' ? order : 'card_declined',
      decline_code: order,
      message: 'Your card was declined.',
      payment_intent: intent,
    })
  }

  function openPage(fields: Fields): Thing {
    get(fields.customer ?? '')
    if (!/^https?:\/\//.test(fields.success_url ?? '')) invalid('Not a valid URL', { param: 'success_url' })
    const isSetup = fields.mode === 'setup'
    if (!isSetup && fields.mode !== 'payment') invalid('Invalid mode', { param: 'mode' })
    const currency = (isSetup ? fields.currency : fields['line_items[0][price_data][currency]']) ?? ''
    if (currency !== currency.toLowerCase() || currency.length !== 3) invalid('Invalid currency', { param: 'currency' })
    return make('cs_test', {
      object: 'checkout.session',
      mode: fields.mode,
      customer: fields.customer,
      status: 'open',
      url: 'https://checkout.invalid/',
      success_url: fields.success_url,
      payment_intent: null,
      setup_intent: null,
      wants: {
        amount: isSetup ? 0 : getAmount(fields['line_items[0][price_data][unit_amount]'], currency),
        currency,
        metadata: tree(fields, isSetup ? 'setup_intent_data[metadata]' : 'payment_intent_data[metadata]'),
        keeps: fields['payment_intent_data[setup_future_usage]'] === 'off_session',
      },
    })
  }

  function refund(fields: Fields): Thing {
    const intent = get(fields.payment_intent ?? '')
    const amount = Number(fields.amount)
    const before = getRefunds(intent.id).reduce((sum, one) => sum + Number(one.amount), 0)
    if (amount < 1 || before + amount > Number(intent.amount)) invalid('Refund amount is greater than unrefunded amount on charge')
    return make('re', {
      object: 'refund',
      payment_intent: intent.id,
      amount,
      currency: intent.currency,
      status: 'succeeded',
      metadata: tree(fields, 'metadata'),
    })
  }
  const getRefunds = (intentId: string): Thing[] => [...things.values()].filter((one) => one.object === 'refund' && one.payment_intent === intentId)

  const expandThing = (thing: Thing): Thing => {
    const full = { ...thing }
    for (const key of ['payment_intent', 'setup_intent', 'payment_method']) {
      const value = full[key]
      if (typeof value === 'string') full[key] = things.has(value) ? expandThing(get(value)) : value
    }
    return full
  }

  /** The newest first. */
  const listThings = (object: string): Thing[] => [...things.values()].filter((one) => one.object === object).toReversed()
  const expandSource = (thing: Thing): Thing => ({ ...thing, source: typeof thing.source === 'string' ? get(thing.source) : thing.source })
  function toPage(all: Thing[], query: URLSearchParams, allowed: readonly string[]): Thing {
    for (const key of query.keys()) if (!allowed.includes(key)) invalid(`Received unknown parameter: ${key}`, { code: 'parameter_unknown' })
    const from = query.has('starting_after') ? all.findIndex(({ id }) => id === query.get('starting_after')) + 1 : 0
    const limit = Number(query.get('limit') ?? 10)
    if (!Number.isInteger(limit) || limit < 1 || limit > 100) invalid('Invalid integer', { param: 'limit' })
    return { object: 'list', data: all.slice(from, from + limit), has_more: all.length > from + limit } as unknown as Thing
  }
  /** Something of the balance that a payout took along. */
  function move(payout: string, of: { type: string; category?: string; amount: number; fee: number; currency: unknown; source: string | null }): number {
    const { category = of.type, amount, fee, ...more } = of
    make('txn', {
      object: 'balance_transaction',
      ...more,
      amount,
      fee,
      net: amount - fee,
      payout,
      reporting_category: category,
      created: 1_800_000_000,
      description: null,
    })
    return amount - fee
  }
  function payOut(intentIds: readonly string[], arrivalDay: string, status = 'paid'): Thing {
    const currency = get(intentIds[0] ?? '').currency
    const payout = make('po', {
      object: 'payout',
      currency,
      amount: 0,
      automatic: true,
      arrival_date: Date.parse(`${arrivalDay}T00:00:00Z`) / 1000,
      status,
      failure_message: status === 'failed' ? 'The bank account has been closed.' : null,
    })
    let sum = 0
    for (const intentId of intentIds) {
      const { amount } = get(intentId)
      const charge = make('ch', { object: 'charge', payment_intent: intentId })
      sum += move(payout.id, { type: 'charge', amount: Number(amount), fee: Math.round(Number(amount) * 0.029) + 30, currency, source: charge.id })
      for (const back of getRefunds(intentId)) sum += move(payout.id, { type: 'refund', amount: -Number(back.amount), fee: 0, currency, source: back.id })
    }
    move(payout.id, { type: 'payout', amount: -sum, fee: 0, currency, source: payout.id })
    return Object.assign(payout, { amount: sum })
  }

  function answer(method: string, path: string, fields: Fields, query: URLSearchParams): Thing {
    const allowed = known[`${method} ${path}`]
    if (method === 'POST' && allowed)
      for (const key of Object.keys(fields))
        if (!allowed.includes(key.split('[')[0] ?? '')) invalid(`Received unknown parameter: ${key}`, { code: 'parameter_unknown' })
    const meta = Object.entries(tree(fields, 'metadata'))
    if (meta.length > 50 || meta.some(([key, value]) => key.length > 40 || value.length > 500)) invalid('Metadata is too large')
    if (path === '/v1/customers') return make('cus', { object: 'customer', ...fields })
    if (path === '/v1/checkout/sessions') return openPage(fields)
    if (path === '/v1/payment_intents') return payOffSession(fields)
    if (path === '/v1/refunds')
      return method === 'POST' ? refund(fields) : ({ object: 'list', data: getRefunds(query.get('payment_intent') ?? ''), has_more: false } as unknown as Thing)
    if (path === '/v1/payouts') return toPage(listThings('payout'), query, ['limit', 'starting_after'])
    if (path === '/v1/balance_transactions') {
      const moved = listThings('balance_transaction').filter((one) => one.payout === get(query.get('payout') ?? '').id)
      return toPage(moved.map(expandSource), query, ['limit', 'starting_after', 'payout', 'expand[0]'])
    }
    if (path === '/v1/balance') return { id: 'balance', object: 'balance', available: [], pending: [] }
    const [, , , id = '', last] = path.replace('/v1/checkout/sessions/', '/v1/sessions/').split('/')
    if (last === 'detach') return Object.assign(get(id), { customer: null })
    if (last === 'expire') {
      if (get(id).status !== 'open') invalid('Only Checkout Sessions with a status in ["open"] can be expired.')
      return Object.assign(get(id), { status: 'expired' })
    }
    return expandThing(get(id))
  }

  async function handle(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '', 'http://stripe')
    const method = request.method ?? 'GET'
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    calls.push(`${method} ${url.pathname}`)
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } }
    const call = `${method} ${url.pathname}`
    const faultsLeft = faults.get(call) ?? 0
    if (faultsLeft > 0) {
      faults.set(call, faultsLeft - 1)
      return { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong' } }, isFinal: true }
    }
    const key = request.headers['idempotency-key']
    const seen = typeof key === 'string' ? stored.get(key) : undefined
    if (seen && seen.request !== url.pathname + body)
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same parameters' } } }
    if (seen) return { status: 200, body: seen.answer }
    try {
      const made = answer(method, url.pathname, Object.fromEntries(new URLSearchParams(body)), url.searchParams)
      if (made.object === 'checkout.session' && method === 'POST') made.url = `https://checkout.invalid/${made.id}`
      if (typeof key === 'string') stored.set(key, { request: url.pathname + body, answer: made })
      return { status: 200, body: made }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { after, ...shown } = error.error
      if (after && typeof key === 'string') stored.set(key, { request: url.pathname + body, answer: after as Thing })
      return { status: error.status, body: { error: shown }, isFinal: after === undefined }
    }
  }

  const server: Server = createServer((request, response) => {
    void handle(request).then(({ status, body, isFinal }) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'request-id': 'req_test',
        ...(isFinal && { 'stripe-should-retry': 'false' }),
      })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It does not keep its process from ending.
  server.unref()
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const signer = new Stripe(secretKey)

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    failNext: (call, times) => void faults.set(call, times),
    next: (orderId, ...answers) => void ordered.set(orderId, answers),
    complete(pageUrl, outcome = 'ok') {
      const session = get(pageUrl.split('/').at(-1) ?? '')
      if (session.status !== 'open') throw new Error(`the page is ${String(session.status)}`)
      const wants = session.wants as { amount: number; currency: string; metadata: Fields; keeps: boolean }
      const isSetup = session.mode === 'setup'
      const {
        card: number,
        expires,
        isRejected,
      }: PageInput = typeof outcome === 'string' ? { card: outcome === 'declined' ? '4000000000009995' : undefined } : outcome
      const method = card(isSetup || wants.keeps ? String(session.customer) : '', number, expires)
      const behaviour = cardBehaviours[String(method.number)]
      const decline = isRejected ? 'authentication_failed' : behaviour?.onSession
      const declined = decline !== undefined
      const isSlow = behaviour?.isSlow && !isSetup
      const failure = declined ? { code: 'card_declined', decline_code: decline } : null
      const object = make(isSetup ? 'seti' : 'pi', {
        object: isSetup ? 'setup_intent' : 'payment_intent',
        amount: wants.amount,
        currency: wants.currency,
        customer: session.customer,
        metadata: wants.metadata,
        payment_method: method.id,
        status: declined ? 'requires_payment_method' : isSlow ? 'processing' : 'succeeded',
        last_payment_error: failure,
        last_setup_error: isSetup ? failure : null,
      })
      session[isSetup ? 'setup_intent' : 'payment_intent'] = object.id
      session.status = declined ? 'open' : 'complete'
      const name = isSetup ? 'setup_intent' : 'payment_intent'
      const happened = declined ? (isSetup ? 'setup_failed' : 'payment_failed') : isSlow ? 'processing' : 'succeeded'
      return { type: `${name}.${happened}`, object }
    },
    decide(intentId, isPaid) {
      const object = get(intentId)
      if (object.status !== 'processing') return undefined
      object.status = isPaid ? 'succeeded' : 'requires_payment_method'
      if (!isPaid) object.last_payment_error = { code: 'card_declined', decline_code: 'generic_decline' }
      return { type: isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', object }
    },
    pageStatus: (pageUrl) => String(get(pageUrl.split('/').at(-1) ?? '').status),
    returnUrl: (pageUrl) => String(get(pageUrl.split('/').at(-1) ?? '').success_url),
    intents: () => [...things.values()].filter((one) => one.object === 'payment_intent' && one.status === 'succeeded'),
    intent: (id) => get(id),
    refundedAmount: (intentId) => getRefunds(intentId).reduce((sum, one) => sum + Number(one.amount), 0),
    refundElsewhere(intentId, amount) {
      refund({ payment_intent: intentId, amount: String(amount) })
    },
    payOut,
    dispute(intentId, status) {
      const intent = get(intentId)
      const found = [...things.values()].find((one) => one.object === 'dispute' && one.payment_intent === intentId)
      return found
        ? Object.assign(found, { status })
        : make('dp', { object: 'dispute', payment_intent: intentId, amount: intent.amount, currency: intent.currency, status })
    },
    disputeStatus: (intentId) => [...things.values()].find((one) => one.object === 'dispute' && one.payment_intent === intentId)?.status as string | undefined,
    signed(type, object, id = `evt_${randomUUID()}`) {
      const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
      return { payload, headers: { 'stripe-signature': signer.webhooks.generateTestHeaderString({ payload, secret: webhookSecret }) } }
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

/** An event as the stand-in names it. */
export interface StripeEvent {
  type: string
  object: Thing
}
/** Sends an event to a server, as Stripe does; answers the status of the reply. `host`: the address it is sent to. */
export async function sendStripeEvent(
  server: { app: FastifyInstance },
  stripe: FakeStripe,
  { type, object }: StripeEvent,
  { id, host }: { id?: string | undefined; host?: string } = {},
): Promise<number> {
  const { payload, headers } = stripe.signed(type, object, id)
  const sent = await server.app.inject({
    method: 'POST',
    url: '/api/payments/stripe/webhook',
    payload,
    headers: { 'content-type': 'application/json', ...(host !== undefined && { host }), ...headers },
  })
  return sent.statusCode
}
