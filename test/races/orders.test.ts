/** Money and credits are counted once, for any number of concurrent requests and runners. Source: guide pricing-plans §6.1, §9.2, §13.3. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Runner } from '#kit/jobs/runner.ts'
import { jobs, schedules } from '../../src/domains.ts'
import { brokenInvariants } from '../invariants.ts'
import { startTestServer, type TestSite, type TestServer } from '../test-server.ts'
import { concurrently, errorCode } from './concurrently.ts'
import { createObserver } from '#kit/observability/observe.ts'

const concurrency = 64
const card = { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' }

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a real server', () => {
  let server: TestServer
  let site: TestSite
  beforeAll(async () => {
    server = await startTestServer()
  })
  beforeEach(async () => {
    site = await server.createSite()
  })
  afterAll(() => server.close())

  const plan = async (input: object) =>
    (await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Pass', buyerCanCancel: true, ...input } } })).plan
  const monthly = () => plan({ pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } } })
  const buyPlan = async (planId: string, token: string, key = 'first') =>
    (await server.ok('POST', '/api/checkout/plans', { token, body: { planId, key, card } })).order
  const getInvoices = async (orderId: string) => (await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId } })).invoices
  const allIsWell = async () => expect(await brokenInvariants(server.open.db)).toEqual([])

  test('sixty-four presses of one "Pay": one order, one charge', async () => {
    const { id: planId } = await monthly()
    const { token } = await server.registerMember(site)
    const { won } = await concurrently(concurrency, () => server.call('POST', '/api/checkout/plans', { token, body: { planId, key: 'press', card } }))
    const ids = new Set(won.map(({ body }) => body.order.id))
    expect(ids.size).toBe(1)
    const [orderId] = [...ids]
    const [invoice] = await getInvoices(orderId as string)
    expect(invoice.attempts.filter(({ outcome }: { outcome: string }) => outcome === 'succeeded')).toHaveLength(1)
    await allIsWell()
  })

  test('a plan that may be bought once, paid in sixty-four tabs: one is paid', async () => {
    const { id: planId } = await plan({ pricing: { singlePaymentUnlimited: true, price: { value: '15' } }, maxPurchasesPerBuyer: 1 })
    const { token, memberId } = await server.registerMember(site)
    const { won, lost } = await concurrently(concurrency, (at) =>
      server.call('POST', '/api/checkout/plans', { token, body: { planId, key: `tab-${at}`, card } }),
    )
    expect(won.filter(({ body }) => body.outcome === 'succeeded')).toHaveLength(1)
    expect(lost.every((answer) => ['purchases_limit_reached', 'CONFLICT'].includes(errorCode(answer)))).toBe(true)
    const { orders } = await server.ok('GET', '/v2/orders', { as: site, query: { buyerIds: memberId } })
    expect(orders).toHaveLength(1)
    await allIsWell()
  })

  test('several processes renew the same orders in the same moment: each is charged once, and the receipts have no gap', async () => {
    const { id: planId } = await monthly()
    const orderIds: string[] = []
    for (let at = 0; at < 12; at++) orderIds.push((await buyPlan(planId, (await server.registerMember(site)).token)).id)
    server.freezeClock(
      server.clocks
        .now()
        .add({ hours: 24 * 32 })
        .toString(),
    )
    const runners = Array.from({ length: 4 }, () => new Runner(server.deps, { jobs, schedules, report: () => undefined, observe: createObserver(undefined) }))
    await Promise.all(runners.map((runner) => runner.runSchedules()))
    await Promise.all(runners.map((runner) => runner.drain()))
    for (const orderId of orderIds) {
      const invoices = await getInvoices(orderId)
      expect(invoices.map(({ cycleIndex, state }: { cycleIndex: number; state: string }) => [cycleIndex, state])).toEqual([
        [1, 'PAID'],
        [2, 'PAID'],
      ])
      expect(invoices[1].attempts).toHaveLength(1)
    }
    const { documents } = await server.ok('GET', '/api/money/documents', { as: site, query: { limit: 100 } })
    const numbers = documents.map(({ number }: { number: number }) => number).sort((a: number, b: number) => a - b)
    expect(numbers).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
    await allIsWell()
  })

  test('the member cancels while the order is renewed: it ends unpaid or runs on paid, never between', async () => {
    const { id: planId } = await monthly()
    const people = []
    for (let at = 0; at < 8; at++) {
      const { token } = await server.registerMember(site)
      people.push({ token, orderId: (await buyPlan(planId, token)).id as string })
    }
    server.freezeClock(
      server.clocks
        .now()
        .add({ hours: 24 * 32 })
        .toString(),
    )
    const cancel = ({ token, orderId }: { token: string; orderId: string }) =>
      server.call('POST', `/v2/member/orders/${orderId}/cancel`, { token, body: { effectiveAt: 'IMMEDIATELY' } })
    const [answers] = await Promise.all([Promise.all(people.map(cancel)), server.runner.runSchedules(), server.runner.drain()])
    await server.ok('POST', '/_test/run', {})
    for (const [at, { orderId }] of people.entries()) {
      expect([200, 400, 409, 428]).toContain(answers[at]?.status)
      const { order } = await server.ok('GET', `/v2/orders/${orderId}`, { as: site })
      expect(order.status).toBe(answers[at]?.status === 200 ? 'CANCELED' : 'ACTIVE')
      const second = (await getInvoices(orderId)).find(({ cycleIndex }: { cycleIndex: number }) => cycleIndex === 2)
      const charges = second?.attempts.filter(({ outcome }: { outcome: string }) => outcome === 'succeeded').length ?? 0
      expect(charges).toBeLessThanOrEqual(1)
      if (second && order.status === 'CANCELED') expect(['VOID', 'PAID', 'REFUNDED', 'FAILED']).toContain(second.state)
    }
    await allIsWell()
  })

  test('sixty-four bookings for the last credit of a pack: one is paid with it', async () => {
    const { id: planId } = await plan({ name: 'One', pricing: { singlePaymentUnlimited: true, price: { value: '15' } } })
    const { staffMember } = await server.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Lena', email: 'lena@studio.example' } } })
    const { service } = await server.ok('POST', '/v2/services', {
      as: site,
      body: {
        service: {
          type: 'CLASS',
          name: 'Flow',
          defaultCapacity: 200,
          onlineBooking: { enabled: true },
          payment: { rateType: 'FIXED', fixed: { price: { value: '20.00' } }, options: { online: true, inPerson: false, pricingPlan: true } },
        },
      },
    })
    const start = server.clocks.now().add({ hours: 72 }).toString().slice(0, 19)
    const { event } = await server.ok('POST', '/calendar/v3/events', {
      as: site,
      body: {
        event: {
          scheduleId: service.schedule.id,
          type: 'CLASS',
          title: 'Flow',
          start: { localDate: start },
          end: { localDate: server.clocks.now().add({ hours: 73 }).toString().slice(0, 19) },
          resources: [{ id: staffMember.resourceId }],
        },
      },
    })
    await server.ok('PUT', `/api/plans/${planId}/benefit`, { as: site, body: { benefit: { credits: 1 }, serviceIds: [service.id] } })
    const { token, memberId, email } = await server.registerMember(site)
    await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId, memberId, paid: true } })
    const { won, lost } = await concurrently(concurrency, () =>
      server.call('POST', '/api/checkout/bookings', {
        token,
        body: {
          slot: { serviceId: service.id, eventId: event.id },
          contactDetails: { firstName: 'Mia', email },
          totalParticipants: 1,
          paymentOption: 'MEMBERSHIP',
        },
      }),
    )
    const paid = won.filter(({ body }) => body.booking.status === 'CONFIRMED')
    expect(new Set(paid.map(({ body }) => body.booking.id)).size, JSON.stringify(lost.slice(0, 2).map(({ text }) => text))).toBe(1)
    const { balances } = await server.ok('GET', '/api/my/plan-balances', { token })
    expect(balances).toMatchObject([{ balance: '0' }])
    await allIsWell()
  })
})
