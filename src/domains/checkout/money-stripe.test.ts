/** Money of bookings with the real client of Stripe against a stand-in: paid late, cancelled, twice, out of order, given back, disputed. Source: guide bookings §7.2, §12.6. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { bookedSessions, weekly } from '../../../test/factories/booked-sessions.ts'
import { guest, createBookingStudio, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { describeRows, tableAt } from '../../../test/guide-tables.ts'
import { sendStripeEvent, type FakeStripe, type StripeEvent } from '../../../test/stripe.ts'
import { startStripeServer, type StripeServer } from '../../../test/stripe-server.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { BOOKINGS_APP } from '../bookings/events.ts'

// Each story lets half an hour pass, look by look.
let server: TestServer
let studio: BookingStudio
let stripe: FakeStripe
let settings: StripeServer['settings']
let close: StripeServer['close']
beforeAll(async () => {
  ;({ stripe, server, settings, close } = await startStripeServer())
})
afterAll(() => close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
})
/** After every story: the ledger holds all the money, each amount with a payable. */
afterEach(async () => {
  expect(await server.runMoneyCheck(studio.site)).toMatchObject({ isRunning: false, findings: [] })
})

async function webhook(event: StripeEvent, id?: string) {
  expect(await sendStripeEvent(server, stripe, event, { id })).toBe(200)
  await server.runner.drain()
}
const at = (minutes: number) => server.freezeClock(new Date(Date.parse('2027-05-01T10:00:00Z') + minutes * 60_000).toISOString())
/** The follow-up of payments and holds looks around. */
const look = () => server.ok('POST', '/_test/run')

interface Paying {
  token: string
  email: string
  id: string
  url: string
}
async function press(service: CreatedService, more: Record<string, unknown> = {}, member?: { token: string; email: string }): Promise<Paying> {
  const who = member ? { firstName: 'Mia', email: member.email } : guest()
  const token = member?.token ?? (await server.visitorToken(studio.site))
  const { booking, payment } = await server.ok('POST', '/api/checkout/bookings', {
    token,
    body: { slot: studio.slotFor(service), contactDetails: who, paymentOption: 'ONLINE', ...more },
  })
  expect(payment).toMatchObject({ outcome: 'redirect', url: expect.stringContaining('https://checkout.invalid/') })
  return { token, email: who.email, id: booking.id, url: payment.url }
}
const read = async ({ id, token }: Paying) => (await server.ok('GET', `/api/bookings/${id}/summary`, { token })).booking
const refundsAtStripe = () => stripe.calls.filter((call) => call === 'POST /v1/refunds').length
const toOwner = () => studio.sentTemplates(studio.site.ownerEmail)
const balances = async () => (await server.ok('GET', '/api/money/balances', { as: studio.site })).accounts as { account: string; closing: string }[]
const balance = async (account: string) => Number((await balances()).find((one) => one.account === account)?.closing ?? 0)

describe('a card that the member saved with a plan', () => {
  /** A member who bought a plan on the page of the provider with this card. */
  async function createSubscriber(number?: string) {
    const pricing = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } }
    const { plan } = await server.ok('POST', '/v2/plans', { as: studio.site, body: { plan: { name: 'Pass', buyerCanCancel: true, pricing } } })
    const member = await server.registerMember(studio.site)
    const { url } = await server.ok('POST', '/api/checkout/plans', { token: member.token, body: { planId: plan.id } })
    await webhook(stripe.complete(url, { card: number }))
    const { cards } = await server.ok('GET', '/api/my/cards', { token: member.token })
    return { ...member, savedCardId: cards[0].id as string }
  }
  const book = (service: CreatedService, { token, email, savedCardId }: { token: string; email: string; savedCardId: string }, more: object = {}) =>
    server.ok('POST', '/api/checkout/bookings', {
      token,
      body: { slot: studio.slotFor(service), contactDetails: { firstName: 'Mia', email }, paymentOption: 'ONLINE', savedCardId, ...more },
    })
  const rules = {
    cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 100_000 }], autoCollectFeeEnabled: true },
    saveCreditCardPolicy: { enabled: true },
  }

  test('is charged without a page, once, and kept for the fee', async () => {
    const member = await createSubscriber()
    const { booking, payment } = await book(await studio.service({ rules }), member, { acceptsFees: true })
    expect([payment, booking.status, booking.paymentStatus]).toEqual([{ outcome: 'succeeded' }, 'CONFIRMED', 'PAID'])
    expect(await studio.money(booking.id)).toMatchObject({ payments: [{ amount: '40.00', card: { brand: 'Visa' } }] })
    const service = await studio.service({ rules })
    const slot = studio.slotFor(service, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z')
    const unpaid = (await book(service, member, { slot, acceptsFees: true, paymentOption: 'OFFLINE' })).booking
    expect([unpaid.status, unpaid.paymentStatus]).toEqual(['CONFIRMED', 'NOT_PAID'])
    await server.ok('POST', `/v2/bookings/${unpaid.id}/cancel`, { token: member.token, body: { revision: unpaid.revision } })
    await server.runner.drain()
    expect(await studio.money(unpaid.id)).toMatchObject({ payments: [{ kind: 'FEE', amount: '20.00' }] })
  })

  test('is offered, too, when it was first kept for the fee of a booking, and is charged with the customer of that booking', async () => {
    const member = await server.registerMember(studio.site)
    const paying = await press(await studio.service({ rules }), { acceptsFees: true }, member)
    await webhook(stripe.complete(paying.url))
    const { cards } = await server.ok('GET', '/api/my/cards', { token: member.token })
    const service = await studio.service()
    const slot = studio.slotFor(service, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z')
    const { booking, payment } = await book(service, { ...member, savedCardId: cards[0].id }, { slot })
    expect([cards.length, payment, booking.paymentStatus]).toEqual([1, { outcome: 'succeeded' }, 'PAID'])
    const customers = await server.open.db.selectFrom('paymentMethod').select('customer').where('memberId', '=', member.memberId).execute()
    expect(customers).toEqual([{ customer: expect.stringMatching(/^cus_/) }])
  })

  test.each([
    ['4000000000000341', 'generic_decline'],
    ['4000002760003184', 'authentication_required'],
  ])('%s is declined (%s); the place stays held, and another card is entered on the page', async (number, declineCode) => {
    const member = await createSubscriber(number)
    const service = await studio.service()
    const { booking, payment } = await book(service, member)
    expect([payment, booking.status]).toEqual([{ outcome: 'declined', declineCode }, 'CREATED'])
    const paying = await press(service, { bookingId: booking.id }, member)
    await webhook(stripe.complete(paying.url))
    expect(await read(paying)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    expect(await studio.money(booking.id)).toMatchObject({ payments: [{ amount: '40.00' }] })
  })
})

describe('the customer takes time on the page of the provider', () => {
  test.each([5, 25])('who pays %i minutes after the page opened is confirmed and has a receipt', async (minutes) => {
    const paying = await press(await studio.service())
    for (let minute = 2; minute < minutes; minute += 7) {
      at(minute)
      await look()
    }
    expect(await read(paying)).toMatchObject({ status: 'CREATED' })
    expect(await studio.money(paying.id)).toMatchObject({ underWay: 'WAITING', paid: '0.00' })
    at(minutes)
    await webhook(stripe.complete(paying.url))
    expect(await read(paying)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    expect(await studio.money(paying.id)).toMatchObject({
      paid: '40.00',
      payments: [{ number: 1, kind: 'PRICE', amount: '40.00', refunded: '0.00', provider: 'stripe' }],
    })
    expect(await studio.sentTemplates(paying.email)).toEqual(['booking-confirmed', 'payment-receipt-booking'])
  })

  test('a customer who is paying keeps the place; after half an hour the page closes and the place is free', async () => {
    const massage = await studio.service()
    const paying = await press(massage)
    const free = async () => (await studio.create({ booking: { bookedEntity: { slot: studio.slotFor(massage) }, contactDetails: guest() } })).status
    for (const minute of [3, 9, 12, 19, 25]) {
      at(minute)
      await look()
    }
    at(29)
    expect(await free()).toBe(428)
    at(31)
    await look()
    expect(() => stripe.complete(paying.url)).toThrow('the page is expired')
    expect(await free()).toBe(200)
    expect(await studio.money(paying.id)).not.toHaveProperty('underWay')
  })

  test('a provider that gives no answer takes no place away from the customer who is paying for it', async () => {
    const massage = await studio.service()
    const paying = await press(massage)
    const session = paying.url.split('/').at(-1)
    for (const minute of [3, 9, 15, 21]) {
      at(minute)
      stripe.failNext(`GET /v1/checkout/sessions/${session}`, 1)
      await look()
    }
    at(29)
    const other = await studio.create({ booking: { bookedEntity: { slot: studio.slotFor(massage) }, contactDetails: guest() } })
    expect(other.status).toBe(428)
    await webhook(stripe.complete(paying.url))
    expect(await read(paying)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
  })

  test('a cart keeps its bookings while its page is open', async () => {
    const massage = await studio.service()
    const token = await server.visitorToken(studio.site)
    const booking = { bookedEntity: { slot: studio.slotFor(massage) }, contactDetails: guest(), selectedPaymentOption: 'ONLINE' }
    const { id } = (await server.ok('POST', '/v2/bookings', { token, body: { booking } })).booking
    const catalogItems = [{ quantity: 1, catalogReference: { appId: BOOKINGS_APP, catalogItemId: id } }]
    const { cart } = await server.ok('POST', '/ecom/v2/carts', { token, body: { catalogItems } })
    const { payment } = await server.ok('POST', `/api/checkout/baskets/${cart.id}/pay`, { token, body: {} })
    expect(payment).toMatchObject({ outcome: 'redirect' })
    const remove = () => server.call('POST', `/ecom/v2/carts/${cart.id}/remove-line-items`, { token, body: { lineItemIds: [cart.lineItems[0].id] } })
    expect(errorCode(await remove())).toBe('PAYMENT_ALREADY_IN_PROGRESS')
    await webhook(stripe.complete(payment.url))
    expect(errorCode(await remove())).toBe('CART_ALREADY_ORDERED')
  })

  test('money that comes when the place is gone is refunded automatically, for an appointment as for a class, and both are emailed', async () => {
    for (const type of ['APPOINTMENT', 'CLASS'] as const) {
      server.freezeClock('2027-05-01T10:00:00Z')
      const service = await studio.service({ type, capacity: 1 })
      const slot =
        type === 'CLASS'
          ? { eventId: await studio.session(service), serviceId: service.id }
          : studio.slotFor(service, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z')
      const paying = await press(service, { slot })
      // The payment was not followed up meanwhile: the server was down.
      at(40)
      const other = await studio.book({ slot, contactDetails: guest(), paymentOption: 'OFFLINE' })
      expect(other.status).toBe('CONFIRMED')
      const before = refundsAtStripe()
      await webhook(stripe.complete(paying.url))
      expect(await read(paying)).toMatchObject({ status: 'DECLINED', paymentStatus: 'REFUNDED' })
      expect(await studio.money(paying.id)).toMatchObject({
        payments: [{ kind: 'LATE', refunded: '40.00', refunds: [{ reason: 'LATE', state: 'SUCCEEDED' }] }],
      })
      expect(refundsAtStripe()).toBe(before + 1)
      expect(await studio.sentTemplates(paying.email)).toEqual(['booking-declined'])
      const [sentEmail] = await server.sentEmails(studio.site, paying.email)
      expect(sentEmail?.variables.refundText).toContain('will be refunded')
      expect(await toOwner()).toContain('money-without-place')
      expect([await balance('cash:stripe'), await balance('unearned'), await balance('earned')]).toEqual([0, 0, 0])
    }
  })

  test.each(['CLASS', 'COURSE'] as const)('money for a %s that the business cancelled meanwhile is refunded automatically', async (type) => {
    const service = await studio.service({ type, capacity: 4 })
    const eventId = await studio.session(service, undefined, undefined, type)
    const place = type === 'CLASS' ? { slot: { eventId, serviceId: service.id } } : { schedule: { serviceId: service.id, scheduleId: service.scheduleId } }
    const paying = await press(service, { slot: undefined, ...place })
    await server.ok('POST', `/calendar/v3/events/${eventId}/cancel`, { as: studio.site, body: {} })
    const before = refundsAtStripe()
    await webhook(stripe.complete(paying.url))
    expect(await read(paying)).toMatchObject({ status: 'DECLINED', paymentStatus: 'REFUNDED' })
    expect(refundsAtStripe()).toBe(before + 1)
    expect(await studio.sentTemplates(paying.email)).toEqual(['booking-declined'])
    const [email] = await server.sentEmails(studio.site, paying.email)
    expect(email?.variables.reason).toBe('It was cancelled in the meantime.')
  })

  test('money for a class of a series that the business cancelled when the hold had run out is refunded automatically', async () => {
    const service = await studio.service({ type: 'CLASS', capacity: 4 })
    const { createSession } = bookedSessions(() => ({ server, site: studio.site, resourceId: studio.staff, service: {} }))
    const series = await createSession({ schedule: { id: service.scheduleId }, type: 'CLASS' }, '2027-05-10T10:00', weekly('MONDAY'))
    const paying = await press(service, { slot: { eventId: `${series.id}_20270517T1000`, serviceId: service.id } })
    at(40)
    await server.ok('POST', `/calendar/v3/events/${series.id}/cancel`, { as: studio.site, body: {} })
    await webhook(stripe.complete(paying.url))
    expect(await read(paying)).toMatchObject({ status: 'DECLINED', paymentStatus: 'REFUNDED' })
    expect(await studio.sentTemplates(paying.email)).toEqual(['booking-declined'])
    const [email] = await server.sentEmails(studio.site, paying.email)
    expect(email?.variables.reason).toBe('It was cancelled in the meantime.')
    expect(await balance('cash:stripe')).toBe(0)
  })

  test('who cancels and then pays on the page that stood open gets the money back with an email', async () => {
    const paying = await press(await studio.service(), {}, await server.registerMember(studio.site))
    const { revision } = await read(paying)
    const cancelled = server.call('POST', `/v2/bookings/${paying.id}/cancel`, { token: paying.token, body: { revision } })
    const paid = stripe.complete(paying.url)
    expect((await cancelled).status).toBe(200)
    await webhook(paid)
    expect(await read(paying)).toMatchObject({ status: 'CANCELED' })
    expect(await studio.sentTemplates(paying.email)).toContain('payment-returned')
    const sentEmail = (await server.sentEmails(studio.site, paying.email)).find(({ template }) => template === 'payment-returned')
    expect(sentEmail?.variables.refundText).toContain('$40.00')
    expect(await toOwner()).toContain('money-without-place')
    expect(await studio.money(paying.id)).toMatchObject({ paid: '0.00', payments: [{ kind: 'LATE', refunds: [{ reason: 'LATE', state: 'SUCCEEDED' }] }] })
    expect(await balance('cash:stripe')).toBe(0)
  })

  test('a booking that is cancelled closes its page at once', async () => {
    const paying = await press(await studio.service(), {}, await server.registerMember(studio.site))
    const { revision } = await read(paying)
    await server.ok('POST', `/v2/bookings/${paying.id}/cancel`, { token: paying.token, body: { revision } })
    await server.runner.drain()
    expect(() => stripe.complete(paying.url)).toThrow('the page is expired')
  })

  test('pressing "Pay" again shows the same page; another sum opens a new one and closes the old one', async () => {
    const paying = await press(await studio.service({ deposit: '10.00' }), { payDeposit: true })
    const again = async (body: Record<string, unknown>) =>
      (await server.ok('POST', '/api/checkout/bookings', { token: paying.token, body: { bookingId: paying.id, ...body } })).payment
    expect(await again({ paymentOption: 'ONLINE' })).toEqual({ outcome: 'redirect', url: paying.url })
    await webhook(stripe.complete(paying.url, 'declined'))
    expect(await again({ paymentOption: 'ONLINE' })).toEqual({ outcome: 'redirect', url: paying.url })
    await server.open.db.updateTable('booking').set({ depositSelected: false }).where('id', '=', paying.id).execute()
    const other = await again({ paymentOption: 'ONLINE' })
    expect(other.url).not.toBe(paying.url)
    expect(() => stripe.complete(paying.url)).toThrow('the page is expired')
    await webhook(stripe.complete(other.url))
    expect(await studio.money(paying.id)).toMatchObject({ paid: '40.00', payments: [{ amount: '40.00' }] })
  })

  test('who comes back from the page asks once and is confirmed before the webhook; both together count once', async () => {
    const paying = await press(await studio.service())
    const [, page] = /basket\/([^?]+)/.exec(stripe.returnUrl(paying.url)) ?? []
    const check = () => server.ok('POST', `/api/checkout/baskets/${page}/check`, { token: paying.token })
    expect((await check()).payment).toEqual({ outcome: 'requires_action' })
    const paid = stripe.complete(paying.url)
    await Promise.all([webhook(paid, 'evt_same'), check(), webhook(paid, 'evt_same')])
    expect(await check()).toMatchObject({ payment: { outcome: 'succeeded' }, page: { state: 'DONE', amounts: { paid: '40.00' } } })
    await webhook({ ...paid, type: 'payment_intent.processing' })
    expect((await studio.emittedSlugs(paying.id)).filter((slug) => slug === 'confirmed')).toHaveLength(1)
    expect(await studio.money(paying.id)).toMatchObject({ payments: [{ number: 1 }] })
    expect(await studio.sentTemplates(paying.email)).toEqual(['booking-confirmed', 'payment-receipt-booking'])
  })

  test('a card that is declined on the page may be followed by one that works', async () => {
    const paying = await press(await studio.service())
    await webhook(stripe.complete(paying.url, 'declined'))
    at(3)
    await look()
    await webhook(stripe.complete(paying.url))
    expect(await read(paying)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
  })

  test('two pages for one booking, both paid: one counts, the other goes back', async () => {
    const paying = await press(await studio.service({ deposit: '10.00' }), { payDeposit: true })
    const first = stripe.complete(paying.url)
    await server.open.db.updateTable('paymentAttempt').set({ state: 'EXPIRED', declineCode: 'superseded' }).where('payableId', '=', paying.id).execute()
    const second = (await server.ok('POST', '/api/checkout/bookings', { token: paying.token, body: { bookingId: paying.id, paymentOption: 'ONLINE' } })).payment
    await webhook(stripe.complete(second.url))
    await webhook(first)
    expect(await read(paying)).toMatchObject({ status: 'CONFIRMED' })
    const { paid, payments } = await studio.money(paying.id)
    const by = (kind: string) => payments.find((one: { kind: string }) => one.kind === kind)
    expect([paid, by('PRICE').refunded, by('LATE').refunded]).toEqual(['10.00', '0.00', '10.00'])
    expect(await studio.sentTemplates(paying.email)).toContain('payment-returned')
  })

  test('a booking that was paid twice stays paid when the second payment has gone back', async () => {
    const paying = await press(await studio.service())
    const first = stripe.complete(paying.url)
    await server.open.db.updateTable('paymentAttempt').set({ state: 'EXPIRED', declineCode: 'superseded' }).where('payableId', '=', paying.id).execute()
    const second = (await server.ok('POST', '/api/checkout/bookings', { token: paying.token, body: { bookingId: paying.id, paymentOption: 'ONLINE' } })).payment
    await webhook(stripe.complete(second.url))
    await webhook(first)
    await server.runner.drain()
    const { paid, payments } = await studio.money(paying.id)
    expect([paid, payments.find((one: { kind: string }) => one.kind === 'LATE').refunded]).toEqual(['40.00', '40.00'])
    expect(await read(paying)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
  })
})

describe('the provider', () => {
  test('that does not answer takes no money, says so, and leaves nothing behind; then the same booking is paid', async () => {
    const massage = await studio.service()
    const token = await server.visitorToken(studio.site)
    const body = { slot: studio.slotFor(massage), contactDetails: guest(), paymentOption: 'ONLINE' }
    await configurePayments(settings({ apiUrl: 'http://127.0.0.1:1' }))
    const refused = await server.call('POST', '/api/checkout/bookings', { token, body })
    expect([refused.status, errorCode(refused)]).toEqual([503, 'PAYMENT_UNAVAILABLE'])
    await configurePayments(settings())
    const { payment, booking } = await server.ok('POST', '/api/checkout/bookings', { token, body })
    await webhook(stripe.complete(payment.url))
    expect((await server.ok('GET', `/api/bookings/${booking.id}/summary`, { token })).booking.status).toBe('CONFIRMED')
  })

  test('that refuses our key: the owner is emailed once, and one charge that cannot be asked about stops no other', async () => {
    const paying = await press(await studio.service())
    const other = await press(await studio.service(), { slot: studio.slotFor(await studio.service(), '2027-05-12T10:00:00Z', '2027-05-12T11:00:00Z') })
    await configurePayments(settings({ secretKey: 'sk_test_wrong' }))
    at(3)
    await look()
    expect(await server.ok('GET', '/api/payments/status', { as: studio.site })).toMatchObject({ problem: expect.stringContaining('STRIPE_SECRET_KEY') })
    expect((await toOwner()).filter((template) => template === 'charges-stopped')).toHaveLength(1)
    await configurePayments(settings())
    at(6)
    for (const one of [paying, other]) stripe.complete(one.url)
    await look()
    expect([(await read(paying)).status, (await read(other)).status]).toEqual(['CONFIRMED', 'CONFIRMED'])
  })

  test('reports money that belongs to nothing: it is kept, booked as not earned, reported, and refunded by the owner', async () => {
    const paying = await press(await studio.service())
    const paid = stripe.complete(paying.url)
    await server.open.db.deleteFrom('booking').where('id', '=', paying.id).execute()
    await webhook(paid, 'evt_a')
    await webhook(paid, 'evt_b')
    expect((await toOwner()).filter((template) => template === 'unclaimed-payment')).toHaveLength(1)
    const list = async () => (await server.ok('GET', '/api/money/payments', { as: studio.site, query: { states: 'UNCLAIMED' } })).payments
    const [found] = await list()
    expect((await server.ok('GET', '/api/dashboard/today', { as: studio.site })).waiting.money).toBe(1)
    expect(found).toMatchObject({ kind: 'UNKNOWN', state: 'UNCLAIMED', amount: '40.00', provider: 'stripe' })
    expect([await balance('cash:stripe'), await balance('unearned')]).toEqual([40, -40])
    await server.ok('POST', `/api/money/unclaimed/${found.id}/refund`, { as: studio.site })
    expect(await list()).toEqual([])
    expect([await balance('cash:stripe'), await balance('unearned')]).toEqual([0, 0])
  })

  describeRows(
    'tax (§12.8)',
    tableAt('bookings', '### 12.8').filter(([what]) => what === 'not earned'),
    {
      'not earned': async ([, rule = '']) => {
        await studio.setTax({ name: 'Sales tax', rate: '10', includedInPrice: false })
        const late = await press(await studio.service())
        const { revision } = (await server.ok('GET', `/api/bookings/${late.id}/summary`, { as: studio.site })).booking
        const paid = stripe.complete(late.url)
        await studio.act(late.id, 'cancel', { revision })
        await webhook(paid)
        const unclaimed = await press(await studio.service(), { slot: studio.slotFor(await studio.service(), '2027-05-12T10:00:00Z', '2027-05-12T11:00:00Z') })
        await server.open.db.deleteFrom('booking').where('id', '=', unclaimed.id).execute()
        await webhook(stripe.complete(unclaimed.url))
        const { payments } = await server.ok('GET', '/api/money/payments', { as: studio.site })
        const [{ kind }] = (await studio.money(late.id)).payments
        expect([kind, ...payments.flatMap(({ state }: { state: string }) => (state === 'UNCLAIMED' ? [state] : []))]).toEqual(rule.match(/[A-Z]{2,}/g))
        expect(payments.map((one: { amount: string; tax?: object }) => [one.amount, one.tax])).toEqual([
          ['44.00', undefined],
          ['44.00', undefined],
        ])
        // Not even taken in and given back.
        expect((await balances()).map(({ account }) => account).toSorted()).toEqual(['cash:stripe', 'unearned'])
        expect([await balance('cash:stripe'), await balance('unearned')]).toEqual([44, -44])
        expect((await server.ok('GET', '/api/money/tax', { as: studio.site })).months).toEqual([])
      },
    },
  )

  test('refunds on its own page, and a dispute is shown, emailed, won or lost', async () => {
    const paying = await press(await studio.service())
    const paid = stripe.complete(paying.url)
    await webhook(paid)
    stripe.refundElsewhere(paid.object.id, 1500)
    const charge = { id: 'ch_1', object: 'charge', payment_intent: paid.object.id, metadata: paid.object.metadata }
    await webhook({ type: 'charge.refunded', object: charge })
    await webhook({ type: 'charge.refunded', object: charge })
    expect(await read(paying)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    expect(await studio.money(paying.id)).toMatchObject({
      paid: '25.00',
      open: '0.00',
      payments: [{ refunded: '15.00', refunds: [{ reason: 'PROVIDER', amount: '15.00' }] }],
    })
    expect(await studio.sentTemplates(paying.email)).toContain('booking-refunded')
    const opened = stripe.dispute(paid.object.id, 'needs_response')
    await webhook({ type: 'charge.dispute.created', object: opened })
    await webhook({ type: 'charge.dispute.created', object: opened })
    expect((await toOwner()).filter((template) => template === 'booking-disputed')).toHaveLength(1)
    expect((await server.ok('GET', '/api/money/disputes', { as: studio.site })).disputes).toMatchObject([
      { kind: 'BOOKING', bookingId: paying.id, state: 'OPEN' },
    ])
    await webhook({ type: 'charge.dispute.closed', object: stripe.dispute(paid.object.id, 'lost') })
    expect(await read(paying)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'REFUNDED' })
    expect(await studio.money(paying.id)).toMatchObject({
      paid: '0.00',
      payments: [{ disputes: [{ state: 'LOST' }], refunds: expect.arrayContaining([expect.objectContaining({ reason: 'DISPUTE', amount: '25.00' })]) }],
    })
    // The bank took all of it, also what had gone back before.
    const { accounts } = await server.ok('GET', '/api/money/balances', { as: studio.site })
    const closing = Object.fromEntries(accounts.map(({ account, closing: sum }: Record<string, string>) => [account, Number(sum)]))
    expect(closing).toMatchObject({ disputed: 0, lost: 15, earned: 0, 'cash:stripe': -15 })
  })

  test('gives part of late money back on its own page before we can: the rest is refunded automatically', async () => {
    const paying = await press(await studio.service())
    const paid = stripe.complete(paying.url)
    const { booking } = await server.ok('GET', `/api/bookings/${paying.id}/summary`, { as: studio.site })
    await server.call('POST', `/v2/bookings/${paying.id}/cancel`, { as: studio.site, body: { revision: booking.revision } })
    stripe.refundElsewhere(paid.object.id, 200)
    await webhook(paid)
    expect(await studio.money(paying.id)).toMatchObject({
      paid: '0.00',
      payments: [{ refunded: '40.00', refunds: expect.arrayContaining([expect.objectContaining({ reason: 'PROVIDER', amount: '2.00' })]) }],
    })
    expect([await balance('cash:stripe'), await balance('unearned')]).toEqual([0, 0])
  })

  test('gives more back than is left while a refund of ours is on its way: the remainder is noted when that one has failed', async () => {
    const paying = await press(await studio.service())
    const paid = stripe.complete(paying.url)
    await webhook(paid)
    const [payment] = (await studio.money(paying.id)).payments
    await configurePayments(settings({ apiUrl: 'http://127.0.0.1:1' }))
    await server.ok('POST', `/api/bookings/${paying.id}/refunds`, { as: studio.site, body: { receiptId: payment.id, amount: '39.00' } })
    await configurePayments(settings())
    // Only the follow-up of refunds goes on with it.
    await server.open.db.deleteFrom('job').where('kind', '=', 'payments.refund').execute()
    stripe.refundElsewhere(paid.object.id, 200)
    await webhook({ type: 'charge.refunded', object: { id: 'ch_1', payment_intent: paid.object.id, metadata: paid.object.metadata } as never })
    expect(await studio.money(paying.id)).toMatchObject({ payments: [{ refunded: '40.00' }] })
    at(70)
    await server.advanceAuthClock('PT2H')
    await look()
    expect(await studio.money(paying.id)).toMatchObject({ paid: '38.00', payments: [{ refunded: '2.00' }] })
    expect(await balance('cash:stripe')).toBe(38)
  })

  test('gives part of late money back, does not answer, and the server is restarted: the rest still goes back', async () => {
    const paying = await press(await studio.service())
    const paid = stripe.complete(paying.url)
    const { booking } = await server.ok('GET', `/api/bookings/${paying.id}/summary`, { as: studio.site })
    await server.call('POST', `/v2/bookings/${paying.id}/cancel`, { as: studio.site, body: { revision: booking.revision } })
    stripe.refundElsewhere(paid.object.id, 200)
    stripe.failNext('GET /v1/refunds', 1)
    await webhook(paid)
    expect(await studio.money(paying.id)).toMatchObject({ payments: [{ refunded: '0.00', refunds: [{ reason: 'LATE', state: 'FAILED', amount: '40.00' }] }] })
    const restarted = await startTestServer(undefined, { ...server.open, close: async () => undefined })
    try {
      restarted.clocks.business = server.clocks.business
      restarted.clocks.authOffsetMs = server.clocks.authOffsetMs
      await restarted.advanceAuthClock('PT10M')
      await restarted.runner.drain()
      expect(await studio.money(paying.id)).toMatchObject({ paid: '0.00', payments: [{ refunded: '40.00' }] })
      expect([await balance('cash:stripe'), await balance('unearned')]).toEqual([0, 0])
      const refunds = refundsAtStripe()
      await restarted.open.db.updateTable('job').set({ state: 'WAITING', leasedUntil: null }).where('kind', '=', 'payments.refund-rest').execute()
      await restarted.runner.drain()
      expect(refundsAtStripe()).toBe(refunds)
    } finally {
      await restarted.close()
    }
  })

  test('reports a dispute before the payment itself: the booking is paid, then disputed', async () => {
    const paying = await press(await studio.service())
    const paid = stripe.complete(paying.url)
    await webhook({ type: 'charge.dispute.created', object: stripe.dispute(paid.object.id, 'needs_response') })
    await webhook(paid)
    expect(await read(paying)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    expect(await studio.money(paying.id)).toMatchObject({ payments: [{ number: 1, disputes: [{ state: 'OPEN' }] }] })
    await webhook({ type: 'charge.dispute.closed', object: stripe.dispute(paid.object.id, 'won') })
    expect(await balance('disputed')).toBe(0)
  })
})
