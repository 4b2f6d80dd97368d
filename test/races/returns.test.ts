/** The buyer comes back while the provider tells us, in many tabs and more than once: one activation. Source: guide pricing-plans §4.2, §10.5. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { brokenInvariants } from '../invariants.ts'
import { startFakeStripe, type FakeStripe } from '../stripe.ts'
import { startTestServer, type TestSite, type TestServer } from '../test-server.ts'
import { concurrently, errorCode } from './concurrently.ts'

const concurrency = 64
const secretKey = 'sk_test_races'
const webhookSecret = 'whsec_test_races'

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a real server', () => {
  let server: TestServer
  let site: TestSite
  let stripe: FakeStripe
  beforeAll(async () => {
    stripe = await startFakeStripe(secretKey, webhookSecret)
    server = await startTestServer()
    site = await server.createSite()
  })
  afterAll(async () => {
    await server.close()
    await stripe.close()
  })
  const monthly = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } }
  const plan = async (more: object = {}): Promise<string> =>
    (await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Pass', buyerCanCancel: true, pricing: monthly, ...more } } })).plan.id

  test('webhooks, their repetitions and the return of the buyer in sixty-four calls: one activation, one receipt', async () => {
    await configurePayments({ provider: 'stripe', stripe: { secretKey, webhookSecret, apiUrl: stripe.url } })
    try {
      const planId = await plan()
      const { token } = await server.registerMember(site)
      const begun = await server.ok('POST', '/api/checkout/plans', { token, body: { planId, key: 'press' } })
      const { type, object } = stripe.complete(begun.url)
      const webhook = (id: string) => {
        const { payload, headers } = stripe.signed(type, object, id)
        return server.app.inject({ method: 'POST', url: '/api/payments/stripe/webhook', payload, headers: { 'content-type': 'application/json', ...headers } })
      }
      const answers = await Promise.all(
        Array.from({ length: concurrency }, async (_, at) =>
          at % 2 === 0
            ? (await webhook(`evt_${at % 8}`)).statusCode
            : (await server.call('POST', `/api/pay/${begun.order.wixPayOrderId}/check`, { token })).status,
        ),
      )
      expect(new Set(answers)).toEqual(new Set([200]))
      await server.runner.drain()
      const { order } = await server.ok('GET', `/v2/orders/${begun.order.id}`, { as: site })
      expect(order).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID', currentCycle: { index: 1 } })
      const eventSlugs = (await server.emittedEvents(site, order.id)).map(({ slug }) => slug)
      for (const once of ['purchased', 'started', 'cycle_started']) expect(eventSlugs.filter((slug) => slug === once)).toHaveLength(1)
      const { invoices } = await server.ok('GET', `/api/plan-orders/${order.id}/invoices`, { as: site })
      expect(invoices).toMatchObject([{ state: 'PAID', attempts: [{ outcome: 'SUCCEEDED' }] }])
      expect((await server.sentEmails(site)).filter(({ template }) => template === 'payment-receipt')).toHaveLength(1)
      expect(await brokenInvariants(server.open.db)).toEqual([])
    } finally {
      await configurePayments({ provider: 'sandbox' })
    }
  })

  test('a coupon once per customer, asked for in sixty-four tabs: one order has it', async () => {
    const planId = await plan()
    const scope = { namespace: 'pricingPlans' }
    await server.ok('POST', '/stores/v2/coupons', {
      as: site,
      body: { specification: { name: 'Once', code: 'ONCE', startTime: '0', limitPerCustomer: 1, moneyOffAmount: 5, scope } },
    })
    const { token } = await server.registerMember(site)
    const { won, lost } = await concurrently(concurrency, () =>
      server.call('POST', '/v2/checkout/orders/online', { token, body: { planId, couponCode: 'ONCE' } }),
    )
    expect(won).toHaveLength(1)
    expect(new Set(lost.map(errorCode))).toEqual(new Set(['ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED']))
  })

  test('pausing, keeping, stopping and trying again at the same moment: each is done or refused, and the order is whole', async () => {
    const planId = await plan()
    const { token } = await server.registerMember(site)
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' }
    const { order } = await server.ok('POST', '/api/checkout/plans', { token, body: { planId, card } })
    await server.ok('POST', '/_test/payments/next', { body: { metaSiteId: site.metaSiteId, orderId: order.id, outcome: 'declined:generic_decline', times: 1 } })
    await server.ok('POST', '/_test/clock', { body: { now: new Date(Date.parse(order.currentCycle.endedDate) + 60_000).toISOString() } })
    const actions = [
      () => server.call('POST', `/api/plan-orders/${order.id}/try-now`, { token }),
      () => server.call('POST', `/v2/orders/${order.id}/pause`, { as: site, body: {} }),
      () => server.call('POST', `/v2/orders/${order.id}/resume`, { as: site, body: {} }),
      () => server.call('POST', `/api/plan-orders/${order.id}/keep-renewing`, { token }),
    ]
    const answers = await Promise.all(Array.from({ length: 32 }, (_, at) => (actions[at % actions.length] as (typeof actions)[number])()))
    expect(answers.filter(({ status }) => ![200, 409, 428].includes(status)).map(({ text }) => text)).toEqual([])
    await server.ok('POST', '/_test/run')
    const { invoices } = await server.ok('GET', `/api/plan-orders/${order.id}/invoices`, { as: site })
    const second = invoices.find(({ cycleIndex }: { cycleIndex: number }) => cycleIndex === 2)
    expect(second.attempts.filter(({ outcome }: { outcome: string }) => outcome === 'SUCCEEDED').length).toBeLessThanOrEqual(1)
    expect(await brokenInvariants(server.open.db)).toEqual([])
  })
})
