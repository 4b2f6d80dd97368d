/** A server whose clock is set while it runs charges no order and ends none, logs it, and goes on when the clock is right. Source: guide pricing-plans §9.6. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

const began = 1_790_000_000_000
const hour = 3_600_000
/** Seconds since the machine started, and how far the wall clock was moved. */
const time = { steady: 0, set: 0 }
let server: TestServer
let site: TestSite
let orderId: string
let season: string
beforeAll(async () => {
  server = await startTestServer({ wallMs: () => began + time.steady + time.set, monotonicMs: () => time.steady })
  site = await server.createSite()
  const member = await server.registerMember(site)
  const getPlan = async (name: string, pricing: object) => (await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name, pricing } } })).plan.id
  const buy = async (planId: string) => {
    const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId } })
    await server.ok('POST', '/_test/payments/pay', { body: { metaSiteId: site.metaSiteId, orderId: order.id, card: '4242424242424242' } })
    return order.id as string
  }
  orderId = await buy(await getPlan('Weekly', { subscription: { cycleDuration: { count: 1, unit: 'WEEK' }, cycleCount: 0 }, price: { value: '9' } }))
  season = await buy(await getPlan('Ten days', { singlePaymentForDuration: { count: 10, unit: 'DAY' }, price: { value: '20' } }))
})
afterAll(() => server.close())

const settle = async () => {
  await server.runner.runSchedules()
  await server.runner.drain()
}
const read = async (id: string) => (await server.ok('GET', `/v2/orders/${id}`, { as: site })).order
const setUp = () => server.ok('GET', '/api/payments/status', { as: site })
const charges = async () => (await server.ok('GET', `/api/plan-orders/${orderId}/invoices`, { as: site })).invoices.length

test('a clock that is set a month ahead charges no order and ends none; set right again, the engine goes on', async () => {
  await settle()
  expect(await setUp()).not.toHaveProperty('problem')
  time.set = 30 * 24 * hour
  await settle()
  await settle()
  expect(await charges()).toBe(1)
  // Looking by the wrong clock ends nothing for good.
  await read(season)
  expect(await setUp()).toMatchObject({ problem: 'The clock of the server was moved ahead by 720 hours while it was running.' })
  const warnings = (await server.sentEmails(site, site.ownerEmail)).filter(({ template }) => template === 'clock-is-wrong')
  expect(warnings).toHaveLength(1)
  time.set = 0
  await settle()
  expect(await setUp()).not.toHaveProperty('problem')
  expect(await read(season)).toMatchObject({ status: 'ACTIVE' })
  expect((await server.emittedEvents(site, season)).map(({ slug }) => slug)).not.toContain('ended')
  // A week really passes, with a correction of half an hour.
  time.steady += 7 * 24 * hour
  time.set = hour / 2
  await settle()
  expect(await read(orderId)).toMatchObject({ currentCycle: { index: 2 }, lastPaymentStatus: 'PAID' })
  expect(await charges()).toBe(2)
})

test('a clock behind what has happened already stands still until time has caught up', async () => {
  time.set = 0
  const other = await server.createSite()
  await server.ok('POST', '/v2/plans', { as: other, body: { plan: { name: 'Pass', pricing: { singlePaymentUnlimited: true, price: { value: '5' } } } } })
  time.set = -50 * 60_000
  await settle()
  expect(await server.ok('GET', '/api/payments/status', { as: other })).not.toHaveProperty('problem')
  time.set = -3 * hour
  await settle()
  expect(await server.ok('GET', '/api/payments/status', { as: other })).toMatchObject({ problem: expect.stringContaining('moved back by 3 hours') })
})
