/** The test hooks, as the guides describe them. Source: guide identity §15, pricing-plans §19. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { InvalidSetting, readConfig } from '../config.ts'
import { startTestServer, type TestSite, type TestServer } from '../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(() => server.close())

const callHook = (path: string, body: unknown = {}) => server.ok('POST', `/_test/${path}`, { body })
const monthly = async () =>
  (
    await server.ok('POST', '/v2/plans', {
      as: site,
      body: {
        plan: {
          name: 'Monthly',
          pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40', currency: 'USD' } },
        },
      },
    })
  ).plan

async function draft() {
  const member = await server.registerMember(site)
  const plan = await monthly()
  const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId: plan.id } })
  return { member, plan, orderId: order.id as string }
}

describe('a site', () => {
  test('comes with everything that a test needs', async () => {
    const clientId = '7c3bd1f0-3c7f-4a53-9a3b-6a6f0a5f1234'
    const made = await callHook('site', {
      name: 'Harbour Studio',
      clientId,
      redirectDomains: ['shop.example'],
      redirectUris: ['https://shop.example/back'],
      allowLocalhost: false,
    })
    const guid = /^[0-9a-f-]{36}$/
    expect(made).toEqual({
      metaSiteId: expect.stringMatching(guid),
      accountId: expect.stringMatching(guid),
      siteUrl: expect.stringMatching(/^http/),
      apiUrl: expect.stringMatching(/^http/),
      clientId,
      apiKey: expect.any(String),
      appId: expect.stringMatching(guid),
      appSecret: expect.any(String),
      instanceId: expect.stringMatching(guid),
      webhookPublicKey: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----/),
      ownerEmail: expect.stringContaining('@'),
      ownerPassword: expect.any(String),
      ownerUserId: expect.stringMatching(guid),
      ownerMemberId: expect.stringMatching(guid),
    })
    const { member } = await server.ok('GET', `/v1/members/${made.ownerMemberId}`, { as: made, query: { fieldsets: 'FULL' } })
    expect(member).toMatchObject({ loginEmail: made.ownerEmail, status: 'APPROVED' })
    const blocked = await server.call('POST', `/v1/members/${made.ownerMemberId}/block`, { as: made, body: {} })
    expect(blocked.body.details.applicationError.code).toBe('OWNER_MEMBER_BLOCK_FORBIDDEN')
    expect((await server.call('POST', '/api/owner/sign-in', { body: { email: made.ownerEmail, password: made.ownerPassword } })).status).toBe(200)
  })

  test('its key opens this site only', async () => {
    const other = await server.createSite()
    const foreign = await server.call('GET', '/v2/plans', { headers: { authorization: site.apiKey, 'wix-site-id': other.metaSiteId } })
    expect([401, 403]).toContain(foreign.status)
  })
})

test('a contact without a member', async () => {
  const { contactId } = await callHook('contacts', {
    metaSiteId: site.metaSiteId,
    email: 'guest@people.example',
    firstName: 'Gus',
    phones: ['+1 212 555 0100'],
  })
  const row = await server.open.db.selectFrom('contact').selectAll().where('id', '=', contactId).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ siteId: site.metaSiteId, firstName: 'Gus', emails: ['guest@people.example'], phones: ['+1 212 555 0100'] })
})

describe('the clocks', () => {
  test('the business clock freezes, walks and never goes back; tokens do not notice', async () => {
    const { token } = await server.registerMember(site)
    expect(await server.ok('GET', '/_test/clock')).toMatchObject({ mode: expect.stringMatching(/real|frozen/) })
    const { now } = await callHook('clock')
    expect(await server.ok('GET', '/_test/clock')).toEqual({ now, mode: 'frozen' })
    const later = await callHook('clock', { advance: 'P40D' })
    expect(later).toMatchObject({ jobsRun: expect.any(Number) })
    expect(Date.parse(later.now) - Date.parse(now)).toBe(40 * 86_400_000)
    expect((await server.call('POST', '/_test/clock', { body: { now } })).status).toBe(400)
    expect((await server.call('GET', '/v1/members/my', { token })).status).toBe(200)
  })

  test('the clock of tokens is another one', async () => {
    const { token } = await server.registerMember(site)
    const before = await server.ok('GET', '/_test/clock')
    await callHook('auth-clock', { advance: 'PT5H' })
    expect((await server.call('GET', '/v1/members/my', { token })).status).toBe(401)
    expect(await server.ok('GET', '/_test/clock')).toEqual(before)
  })
})

describe('payments', () => {
  test('paying as the buyer: declined, asked, paid; the invoices say how', async () => {
    const { orderId, plan } = await draft()
    expect(await callHook('payments/pay', { metaSiteId: site.metaSiteId, orderId, card: '4000000000009995' })).toEqual({
      outcome: 'declined',
      declineCode: 'insufficient_funds',
    })
    expect(await callHook('payments/pay', { metaSiteId: site.metaSiteId, orderId, card: '4000002500003155', challenge: 'reject' })).toMatchObject({
      outcome: 'declined',
    })
    expect(await callHook('payments/pay', { metaSiteId: site.metaSiteId, orderId, card: '4000002500003155', challenge: 'approve' })).toEqual({
      outcome: 'succeeded',
    })
    expect(await callHook('payments/pay', { metaSiteId: site.metaSiteId, orderId: plan.id, card: '4242424242424242' })).toEqual({
      outcome: 'refused',
      code: 'order_not_found',
    })
    const { invoices } = await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId } })
    expect(invoices).toMatchObject([{ cycleIndex: 1, currency: 'USD', dueDate: expect.any(String), state: 'PAID', attempts: expect.any(Array) }])
    expect(Number(invoices[0].amount)).toBe(40)
    const attempts: { n: number; outcome: string; key: string; at: string }[] = invoices[0].attempts
    expect(attempts.at(-1)).toMatchObject({ outcome: 'succeeded', key: expect.any(String), ref: expect.any(String) })
    expect(new Set(attempts.map(({ key }) => key)).size).toBe(attempts.length)
  })

  test('the next off-session results are ordered, and another card heals', async () => {
    const { orderId } = await draft()
    await callHook('payments/pay', { metaSiteId: site.metaSiteId, orderId, card: '4242424242424242' })
    await callHook('payments/next', { metaSiteId: site.metaSiteId, orderId, outcome: 'declined:insufficient_funds', times: 1 })
    await callHook('clock', { advance: 'P1M' })
    const read = async () => (await server.ok('GET', `/v2/orders/${orderId}`, { as: site })).order.lastPaymentStatus
    expect(await read()).toBe('FAILED')
    expect(await callHook('payments/card', { metaSiteId: site.metaSiteId, orderId, card: '5555555555554444' })).toMatchObject({ outcome: 'succeeded' })
    await callHook('clock', { advance: 'P8D' })
    expect(await read()).toBe('PAID')
  })

  test('the sandbox says later what became of a charge, in any order and twice', async () => {
    const { orderId } = await draft()
    expect(await callHook('payments/pay', { metaSiteId: site.metaSiteId, orderId, card: '4000000000000077' })).toMatchObject({ outcome: 'processing' })
    const { invoices } = await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId } })
    const { ref } = invoices[0].attempts[0]
    const events = [
      { id: 'b', type: 'charge.succeeded', ref },
      { id: 'a', type: 'charge.processing', ref },
      { id: 'b', type: 'charge.succeeded', ref },
    ]
    await callHook('webhooks/sandbox', { metaSiteId: site.metaSiteId, events })
    await callHook('run')
    const { order } = await server.ok('GET', `/v2/orders/${orderId}`, { as: site })
    expect(order).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
    const after = await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId } })
    expect(after.invoices).toMatchObject([{ state: 'PAID', attempts: [{ outcome: 'succeeded' }] }])
  })
})

test('emails with their variables, events in sequence', async () => {
  const { orderId, member } = await draft()
  await callHook('payments/pay', { metaSiteId: site.metaSiteId, orderId, card: '4242424242424242' })
  const { events } = await server.ok('GET', '/_test/events', { query: { metaSiteId: site.metaSiteId, entityId: orderId } })
  expect(events.map(({ sequence }: { sequence: number }) => sequence)).toEqual(events.map((_: unknown, at: number) => at + 1))
  expect(events[0]).toMatchObject({ slug: 'created', eventType: 'wix.pricing_plans.v2.order_created', eventTime: expect.any(String), body: expect.any(Object) })
  const { emails } = await server.ok('GET', '/_test/outbox', { query: { metaSiteId: site.metaSiteId, to: member.email } })
  expect(emails.length).toBeGreaterThan(0)
  for (const { template, to, variables, at } of emails) {
    expect([typeof template, to, typeof at]).toEqual(['string', member.email, 'string'])
    expect(variables).toMatchObject({ siteName: 'Test studio', siteUrl: expect.any(String), email: member.email, language: 'en', sentAt: expect.any(String) })
  }
})

test('settings of the business and of sign-in', async () => {
  await callHook('settings', {
    metaSiteId: site.metaSiteId,
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    tax: { name: 'VAT', rate: '19', includedInPrice: true },
    minRecurringCycleDays: 1,
  })
  expect(await server.ok('GET', '/api/site-settings', { as: site })).toMatchObject({ timeZone: 'Europe/Berlin', currency: 'EUR' })
  await callHook('settings', { metaSiteId: site.metaSiteId, tax: null, currency: 'USD', timeZone: 'UTC' })
  const fresh = await server.createSite()
  await callHook('auth-settings', { metaSiteId: fresh.metaSiteId, captcha: { signup: 'ALWAYS' } })
  const refused = await server.call('POST', '/v2/register', {
    token: await server.visitorToken(fresh),
    body: { loginId: { email: 'a@people.example' }, password: 'a calm long evening' },
  })
  expect([refused.status, refused.body.details.applicationError.code]).toEqual([400, '-19971'])
  await callHook('auth-settings', { metaSiteId: fresh.metaSiteId, captcha: { signup: 'OFF' }, hideAccountExistence: true })
  const { email } = await server.registerMember(fresh)
  const decoy = await server.call('POST', '/v2/register', {
    token: await server.visitorToken(fresh),
    body: { loginId: { email }, password: 'a calm long evening' },
  })
  expect([decoy.status, decoy.body.state]).toEqual([200, 'REQUIRE_EMAIL_VERIFICATION'])
})

test('they are not there without TEST_HOOKS=1, which production refuses', () => {
  expect(readConfig({}, '.').testHooks).toBe(false)
  expect(readConfig({ TEST_HOOKS: '1' }, '.').testHooks).toBe(true)
  expect(() => readConfig({ TEST_HOOKS: '1', NODE_ENV: 'production' }, '.')).toThrow(InvalidSetting)
})

test('passwords are hashed at full cost by every server that is configured by its environment; a reduced one without hooks does not start', async () => {
  for (const env of [{}, { TEST_HOOKS: '1' }, { PASSWORD_HASHING: 'reduced' }]) expect(readConfig(env, '.').passwordHashing).toBe('full')
  await expect(buildApp(server.open, { ...readConfig({}, '.'), port: 0, passwordHashing: 'reduced' })).rejects.toThrow('Only servers of tests')
})
