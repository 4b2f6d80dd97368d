/** Two businesses on one server: each is paid on its own account, and what an account reports is believed for its own site alone. */
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { restoreTestPayments } from '../../../test/payment-provider.ts'
import { type FakeStripe, sendStripeEvent, startFakeStripe, type StripeEvent } from '../../../test/stripe.ts'
import { type CallOptions, startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'
import { configurePayments } from '#kit/payments/providers.ts'
import { configureConnections } from './public.ts'

const riverKeys = { secretKey: 'sk_test_river', webhookSecret: 'whsec_river' }
const hillKeys = { secretKey: 'sk_test_hill', webhookSecret: 'whsec_hill' }
let server: TestServer
/** The first site, with the account of the environment. */
let river: TestSite
let hill: TestSite
let hillOwner: CallOptions
let riverStripe: FakeStripe
let hillStripe: FakeStripe
let api: Server

/** Stripe has one address for all accounts: the key says whose call it is. */
async function startApi(): Promise<string> {
  api = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { url } = request.headers.authorization?.includes(hillKeys.secretKey) ? hillStripe : riverStripe
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
    const body = parts.length > 0 ? { body: Buffer.concat(parts) } : {}
    const answer = await fetch(`${url}${request.url}`, { method: request.method as string, headers: headers as Record<string, string>, ...body })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(api.address() as { port: number }).port}`
}

beforeAll(async () => {
  server = await startTestServer()
  river = await server.createSite({ name: 'River', address: 'https://river.example' })
  hill = await server.createSite({ name: 'Hill', address: 'https://hill.example' })
  hillOwner = await server.signInAsOwner(hill)
  riverStripe = await startFakeStripe(riverKeys.secretKey, riverKeys.webhookSecret)
  hillStripe = await startFakeStripe(hillKeys.secretKey, hillKeys.webhookSecret)
  const stripeApiUrl = await startApi()
  const payments = { provider: 'stripe' as const, stripe: { ...riverKeys, apiUrl: stripeApiUrl } }
  await configurePayments(payments)
  configureConnections({ email: { smtpUrl: undefined, from: '' }, payments, hasPayments: true, stripeApiUrl })
})
afterAll(async () => {
  await restoreTestPayments()
  api.close()
  await riverStripe.close()
  await hillStripe.close()
  expect(server.problems.filter((problem) => !problem.startsWith('an event of the payment provider belongs to no site'))).toEqual([])
  await server.close()
})

async function begin(site: TestSite) {
  const pricing = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } }
  const { plan } = await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Pass', pricing } } })
  const member = await server.registerMember(site)
  return server.call('POST', '/api/checkout/plans', { token: member.token, body: { planId: plan.id, key: 'press' } })
}
/** Sends an event of an account to an address, as Stripe does. */
async function send(stripe: FakeStripe, event: StripeEvent, host: string): Promise<number> {
  const status = await sendStripeEvent(server, stripe, event, { host })
  await server.ok('POST', '/_test/run')
  return status
}
const readOrder = async (site: TestSite, id: string) => (await server.ok('GET', `/pricing-plans/v2/orders/${id}`, { as: site })).order

test('a further site has no part in the account of the environment', async () => {
  expect(await server.ok('GET', '/api/site-settings', hillOwner)).toMatchObject({ paymentPage: 'none', testPayments: false })
  expect(errorCode(await begin(hill))).toBe('accept_payment_feature_missing')
  expect((await server.ok('GET', '/api/money/payouts', { as: hill })).source).toBe('NONE')
  expect(await server.ok('GET', '/api/connections', hillOwner)).toMatchObject({ stripe: { canChange: true, source: 'NONE' } })
  expect(riverStripe.calls).toEqual([])
  expect((await begin(river)).body.url).toContain('https://checkout.invalid/')
})

test('with an account of its own it is paid there: purchase, report, refund and payouts', async () => {
  const connected = await server.ok('PUT', '/api/connections/stripe', { ...hillOwner, body: hillKeys })
  expect(connected.stripe).toMatchObject({ source: 'DASHBOARD', webhookUrl: 'https://hill.example/api/payments/stripe/webhook' })
  const before = riverStripe.calls.length
  const begun = (await begin(hill)).body
  const paid = hillStripe.complete(begun.url)
  expect(await send(hillStripe, paid, 'hill.example')).toBe(200)
  expect(await readOrder(hill, begun.order.id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
  const [invoice] = (await server.ok('GET', `/api/plan-orders/${begun.order.id}/invoices`, { as: hill })).invoices
  await server.ok('POST', `/api/plan-orders/${begun.order.id}/refunds`, { ...hillOwner, body: { invoiceId: invoice.id } })
  await server.ok('POST', '/_test/run')
  expect(hillStripe.intents().map(({ id }) => hillStripe.refundedAmount(id))).toEqual([4000])
  expect((await server.ok('GET', '/api/money/payouts', { as: hill })).source).toBe('PROVIDER')
  expect(riverStripe.calls).toHaveLength(before)
})

test('an account is not believed about the orders of another site', async () => {
  const begun = (await begin(hill)).body
  const paid = hillStripe.complete(begun.url)
  // The other account says the same about it, to either address.
  expect(await send(riverStripe, paid, 'river.example')).toBe(200)
  expect(await send(riverStripe, paid, 'hill.example')).toBe(400)
  expect((await readOrder(hill, begun.order.id)).status).toBe('DRAFT')
  const kept = await server.open.db.selectFrom('unknownProviderEvent').select('namedSite').execute()
  expect(kept).toEqual([{ namedSite: hill.metaSiteId }])
  // Its own is, also at an address that leads to no site: the body names it, the key proves it.
  expect(await send(hillStripe, paid, 'proxy.internal')).toBe(200)
  expect((await readOrder(hill, begun.order.id)).status).toBe('ACTIVE')
})

test('without its account nothing is charged elsewhere, and the first site goes on', async () => {
  await server.ok('DELETE', '/api/connections/stripe', hillOwner)
  expect(errorCode(await begin(hill))).toBe('accept_payment_feature_missing')
  const begun = (await begin(river)).body
  expect(await send(riverStripe, riverStripe.complete(begun.url), 'river.example')).toBe(200)
  expect((await readOrder(river, begun.order.id)).status).toBe('ACTIVE')
})
