/** Names, limits and charges are settled once. Source: guide members §8, pricing-plans §6.1. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../test-server.ts'
import { concurrently } from './concurrently.ts'

const concurrency = 64

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a real server', () => {
  let server: TestServer
  let site: TestSite
  beforeAll(async () => {
    server = await startTestServer()
    site = await server.createSite()
  })
  afterAll(() => server.close())

  test('sixteen sign-ups with one email address make one member', async () => {
    const visitor = await server.visitorToken(site)
    const email = 'mia@people.example'
    const { won } = await concurrently(16, () =>
      server.call('POST', '/v2/register', { token: visitor, body: { loginId: { email }, password: 'a calm long evening' } }),
    )
    expect(won).toHaveLength(1)
    const { members } = await server.ok('POST', '/v1/members/query', { as: site, body: { query: { filter: { loginEmail: email } }, fieldsets: ['FULL'] } })
    expect(members).toHaveLength(1)
  })

  test('one slug belongs to one member', async () => {
    const ids: string[] = []
    for (let at = 0; at < 8; at++)
      ids.push((await server.ok('POST', '/v1/members', { as: site, body: { member: { loginEmail: `slug-${at}@people.example` } } })).member.id)
    const { won } = await concurrently(concurrency, (at) => server.call('POST', `/v1/members/${ids[at % 8]}/slug`, { as: site, body: { slug: 'the-one' } }))
    expect(new Set(won.map(({ body }) => body.member.id)).size).toBe(1)
  })

  test('a plan that may be bought once is bought once', async () => {
    const member = await server.registerMember(site)
    const { plan } = await server.ok('POST', '/v2/plans', {
      as: site,
      body: {
        plan: { name: 'Free intro', pricing: { singlePaymentForDuration: { count: 1, unit: 'MONTH' }, price: { value: '0' } }, maxPurchasesPerBuyer: 1 },
      },
    })
    const { won } = await concurrently(concurrency, () => server.call('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId: plan.id } }))
    expect(won.filter(({ body }) => body.order)).toHaveLength(1)
    expect(won.filter(({ body }) => !body.order).every(({ body }) => body.purchaseLimitExceeded === true)).toBe(true)
  })

  test('only one plan is primary', async () => {
    const ids: string[] = []
    for (let at = 0; at < 8; at++)
      ids.push(
        (
          await server.ok('POST', '/v2/plans', {
            as: site,
            body: { plan: { name: `Plan ${at}`, pricing: { singlePaymentUnlimited: true, price: { value: '10' } } } },
          })
        ).plan.id,
      )
    await concurrently(concurrency, (at) => server.call('POST', `/v2/plans/${ids[at % 8]}/make-primary`, { as: site, body: {} }))
    const { plans } = await server.ok('GET', '/v2/plans', { as: site })
    expect(plans.filter((plan: { primary: boolean }) => plan.primary)).toHaveLength(1)
  })

  test('the same idempotency key does the work once', async () => {
    const body = { plan: { name: 'Once', pricing: { singlePaymentUnlimited: true, price: { value: '10' } } } }
    const { won } = await concurrently(concurrency, () => server.call('POST', '/v2/plans', { as: site, body, headers: { 'idempotency-key': 'once' } }))
    expect(new Set(won.map(({ body }) => body.plan.id)).size).toBe(1)
    const { plans } = await server.ok('GET', '/v2/plans', { as: site, query: { limit: 100 } })
    expect(plans.filter((plan: { name: string }) => plan.name === 'Once')).toHaveLength(1)
  })
})
