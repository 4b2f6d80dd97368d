/** Payouts of the provider through HTTP, with Stripe's client against its stand-in. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { startFakeStripe, type FakeStripe } from '../../../test/stripe.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const secretKey = 'sk_test_payouts'
let server: TestServer
let stripe: FakeStripe
let studio: BookingStudio
const connect = (key = secretKey) => configurePayments({ provider: 'stripe', stripe: { secretKey: key, webhookSecret: 'whsec_payouts', apiUrl: stripe.url } })
beforeAll(async () => {
  stripe = await startFakeStripe(secretKey, 'whsec_payouts')
  server = await startTestServer()
  studio = await createBookingStudio(server)
  // The first site of the server, which connects the provider.
  await server.open.db
    .updateTable('site')
    .set({ createdAt: '2000-01-01T00:00:00Z' } as never)
    .where('id', '=', studio.site.metaSiteId)
    .execute()
  await connect()
})
afterAll(async () => {
  await configurePayments({ provider: 'sandbox' })
  await server.close()
  await stripe.close()
})
const list = (query: Record<string, unknown> = {}, as: Record<string, unknown> = { as: studio.site }) =>
  server.call('GET', '/api/money/payouts', { ...as, query } as never)
const listItems = (id: string, query: Record<string, unknown> = {}) => server.call('GET', `/api/money/payouts/${id}/items`, { as: studio.site, query } as never)

/** A plan that is paid on the provider's page. */
async function pay(): Promise<string> {
  const pricing = { singlePaymentUnlimited: true, price: { value: '40' } }
  const { plan } = (await studio.owner('/v2/plans', { plan: { name: 'Pass', pricing, public: true } })).body
  const member = await server.registerMember(studio.site)
  const { order, url } = await server.ok('POST', '/api/checkout/plans', { token: member.token, body: { planId: plan.id, key: 'press' } })
  const { object } = stripe.complete(url)
  await server.ok('POST', `/api/pay/${order.wixPayOrderId}/check`, { token: member.token })
  await server.runner.drain()
  return object.id
}

test('payouts with what is in them: payments of the site by name, refunds below zero, the fee of the provider', async () => {
  expect((await list()).body).toEqual({ source: 'PROVIDER', payouts: [] })
  const [first, second] = [await pay(), await pay()]
  const { payments } = await server.ok('GET', '/api/money/payments', { as: studio.site })
  stripe.refundElsewhere(second, 1000)
  const done = stripe.payOut([first, second], '2027-05-03')
  const failed = stripe.payOut([first], '2027-05-04', 'failed')
  const { body } = await list()
  expect(body).toEqual({
    source: 'PROVIDER',
    payouts: [
      expect.objectContaining({ id: failed.id, state: 'FAILED', problem: 'The bank account has been closed.', arrivalDay: '2027-05-04' }),
      // 40 twice, less 10, less 2.9 % and 0.30 of each payment.
      { id: done.id, amount: '67.08', currency: 'USD', arrivalDay: '2027-05-03', state: 'PAID', isManual: false },
    ],
  })
  const { items } = (await listItems(done.id)).body
  expect(items.map(({ kind, amount, fee, net }: Record<string, string>) => [kind, amount, fee, net].join(' ')).toSorted()).toEqual([
    'PAYMENT 40.00 1.46 38.54',
    'PAYMENT 40.00 1.46 38.54',
    'REFUND -10.00 0.00 -10.00',
  ])
  expect(new Set(items.map(({ receiptId }: { receiptId: string }) => receiptId))).toEqual(new Set(payments.map(({ id }: { id: string }) => id)))
  expect(items[0]).toMatchObject({ title: 'Pass', currency: 'USD' })
})

test('pages follow each other', async () => {
  const one = (await list({ limit: 1 })).body
  expect([one.payouts.length, typeof one.next]).toEqual([1, 'string'])
  const rest = (await list({ limit: 1, after: one.next })).body
  expect([rest.payouts.length, rest.payouts[0].id === one.payouts[0].id, rest.next]).toEqual([1, false, undefined])
  const { payouts } = (await list()).body
  const items = (await listItems(payouts[1].id, { limit: 2 })).body
  expect((await listItems(payouts[1].id, { limit: 2, after: items.next })).body.items.length).toBeGreaterThan(0)
})

test('who may not see them, wrong input, and a provider that fails', async () => {
  const clerk = await server.inviteCollaborator(studio.site, ['PRICING_PLANS.READ_ORDERS', 'PRICING_PLANS.MANAGE_ORDERS'])
  expect((await list({}, clerk as never)).status).toBe(403)
  const accountant = await server.inviteCollaborator(studio.site, ['PRICING_PLANS.READ_PAYOUTS'])
  expect((await list({}, accountant as never)).body.source).toBe('PROVIDER')
  const [payout] = (await list()).body.payouts
  expect((await list({ limit: 0 })).status).toBe(400)
  expect(errorCode(await listItems('po_unknown'))).toBe('PAYMENT_PROVIDER_REFUSED')
  expect((await listItems('a%20b')).status).toBe(400)
  stripe.failNext('GET /v1/payouts', 1)
  expect(errorCode(await list())).toBe('PAYMENT_PROVIDER_UNREACHABLE')
  await connect('sk_test_wrong')
  expect(errorCode(await list())).toBe('PAYMENT_PROVIDER_REFUSED')
  await configurePayments({ provider: 'sandbox' })
  expect((await list()).body).toEqual({ source: 'TEST', payouts: [] })
  expect(errorCode(await listItems(payout.id))).toBe('PAYOUT_NOT_FOUND')
  await configurePayments({ provider: 'none' })
  expect((await list()).body).toEqual({ source: 'NONE', payouts: [] })
  await connect()
})
