/** Money is taken and given once, however many ask at the same moment. Source: guide pricing-plans §4.2, §9.2, §10.5, §11. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBookingStudio, guest } from '../factories/booking-studio.ts'
import { startTestServer, type TestSite, type TestServer } from '../test-server.ts'
import { concurrently, errorCode } from './concurrently.ts'

const concurrency = 64

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a real server', () => {
  let server: TestServer
  let site: TestSite
  beforeAll(async () => {
    server = await startTestServer()
    site = await server.createSite()
  })
  afterAll(() => server.close())
  const monthly = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } }
  const plan = async (more: object = {}): Promise<string> =>
    (await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Pass', buyerCanCancel: true, pricing: monthly, ...more } } })).plan.id
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' }
  const invoices = async (orderId: string) => (await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId } })).invoices

  test('a coupon for three orders is used three times', async () => {
    const planId = await plan()
    const specification = { name: 'Three', code: 'THREE', startTime: '0', usageLimit: 3, percentOffRate: 50, scope: { namespace: 'pricingPlans' } }
    await server.ok('POST', '/stores/v2/coupons', { as: site, body: { specification } })
    const members = await Promise.all(Array.from({ length: 8 }, () => server.registerMember(site)))
    const { won, lost } = await concurrently(concurrency, (at) =>
      server.call('POST', '/v2/checkout/orders/online', { token: members[at % 8]?.token, body: { planId, couponCode: 'three' } }),
    )
    expect(won).toHaveLength(3)
    expect(new Set(lost.map(errorCode))).toEqual(new Set(['ERROR_COUPON_USAGE_EXCEEDED']))
  })

  test('a coupon for three bookings is used three times, and who books without a use books nothing', async () => {
    const studio = await createBookingStudio(server)
    const specification = { name: 'Three', code: 'THREE', startTime: '0', usageLimit: 3, percentOffRate: 50, scope: { namespace: 'bookings' } }
    const { id } = await server.ok('POST', '/stores/v2/coupons', { as: studio.site, body: { specification } })
    const service = await studio.service({ type: 'CLASS', capacity: 200 })
    const start = server.clocks.now().add({ hours: 48 }).round('hour')
    const eventId = await studio.session(service, start.toString(), start.add({ hours: 1 }).toString())
    const slot = { ...studio.slotFor(service, start.toString(), start.add({ hours: 1 }).toString()), eventId }
    const guests = await Promise.all(Array.from({ length: 16 }, () => server.visitorToken(studio.site)))
    const { won, lost } = await concurrently(16, (at) =>
      server.call('POST', '/api/checkout/bookings', {
        token: guests[at],
        body: { slot, contactDetails: guest(), paymentOption: 'ONLINE', card, couponCode: 'three' },
      }),
    )
    expect(won.map(({ body }) => body.amounts.paid)).toEqual(['20.00', '20.00', '20.00'])
    expect(new Set(lost.map(errorCode))).toEqual(new Set(['ERROR_COUPON_USAGE_EXCEEDED']))
    expect((await server.ok('GET', `/stores/v2/coupons/${id}`, { as: studio.site })).coupon.numberOfUsages).toBe(3)
    expect((await studio.owner('/v2/extended-bookings/query', { query: {} })).body.extendedBookings).toHaveLength(3)
  })

  test('many drafts of a plan limited to one, all paid at once: one is charged', async () => {
    const planId = await plan({ maxPurchasesPerBuyer: 1 })
    const { token } = await server.registerMember(site)
    const orders: string[] = []
    for (let at = 0; at < 12; at++) orders.push((await server.ok('POST', '/v2/checkout/orders/online', { token, body: { planId } })).order.id)
    const { won } = await concurrently(12, (at) =>
      server.call('POST', '/_test/payments/pay', { body: { metaSiteId: site.metaSiteId, orderId: orders[at], card: card.number } }),
    )
    expect(won.filter(({ body }) => body.outcome === 'succeeded')).toHaveLength(1)
    const charged = (await Promise.all(orders.map(invoices))).flat().filter(({ state }: { state: string }) => state === 'PAID')
    expect(charged).toHaveLength(1)
  })

  test('cancelling while a renewal is charged: the answer first, then the end', async () => {
    const planId = await plan()
    const { token } = await server.registerMember(site)
    const { order } = await server.ok('POST', '/api/checkout/plans', { token, body: { planId, card } })
    await server.advanceClock('P30D')
    const { won } = await concurrently(16, (at) =>
      at % 2 === 0
        ? server.call('POST', '/_test/clock', { body: { advance: 'P1D' } })
        : server.call('POST', `/v2/orders/${order.id}/cancel`, { as: site, body: { effectiveAt: 'IMMEDIATELY' } }),
    )
    expect(won.length).toBeGreaterThan(8)
    const seen = await invoices(order.id)
    expect(seen.every(({ state }: { state: string }) => state !== 'OPEN' && state !== 'RETRYING')).toBe(true)
    const { accounts } = await server.ok('GET', '/api/money/balances', { as: site })
    expect(accounts.reduce((sum: number, { closing }: { closing: string }) => sum + Math.round(Number(closing) * 100), 0)).toBe(0)
  })

  test('an action on an order that another transaction has locked is refused after two seconds', async () => {
    const { token } = await server.registerMember(site)
    const { order } = await server.ok('POST', '/api/checkout/plans', { token, body: { planId: await plan(), card } })
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    let other: Promise<unknown> = Promise.resolve()
    await new Promise<void>((isHeld) => {
      other = server.open.db.transaction().execute(async (tx) => {
        await sql`select 1 from plan_order where site_id = ${site.metaSiteId}::uuid and id = ${order.id}::uuid for update`.execute(tx)
        isHeld()
        await held
      })
    })
    const answer = await server.call('POST', `/v2/orders/${order.id}/pause`, { as: site, body: {} })
    expect([answer.status, errorCode(answer)]).toEqual([409, 'CONFLICT'])
    letGo()
    await other
    expect((await server.call('POST', `/v2/orders/${order.id}/pause`, { as: site, body: {} })).status).toBe(200)
  })

  test('a first page of a long list of orders comes from an index', async () => {
    const explainQuery = (query: string): Promise<string> =>
      server.open.db.transaction().execute(async (tx) => {
        // What is planned for a small table says nothing about a big one: other ways are made dear.
        for (const way of ['seqscan', 'bitmapscan', 'sort']) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx)
        const { rows } = await sql<Record<string, string>>`explain ${sql.raw(query)}`.execute(tx)
        return rows.map((row) => Object.values(row)[0]).join('\n')
      })
    const from = `select * from plan_order where site_id = '${site.metaSiteId}' and left_draft_at is not null`
    for (const [where, order, index] of [
      ['', 'created_at desc, id desc', 'order_by_creation'],
      ['', 'created_at asc, id asc', 'order_by_creation'],
      [" and status in ('ACTIVE')", 'created_at desc, id desc', 'order_by_status'],
      [" and payment_status in ('FAILED')", 'created_at desc, id desc', 'order_by_payment'],
      ['', 'end_at asc nulls last, created_at asc, id asc', 'order_by_end'],
      ['', 'end_at desc nulls last, created_at desc, id desc', 'order_by_end_backwards'],
    ]) {
      const planned = await explainQuery(`${from}${where} order by ${order} limit 50`)
      expect(planned).toContain(index)
      expect(planned).not.toContain('Sort')
    }
  })
})
