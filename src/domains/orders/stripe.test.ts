/** The whole lifecycle of payments with the real client of Stripe against a stand-in that refuses what Stripe refuses. Source: guide pricing-plans §10.4. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMetrics } from '#kit/observability/metrics.ts'
import { configurePayments } from '#kit/payments/providers.ts'
import { sendStripeEvent, type FakeStripe, type StripeEvent } from '../../../test/stripe.ts'
import { startStripeServer, type StripeServer } from '../../../test/stripe-server.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
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
const about = async (id: string) => server.ok('GET', `/api/plan-orders/${id}/invoices`, { as: site })
async function webhook(event: StripeEvent, id?: string) {
  const status = await sendStripeEvent(server, stripe, event, { id })
  await server.ok('POST', '/_test/run')
  return status
}
/** What the previews of an order and of its price are refused for. */
async function previewCodes(token: string, planId: string, couponCode?: string) {
  const preview = async (path: string) => errorCode(await server.call('POST', path, { token, body: { planId, couponCode } }))
  return { order: await preview('/v2/checkout/orders/preview-online'), price: await preview('/v2/checkout/orders/price-preview') }
}
async function open(pricing: object = {}) {
  const plan = { name: 'Pass', pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' }, ...pricing } }
  const { plan: made } = await server.ok('POST', '/v2/plans', { as: site, body: { plan } })
  const member = await server.registerMember(site)
  const begun = await server.ok('POST', '/api/checkout/plans', { token: member.token, body: { planId: made.id, key: 'press' } })
  return { ...member, planId: made.id as string, id: begun.order.id as string, payOrder: begun.order.wixPayOrderId as string, begun }
}
async function buyPlan(pricing: object = {}) {
  const made = await open(pricing)
  const paid = stripe.complete(made.begun.url)
  expect(await webhook(paid)).toBe(200)
  return { ...made, paid }
}

test("the buyer pays on Stripe's page; webhook and return together activate once", async () => {
  const { id, token, payOrder, planId, begun } = await open()
  expect(begun).toMatchObject({ outcome: 'requires_action', url: expect.stringContaining('https://checkout.invalid/'), order: { status: 'DRAFT' } })
  expect(await server.ok('GET', `/api/pay/${payOrder}`, { token })).toMatchObject({ page: 'hosted', testPayments: true })
  // Pressing again leads to the same page.
  const again = await server.ok('POST', '/api/checkout/plans', { token, body: { planId, key: 'press' } })
  expect(again.url).toBe(begun.url)
  const paid = stripe.complete(begun.url)
  const check = () => server.ok('POST', `/api/pay/${payOrder}/check`, { token })
  await Promise.all([webhook(paid, 'evt_same'), check(), webhook(paid, 'evt_same')])
  expect(await check()).toMatchObject({ outcome: 'succeeded', order: { status: 'ACTIVE', lastPaymentStatus: 'PAID' } })
  expect((await server.emittedEvents(site, id)).filter(({ slug }) => slug === 'purchased')).toHaveLength(1)
  expect((await about(id)).invoices).toMatchObject([{ state: 'PAID', amount: '40.00', paidBy: 'stripe', attempts: [{ outcome: 'SUCCEEDED' }] }])
})

test('a decline on the page leaves the draft; the next press opens a new page', async () => {
  const { id, token, planId, begun } = await open()
  expect(await webhook(stripe.complete(begun.url, 'declined'))).toBe(200)
  expect(await read(id)).toMatchObject({ status: 'DRAFT', lastPaymentStatus: 'FAILED' })
  const again = await server.ok('POST', '/api/checkout/plans', { token, body: { planId, key: 'press' } })
  expect(again.url).not.toBe(begun.url)
  await webhook(stripe.complete(again.url))
  expect(await read(id)).toMatchObject({ status: 'ACTIVE' })
})

test('a payment on a page that was left open for days goes back, and the reply says so', async () => {
  const { id, token, payOrder, begun } = await open()
  await server.advanceClock('P2D')
  expect(await read(id)).toMatchObject({ status: 'CANCELED' })
  const paid = stripe.complete(begun.url)
  const check = () => server.ok('POST', `/api/pay/${payOrder}/check`, { token })
  expect(await check()).toMatchObject({ outcome: 'succeeded', goesBack: true, order: { status: 'CANCELED' } })
  expect(await webhook(paid)).toBe(200)
  expect(stripe.refundedAmount(paid.object.id)).toBe(4000)
  expect(await check()).toMatchObject({ outcome: 'succeeded', goesBack: true })
  expect((await about(id)).refunds).toMatchObject([{ reason: 'LATE', state: 'SUCCEEDED', amount: '40.00' }])
  // What was bought and cancelled afterwards does not go back by itself.
  const bought = await buyPlan()
  await server.ok('POST', `/v2/orders/${bought.id}/cancel`, { as: site, body: { effectiveAt: 'IMMEDIATELY' } })
  const after = await server.ok('POST', `/api/pay/${bought.payOrder}/check`, { token: bought.token })
  expect(after).toMatchObject({ outcome: 'succeeded', order: { status: 'CANCELED' } })
  expect(after).not.toHaveProperty('goesBack')
})

test('a trial saves the card, then renewals are charged off session: declined, asked for the bank, unclear, paid', async () => {
  const { id } = await buyPlan({ freeTrialDays: 7 })
  expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PENDING' })
  stripe.next(id, 'insufficient_funds')
  await server.advanceClock('P7DT1H')
  expect((await about(id)).invoices.at(-1)).toMatchObject({ state: 'RETRYING', attempts: [{ declineCode: 'insufficient_funds' }] })
  await server.advanceClock('P1D')
  expect(await read(id)).toMatchObject({ lastPaymentStatus: 'PAID' })
  const charges = () => stripe.intents().filter(({ metadata }) => (metadata as { orderId?: string }).orderId === id).length
  const before = charges()
  // The answer gets lost on the way, twice: the same key finds the same charge.
  stripe.next(id, '500')
  await server.advanceClock('P1M')
  await server.advanceClock('PT30M')
  expect(await read(id)).toMatchObject({ lastPaymentStatus: 'PAID', currentCycle: { index: 2 } })
  expect(charges()).toBe(before + 1)
  stripe.next(id, 'authentication_required')
  await server.advanceClock('P1M')
  expect((await about(id)).invoices.at(-1)).toMatchObject({ state: 'RETRYING', attempts: [{ outcome: 'REQUIRES_ACTION' }] })
})

test('while a payment is disputed no declined renewal is tried again, with no card, and none is given up', async () => {
  const { id, paid } = await buyPlan()
  stripe.next(id, 'insufficient_funds')
  await server.advanceClock('P1M')
  expect((await about(id)).invoices.at(-1)).toMatchObject({ state: 'RETRYING', attempts: [{ declineCode: 'insufficient_funds' }] })
  await webhook({ type: 'charge.dispute.created', object: stripe.dispute(paid.object.id, 'needs_response') })
  await server.advanceClock('P20D')
  expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'FAILED' })
  expect((await about(id)).invoices.at(-1)).toMatchObject({ state: 'RETRYING', attempts: [{ n: 1 }] })
  // As an earlier version noted it: due by a try that stands still now.
  await server.open.db.updateTable('planOrder').set({ nextDueAt: server.clocks.now() }).where('id', '=', id).execute()
  await server.ok('POST', '/_test/run')
  expect(await server.runMoneyCheck(site)).toMatchObject({ isRunning: false, findings: [] })
  expect((await about(id)).invoices.at(-1)).toMatchObject({ state: 'RETRYING', attempts: [{ n: 1 }] })
  await server.ok('POST', `/api/plan-orders/${id}/dispute`, { as: site, body: { decision: 'go-on' } })
  expect((await about(id)).invoices.at(-1).attempts).toHaveLength(1)
  await server.advanceClock('P1D')
  expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
})

test('a rejected key stops the charges, changes no order, and is shown; then charging goes on', async () => {
  const { id } = await buyPlan({ subscription: { cycleDuration: { count: 1, unit: 'WEEK' }, cycleCount: 0 } })
  await server.advanceClock('P6DT23H')
  await configurePayments(settings({ secretKey: 'sk_test_wrong' }))
  await server.advanceClock('PT2H')
  expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PENDING', currentCycle: { index: 2 } })
  expect(await server.ok('GET', '/api/payments/status', { as: site })).toMatchObject({
    provider: 'stripe',
    problem: expect.stringContaining('STRIPE_SECRET_KEY'),
  })
  expect((await server.sentEmails(site, site.ownerEmail)).map(({ template }) => template)).toContain('charges-stopped')
  await configurePayments(settings())
  await server.advanceClock('PT15M')
  expect(await read(id)).toMatchObject({ lastPaymentStatus: 'PAID' })
  expect(await server.ok('GET', '/api/payments/status', { as: site })).not.toHaveProperty('problem')
  await configurePayments({ provider: 'stripe', problem: 'STRIPE_SECRET_KEY is missing.' })
  expect(
    errorCode(
      await server.call('POST', '/v2/checkout/orders/online', { token: (await server.registerMember(site)).token, body: { planId: (await read(id)).planId } }),
    ),
  ).toBe('accept_payment_feature_missing')
  await configurePayments(settings())
})

test('refunds of ours, of theirs, and a lost dispute', async () => {
  const { id, paid } = await buyPlan()
  const { invoices } = await about(id)
  await server.ok('POST', `/api/plan-orders/${id}/refunds`, { as: site, body: { invoiceId: invoices[0].id, amount: '10' } })
  stripe.refundElsewhere(paid.object.id, 500)
  const charge = { id: 'ch_1', object: 'charge', payment_intent: paid.object.id, metadata: { siteId: site.metaSiteId } }
  await webhook({ type: 'charge.refunded', object: charge })
  expect(await about(id)).toMatchObject({
    refunds: expect.arrayContaining([
      expect.objectContaining({ reason: 'OWNER', amount: '10.00', state: 'SUCCEEDED' }),
      expect.objectContaining({ reason: 'PROVIDER', amount: '5.00', state: 'SUCCEEDED' }),
    ]),
    invoices: [{ state: 'PARTIALLY_REFUNDED', refunded: '15.00' }],
  })
  const other = await buyPlan()
  const opened = stripe.dispute(other.paid.object.id, 'needs_response')
  await webhook({ type: 'charge.dispute.created', object: opened })
  expect(await about(other.id)).toMatchObject({ onHold: true, disputes: [{ state: 'OPEN' }] })
  await webhook({ type: 'charge.dispute.closed', object: stripe.dispute(other.paid.object.id, 'lost') })
  expect(await about(other.id)).toMatchObject({ disputes: [{ state: 'LOST' }], invoices: [{ state: 'REFUNDED' }] })
})

/** What an account holds. */
async function readBalance(account: string): Promise<number> {
  const { accounts } = await server.ok('GET', '/api/money/balances', { as: site })
  return Number(accounts.find((one: { account: string }) => one.account === account)?.closing ?? 0)
}

test('of a payment that went back in part the whole is disputed: nothing stays with the bank in the books, won or lost', async () => {
  const [disputed, lost, earned] = [await readBalance('disputed'), await readBalance('lost'), await readBalance('earned')]
  for (const [outcome, left] of [
    ['won', 30],
    ['lost', -10],
  ] as const) {
    const before = await readBalance('cash:stripe')
    const { id, paid } = await buyPlan()
    const [invoice] = (await about(id)).invoices
    await server.ok('POST', `/api/plan-orders/${id}/refunds`, { as: site, body: { invoiceId: invoice.id, amount: '10' } })
    await webhook({ type: 'charge.dispute.created', object: stripe.dispute(paid.object.id, 'needs_response') })
    expect(await readBalance('disputed')).toBe(disputed + 40)
    await webhook({ type: 'charge.dispute.closed', object: stripe.dispute(paid.object.id, outcome) })
    // A bank that takes back what had gone back already has taken it twice.
    expect(await readBalance('cash:stripe')).toBe(before + left)
    expect(await readBalance('disputed')).toBe(disputed)
    expect((await about(id)).invoices).toMatchObject([outcome === 'won' ? { state: 'PARTIALLY_REFUNDED', refunded: '10.00' } : { state: 'REFUNDED' }])
  }
  expect([(await readBalance('lost')) - lost, (await readBalance('earned')) - earned]).toEqual([10, -30])
  expect(await server.runMoneyCheck(site)).toMatchObject({ findings: [] })
})

test('what was disputed goes back by hand while the bank decides: a lost dispute leaves nothing at the bank', async () => {
  const [disputed, lost] = [await readBalance('disputed'), await readBalance('lost')]
  const { id, paid } = await buyPlan()
  const [invoice] = (await about(id)).invoices
  await webhook({ type: 'charge.dispute.created', object: stripe.dispute(paid.object.id, 'needs_response') })
  await server.ok('POST', `/api/plan-orders/${id}/refunds`, { as: site, body: { invoiceId: invoice.id } })
  await webhook({ type: 'charge.dispute.closed', object: stripe.dispute(paid.object.id, 'lost') })
  expect([await readBalance('disputed'), (await readBalance('lost')) - lost]).toEqual([disputed, 40])
  expect(await server.runMoneyCheck(site)).toMatchObject({ findings: [] })
})

test('a dispute that is lost while a refund is on its way waits for what becomes of it', async () => {
  const [disputed, lost, earned] = [await readBalance('disputed'), await readBalance('lost'), await readBalance('earned')]
  const begin = async () => {
    const { id, paid } = await buyPlan()
    const [invoice] = (await about(id)).invoices
    stripe.failNext('POST /v1/refunds', 2)
    await server.ok('POST', `/api/plan-orders/${id}/refunds`, { as: site, body: { invoiceId: invoice.id } })
    expect((await about(id)).refunds).toMatchObject([{ state: 'SENDING' }])
    for (const [type, status] of [
      ['created', 'needs_response'],
      ['closed', 'lost'],
    ] as const)
      await webhook({ type: `charge.dispute.${type}`, object: stripe.dispute(paid.object.id, status) })
    return { id, charge: paid.object.id }
  }
  const { id } = await begin()
  await server.advanceClock('PT2H')
  expect((await about(id)).refunds).toMatchObject([{ state: 'SUCCEEDED', reason: 'OWNER' }])
  expect([await readBalance('disputed'), (await readBalance('lost')) - lost]).toEqual([disputed, 40])
  // Of the other one a part went back elsewhere meanwhile, so that the refund of all of it fails.
  const other = await begin()
  stripe.refundElsewhere(other.charge, 1000)
  await server.advanceClock('PT2H')
  expect((await about(other.id)).refunds.map(({ state, reason, amount }: Record<string, string>) => `${reason} ${amount} ${state}`).toSorted()).toEqual([
    'DISPUTE 30.00 SUCCEEDED',
    'OWNER 40.00 FAILED',
    'PROVIDER 10.00 SUCCEEDED',
  ])
  expect([await readBalance('disputed'), (await readBalance('lost')) - lost, await readBalance('earned')]).toEqual([disputed, 50, earned])
  expect(await server.runMoneyCheck(site)).toMatchObject({ findings: [] })
})

test('a webhook without a fitting signature changes nothing; unknown events are taken and ignored', async () => {
  const { id, begun } = await open()
  const paid = stripe.complete(begun.url)
  const { payload, headers } = stripe.signed(paid.type, paid.object)
  const send = (body: string, signature: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/payments/stripe/webhook',
      payload: body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })
  for (const [body, signature] of [
    [`${payload} `, headers['stripe-signature'] ?? ''],
    [payload, 't=1,v1=00'],
  ] as const) {
    const answer = await send(body, signature)
    expect([answer.statusCode, answer.json().details.applicationError.code]).toEqual([400, 'BAD_SIGNATURE'])
  }
  expect(await read(id)).toMatchObject({ status: 'DRAFT' })
  expect(await webhook({ type: 'customer.created', object: { id: 'cus_1' } })).toBe(200)
  const elsewhere = { ...paid.object, id: 'pi_elsewhere', metadata: { siteId: '6b0b7f5e-0c0e-4c3a-9a55-0f3d3a1d1a99' } }
  expect(await webhook({ type: 'payment_intent.succeeded', object: elsewhere })).toBe(200)
  expect((await server.call('POST', '/api/payments/sandbox/webhook', { body: {} })).status).toBe(404)
})

test('an event that belongs to no site is kept, counted and logged, once, and bound', async () => {
  const { db } = server.open
  const findKeptAmount = (ref: string) => db.selectFrom('unknownProviderEvent').selectAll().where('ref', '=', ref).execute()
  const countReports = (ref: string) => server.problems.filter((problem) => problem.includes('belongs to no site') && problem.includes(ref)).length
  const { begun } = await open()
  const { object } = stripe.complete(begun.url)
  const namedSite = randomUUID()
  const elsewhere = { ...object, id: 'pi_unknown', metadata: { siteId: namedSite } }
  for (const _repeat of [1, 2]) expect(await webhook({ type: 'payment_intent.succeeded', object: elsewhere }, 'evt_unknown')).toBe(200)
  expect(await findKeptAmount('pi_unknown')).toMatchObject([{ provider: 'stripe', eventId: 'evt_unknown', kind: 'payment', namedSite }])
  expect(countReports('pi_unknown')).toBe(1)
  const { text } = await readMetrics({ queue: async () => ({ due: 0, oldestSeconds: 0, dead: 0 }) })
  expect(text).toMatch(/atrium_payment_events_unknown_total\{provider="stripe",kind="payment"\} [1-9]/)
  // A payment that something else took by the same account names no site at all.
  const unnamed = { ...elsewhere, id: 'pi_unheard_of', metadata: {} }
  expect(await webhook({ type: 'payment_intent.succeeded', object: unnamed })).toBe(200)
  expect(await findKeptAmount('pi_unheard_of')).toMatchObject([{ kind: 'payment', namedSite: null }])
  await sql`insert into unknown_provider_event select 'stripe', 'evt_later_' || n, 'payment', 'pi_later', null, now() + interval '1 day'
    from generate_series(1, 1000) n`.execute(db)
  await webhook({ type: 'payment_intent.succeeded', object: { ...elsewhere, id: 'pi_newest' } })
  expect(
    await db
      .selectFrom('unknownProviderEvent')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirst(),
  ).toEqual({ n: 1000 })
  expect(await findKeptAmount('pi_unknown')).toEqual([])
  await sql`delete from unknown_provider_event`.execute(db)
})

test('amounts that Stripe does not take are refused when the plan is saved', async () => {
  const answer = await server.call('POST', '/v2/plans', {
    as: site,
    body: { plan: { name: 'Cheap', pricing: { singlePaymentUnlimited: true, price: { value: '0.30' } } } },
  })
  expect(answer.body.details.validationError.fieldViolations).toMatchObject([
    { field: 'plan.pricing.price.value', description: expect.stringContaining('at least 0.50') },
  ])
})

test('a card that is refused on an open page undoes no payment that the owner has noted meanwhile', async () => {
  const { id, token, payOrder } = await buyPlan({ subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 } })
  stripe.next(id, 'insufficient_funds')
  await server.advanceClock('P1M')
  expect(await read(id)).toMatchObject({ lastPaymentStatus: 'FAILED', currentCycle: { index: 2 } })
  const { url } = await server.ok('POST', `/api/pay/${payOrder}`, { token, body: {} })
  await server.ok('POST', `/api/plan-orders/${id}/record-payment`, { as: site, body: {} })
  expect(await webhook(stripe.complete(url, 'declined'))).toBe(200)
  expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
  expect((await about(id)).invoices.at(-1)).toMatchObject({ state: 'PAID', paidBy: 'manual' })
})

test('what Stripe cannot charge in some cycle is not sold, and one small sum stops no other payment', async () => {
  const weekly = { subscription: { cycleDuration: { count: 1, unit: 'WEEK' }, cycleCount: 0 }, price: { value: '40' } }
  const { plan } = await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Small', pricing: weekly } } })
  const specification = { name: 'Nearly free', code: 'NEARLY', startTime: '0', scope: { namespace: 'pricingPlans' }, percentOffRate: 99 }
  await server.ok('POST', '/stores/v2/coupons', { as: site, body: { specification } })
  const { token } = await server.registerMember(site)
  const buy = (couponCode?: string) => server.call('POST', '/v2/checkout/orders/online', { token, body: { planId: plan.id, couponCode } })
  expect(errorCode(await buy('NEARLY'))).toBe('ERROR_INVALID_SUBTOTAL')
  // The previews say it before: that of the order, and that of the coupon, unless it can be used at the front desk.
  expect(await previewCodes(token, plan.id, 'NEARLY')).toEqual({ order: 'ERROR_INVALID_SUBTOTAL', price: 'ERROR_INVALID_SUBTOTAL' })
  expect(await previewCodes(token, plan.id)).toEqual({ order: undefined, price: undefined })
  await server.ok('PATCH', '/api/money/terms', { as: site, body: { payAtDesk: true } })
  expect(await previewCodes(token, plan.id, 'NEARLY')).toEqual({ order: 'ERROR_INVALID_SUBTOTAL', price: undefined })
  await server.ok('PATCH', '/api/money/terms', { as: site, body: { payAtDesk: false } })
  expect((await buy()).status).toBe(200)
  // A renewal of an order that another provider took once: its bank is not asked, and the provider is not in question.
  const { id } = await buyPlan(weekly)
  const { db } = server.open
  const { snapshot } = await db.selectFrom('planOrder').select('snapshot').where('id', '=', id).executeTakeFirstOrThrow()
  const cheap = JSON.stringify(snapshot).replaceAll('"40.00"', '"0.40"')
  await sql`update plan_order set snapshot = ${cheap}::jsonb where id = ${id}`.execute(db)
  await server.advanceClock('P7DT1H')
  expect((await about(id)).invoices.at(-1)).toMatchObject({ state: 'RETRYING', amount: '0.40', attempts: [{ declineCode: 'amount_not_supported' }] })
  expect(await server.ok('GET', '/api/payments/status', { as: site })).not.toHaveProperty('problem')
})

test('a tax that leaves an amount which Stripe cannot charge is said before anyone pays', async () => {
  const kuwait = await server.createSite({ currency: 'KWD' })
  await server.ok('PATCH', '/api/money/terms', { as: kuwait, body: { tax: { name: 'VAT', rate: '7.25', includedInPrice: false } } })
  const pricing = { singlePaymentUnlimited: true, price: { value: '10.500' } }
  const { plan } = await server.ok('POST', '/v2/plans', { as: kuwait, body: { plan: { name: 'Pass', pricing } } })
  const { token } = await server.registerMember(kuwait)
  expect(errorCode(await server.call('POST', '/v2/checkout/orders/online', { token, body: { planId: plan.id } }))).toBe('PAYMENT_AMOUNT_NOT_SUPPORTED')
  // Every caller gets the price of a plan as it is.
  expect(await previewCodes(token, plan.id)).toEqual({ order: 'PAYMENT_AMOUNT_NOT_SUPPORTED', price: undefined })
})

test('a plan cannot be paid while Stripe does not answer; the next press opens its page', async () => {
  const plan = { name: 'Pass', pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } } }
  const { plan: made } = await server.ok('POST', '/v2/plans', { as: site, body: { plan } })
  const { token } = await server.registerMember(site)
  const press = () => server.call('POST', '/api/checkout/plans', { token, body: { planId: made.id, key: 'press' } })
  await configurePayments(settings({ apiUrl: 'http://127.0.0.1:1' }))
  const refused = await press()
  expect([refused.status, errorCode(refused)]).toEqual([503, 'UNAVAILABLE'])
  await configurePayments(settings())
  const { body } = await press()
  expect(body).toMatchObject({ outcome: 'requires_action', url: expect.stringContaining('https://checkout.invalid/') })
  expect(await webhook(stripe.complete(body.url))).toBe(200)
  expect((await read(body.order.id)).status).toBe('ACTIVE')
})
