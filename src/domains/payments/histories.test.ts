/**
 * Random lives of bookings that are paid on Stripe's page (its stand-in): paid late, webhook and return at once, webhooks twice and out
 * of order, provider down, refunds of ours and of theirs, disputes, the rest after a deposit. However they go, no money is without an
 * owner. Long form: PAYMENT_HISTORIES. Source: guide bookings §7.2, §12.6, pricing-plans §10.4.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { configurePayments, findProvider } from '#kit/payments/providers.ts'
import { createBookingStudio, guest, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { startFakeStripe, type FakeStripe } from '../../../test/stripe.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const lives = Number(process.env.PAYMENT_HISTORIES ?? 8)
const livesPerSite = 16
const seed = process.env.ORDER_HISTORIES_SEED ? Number(process.env.ORDER_HISTORIES_SEED) : undefined
vi.setConfig({ testTimeout: 60_000 + lives * 8000 })

const secretKey = 'sk_test_histories'
const webhookSecret = 'whsec_histories'
let server: TestServer
let stripe: FakeStripe
const settings = (apiUrl = stripe.url) => ({ provider: 'stripe' as const, stripe: { secretKey, webhookSecret, apiUrl } })
beforeAll(async () => {
  stripe = await startFakeStripe(secretKey, webhookSecret)
  await configurePayments(settings())
  server = await startTestServer()
})
afterAll(async () => {
  await configurePayments({ provider: 'sandbox' })
  await server.close()
  await stripe.close()
})

type Delivery = 'now' | 'twice' | 'later'
type Step =
  | { do: 'wait'; minutes: number }
  | { do: 'pay'; outcome: 'ok' | 'declined'; delivery: Delivery; isDown: boolean }
  | { do: 'press' | 'return' | 'cancel' | 'balance' }
  | { do: 'refund'; part: boolean; isDown: boolean }
  | { do: 'refundElsewhere'; part: boolean; delivery: Delivery }
  | { do: 'dispute'; won: boolean; delivery: Delivery }
interface Life {
  hasDeposit: boolean
  steps: Step[]
}
const delivery = fc.constantFrom<Delivery>('now', 'twice', 'later')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 3, 8, 25, 40) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('pay' as const), outcome: fc.constantFrom('ok', 'ok', 'ok', 'declined'), delivery, isDown: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('press' as const, 'return' as const, 'balance' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund' as const), part: fc.boolean(), isDown: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refundElsewhere' as const), part: fc.boolean(), delivery }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute' as const), won: fc.boolean(), delivery }) },
)
const life: fc.Arbitrary<Life> = fc.record({ hasDeposit: fc.boolean(), steps: fc.array(step, { minLength: 3, maxLength: 9 }) })

interface StripeEvent {
  type: string
  object: { id: string; [key: string]: unknown }
}
/** One booking and what its customer holds: the page of the provider, the link of the pay page. */
class LivingBooking {
  #at: number
  #url = ''
  #payToken = ''
  #token = ''
  #later: StripeEvent[] = []
  /** Charges that a bank disputes are not refunded any more. */
  #disputed = new Set<string>()
  id = ''
  readonly #studio: BookingStudio
  readonly #service: CreatedService
  readonly #eventId: string

  constructor(studio: BookingStudio, service: CreatedService, eventId: string, startMs: number) {
    this.#studio = studio
    this.#service = service
    this.#eventId = eventId
    this.#at = startMs
  }

  async begin(): Promise<void> {
    this.wait(0)
    this.#token = await server.visitorToken(this.#studio.site)
    const { booking, payment } = await server.ok('POST', '/api/checkout/bookings', {
      token: this.#token,
      body: { slot: { eventId: this.#eventId, serviceId: this.#service.id }, contactDetails: guest(), paymentOption: 'ONLINE' },
    })
    this.id = booking.id
    this.#open(payment.url)
  }
  #open(url: string): void {
    this.#url = url
    this.#payToken = new URL(stripe.returnUrl(url)).pathname.replace('/checkout/basket/', '')
  }
  wait(minutes: number): void {
    this.#at += minutes * 60_000
    server.freezeClock(new Date(this.#at).toISOString())
  }
  get nowMs(): number {
    return this.#at
  }
  async #send(event: StripeEvent, id?: string): Promise<void> {
    const { payload, headers } = stripe.signed(event.type, event.object, id)
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/payments/stripe/webhook',
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect(response.statusCode).toBe(200)
    await server.runner.drain()
  }
  async #deliver(event: StripeEvent, how: Delivery): Promise<void> {
    if (how === 'later') return void this.#later.unshift(event)
    await this.#send(event)
    if (how === 'twice') await this.#send(event)
  }
  /** Charges of this booking that went through at Stripe and are not disputed. */
  #charges() {
    return stripe.intents().filter(({ id, metadata }) => (metadata as { payableId?: string }).payableId === this.id && !this.#disputed.has(id))
  }
  async #press(): Promise<void> {
    const { status, body } = await server.call('POST', `/api/checkout/baskets/${this.#payToken}/pay`, { token: this.#token, body: {} })
    expect([200, 428, 503], JSON.stringify(body)).toContain(status)
    if (status === 200 && body.payment?.url) this.#open(body.payment.url)
  }

  async act(one: Step): Promise<void> {
    switch (one.do) {
      case 'wait':
        this.wait(one.minutes)
        return void (await server.ok('POST', '/_test/run'))
      case 'press':
      case 'balance':
        return this.#press()
      case 'return':
        return void (await server.ok('POST', `/api/checkout/baskets/${this.#payToken}/check`, { token: this.#token, body: {} }))
      case 'cancel': {
        const { booking } = await server.ok('GET', `/api/bookings/${this.id}/summary`, { as: this.#studio.site })
        return void (await server.call('POST', `/v2/bookings/${this.id}/cancel`, { as: this.#studio.site, body: { revision: booking.revision } }))
      }
      case 'pay':
        return this.#pay(one)
      case 'refund':
        return this.#refund(one)
      case 'refundElsewhere':
        return this.#refundElsewhere(one)
      case 'dispute':
        return this.#dispute(one)
    }
  }
  async #pay({ outcome, delivery: how, isDown }: Extract<Step, { do: 'pay' }>): Promise<void> {
    let event: StripeEvent
    try {
      event = stripe.complete(this.#url, outcome)
    } catch (error) {
      // The page was paid on before, or closed.
      expect((error as Error).message).toMatch(/^the page is/)
      return
    }
    if (isDown) await configurePayments(settings('http://127.0.0.1:1'))
    await this.#deliver(event, isDown ? 'later' : how)
    if (isDown) await server.ok('POST', '/_test/run')
    await configurePayments(settings())
  }
  async #refund({ part, isDown }: Extract<Step, { do: 'refund' }>): Promise<void> {
    const { payments } = (await server.ok('GET', `/api/bookings/${this.id}/money`, { as: this.#studio.site })).money
    const receipt = payments.find(({ kind, disputes }: { kind: string; disputes: unknown[] }) => kind === 'PRICE' && disputes.length === 0)
    if (!receipt || this.#disputed.size > 0) return
    if (isDown) await configurePayments(settings('http://127.0.0.1:1'))
    await server.call('POST', `/api/bookings/${this.id}/refunds`, { as: this.#studio.site, body: { receiptId: receipt.id, ...(part && { amount: '3.00' }) } })
    await configurePayments(settings())
  }
  async #refundElsewhere({ part, delivery: how }: Extract<Step, { do: 'refundElsewhere' }>): Promise<void> {
    const [charge] = this.#charges()
    if (!charge) return
    try {
      stripe.refundElsewhere(charge.id, part ? 200 : Number(charge.amount))
    } catch (error) {
      // It has gone back already.
      expect((error as Error).message).toContain('greater than unrefunded')
      return
    }
    await this.#deliver({ type: 'charge.refunded', object: { id: 'ch_1', object: 'charge', payment_intent: charge.id, metadata: charge.metadata } }, how)
  }
  async #dispute({ won, delivery: how }: Extract<Step, { do: 'dispute' }>): Promise<void> {
    const [charge] = this.#charges()
    // A bank disputes what has not gone back, and what this server knows to be earned.
    const { payments } = (await server.ok('GET', `/api/bookings/${this.id}/money`, { as: this.#studio.site })).money
    const isEarned = payments.some(
      ({ kind, refunds, amount }: { kind: string; refunds: unknown[]; amount: string }) =>
        kind === 'PRICE' && refunds.length === 0 && Number(amount) * 100 === Number(charge?.amount),
    )
    if (!charge || !isEarned || ((await findProvider('stripe')?.listRefunds(charge.id)) ?? []).length > 0) return
    this.#disputed.add(charge.id)
    const opened = { ...stripe.dispute(charge.id, 'needs_response') }
    await this.#deliver({ type: 'charge.dispute.created', object: opened }, how)
    await this.#deliver({ type: 'charge.dispute.closed', object: stripe.dispute(charge.id, won ? 'won' : 'lost') }, how)
  }

  /** Hours pass: what was held back arrives, the latest first, and everything that time makes due is done. */
  async end(): Promise<void> {
    this.wait(60)
    await server.ok('POST', '/_test/run')
    for (const event of this.#later) await this.#send(event)
    for (let hour = 0; hour < 3; hour++) {
      this.wait(61)
      await server.ok('POST', '/_test/run')
      await server.runner.drain()
    }
  }
}

/** Minor units that Stripe holds for us after refunds and lost disputes. */
async function heldByStripe(ids: ReadonlySet<string>): Promise<number> {
  let held = 0
  for (const intent of stripe.intents()) {
    if (!ids.has((intent.metadata as { payableId?: string }).payableId ?? '')) continue
    const refunds = (await findProvider('stripe')?.listRefunds(intent.id)) ?? []
    const back = refunds.filter(({ state }) => state === 'succeeded').reduce((sum, { amount }) => sum + Math.round(Number(amount.amount) * 100), 0)
    held += stripe.disputeStatus(intent.id) === 'lost' ? 0 : Number(intent.amount) - back
  }
  return held
}

async function liveTogether(all: readonly Life[]): Promise<void> {
  let atMs = Date.parse('2027-05-01T10:00:00Z')
  server.freezeClock(new Date(atMs).toISOString())
  const studio = await createBookingStudio(server)
  const services = {
    full: await studio.service({ type: 'CLASS', capacity: 100 }),
    deposit: await studio.service({ type: 'CLASS', capacity: 100, deposit: '10.00' }),
  }
  const sessions = { full: await studio.session(services.full), deposit: await studio.session(services.deposit) }
  const ids = new Set<string>()
  for (const one of all) {
    const kind = one.hasDeposit ? 'deposit' : 'full'
    const living = new LivingBooking(studio, services[kind], sessions[kind], atMs)
    await living.begin()
    ids.add(living.id)
    for (const each of one.steps) await living.act(each)
    await living.end()
    atMs = living.nowMs
  }
  await server.ok('POST', '/api/money/checks', { as: studio.site })
  await server.runner.drain()
  const { checks } = await server.ok('GET', '/api/money/checks', { as: studio.site })
  expect(checks[0]).toMatchObject({ isRunning: false, findings: [] })
  expect(await brokenInvariants(server.open.db)).toEqual([])
  const { accounts } = await server.ok('GET', '/api/money/balances', { as: studio.site })
  const closing = (account: string) => Math.round(Number(accounts.find((row: { account: string }) => row.account === account)?.closing ?? 0) * 100)
  expect({ held: closing('cash:stripe'), unearned: closing('unearned'), disputed: closing('disputed') }).toEqual({
    held: await heldByStripe(ids),
    unearned: 0,
    disputed: 0,
  })
  const open = await server.open.db
    .selectFrom('paymentAttempt')
    .select(['id', 'payableId', 'state'])
    .where('siteId', '=', studio.site.metaSiteId)
    .where('state', 'in', ['SENDING', 'UNKNOWN', 'PROCESSING', 'REQUIRES_ACTION'])
    .execute()
  expect(open).toEqual([])
}

test(`${lives} random lives of paid bookings leave no money without an owner`, async () => {
  const batch = fc.array(life, { minLength: Math.min(lives, livesPerSite), maxLength: Math.min(lives, livesPerSite) })
  await fc.assert(
    fc.asyncProperty(batch, (all) => liveTogether(all)),
    { numRuns: Math.max(1, Math.ceil(lives / livesPerSite)), endOnFailure: true, ...(seed !== undefined && { seed }) },
  )
})
