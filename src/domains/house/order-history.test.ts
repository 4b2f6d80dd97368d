/** The life of one order as the owner reads it, through HTTP. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)
afterAll(() => world.close())

test('events say who did it, letters are those to the buyer; strangers see nothing', async () => {
  const [site, other] = [await world.site(), await world.site()]
  world.freeze('2030-03-10T09:00:00Z')
  const pricing = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } }
  const { plan } = await world.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Pass', buyerCanCancel: true, pricing } } })
  const buyer = await world.member(site)
  const { order } = await world.ok('POST', '/v2/checkout/orders/online', { token: buyer.token, body: { planId: plan.id } })
  await world.ok('POST', '/_test/payments/pay', { body: { metaSiteId: site.metaSiteId, orderId: order.id, card: '4242424242424242' } })
  await world.ok('POST', `/v2/orders/${order.id}/pause`, { as: site, body: {} })
  await world.ok('POST', `/v2/orders/${order.id}/resume`, { as: site, body: {} })
  await world.travel('P1M')
  await world.ok('POST', `/v2/member/orders/${order.id}/cancel`, { token: buyer.token, body: { effectiveAt: 'NEXT_PAYMENT_DATE' } })
  const path = `/api/plan-orders/${order.id}/history`
  const { events, letters } = await world.ok('GET', path, { as: site })
  expect(events.map(({ slug, by, cycleNumber }: { slug: string; by: string; cycleNumber?: number }) => [slug, by, cycleNumber ?? '-'].join(' '))).toEqual([
    'created MEMBER -',
    'purchased HOUSE -',
    'started HOUSE -',
    'cycle_started HOUSE 1',
    'paused APP -',
    'resumed APP -',
    'cycle_started HOUSE 2',
    'auto_renew_canceled MEMBER -',
  ])
  const templates = letters.map(({ template }: { template: string }) => template)
  expect(templates).toEqual(expect.arrayContaining(['plan-purchased', 'payment-receipt', 'plan-paused', 'plan-resumed', 'renewal-canceled']))
  // The letter to the owner about a new order is not one of them.
  expect(templates).not.toContain('new-order')
  expect((await world.call('GET', path, { as: other })).status).toBe(404)
  expect((await world.call('GET', path, { token: buyer.token })).status).toBe(403)
  expect((await world.call('GET', path)).status).toBe(401)
  expect((await world.call('GET', `/api/plan-orders/${randomUUID()}/history`, { as: site })).status).toBe(404)
})
