/**
 * Random histories of what is booked and paid: one booking, one with a deposit, a visit of two services, one whose fee is charged to a saved
 * card. What happens at the provider is played by Stripe's stand-in, or by the cards and events of the sandbox.
 */
import { findTestProvider } from './payment-provider.ts'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { card, guest, type BookingStudio, type CreatedService } from './factories/booking-studio.ts'
import type { FakeStripe } from './stripe.ts'
import type { TestServer } from './test-server.ts'
import { BOOKINGS_APP } from '#domains/bookings/events.ts'

/** When a webhook comes: at once, twice, at the moment at which the buyer returns, or after everything else and the latest first. */
type Delivery = 'now' | 'twice' | 'withReturn' | 'later'
/** How the card behaves: later means without the buyer, for a fee. */
type CardKind = 'ok' | 'declined' | 'declinedLater' | 'slow' | 'slowThenDeclined'
export type HistoryKind = 'full' | 'deposit' | 'visit' | 'fee'
export type Step =
  | { do: 'wait'; minutes: number }
  | { do: 'pay'; card: CardKind; delivery: Delivery; isDown: boolean }
  | { do: 'press' | 'return' | 'cancel' | 'cancelByCustomer' | 'outage' | 'markPaid' }
  | { do: 'refund'; part: boolean; isDown: boolean }
  | { do: 'refundElsewhere'; part: boolean; delivery: Delivery }
  | { do: 'dispute'; won: boolean; delivery: Delivery }
export interface PaymentHistory {
  kind: HistoryKind
  steps: Step[]
}

const delivery = fc.constantFrom<Delivery>('now', 'twice', 'withReturn', 'later')
const cards = fc.constantFrom<CardKind>('ok', 'ok', 'ok', 'ok', 'declined', 'declinedLater', 'slow', 'slowThenDeclined')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 3, 8, 25, 40) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pay' as const), card: cards, delivery, isDown: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('press' as const, 'return' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'cancelByCustomer' as const, 'outage' as const, 'markPaid' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund' as const), part: fc.boolean(), isDown: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refundElsewhere' as const), part: fc.boolean(), delivery }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute' as const), won: fc.boolean(), delivery }) },
)
export const history: fc.Arbitrary<PaymentHistory> = fc.record({
  kind: fc.constantFrom<HistoryKind>('full', 'deposit', 'visit', 'fee'),
  steps: fc.array(step, { minLength: 3, maxLength: 9 }),
})

/** The tax of the site of a batch of histories. */
export const tax = fc.constantFrom(null, { name: 'Sales tax', rate: '7.25', includedInPrice: false }, { name: 'VAT', rate: '19', includedInPrice: true })

const cardNumbers: Readonly<Record<CardKind, string>> = {
  ok: '4242424242424242',
  declined: '4000000000009995',
  declinedLater: '4000000000000341',
  slow: '4000000000000077',
  slowThenDeclined: '4000000000000077',
}
const feeRules = {
  cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 60 * 24 * 90 }], autoCollectFeeEnabled: true },
  saveCreditCardPolicy: { enabled: true },
}

export interface HistoryServices {
  full: CreatedService
  deposit: CreatedService
  fee: CreatedService
  visit: readonly [CreatedService, CreatedService]
  sessions: Readonly<Record<'full' | 'deposit' | 'fee', string>>
}
const sessionDay = '2027-06-20T10:00:00Z'
const sessionEnd = '2027-06-20T11:00:00Z'

export async function createHistoryServices(studio: BookingStudio): Promise<HistoryServices> {
  const full = await studio.service({ type: 'CLASS', capacity: 100 })
  const deposit = await studio.service({ type: 'CLASS', capacity: 100, deposit: '10.00' })
  const fee = await studio.service({ type: 'CLASS', capacity: 100, rules: feeRules })
  const session = (of: CreatedService) => studio.session(of, sessionDay, sessionEnd)
  return {
    full,
    deposit,
    fee,
    visit: [await studio.service({ name: 'Cut' }), await studio.service({ name: 'Colour', price: '30.00' })],
    sessions: { full: await session(full), deposit: await session(deposit), fee: await session(fee) },
  }
}

/** What a cardholder and their bank can do at a provider. */
export interface HistoryBank {
  /** Undefined: the page cannot be paid on any more, or none is open. */
  pay(of: PaidHistory, card: CardKind): Promise<Report[] | undefined>
  refundElsewhere(of: PaidHistory, part: boolean): Promise<Report[] | undefined>
  dispute(of: PaidHistory, won: boolean): Promise<Report[] | undefined>
  /** Nothing is answered until the work is done. */
  whileDown(work: () => Promise<void>): Promise<void>
}
/** A webhook that the provider sends; given the time that it is sent again, its event is the same. */
export interface Report {
  send: (server: TestServer) => Promise<void>
}

export interface HistorySetup {
  server: TestServer
  studio: BookingStudio
  services: HistoryServices
  bank: HistoryBank
}

/** One purchase and what its customer holds: the link of the pay page, and at Stripe the page of the provider. */
export class PaidHistory {
  readonly #setup: HistorySetup
  readonly #kind: HistoryKind
  readonly #n: number
  #at: number
  #later: Report[] = []
  #token = ''
  payToken = ''
  /** The page of the provider that was opened last. */
  pageUrl = ''
  /** Bookings; the first one stands for all. */
  ids: string[] = []
  /** What providers know the purchase by. */
  payableIds: string[] = []
  /** Charges that a bank disputes are not refunded any more. */
  readonly disputed = new Set<string>()

  constructor(setup: HistorySetup, kind: HistoryKind, n: number, startMs: number) {
    this.#setup = setup
    this.#kind = kind
    this.#n = n
    this.#at = startMs
  }

  get nowMs(): number {
    return this.#at
  }
  get #server(): TestServer {
    return this.#setup.server
  }
  get #owner() {
    return { as: this.#setup.studio.site }
  }
  wait(minutes: number): void {
    this.#at += minutes * 60_000
    this.#server.freezeClock(new Date(this.#at).toISOString())
  }

  async begin(): Promise<void> {
    this.wait(0)
    this.#token = await this.#server.visitorToken(this.#setup.studio.site)
    await (this.#kind === 'visit' ? this.#holdVisit() : this.#holdBooking(this.#kind))
    const { checkout } = await this.#server.ok('POST', '/ecom/v1/checkouts', {
      token: this.#token,
      body: { lineItems: [{ quantity: 1, catalogReference: { appId: BOOKINGS_APP, catalogItemId: this.ids[0] } }], channelType: 'WEB' },
    })
    const { checkoutUrl } = await this.#server.ok('GET', `/ecom/v1/checkouts/${checkout.id}/checkout-url`, { token: this.#token })
    this.payToken = new URL(checkoutUrl).pathname.replace('/checkout/basket/', '')
    this.payableIds.push(...this.ids, checkout.id)
  }
  async #holdBooking(kind: 'full' | 'deposit' | 'fee'): Promise<void> {
    const { services } = this.#setup
    const booking = {
      bookedEntity: { slot: { serviceId: services[kind].id, eventId: services.sessions[kind] } },
      contactDetails: guest(),
      selectedPaymentOption: kind === 'fee' ? 'OFFLINE' : 'ONLINE',
    }
    const made = await this.#server.ok('POST', '/v2/bookings', { token: this.#token, body: { booking } })
    this.ids = [made.booking.id]
  }
  async #holdVisit(): Promise<void> {
    const { studio, services } = this.#setup
    const start = Date.parse('2027-06-01T08:00:00Z') + this.#n * 3 * 3_600_000
    const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString().replace('.000Z', 'Z')
    const contactDetails = guest()
    const bookings = services.visit.map((service, part) => ({
      bookedEntity: { slot: studio.slotFor(service, at(part), at(part + 1)) },
      contactDetails,
      selectedPaymentOption: 'ONLINE',
    }))
    const { multiServiceBooking } = await this.#server.ok('POST', '/v2/multi_service_bookings', { token: this.#token, body: { bookings } })
    this.ids = multiServiceBooking.bookings.map(({ bookingId }: { bookingId: string }) => bookingId)
    this.payableIds = [multiServiceBooking.id]
  }

  /** Presses "Pay" on the pay page; `typed` is the card on our own page. */
  async press(typed?: string): Promise<void> {
    const body = typed === undefined ? {} : { card: { ...card, number: typed } }
    const reply = await this.#server.call('POST', `/api/checkout/baskets/${this.payToken}/pay`, { token: this.#token, body })
    expect([200, 400, 428, 503], JSON.stringify(reply.body)).toContain(reply.status)
    if (reply.status === 200 && reply.body.payment?.url) this.pageUrl = reply.body.payment.url
  }

  async act(one: Step): Promise<void> {
    const { bank } = this.#setup
    switch (one.do) {
      case 'wait':
        this.wait(one.minutes)
        return this.#run()
      case 'press':
        return this.press()
      case 'return':
        return this.#comeBack()
      case 'cancel':
        return this.#cancel()
      case 'cancelByCustomer':
        return this.#kind === 'visit' ? this.#cancel() : this.#cancelByLink()
      case 'outage':
        return bank.whileDown(async () => {
          this.wait(5)
          await this.#run()
        })
      case 'markPaid':
        return this.#call('POST', `/api/bookings/${this.ids[0]}/mark-paid`)
      case 'pay':
        return this.#pay(one)
      case 'refund':
        return this.#refund(one)
      case 'refundElsewhere':
        return this.#deliver(await bank.refundElsewhere(this, one.part), one.delivery)
      case 'dispute':
        return (await this.#canBeDisputed()) ? this.#deliver(await bank.dispute(this, one.won), one.delivery) : undefined
    }
  }

  /** A call that the rules may refuse. */
  async #call(method: string, path: string, body: Record<string, unknown> = {}, caller: object = this.#owner): Promise<void> {
    const reply = await this.#server.call(method, path, { ...caller, body })
    expect([200, 400, 404, 428], `${path}: ${JSON.stringify(reply.body)}`).toContain(reply.status)
  }
  /** The buyer is back on our page, which asks what became of the payment. */
  async #comeBack(): Promise<void> {
    await this.#server.ok('POST', `/api/checkout/baskets/${this.payToken}/check`, { token: this.#token, body: {} })
  }
  async #run(): Promise<void> {
    await this.#server.ok('POST', '/_test/run')
  }
  async #cancel(): Promise<void> {
    return this.#kind === 'visit'
      ? this.#call('POST', `/v2/multi_service_bookings/${this.payableIds[0]}/cancel`)
      : this.#call('POST', `/v2/bookings/${this.ids[0]}/cancel`, { revision: await this.#revision() })
  }
  async #cancelByLink(): Promise<void> {
    const { token } = await this.#server.ok('GET', `/v1/anonymous-bookings/${this.ids[0]}/token`, this.#owner)
    return this.#call('POST', `/v1/anonymous-bookings/${token}/cancel`, { revision: await this.#revision() }, { token: this.#token })
  }
  async #revision(): Promise<string> {
    return (await this.#server.ok('GET', `/api/bookings/${this.ids[0]}/summary`, this.#owner)).booking.revision
  }
  async #deliver(reports: Report[] | undefined, how: Delivery): Promise<void> {
    for (const report of reports ?? []) {
      if (how === 'later') this.#later.unshift(report)
      else await Promise.all([report.send(this.#server), how === 'withReturn' ? this.#comeBack() : undefined])
      if (how === 'twice') await report.send(this.#server)
    }
  }
  async #pay({ card: kind, delivery: how, isDown }: Extract<Step, { do: 'pay' }>): Promise<void> {
    const { bank } = this.#setup
    const reports = await bank.pay(this, kind)
    if (!reports) return
    await this.#deliver(reports, isDown ? 'later' : how)
    if (isDown) await bank.whileDown(() => this.#run())
  }
  async #refund({ part, isDown }: Extract<Step, { do: 'refund' }>): Promise<void> {
    const receipt = (await this.#payments()).find(({ disputes }) => disputes.length === 0)
    if (!receipt || this.disputed.size > 0) return
    const refund = () => this.#call('POST', `/api/bookings/${this.ids[0]}/refunds`, { receiptId: receipt.id, ...(part && { amount: '3.00' }) })
    await (isDown ? this.#setup.bank.whileDown(refund) : refund())
  }
  async #payments(): Promise<{ id: string; amount: string; refunds: unknown[]; disputes: unknown[] }[]> {
    return (await this.#server.ok('GET', `/api/bookings/${this.ids[0]}/money`, this.#owner)).money.payments
  }
  /** A bank disputes what has not gone back, and what this server knows to be earned. */
  async #canBeDisputed(): Promise<boolean> {
    const payments = await this.#payments()
    return payments.length === 1 && payments.every(({ refunds, disputes }) => refunds.length === 0 && disputes.length === 0)
  }

  /** Hours pass: what was held back arrives, the latest first, and everything that time makes due is done. */
  async end(): Promise<void> {
    this.wait(60)
    await this.#run()
    for (const report of this.#later) await report.send(this.#server)
    for (let hour = 0; hour < 3; hour++) {
      this.wait(61)
      await this.#run()
      await this.#server.runner.drain()
    }
  }
}

interface StripeEvent {
  type: string
  object: { id: string; [key: string]: unknown }
}
/** The customers and banks of Stripe's stand-in. `settings` are the server's; without an address that answers it is down. */
export function createStripeBank(stripe: FakeStripe, settings: (apiUrl?: string) => Parameters<typeof configurePayments>[0]): HistoryBank {
  const report = (event: StripeEvent): Report => ({
    async send(server) {
      const { payload, headers } = stripe.signed(event.type, event.object, `evt_${event.type}_${event.object.id}_${String(event.object.status)}`)
      const sent = await server.app.inject({
        method: 'POST',
        url: '/api/payments/stripe/webhook',
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      })
      expect(sent.statusCode).toBe(200)
      await server.runner.drain()
    },
  })
  const getCharges = (history: PaidHistory) =>
    stripe
      .intents()
      .filter(({ id, metadata }) => history.payableIds.includes((metadata as { payableId?: string }).payableId ?? '') && !history.disputed.has(id))
  return {
    async pay(history, kind) {
      if (history.pageUrl === '') await history.press()
      if (history.pageUrl === '') return undefined
      try {
        const event = stripe.complete(history.pageUrl, { card: cardNumbers[kind] })
        if (event.object.status !== 'processing') return [report(event)]
        const decided: Report = {
          async send(server) {
            const known = stripe.decide(event.object.id, kind === 'slow')
            if (known) await report(known).send(server)
          },
        }
        return [report({ ...event, object: { ...event.object } }), decided]
      } catch (error) {
        // The page was paid on before, or closed.
        expect((error as Error).message).toMatch(/^the page is/)
        await history.press()
        return undefined
      }
    },
    async refundElsewhere(history, part) {
      const [charge] = getCharges(history)
      if (!charge) return undefined
      try {
        stripe.refundElsewhere(charge.id, part ? 200 : Number(charge.amount))
      } catch (error) {
        // It has gone back already.
        expect((error as Error).message).toContain('greater than unrefunded')
        return undefined
      }
      const object = { id: `ch_${randomUUID()}`, object: 'charge', payment_intent: charge.id, metadata: charge.metadata }
      return [report({ type: 'charge.refunded', object })]
    },
    async dispute(history, won) {
      const [charge] = getCharges(history)
      if (!charge || ((await (await findTestProvider('stripe'))?.listRefunds(charge.id)) ?? []).length > 0) return undefined
      history.disputed.add(charge.id)
      const opened = { ...stripe.dispute(charge.id, 'needs_response') }
      const closed: Report = {
        send: (server) => report({ type: 'charge.dispute.closed', object: stripe.dispute(charge.id, won ? 'won' : 'lost') }).send(server),
      }
      return [report({ type: 'charge.dispute.created', object: opened }), closed]
    },
    async whileDown(work) {
      await configurePayments(settings('http://127.0.0.1:1'))
      try {
        await work()
      } finally {
        await configurePayments(settings())
      }
    },
  }
}

/** Minor units that Stripe holds for purchases after refunds and lost disputes. */
export async function heldByStripe(stripe: FakeStripe, payableIds: ReadonlySet<string>): Promise<number> {
  let held = 0
  for (const intent of stripe.intents()) {
    if (!payableIds.has((intent.metadata as { payableId?: string }).payableId ?? '')) continue
    const refunds = (await (await findTestProvider('stripe'))?.listRefunds(intent.id)) ?? []
    const back = refunds.filter(({ state }) => state === 'succeeded').reduce((sum, { amount }) => sum + Math.round(Number(amount.amount) * 100), 0)
    held += stripe.disputeStatus(intent.id) === 'lost' ? 0 : Number(intent.amount) - back
  }
  return held
}

/** The customers of the sandbox: cards are typed on our page; its events name the charge. It is never down and closes no dispute. */
export function createSandboxBank(siteId: string, findCharges: (payableIds: readonly string[]) => Promise<{ ref: string; state: string }[]>): HistoryBank {
  const report = (type: string, ref: string): Report => {
    const id = randomUUID()
    return { send: async (server) => void (await server.ok('POST', '/_test/webhooks/sandbox', { body: { metaSiteId: siteId, events: [{ id, type, ref }] } })) }
  }
  const findPaid = async (history: PaidHistory) =>
    (await findCharges(history.payableIds)).find(({ ref, state }) => state === 'SUCCEEDED' && !history.disputed.has(ref))
  return {
    async pay(history, kind) {
      await history.press(cardNumbers[kind])
      const open = (await findCharges(history.payableIds)).find(({ state }) => state === 'PROCESSING')
      return open && [report('charge.processing', open.ref), report(kind === 'slowThenDeclined' ? 'charge.failed' : 'charge.succeeded', open.ref)]
    },
    async refundElsewhere(history) {
      const paid = await findPaid(history)
      return paid && [report('refund.succeeded', paid.ref)]
    },
    async dispute(history) {
      const paid = await findPaid(history)
      if (!paid) return undefined
      history.disputed.add(paid.ref)
      return [report('dispute.opened', paid.ref)]
    },
    whileDown: (work) => work(),
  }
}
