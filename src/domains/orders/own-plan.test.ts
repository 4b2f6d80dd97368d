/** What members do to their own running plans: take a cancellation back, try a declined payment again, change the card. Source: guide pricing-plans §8.2, §9.3, §9.5. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let planId: string
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  const plan = {
    name: 'Pass',
    buyerCanCancel: true,
    pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } },
  }
  planId = (await server.ok('POST', '/v2/plans', { as: site, body: { plan } })).plan.id
})
afterAll(() => server.close())

const read = async (id: string) => (await server.ok('GET', `/v2/orders/${id}`, { as: site })).order
const next = (orderId: string, outcome: string, times = 1) =>
  server.ok('POST', '/_test/payments/next', { body: { metaSiteId: site.metaSiteId, orderId, outcome, times } })

async function buyPlan() {
  const member = await server.registerMember(site)
  const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId } })
  await server.ok('POST', '/_test/payments/pay', { body: { metaSiteId: site.metaSiteId, orderId: order.id, card: '4242424242424242' } })
  const own = (what: string, body: object = {}) => server.call('POST', `/api/plan-orders/${order.id}/${what}`, { token: member.token, body })
  const may = () => server.ok('GET', `/v2/orders/${order.id}/available-actions`, { token: member.token })
  const leave = () => server.ok('POST', `/v2/member/orders/${order.id}/cancel`, { token: member.token, body: { effectiveAt: 'NEXT_PAYMENT_DATE' } })
  /** An hour after the next payment was due. */
  const pastDue = async () => {
    const { currentCycle } = await read(order.id)
    await server.ok('POST', '/_test/clock', { body: { now: new Date(Date.parse(currentCycle.endedDate) + 3_600_000).toISOString() } })
  }
  return { ...member, id: order.id as string, own, may, leave, pastDue }
}

test('a long cycle is reminded of, and a card before it expires', async () => {
  const { id: longPlan } = (
    await server.ok('POST', '/v2/plans', {
      as: site,
      body: { plan: { name: 'Half a year', pricing: { subscription: { cycleDuration: { count: 6, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '90' } } } },
    })
  ).plan
  const { token, email } = await server.registerMember(site)
  const expires = server.clocks.now().toZonedDateTimeISO('UTC').add({ months: 3 })
  const card = { number: '4242424242424242', expMonth: expires.month, expYear: expires.year, cvc: '123' }
  const { order } = await server.ok('POST', '/api/checkout/plans', { token, body: { planId: longPlan, key: 'long', card } })
  await server.advanceClock('P5M25D')
  const emails = await server.sentEmails(site, email)
  const expiry = `${String(expires.month).padStart(2, '0')}/${expires.year}`
  expect(emails.find(({ template }) => template === 'card-expiring')?.variables).toMatchObject({ cardLast4: '4242', expiry })
  expect(emails.filter(({ template }) => template === 'renewal-reminder')).toMatchObject([{ variables: { nextPaymentAmount: '$90.00' } }])
  await server.ok('POST', `/v2/orders/${order.id}/cancel`, { as: site, body: { effectiveAt: 'IMMEDIATELY' } })
})

test('a member who left changes their mind on the last day: the plan renews as if nothing had been', async () => {
  const { id, own, may, leave } = await buyPlan()
  expect(await may()).toMatchObject({ mayKeepRenewing: false, mayTryAgain: false })
  await leave()
  const { endDate } = await read(id)
  expect(await may()).toMatchObject({ mayKeepRenewing: true })
  await server.ok('POST', '/_test/clock', { body: { now: new Date(Date.parse(endDate) - 60_000).toISOString() } })
  expect((await own('keep-renewing')).status).toBe(200)
  const kept = await read(id)
  expect(kept).toMatchObject({ status: 'ACTIVE', autoRenewCanceled: false })
  expect(kept).not.toHaveProperty('endDate')
  expect((await server.emittedEvents(site, id)).at(-1)).toMatchObject({ slug: 'updated' })
  await server.advanceClock('PT2M')
  expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID', currentCycle: { index: 2 } })
  // Asking again changes nothing; once it is over it is too late.
  expect((await own('keep-renewing')).status).toBe(200)
  await leave()
  await server.advanceClock('P32D')
  expect(errorCode(await own('keep-renewing'))).toBe('ORDER_NOT_CANCELABLE')
})

test('what the owner stopped only the owner takes back; another member reaches nothing', async () => {
  const { id, own, may, leave } = await buyPlan()
  await server.ok('POST', `/v2/orders/${id}/cancel`, { as: site, body: { effectiveAt: 'NEXT_PAYMENT_DATE' } })
  expect(await may()).toMatchObject({ mayKeepRenewing: false })
  expect(errorCode(await own('keep-renewing'))).toBe('RENEWAL_STOPPED_BY_OWNER')
  expect(await read(id)).toMatchObject({ autoRenewCanceled: true })
  await server.ok('POST', `/api/plan-orders/${id}/keep-renewing`, { as: site })
  await leave()
  const other = await server.registerMember(site)
  for (const what of ['keep-renewing', 'try-now']) {
    expect(errorCode(await server.call('POST', `/api/plan-orders/${id}/${what}`, { token: other.token, body: {} }))).toBe('order_not_found')
    expect((await server.call('POST', `/api/plan-orders/${id}/${what}`, { token: await server.visitorToken(site), body: {} })).status).toBe(403)
  }
})

test('a declined renewal is tried again with the same card at once: declined, then paid; after that there is nothing to pay', async () => {
  const { id, token, own, may, pastDue } = await buyPlan()
  await next(id, 'declined:insufficient_funds', 2)
  await pastDue()
  expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'FAILED' })
  const { currentCycle: unpaid } = await read(id)
  // A day and a week after it was due; the payment after this one is at the end of the period.
  const after = (days: number) => expect.stringContaining(new Date(Date.parse(unpaid.startedDate) + days * 86_400_000).toISOString().slice(0, 16))
  expect(await may()).toMatchObject({
    mayTryAgain: true,
    nextTryDate: after(1),
    graceEndDate: after(7),
    nextPayment: { date: unpaid.endedDate, amount: '40.00', currency: 'USD' },
  })
  const page = await server.ok('GET', `/api/pay/${(await read(id)).wixPayOrderId}`, { token })
  expect(page).toMatchObject({ payable: true, dueNow: { amount: '40.00' }, nextCharge: { date: unpaid.endedDate } })
  // The first payment went through; that says nothing about this one.
  const { wixPayOrderId } = await read(id)
  expect((await server.ok('POST', `/api/pay/${wixPayOrderId}/check`, { token })).outcome).toBe('requires_action')
  expect((await own('try-now')).body).toMatchObject({ outcome: 'declined', declineCode: 'insufficient_funds', order: { lastPaymentStatus: 'FAILED' } })
  expect((await own('try-now')).body).toMatchObject({ outcome: 'succeeded', order: { status: 'ACTIVE', lastPaymentStatus: 'PAID' } })
  expect(errorCode(await own('try-now'))).toBe('ORDER_NOT_PAYABLE')
  const { invoices } = await server.ok('GET', `/api/plan-orders/${id}/invoices`, { as: site })
  expect(invoices.at(-1)).toMatchObject({ state: 'PAID', attempts: [{ outcome: 'DECLINED' }, { outcome: 'DECLINED' }, { outcome: 'SUCCEEDED' }] })
  // The retries that were planned are gone with the debt, and the job that stood behind the attempt charges nothing more.
  await server.advanceClock('P8D')
  expect((await server.ok('GET', `/api/plan-orders/${id}/invoices`, { as: site })).invoices.at(-1).attempts).toHaveLength(3)
})

test('a lost card is not tried again; another card settles the debt at once', async () => {
  const { id, own, may, pastDue } = await buyPlan()
  await next(id, 'declined:lost_card')
  await pastDue()
  expect(await may()).toMatchObject({ mayTryAgain: false })
  expect(errorCode(await own('try-now'))).toBe('ORDER_NOT_PAYABLE')
  const card = { number: '5555555555554444', expMonth: 1, expYear: 2099, cvc: '123' }
  expect((await own('card', { card })).body).toMatchObject({ outcome: 'succeeded' })
  await server.ok('POST', '/_test/run')
  expect(await read(id)).toMatchObject({ lastPaymentStatus: 'PAID' })
})

test('members neither pause nor postpone: the guide keeps that to the owner', async () => {
  const { id, token } = await buyPlan()
  for (const what of ['pause', 'resume']) expect((await server.call('POST', `/v2/orders/${id}/${what}`, { token, body: {} })).status).toBe(403)
  expect((await server.call('PATCH', `/v2/orders/${id}`, { token, body: { endDate: '2099-01-01T00:00:00.000Z' } })).status).toBe(403)
})
