/** The history of one order as the owner reads it, through HTTP. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('events name the actor, emails are those to the buyer; other callers see nothing', async () => {
  const [site, other] = [await server.createSite(), await server.createSite()]
  server.freezeClock('2030-03-10T09:00:00Z')
  const pricing = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } }
  const { plan } = await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Pass', buyerCanCancel: true, pricing } } })
  const buyer = await server.registerMember(site)
  const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token: buyer.token, body: { planId: plan.id } })
  await server.ok('POST', '/_test/payments/pay', { body: { metaSiteId: site.metaSiteId, orderId: order.id, card: '4242424242424242' } })
  await server.ok('POST', `/v2/orders/${order.id}/pause`, { as: site, body: {} })
  await server.ok('POST', `/v2/orders/${order.id}/resume`, { as: site, body: {} })
  await server.advanceClock('P1M')
  await server.ok('POST', `/v2/member/orders/${order.id}/cancel`, { token: buyer.token, body: { effectiveAt: 'NEXT_PAYMENT_DATE' } })
  const path = `/api/plan-orders/${order.id}/history`
  const { events, emails } = await server.ok('GET', path, { as: site })
  expect(events.map(({ slug, by, cycleNumber }: { slug: string; by: string; cycleNumber?: number }) => [slug, by, cycleNumber ?? '-'].join(' '))).toEqual([
    'created MEMBER -',
    'purchased SYSTEM -',
    'started SYSTEM -',
    'cycle_started SYSTEM 1',
    'paused APP -',
    'resumed APP -',
    'cycle_started SYSTEM 2',
    'auto_renew_canceled MEMBER -',
  ])
  const templates = emails.map(({ template }: { template: string }) => template)
  expect(templates).toEqual(expect.arrayContaining(['plan-purchased', 'payment-receipt', 'plan-paused', 'plan-resumed', 'renewal-canceled']))
  // The email to the owner about a new order is not one of them.
  expect(templates).not.toContain('new-order')
  expect((await server.call('GET', path, { as: other })).status).toBe(404)
  expect((await server.call('GET', path, { token: buyer.token })).status).toBe(403)
  expect((await server.call('GET', path)).status).toBe(401)
  expect((await server.call('GET', `/api/plan-orders/${randomUUID()}/history`, { as: site })).status).toBe(404)
})
