/** Webhooks as the unmodified client package takes them: verified with the public key, decoded, handed to its handlers. */
import { createServer, type Server } from 'node:http'
import { bookings, services } from '@wix/bookings'
import { signOnPolicy } from '@wix/identity'
import { members } from '@wix/members'
import { orders, plans } from '@wix/pricing-plans'
import { redirects } from '@wix/redirects'
import { AppStrategy, createClient } from '@wix/sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allMatched, stripMarkdown, tableAt, unmatchedRows } from '../guide-tables.ts'
import { startTestServer, type TestSite, type TestServer } from '../test-server.ts'

let server: TestServer
let site: TestSite
let receiver: Server
let address: string
let received: { body: string; type: string | undefined }[] = []
let answer: (body: string) => number = () => 200

beforeAll(async () => {
  server = await startTestServer()
  receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      received.push({ body, type: request.headers['content-type'] })
      response.writeHead(answer(body)).end()
    })
  })
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  const at = receiver.address()
  address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/hook`
})
afterAll(async () => {
  receiver.close()
  await server.close()
})
beforeEach(async () => {
  answer = () => 200
  received = []
  site = await server.createSite({ webhookKey: true })
})

const subscribe = (types?: string[]) => server.ok('POST', '/_test/webhooks/subscribe', { body: { metaSiteId: site.metaSiteId, url: address, types } })
const run = () => server.ok('POST', '/_test/run', {})
const inner = (body: string) => JSON.parse(JSON.parse(JSON.parse(Buffer.from(body.split('.')[1] as string, 'base64url').toString()).data).data)
const app = () =>
  createClient({
    auth: AppStrategy({ appId: site.clientId, publicKey: site.webhookPublicKey as string }),
    modules: { bookings, members, orders, plans, redirects, services, signOnPolicy },
  })
const createPlan = async () =>
  (
    await server.ok('POST', '/v2/plans', {
      as: site,
      body: { plan: { name: 'Monthly', pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } } } },
    })
  ).plan

test('members, plans and orders reach the handlers of the package with entity, event and identity', async () => {
  await subscribe()
  const client = app()
  const heard: Record<string, { entity?: unknown; data?: unknown; metadata: Record<string, unknown> }[]> = {}
  const listenTo = (name: string) => (event: unknown) => void (heard[name] ??= []).push(event as never)
  client.members.onMemberCreated(listenTo('member created'))
  client.members.onMemberUpdated(listenTo('member updated'))
  client.members.onMemberDeleted(listenTo('member deleted'))
  client.plans.onPlanCreated(listenTo('plan created'))
  client.plans.onPlanUpdated(listenTo('plan updated'))
  client.plans.onPlanArchived(listenTo('plan archived'))
  client.orders.onOrderCreated(listenTo('order created'))
  client.orders.onOrderUpdated(listenTo('order updated'))
  client.orders.onOrderPurchased(listenTo('order purchased'))
  client.orders.onOrderStarted(listenTo('order started'))
  client.orders.onOrderCycleStarted(listenTo('cycle started'))

  const member = await server.registerMember(site)
  const plan = await createPlan()
  const { order } = await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: plan.id, memberId: member.memberId, paid: true } })
  await server.ok('POST', `/v2/plans/${plan.id}/archive`, { as: site, body: {} })
  const gone = await server.registerMember(site)
  await server.ok('DELETE', `/v1/members/${gone.memberId}`, { as: site })
  await run()
  expect(received.length).toBeGreaterThan(6)
  for (const { body, type } of received) {
    expect(type).toMatch(/^text\/plain/)
    await client.webhooks.process(body)
  }
  const of = (name: string, id: string) => (heard[name] ?? []).find((event) => event.metadata.entityId === id)
  expect(of('member created', member.memberId)).toMatchObject({
    entity: { _id: member.memberId, loginEmail: member.email },
    metadata: {
      instanceId: site.metaSiteId,
      entityEventSequence: '1',
      accountInfo: { siteId: site.metaSiteId },
      identity: { identityType: expect.any(String) },
    },
  })
  expect(of('member deleted', gone.memberId)).toMatchObject({ metadata: { entityId: gone.memberId } })
  expect(of('plan created', plan.id)).toMatchObject({ entity: { _id: plan.id, name: 'Monthly' } })
  expect(of('plan archived', plan.id)).toMatchObject({ data: { plan: { _id: plan.id, archived: true } } })
  expect(of('order created', order.id)).toMatchObject({ entity: { _id: order.id, planId: plan.id } })
  expect(of('order purchased', order.id)).toMatchObject({ data: { order: { _id: order.id } } })
  expect(of('order started', order.id)).toMatchObject({ data: { order: { _id: order.id } } })
  // What is paid at the desk starts without a cycle of its own. Source: guide pricing-plans §8.2, row 4.
  expect(of('cycle started', order.id)).toBeUndefined()
})

test('sign-in emits events, too; each event says who caused it', async () => {
  await subscribe()
  const client = app()
  const heard: { data?: unknown; entity?: unknown; metadata: { entityFqdn?: string; identity?: unknown } }[] = []
  const hear = (event: unknown) => void heard.push(event as never)
  client.signOnPolicy.onSignOnPolicyUpdated(hear)
  client.redirects.onRedirectSessionCreated(hear)
  client.members.onMemberCreated(hear)
  client.members.onMemberUpdated(hear)
  const visitor = await server.visitorToken(site)
  const { subjectId } = await server.ok('POST', '/oauth2/token-info', { body: { token: visitor } })
  const { redirectSession } = await server.ok('POST', '/v1/redirect-session', { token: visitor, body: { login: {} } })
  const member = await server.registerMember(site)
  await server.ok('POST', '/v1/members/join-community', { token: member.token, body: {} })
  const dashboard = await server.signInAsOwner(site)
  await server.ok('PATCH', `/v1/members/${member.memberId}`, { ...dashboard, body: { member: { profile: { title: 'Guest' } } } })
  await server.setSignOnPolicy(site, { verify: true })
  await run()
  for (const { body } of received) await client.webhooks.process(body)
  const identities = heard.map(({ metadata }) => metadata.identity)
  /** Each kind of actor of the table, and whom its event names. */
  const names: Record<string, object> = {
    VISITOR: { identityType: 'ANONYMOUS_VISITOR', anonymousVisitorId: subjectId },
    MEMBER: { identityType: 'MEMBER', memberId: member.memberId },
    USER: { identityType: 'WIX_USER', wixUserId: site.ownerUserId },
    APP: { identityType: 'APP', appId: expect.any(String) },
  }
  const rows = tableAt('identity', '| Actor kind')
  expect(unmatchedRows(rows, names)).toEqual(allMatched)
  for (const [kind, identityType] of rows) {
    expect(names[stripMarkdown(kind)]).toMatchObject({ identityType: stripMarkdown(identityType) })
    expect([kind, identities]).toEqual([kind, expect.arrayContaining([expect.objectContaining(names[stripMarkdown(kind)] as object)])])
  }
  const bodies = received.map(({ body }) => inner(body))
  expect(bodies).toContainEqual(expect.objectContaining({ entityFqdn: 'wix.iam.signon.v1.sign_on_policy', slug: 'updated' }))
  expect(bodies).toContainEqual(expect.objectContaining({ entityFqdn: 'wix.headless.v1.redirect_session', slug: 'created', entityId: redirectSession.id }))
  expect(heard.map(({ metadata }) => metadata.entityFqdn)).toEqual(
    expect.arrayContaining(['wix.iam.signon.v1.sign_on_policy', 'wix.headless.v1.redirect_session']),
  )
})

test('another key, a changed body and an old text are refused by the package', async () => {
  await subscribe(['wix.pricing_plans.plan_created'])
  await createPlan()
  await run()
  const body = received[0]?.body as string
  const otherSite = await server.createSite({ webhookKey: true })
  const other = createClient({ auth: AppStrategy({ appId: site.clientId, publicKey: otherSite.webhookPublicKey as string }), modules: { plans } })
  other.plans.onPlanCreated(() => undefined)
  await expect(other.webhooks.process(body)).rejects.toThrow()
  const client = app()
  client.plans.onPlanCreated(() => undefined)
  const [head, claims, signature] = body.split('.')
  const forged = Buffer.from(
    Buffer.from(claims as string, 'base64url')
      .toString()
      .replace('Monthly', 'Hourly'),
  ).toString('base64url')
  await expect(client.webhooks.process(`${head}.${forged}.${signature}`)).rejects.toThrow()
  await client.webhooks.process(body)
})

test('only subscribed events are delivered, only of the own site, each event once', async () => {
  await subscribe(['wix.pricing_plans.plan_created'])
  const otherSite = await server.createSite()
  await server.ok('POST', '/v2/plans', { as: otherSite, body: { plan: { name: 'Theirs', pricing: { singlePaymentUnlimited: true, price: { value: '1' } } } } })
  const plan = await createPlan()
  await server.ok('PATCH', `/v2/plans/${plan.id}`, { as: site, body: { plan: { name: 'Renamed' } } })
  await run()
  await run()
  expect(received.map(({ body }) => inner(body))).toMatchObject([{ entityId: plan.id, slug: 'created', createdEvent: { entity: { name: 'Monthly' } } }])
})

test('what was not taken is sent again, the later ones of the same entity wait for it, and in the end it is given up', async () => {
  await subscribe(['wix.pricing_plans.plan_created', 'wix.pricing_plans.plan_updated'])
  answer = () => 500
  const plan = await createPlan()
  await server.ok('PATCH', `/v2/plans/${plan.id}`, { as: site, body: { plan: { name: 'Second' } } })
  await run()
  expect(received.map(({ body }) => inner(body).entityEventSequence)).toEqual(['1'])
  answer = () => 204
  await server.advanceClock('PT1M')
  expect(received.map(({ body }) => inner(body).entityEventSequence)).toEqual(['1', '1'])
  answer = () => 200
  await server.advanceClock('PT10M')
  expect(received.map(({ body }) => inner(body).entityEventSequence)).toEqual(['1', '1', '1', '2'])
  expect(new Set(received.slice(0, 3).map(({ body }) => inner(body).id)).size).toBe(1)

  received = []
  answer = () => 302
  await server.ok('PATCH', `/v2/plans/${plan.id}`, { as: site, body: { plan: { name: 'Third' } } })
  await run()
  for (const wait of ['PT1M', 'PT10M', 'PT1H', 'PT12H', 'PT24H', 'P3D']) await server.advanceClock(wait)
  expect(received).toHaveLength(6)
  const { webhooks } = await server.ok('GET', '/api/webhooks', { as: site })
  const { deliveries } = await server.ok('GET', `/api/webhooks/${webhooks[0].id}/deliveries`, { as: site })
  expect(deliveries[0]).toMatchObject({
    eventType: 'wix.pricing_plans.plan_updated',
    state: 'GIVEN_UP',
    attempts: 6,
    lastStatus: 302,
    lastError: 'answered 302',
  })
  answer = () => 200
  await server.ok('POST', `/api/webhook-deliveries/${deliveries[0].id}/repeat`, { as: site, body: {} })
  await run()
  expect(received).toHaveLength(7)
})

test('an owner manages webhooks; addresses and events are checked', async () => {
  const wrong = await server.call('POST', '/api/webhooks', { as: site, body: { url: 'ftp://example.com/in', types: ['wix.no.such_event'] } })
  expect(wrong.body.details.validationError.fieldViolations.map((one: { field: string }) => one.field)).toEqual(['url', 'types[0]'])
  const { webhook } = await server.ok('POST', '/api/webhooks', { as: site, body: { url: address, name: 'Books' } })
  const { publicKey, eventTypes, webhooks } = await server.ok('GET', '/api/webhooks', { as: site })
  expect([publicKey, webhooks.length, webhook.types]).toEqual([site.webhookPublicKey, 1, eventTypes])
  await server.ok('PATCH', `/api/webhooks/${webhook.id}`, { as: site, body: { isActive: false } })
  await createPlan()
  await run()
  expect(received).toEqual([])
  const otherSite = await server.createSite()
  expect((await server.call('DELETE', `/api/webhooks/${webhook.id}`, { as: otherSite })).status).toBe(404)
  await server.ok('DELETE', `/api/webhooks/${webhook.id}`, { as: site })
  expect((await server.ok('GET', '/api/webhooks', { as: site })).webhooks).toEqual([])
})
