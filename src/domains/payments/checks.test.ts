/** The nightly check finds what does not fit: copies in the rows, credits, the ledger, numbers. Source: guide pricing-plans §17. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
const orders: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  const member = await server.registerMember(site)
  const pricing = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 6 }, price: { value: '40' } }
  const { plan } = await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Pass', pricing } } })
  await server.ok('PUT', `/api/plans/${plan.id}/benefit`, { as: site, body: { benefit: { credits: 4 }, serviceIds: [] } })
  for (let n = 0; n < 4; n++) {
    const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId: plan.id } })
    await server.ok('POST', '/_test/payments/pay', { body: { metaSiteId: site.metaSiteId, orderId: order.id, card: '4242424242424242' } })
    orders.push(order.id)
  }
  await server.advanceClock('P40D')
})
afterAll(() => server.close())

const newest = async () => (await server.ok('GET', '/api/money/checks', { as: site })).checks[0]
async function runCheck() {
  const { id } = await server.ok('POST', '/api/money/checks', { as: site })
  await server.runner.drain()
  const check = await newest()
  expect(check).toMatchObject({ id, isRunning: false, orders: 4 })
  return check.findings as { what: string; orderId?: string; invoiceId?: string }[]
}

test('when all is well nothing is found', async () => {
  expect(await runCheck()).toEqual([])
})

test('each thing that does not fit is named with its order', async () => {
  const { db } = server.open
  const at = sql`site_id = ${site.metaSiteId}`
  await sql`update plan_order set status = 'PAUSED', next_due_at = null where ${at} and id = ${orders[0]}`.execute(db)
  await sql`update plan_order set end_at = '2099-01-01T00:00:00Z' where ${at} and id = ${orders[1]}`.execute(db)
  await sql`update plan_order set credit_balance = credit_balance + 1 where ${at} and id = ${orders[2]}`.execute(db)
  await sql`delete from ledger_entry where ${at} and receipt_id in (select receipt_id from receipt_line where payable_id = ${orders[3]})`.execute(db)
  await sql`update document_counter set last = last + 1 where ${at}`.execute(db)
  const found = await runCheck()
  const about = (id: string | undefined) => found.filter(({ orderId }) => orderId === id).map(({ what }) => what)
  expect(about(orders[0])).toEqual(['The status is noted as PAUSED; by its dates it is ACTIVE.'])
  expect(about(orders[1])).toEqual([expect.stringContaining('The end is noted as')])
  expect(about(orders[2])).toEqual(['The credits are noted as 5; the ledger says 4.'])
  expect(about(orders[3])).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/^A payment of 40(.00)? USD stands in the books as 0/)))
  expect(about(undefined)).toEqual(['Receipts are numbered up to 9, but there are 8.'])
  expect(found).toHaveLength(6)
})

test('it begins by itself once a night, and only the owner reads it', async () => {
  const before = (await server.ok('GET', '/api/money/checks', { as: site })).checks.length
  await server.runner.runSchedules()
  expect((await server.ok('GET', '/api/money/checks', { as: site })).checks).toHaveLength(before)
  await server.ok('POST', '/_test/auth-clock', { body: { advance: 'PT31H' } })
  await server.runner.runSchedules()
  await server.runner.runSchedules()
  await server.runner.drain()
  expect((await server.ok('GET', '/api/money/checks', { as: site })).checks).toHaveLength(before + 1)
  expect((await server.call('GET', '/api/money/checks', { token: await server.visitorToken(site) })).status).toBe(403)
})
