/** Pages of the provider, and charges, that stay open while the order changes. With the real client of Stripe against its stand-in. Source: guide pricing-plans §6.2, §9.3, §10.5. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { sendStripeEvent, startFakeStripe, type FakeStripe, type StripeEvent } from '../../../test/stripe.ts'
import { monthly } from '../../../test/factories/plan-orders.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

const [secretKey, webhookSecret] = ['sk_test_studio', 'whsec_test_studio']
let server: TestServer
let site: TestSite
let stripe: FakeStripe
const settings = () => ({ provider: 'stripe' as const, stripe: { secretKey, webhookSecret, apiUrl: stripe.url } })
beforeAll(async () => {
  stripe = await startFakeStripe(secretKey, webhookSecret)
  await configurePayments(settings())
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(async () => {
  await configurePayments({ provider: 'sandbox' })
  await server.close()
  await stripe.close()
})

const read = async (id: string) => (await server.ok('GET', `/v2/orders/${id}`, { as: site })).order
const listInvoices = async (id: string) => (await server.ok('GET', `/api/plan-orders/${id}/invoices`, { as: site })).invoices
async function webhook(event: StripeEvent) {
  expect(await sendStripeEvent(server, stripe, event)).toBe(200)
  await server.ok('POST', '/_test/run')
}
const createPlan = async (pricing: object = {}): Promise<string> =>
  (await server.ok('POST', '/v2/plans', { as: site, body: { plan: monthly({}, pricing) } })).plan.id
/** A press of "Pay" at the checkout: the order and the page of the provider. */
async function press(token: string, planId: string, key: string) {
  const { order, url } = await server.ok('POST', '/api/checkout/plans', { token, body: { planId, key } })
  return { id: order.id as string, payOrder: order.wixPayOrderId as string, url: url as string }
}
const check = (token: string, payOrder: string) => server.ok('POST', `/api/pay/${payOrder}/check`, { token })

test('of two drafts with open pages only the first gets the trial; the other asks for its first payment', async () => {
  const { token } = await server.registerMember(site)
  const planId = await createPlan({ freeTrialDays: 7 })
  const [first, second] = [await press(token, planId, 'one'), await press(token, planId, 'two')]
  await webhook(stripe.complete(first.url))
  expect(await read(first.id)).toMatchObject({ status: 'ACTIVE', freeTrialDays: 7 })
  await webhook(stripe.complete(second.url))
  const order = await read(second.id)
  expect(order).toMatchObject({ status: 'DRAFT', lastPaymentStatus: 'UNPAID' })
  expect(order).not.toHaveProperty('freeTrialDays')
  expect(await check(token, second.payOrder)).toMatchObject({ outcome: 'requires_action', order: { status: 'DRAFT' } })
  expect(await server.ok('GET', `/api/pay/${second.payOrder}`, { token })).toMatchObject({ payable: true, dueNow: { amount: '40.00' } })
  const { url } = await server.ok('POST', `/api/pay/${second.payOrder}`, { token, body: {} })
  await webhook(stripe.complete(url))
  expect(await read(second.id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID', currentCycle: { index: 1 } })
  expect(await server.runMoneyCheck(site)).toMatchObject({ findings: [] })
})

test('a page that only saves a card, left open when the trial was used elsewhere, pays for no cycle', async () => {
  const { token } = await server.registerMember(site)
  const planId = await createPlan({ freeTrialDays: 7 })
  const [left, other] = [await press(token, planId, 'one'), await press(token, planId, 'two')]
  await webhook(stripe.complete(other.url))
  const again = await press(token, planId, 'one')
  expect(again.url).not.toBe(left.url)
  await webhook(stripe.complete(left.url))
  expect(await read(left.id)).toMatchObject({ status: 'DRAFT' })
  await webhook(stripe.complete(again.url))
  expect(await read(left.id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
  expect((await listInvoices(left.id)).filter(({ cycleIndex }: { cycleIndex: number }) => cycleIndex > 0)).toMatchObject([{ amount: '40.00', state: 'PAID' }])
})

test("the bank's question about a card is too late when the trial was used elsewhere meanwhile", async () => {
  await configurePayments({ provider: 'sandbox' })
  const { token } = await server.registerMember(site)
  const planId = await createPlan({ freeTrialDays: 7 })
  const buy = (key: string, number: string) =>
    server.ok('POST', '/api/checkout/plans', { token, body: { planId, key, card: { number, expMonth: 12, expYear: 2090, cvc: '123' } } })
  const asked = await buy('one', '4000002500003155')
  expect(asked).toMatchObject({ outcome: 'requires_action', order: { status: 'DRAFT', freeTrialDays: 7 } })
  expect(await buy('two', '4242424242424242')).toMatchObject({ outcome: 'succeeded', order: { status: 'ACTIVE', freeTrialDays: 7 } })
  const answer = await server.call('POST', `/api/pay/${asked.order.wixPayOrderId}/challenge`, {
    token,
    body: { attemptId: asked.attemptId, answer: 'approve' },
  })
  expect([answer.status, errorCode(answer)]).toEqual([428, 'ORDER_NOT_PAYABLE'])
  expect(await read(asked.order.id)).toMatchObject({ status: 'DRAFT' })
  await configurePayments(settings())
})

/** A running order whose renewal is on its way; what the bank says about it follows. */
async function renew(...answers: string[]) {
  const { token, memberId } = await server.registerMember(site)
  const begun = await press(token, await createPlan(), 'one')
  await webhook(stripe.complete(begun.url))
  stripe.next(begun.id, ...answers)
  return { ...begun, token, memberId }
}
async function giveCard({ id, token }: { id: string; token: string }, forAll = false) {
  const { url } = await server.ok('POST', `/api/plan-orders/${id}/card`, { token, body: { forAll } })
  await webhook(stripe.complete(url, { card: '5555555555554444' }))
}

test('a card that is given while the bank is still asked is tried when the bank wants to hear from the buyer', async () => {
  const order = await renew('unreachable', 'unreachable', 'authentication_required')
  await server.advanceClock('P1M')
  expect(await read(order.id)).toMatchObject({ lastPaymentStatus: 'PENDING', currentCycle: { index: 2 } })
  await giveCard(order)
  await server.advanceClock('PT30M')
  expect(await read(order.id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
  expect((await listInvoices(order.id)).at(-1)).toMatchObject({ state: 'PAID', attempts: [{ outcome: 'REQUIRES_ACTION' }, { outcome: 'SUCCEEDED' }] })
})

test('a card that is given while the bank is still asked is tried when the charge is declined', async () => {
  const order = await renew('unreachable', 'unreachable', 'insufficient_funds')
  await server.advanceClock('P1M')
  await giveCard(order)
  await server.advanceClock('PT30M')
  expect(await read(order.id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
})
