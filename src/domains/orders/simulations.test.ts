/** Simulations: on a copy the clock is moved and shows what will be charged, mailed and ended; nothing leaves the copy. */
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { configureEmail } from '#domains/notifications/public.ts'
import { changedTables, tableChecksums } from '../../../test/fingerprint.ts'
import { startFakeStripe } from '../../../test/stripe.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { copiedTables } from './store/simulations.ts'

let server: TestServer
let site: TestSite
let member: Awaited<ReturnType<TestServer['registerMember']>>
let monthly: string
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ timeZone: 'America/New_York' })
  server.freezeClock('2026-01-05T15:00:00Z')
  member = await server.registerMember(site, 'ada@example.org')
  const getPlan = async (name: string, pricing: object) => (await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name, pricing } } })).plan.id
  const month = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } }
  monthly = await order(await getPlan('Monthly', month))
  await order(await getPlan('Trial', { ...month, price: { value: '25' }, freeTrialDays: 7 }))
  await order(await getPlan('Ten days', { singlePaymentForDuration: { count: 10, unit: 'DAY' }, price: { value: '90' } }))
  await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: await getPlan('By hand', month), memberId: member.memberId } })
  await server.ok('POST', '/_test/run')
})
afterAll(() => server.close())

async function order(planId: string): Promise<string> {
  const { order: made } = await server.ok('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId } })
  await server.ok('POST', '/_test/payments/pay', { body: { metaSiteId: site.metaSiteId, orderId: made.id, card: '4242424242424242' } })
  return made.id
}
const start = async (body: object = {}) => (await server.ok('POST', '/api/simulations', { as: site, body })).simulation
const get = (id: string) => server.ok('GET', `/api/simulations/${id}`, { as: site })
const part = async (id: string, what: 'charges' | 'emails' | 'changes', query: Record<string, string> = {}) =>
  (await server.ok('GET', `/api/simulations/${id}/${what}`, { as: site, query }))[what]
const end = (id: string) => server.ok('DELETE', `/api/simulations/${id}`, { as: site })
async function move(id: string, body: object) {
  expect((await server.ok('POST', `/api/simulations/${id}/move`, { as: site, body })).simulation).toMatchObject({ state: 'RUNNING' })
  await server.runner.drain()
  return get(id)
}

test('forty days: what is charged, written and ended, by day; the original does not move', async () => {
  const simulation = await start()
  expect(simulation).toMatchObject({ state: 'READY', cards: 'WORK', orders: 4, startedDate: '2026-01-05T15:00:00.000Z', now: '2026-01-05T15:00:00.000Z' })
  const before = await tableChecksums(server.open.db, site.metaSiteId)
  const { simulation: moved, days } = await move(simulation.id, { days: 40 })
  expect(moved).toMatchObject({ state: 'READY', now: '2026-02-14T15:00:00.000Z', problems: 0 })
  const charges = await part(simulation.id, 'charges')
  const shown = charges.map((one: { at: string; planName: string; amount: string; outcome: string }) => [
    one.at.slice(0, 10),
    one.planName,
    one.amount,
    one.outcome,
  ])
  expect(shown.toSorted()).toEqual([
    ['2026-01-12', 'Trial', '25.00', 'PAID'],
    ['2026-02-05', 'By hand', '40.00', 'DUE'],
    ['2026-02-05', 'Monthly', '40.00', 'PAID'],
    ['2026-02-12', 'Trial', '25.00', 'PAID'],
  ])
  expect(charges[0]).toMatchObject({ memberName: 'Mia Member', currency: 'USD' })
  const emails = await part(simulation.id, 'emails')
  expect(emails.map((email: { template: string; at: string }) => [email.at.slice(0, 10), email.template])).toEqual([
    ['2026-01-09', 'trial-ending'],
    ['2026-01-12', 'payment-receipt'],
    ['2026-01-15', 'plan-ended'],
    ['2026-02-05', 'payment-receipt'],
    ['2026-02-12', 'payment-receipt'],
  ])
  expect(emails[1]).toMatchObject({ to: 'ada@example.org', subject: expect.stringContaining('Trial'), text: expect.stringContaining('$25.00') })
  expect(await part(simulation.id, 'changes')).toMatchObject([
    { change: 'RENEWED', planName: 'Trial', cycleNumber: 1 },
    { change: 'ENDED', planName: 'Ten days' },
    { change: 'RENEWED' },
    { change: 'RENEWED' },
    { change: 'RENEWED', planName: 'Trial', cycleNumber: 2 },
  ])
  expect(days.find((day: { date: string }) => day.date === '2026-02-05')).toEqual({
    date: '2026-02-05',
    charged: [{ currency: 'USD', amount: '40.00' }],
    due: [{ currency: 'USD', amount: '40.00' }],
    payments: 1,
    declines: 0,
    emails: 1,
    started: 0,
    renewed: 2,
    ended: 0,
  })
  expect(await part(simulation.id, 'charges', { day: '2026-01-12' })).toHaveLength(1)
  // The simulation's own row and the job that walked it are all that is new on the original.
  expect(changedTables(before, await tableChecksums(server.open.db, site.metaSiteId))).toEqual(['job', 'simulation'])
  expect((await server.ok('GET', `/v2/orders/${monthly}`, { as: site })).order).toMatchObject({ currentCycle: { index: 1 } })
  await end(simulation.id)
})

test('what if no card pays: the tries, the warnings and the end of the plan', async () => {
  const { id } = await start({ cards: 'FAIL' })
  await move(id, { to: '2026-02-20T00:00:00.000Z' })
  const outcomes = (await part(id, 'charges')).filter(({ orderId }: { orderId: string }) => orderId === monthly)
  expect(outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array.from({ length: 5 }, () => 'DECLINED'))
  expect(outcomes[0]).toMatchObject({ reason: 'Your bank said no: not enough funds.' })
  const written = (await part(id, 'emails')).map(
    (email: { template: string; to: string }) => `${email.template} ${email.to === site.ownerEmail ? 'owner' : 'buyer'}`,
  )
  expect(written).toContain('payment-failed buyer')
  expect(written).toContain('payment-failed-again buyer')
  expect(written).toContain('plan-canceled-payment buyer')
  expect(written).toContain('payment-failed-final owner')
  expect(await part(id, 'changes')).toContainEqual(expect.objectContaining({ orderId: monthly, change: 'FAILED', at: '2026-02-12T15:00:00.000Z' }))
  await end(id)
})

test('nothing leaves the copy: no email, no webhook, no call to the provider; no table outside the list has a row', async () => {
  let knocks = 0
  const outside = createServer((socket) => {
    knocks += 1
    socket.destroy()
  })
  await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done))
  const { port } = outside.address() as AddressInfo
  const stripe = await startFakeStripe('sk_test_simulation', 'whsec_test_simulation')
  try {
    const shop = await server.createSite({ webhookKey: true })
    await configurePayments({ provider: 'stripe', stripe: { secretKey: 'sk_test_simulation', webhookSecret: 'whsec_test_simulation', apiUrl: stripe.url } })
    const pricing = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } }
    const { plan } = await server.ok('POST', '/v2/plans', { as: shop, body: { plan: { name: 'Pass', pricing } } })
    const buyer = await server.registerMember(shop)
    const begun = await server.ok('POST', '/api/checkout/plans', { token: buyer.token, body: { planId: plan.id, key: 'press' } })
    stripe.complete(begun.url)
    await server.ok('POST', `/api/pay/${begun.order.wixPayOrderId}/check`, { token: buyer.token })
    await server.runner.drain()
    // The nightly check of the shop itself asks the provider about its payments.
    await server.runner.runSchedules()
    await server.runner.drain()
    await server.ok('POST', '/_test/webhooks/subscribe', { body: { metaSiteId: shop.metaSiteId, url: `http://127.0.0.1:${port}/hook` } })
    configureEmail({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'studio@example.org' })
    const asked = stripe.calls.length

    const { simulation } = await server.ok('POST', '/api/simulations', { as: shop, body: {} })
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'site_id'`.execute(server.open.db)
    const rows = async (name: string) =>
      (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} where site_id = ${simulation.id}`.execute(server.open.db)).rows[0]?.n
    // The database itself notes of each change what is to be summed again.
    const filled = [...copiedTables, 'summed_period_change']
    for (const { name } of tables.filter((table) => !filled.includes(table.name))) expect([name, await rows(name)]).toEqual([name, 0])
    expect(await rows('plan_order')).toBe(1)

    await server.ok('POST', `/api/simulations/${simulation.id}/move`, { as: shop, body: { days: 65 } })
    await server.runner.drain()
    const { charges } = await server.ok('GET', `/api/simulations/${simulation.id}/charges`, { as: shop })
    expect(charges).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
    expect((await server.ok('GET', `/api/simulations/${simulation.id}/emails`, { as: shop })).emails).toHaveLength(2)
    // The runner of the server, an hour later, passes the copy by as well.
    await server.runner.runSchedules()
    await server.runner.drain()
    expect(knocks).toBe(0)
    expect(stripe.calls).toHaveLength(asked)
    expect(await rows('webhook_delivery')).toBe(0)
    const { rows: emails } = await sql<{ state: string }>`select distinct state from email where site_id = ${simulation.id}`.execute(server.open.db)
    expect(emails).toEqual([{ state: 'KEPT' }])
    const providers = await sql<{ provider: string }>`
      select provider from payment_method where site_id = ${simulation.id} union select provider from payment_attempt where site_id = ${simulation.id}`.execute(
      server.open.db,
    )
    expect(providers.rows).toEqual([{ provider: 'simulation' }])
  } finally {
    configureEmail({ smtpUrl: undefined, from: '' })
    await configurePayments({ provider: 'sandbox' })
    await stripe.close()
    outside.close()
  }
})

test('no caller can sign in to the copy, and only its creator sees it', async () => {
  const { id } = await start()
  const asCopy = { authorization: site.apiKey, 'wix-site-id': id }
  expect((await server.call('GET', '/v2/orders', { headers: asCopy })).status).toBe(403)
  expect((await server.call('GET', '/v1/members', { headers: asCopy })).status).toBe(403)
  const signedIn = await server.call('POST', '/api/owner/sign-in', { body: { email: site.ownerEmail, password: site.ownerPassword } })
  expect(JSON.stringify(signedIn.body)).not.toContain(id)
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] as string
  expect((await server.call('GET', '/v2/orders', { headers: { cookie, 'x-site-id': id } })).status).toBe(401)
  expect((await server.ok('GET', '/api/simulations', { headers: { cookie, 'x-site-id': site.metaSiteId } })).simulations).toEqual([])
  expect((await server.call('GET', `/api/simulations/${id}`, { headers: { cookie, 'x-site-id': site.metaSiteId } })).status).toBe(404)
  const otherSite = await server.createSite()
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['GET', '/emails', undefined],
    ['POST', '/move', { days: 1 }],
    ['DELETE', '', undefined],
  ] as const)
    expect(errorCode(await server.call(method, `/api/simulations/${id}${path}`, { as: otherSite, body }))).toBe('simulation_not_found')
  expect((await server.call('GET', '/api/simulations', { token: member.token })).status).toBe(403)
  expect((await server.ok('GET', '/api/simulations', { as: site })).simulations).toMatchObject([{ id }])
  await end(id)
})

test('the clock goes forward only, two years at most, one way at a time; three copies at most; after a day they are gone', async () => {
  const { id } = await start()
  for (const body of [{}, { to: '2026-01-05T15:00:00.000Z' }, { to: '2028-02-01T00:00:00.000Z' }])
    expect(errorCode(await server.call('POST', `/api/simulations/${id}/move`, { as: site, body }))).toBe('SIMULATION_DATE_INVALID')
  const listRunning = async () => (await server.ok('GET', '/api/dashboard/notifications', { as: site })).running
  expect(await listRunning()).toEqual([])
  await server.ok('POST', `/api/simulations/${id}/move`, { as: site, body: { days: 3 } })
  expect(await listRunning()).toEqual([{ kind: 'FORECAST', entityId: id, what: '', done: 0, refused: 0, total: 3 }])
  expect(errorCode(await server.call('POST', `/api/simulations/${id}/move`, { as: site, body: { days: 3 } }))).toBe('SIMULATION_RUNNING')
  await start()
  await start()
  expect(errorCode(await server.call('POST', '/api/simulations', { as: site, body: {} }))).toBe('TOO_MANY_SIMULATIONS')
  // Ended on its way: the job finds nothing and is done.
  await end(id)
  await server.runner.drain()
  expect(server.problems).toEqual([])
  await server.ok('POST', '/_test/auth-clock', { body: { advance: 'PT25H' } })
  await server.runner.runSchedules()
  expect((await server.ok('GET', '/api/simulations', { as: site })).simulations).toEqual([])
  const copies = await sql`select id from site where simulation_of is not null and simulation_of = ${site.metaSiteId}`.execute(server.open.db)
  expect(copies.rows).toEqual([])
})
