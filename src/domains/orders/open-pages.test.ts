/** Pages of the provider, charges and disputes that are open while the order changes. With the real client of Stripe against its stand-in. Source: guide pricing-plans §6.2, §9.3, §10.5, §11. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { sendStripeEvent, type FakeStripe, type StripeEvent } from '../../../test/stripe.ts'
import { startStripeServer, type StripeServer } from '../../../test/stripe-server.ts'
import { monthly } from '../../../test/factories/plan-orders.ts'
import type { TestSite, TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let stripe: FakeStripe
let settings: StripeServer['settings']
let close: StripeServer['close']
beforeAll(async () => {
  ;({ stripe, server, settings, close } = await startStripeServer())
  site = await server.createSite()
})
afterAll(() => close())

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

/** The charges of an order that went through, by their names at the provider. */
const listCharges = (orderId: string): string[] =>
  stripe.intents().flatMap(({ id, metadata }) => ((metadata as { orderId?: string }).orderId === orderId ? [id] : []))
const dispute = (charge = '') => webhook({ type: 'charge.dispute.created', object: stripe.dispute(charge, 'needs_response') })
const goOn = (orderId: string) => server.ok('POST', `/api/plan-orders/${orderId}/dispute`, { as: site, body: { decision: 'go-on' } })

test('a card that is given while the bank is still asked is tried when the bank wants to hear from the buyer', async () => {
  const order = await renew('unreachable', 'authentication_required')
  await server.advanceClock('P1M')
  expect(await read(order.id)).toMatchObject({ lastPaymentStatus: 'PENDING', currentCycle: { index: 2 } })
  await giveCard(order)
  await server.advanceClock('PT30M')
  expect(await read(order.id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
  expect((await listInvoices(order.id)).at(-1)).toMatchObject({ state: 'PAID', attempts: [{ outcome: 'REQUIRES_ACTION' }, { outcome: 'SUCCEEDED' }] })
})

test('a card that is given while the bank is still asked is tried when the charge is declined', async () => {
  const order = await renew('unreachable', 'insufficient_funds')
  await server.advanceClock('P1M')
  await giveCard(order)
  await server.advanceClock('PT30M')
  expect(await read(order.id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
})

test('a card that is given before the grace ends decides about it, also when its bank answers later', async () => {
  const order = await renew('lost_card')
  await server.advanceClock('P1M')
  await server.advanceClock('P6DT23H30M')
  stripe.next(order.id, ...Array.from({ length: 6 }, () => 'unreachable'))
  await giveCard(order)
  await server.advanceClock('PT1H')
  expect(await read(order.id)).toMatchObject({ status: 'ACTIVE' })
  await server.advanceClock('PT2H')
  expect(await read(order.id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
})

test('a renewal that is still being asked about is not tried once more beside itself', async () => {
  const order = await renew('insufficient_funds')
  await server.advanceClock('P1M')
  await server.advanceClock('PT23H30M')
  stripe.next(order.id, ...Array.from({ length: 6 }, () => 'unreachable'), 'insufficient_funds')
  await giveCard(order)
  const problems = server.problems.length
  await server.advanceClock('PT35M')
  expect(server.problems.slice(problems)).toEqual([])
  expect((await server.call('POST', `/v2/orders/${order.id}/pause`, { as: site, body: {} })).status).toBe(200)
  await server.ok('POST', `/v2/orders/${order.id}/resume`, { as: site, body: {} })
  await server.advanceClock('PT3H')
  expect((await listInvoices(order.id)).at(-1).attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['DECLINED', 'DECLINED'])
  // The next try of the schedule follows.
  await server.advanceClock('P2D')
  expect(await read(order.id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
})

test('after a dispute a declined renewal has the tries that were left', async () => {
  const order = await renew('insufficient_funds', 'insufficient_funds')
  const [first] = listCharges(order.id)
  await server.advanceClock('P1M')
  await dispute(first)
  await server.advanceClock('P14D')
  await goOn(order.id)
  await server.advanceClock('P1DT1H')
  expect((await listInvoices(order.id)).at(-1)).toMatchObject({ state: 'RETRYING', attempts: [{ n: 1 }, { n: 2 }] })
  await server.advanceClock('P2D')
  expect(await read(order.id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
})

test('a cycle that began while a dispute was open has its grace from when the order goes on', async () => {
  const order = await renew('insufficient_funds')
  const [first] = listCharges(order.id)
  await dispute(first)
  await server.advanceClock('P1M')
  await server.advanceClock('P10D')
  await goOn(order.id)
  await server.ok('POST', '/_test/run')
  expect(await read(order.id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'FAILED' })
  await server.advanceClock('P1DT1H')
  expect(await read(order.id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
})

test('a second dispute does not shorten the tries that the first one holds', async () => {
  const order = await renew('succeeded', 'insufficient_funds')
  await server.advanceClock('P1M')
  await server.advanceClock('P1M')
  const [one, two] = listCharges(order.id)
  await dispute(one)
  await server.advanceClock('P10D')
  await dispute(two)
  await server.advanceClock('P1D')
  await goOn(order.id)
  await server.ok('POST', '/_test/run')
  expect((await listInvoices(order.id)).at(-1).attempts).toHaveLength(1)
})

test('a dispute about a plan that is over asks for no decision', async () => {
  const order = await renew()
  const [first] = listCharges(order.id)
  await server.ok('POST', `/v2/orders/${order.id}/cancel`, { as: site, body: { effectiveAt: 'IMMEDIATELY' } })
  await dispute(first)
  expect(await server.ok('GET', `/api/plan-orders/${order.id}/invoices`, { as: site })).toMatchObject({ onHold: false, disputes: [{ state: 'OPEN' }] })
})

test('who chooses to use another card for all plans after all has it used for all', async () => {
  const order = await renew()
  const planId = await createPlan()
  const other = await press(order.token, planId, 'other')
  await webhook(stripe.complete(other.url))
  const open = (forAll: boolean) => server.ok('POST', `/api/plan-orders/${order.id}/card`, { token: order.token, body: { forAll } })
  await open(false)
  const { url } = await open(true)
  await webhook(stripe.complete(url, { card: '5555555555554444' }))
  await server.advanceClock('P1M')
  const { rows } = await sql<{ last4: string }>`select m.last4 from plan_order o join payment_method m on m.site_id = o.site_id and m.id = o.payment_method_id
    where o.id in (${order.id}, ${other.id})`.execute(server.open.db)
  expect(rows.map(({ last4 }) => last4)).toEqual(['4444', '4444'])
})

test('a card that is declined on a page ends no order whose last try is still being asked about', async () => {
  const order = await renew(...Array.from({ length: 4 }, () => 'insufficient_funds'))
  await server.advanceClock('P1M')
  await server.advanceClock('P6D')
  const { url } = await server.ok('POST', `/api/pay/${order.payOrder}`, { token: order.token, body: {} })
  stripe.next(order.id, 'unreachable')
  await server.advanceClock('P1DT1M')
  await webhook(stripe.complete(url, 'declined'))
  expect(await read(order.id)).toMatchObject({ status: 'ACTIVE' })
  await server.advanceClock('PT1H')
  expect(await read(order.id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
})
