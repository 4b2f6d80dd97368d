/** A script says what a plan pays for, and then it pays: through HTTP, in the calls of the public platform. Source: guide pricing-plans §13.7. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createBookingStudio, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type CallOptions, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
  studio = await createBookingStudio(server)
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const bookingsApp = '13d21c63-b5ec-5912-8397-c3a5ddb27a97'
const namespace = '@wix/pricing-plans'
const base = '/benefit-programs/v1'
const pricing = { price: { value: '30' }, subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 } }
const createPlan = async (): Promise<string> => (await server.ok('POST', '/v2/plans', { as: studio.site, body: { plan: { name: 'Pack', pricing } } })).plan.id
const createClass = (more: object = {}) => studio.service({ type: 'CLASS', capacity: 20, ...more })
const post = (path: string, body: object, as: CallOptions = { as: studio.site }) => server.call('POST', base + path, { ...as, body })
const ok = (path: string, body: object) => server.ok('POST', base + path, { as: studio.site, body })
const getProgram = (externalId: string, as: CallOptions = { as: studio.site }, query: object = {}) =>
  server.call('GET', `/_api${base}/program-definitions/by-namespace-and-external-id`, { ...as, query: { externalId, namespace, ...query } })
const toPool = (programId: string, { details = {}, benefit = {}, ...more }: { details?: object; benefit?: object; displayName?: string } = {}) => ({
  displayName: 'Bookings benefit',
  namespace,
  programDefinitionIds: [programId],
  details: {
    benefits: [{ benefitKey: '6b0b7f5e-0c0e-4c3a-9a55-0f3d3a1d1a12', displayName: 'Sessions', price: '1', providerAppId: bookingsApp, ...benefit }],
    creditConfiguration: { amount: '10', unitType: 'CUSTOM' },
    ...details,
  },
  ...more,
})
const createPool = (planId: string, more: Parameters<typeof toPool>[1] = {}) =>
  post('/pool-definitions', { poolDefinition: toPool(planId, more), cascade: 'IMMEDIATELY' })
const toItem = (itemSetId: string, { id }: { id: string }) => ({ externalId: id, itemSetId, providerAppId: bookingsApp, category: '', namespace })
const queryPools = async (id: string) =>
  (await ok('/pool-definitions/query', { query: { filter: { programDefinitionIds: { $hasSome: [id] } }, paging: { limit: 100 } } })).poolDefinitions
const queryItems = async (id: string): Promise<{ externalId: string }[]> => (await ok('/items/query', { query: { filter: { itemSetId: { $eq: id } } } })).items
const getBenefit = (planId: string) => server.ok('GET', `/api/plans/${planId}/benefit`, { as: studio.site })
const getPayment = async ({ id }: CreatedService) => (await server.ok('GET', `/v2/services/${id}`, { as: studio.site })).service.payment

/** Program, pool and items in the order of the scripts; answers the plan. */
async function cover(services: CreatedService[], more: Parameters<typeof toPool>[1] = {}): Promise<string> {
  const planId = await createPlan()
  const { programDefinition } = (await getProgram(planId)).body
  const { poolDefinition } = (await createPool(programDefinition.id, more)).body
  const { itemSetId } = poolDefinition.details.benefits[0]
  const { bulkActionMetadata } = await ok('/bulk/items/create', { items: services.map((service) => toItem(itemSetId, service)) })
  expect(bulkActionMetadata).toEqual({ totalSuccesses: services.length, totalFailures: 0, undetailedFailures: 0 })
  return planId
}

test('the plan pays for a booking of the service, with one of its credits', async () => {
  const yoga = await createClass({ options: { online: true, inPerson: true } })
  const planId = await cover([yoga])
  expect(await getPayment(yoga)).toMatchObject({ pricingPlanIds: [planId], options: { online: true, inPerson: true, pricingPlan: true } })
  expect(await getBenefit(planId)).toEqual({ benefit: { credits: 10, rollover: { enabled: false } }, serviceIds: [yoga.id] })

  const who = await server.registerMember(studio.site)
  const { order } = (await studio.owner('/v2/checkout/orders/offline', { planId, memberId: who.memberId, paid: true })).body
  const slot = { serviceId: yoga.id, eventId: await studio.session(yoga) }
  const booking = { bookedEntity: { slot }, contactDetails: { firstName: 'Mia', email: who.email }, totalParticipants: 1, selectedPaymentOption: 'MEMBERSHIP' }
  const { booking: made } = await server.ok('POST', '/v2/bookings', { token: who.token, body: { booking } })
  const lineItems = [{ quantity: 1, catalogReference: { catalogItemId: made.id, appId: bookingsApp } }]
  const { checkout } = await server.ok('POST', '/ecom/v1/checkouts', { token: who.token, body: { lineItems } })
  await server.ok('POST', `/ecom/v1/checkouts/${checkout.id}/create-order`, { token: who.token, body: {} })
  const { extendedBookings } = await server.ok('POST', '/v2/extended-bookings/query', { as: studio.site, body: { query: { filter: { id: made.id } } } })
  expect(extendedBookings).toMatchObject([{ booking: { status: 'CONFIRMED', paymentStatus: 'PAID' } }])
  expect((await server.ok('GET', `/api/plan-orders/${order.id}/credits`, { as: studio.site })).balance).toBe(9)
})

test('what was written is read back, and a storefront finds the plan', async () => {
  const yoga = await createClass()
  const rolloverConfiguration = { enabled: true, balanceCap: '4' }
  const planId = await cover([yoga], { details: { creditConfiguration: { amount: '8', unitType: 'CUSTOM', rolloverConfiguration } } })
  const { programDefinition } = (await getProgram(planId)).body
  expect(programDefinition).toMatchObject({ externalId: planId, namespace, displayName: 'Pack' })
  const written = toPool(programDefinition.id, { details: { creditConfiguration: { amount: '8', unitType: 'CUSTOM', rolloverConfiguration } } })
  const pools = await queryPools(programDefinition.id)
  expect(pools).toMatchObject([written])
  const [{ id: poolId, details }] = pools
  expect(await queryItems(details.benefits[0].itemSetId)).toMatchObject([toItem(planId, yoga)])
  const itemIdentifier = { externalId: yoga.id, providerAppId: bookingsApp }
  const path = '/pricing-plan-benefits/v3/plan-benefits/list-plans-by-item-identifier'
  const { planBenefits } = await server.ok('POST', path, { token: await server.visitorToken(studio.site), body: { itemIdentifier } })
  expect(planBenefits).toMatchObject([
    {
      benefitInfo: {
        poolDefinitionId: poolId,
        displayName: 'Sessions',
        benefitKey: written.details.benefits[0]?.benefitKey,
        price: '1',
        creditConfiguration: { amount: '8' },
      },
    },
  ])
})

test('a price of 0 is unlimited; what the dashboard then changes keeps the names', async () => {
  const yoga = await createClass()
  const planId = await cover([yoga], { benefit: { price: '0' }, details: { creditConfiguration: undefined } })
  expect((await getBenefit(planId)).benefit).toEqual({ credits: null, rollover: { enabled: false } })
  await server.ok('PUT', `/api/plans/${planId}/benefit`, { as: studio.site, body: { benefit: { credits: 3 }, serviceIds: [yoga.id] } })
  expect(await queryPools(planId)).toMatchObject([
    { displayName: 'Bookings benefit', details: { benefits: [{ displayName: 'Sessions', price: '1' }], creditConfiguration: { amount: '3' } } },
  ])
})

test('a benefit from the dashboard is a pool, too', async () => {
  const planId = await createPlan()
  expect(await queryPools(planId)).toEqual([])
  await server.ok('PUT', `/api/plans/${planId}/benefit`, { as: studio.site, body: { benefit: { credits: 5 }, serviceIds: [] } })
  expect(await queryPools(planId)).toMatchObject([
    { programDefinitionIds: [planId], displayName: 'Bookings', details: { creditConfiguration: { amount: '5' } } },
  ])
  expect(errorCode(await createPool(planId))).toBe('POOL_DEFINITION_EXISTS')
})

test('a second pool is refused, a second item of a service changes nothing', async () => {
  const yoga = await createClass()
  const planId = await cover([yoga])
  const again = await createPool(planId, { details: { creditConfiguration: { amount: '99' } } })
  expect([again.status, errorCode(again)]).toEqual([409, 'POOL_DEFINITION_EXISTS'])
  expect((await getBenefit(planId)).benefit.credits).toBe(10)
  const { revision } = (await server.ok('GET', `/v2/services/${yoga.id}`, { as: studio.site })).service
  const { item } = await ok('/items', { item: toItem(planId, yoga) })
  const { results } = await ok('/bulk/items', { items: [toItem(planId, yoga)], returnEntity: true })
  expect(results).toEqual([{ itemMetadata: { id: item.id, originalIndex: 0, success: true }, item }])
  expect((await server.ok('GET', `/v2/services/${yoga.id}`, { as: studio.site })).service.revision).toBe(revision)
  expect(await queryItems(planId)).toHaveLength(1)
})

test('of many items each that is refused fails alone, and changes nothing', async () => {
  const [yoga, byHand] = [await createClass(), await createClass({ approval: true })]
  const planId = await createPlan()
  await createPool(planId)
  const archived = await cover([yoga])
  await server.ok('POST', `/v2/plans/${archived}/archive`, { as: studio.site, body: {} })
  const unknown = { id: randomUUID() }
  const { results } = await ok('/bulk/items/create', {
    items: [toItem(planId, yoga), toItem(planId, unknown), toItem(randomUUID(), yoga), toItem(planId, byHand), toItem(archived, byHand)],
  })
  expect(results.map(({ itemMetadata }: { itemMetadata: { error?: { code: string } } }) => itemMetadata.error?.code)).toEqual([
    undefined,
    'NOT_FOUND',
    'ITEM_SET_NOT_FOUND',
    'INVALID_MANUAL_APPROVAL_WITH_PRICING_PLANS',
    'INVALID_PRICING_PLAN',
  ])
  expect((await queryItems(planId)).map(({ externalId }) => externalId)).toEqual([yoga.id])
  expect(await getPayment(byHand)).toMatchObject({ pricingPlanIds: [], options: { pricingPlan: false } })
})

test('what a plan cannot hold is refused and changes nothing', async () => {
  const planId = await createPlan()
  const rateLimited = { type: 'POLICY', policyOptions: { type: 'RATE_LIMITED' } }
  for (const more of [
    { benefit: { price: '2' } },
    { benefit: { price: '0' } },
    { benefit: { providerAppId: '14bcded7-0066-7c35-14d7-466cb3f09103' } },
    { details: { creditConfiguration: undefined } },
    { details: { creditConfiguration: { amount: '0' } } },
    { details: { creditConfiguration: { amount: '2.5' } } },
    { details: { creditConfiguration: { amount: 10 } } },
    { details: { benefits: [] } },
    { details: { policyExpression: rateLimited } },
    { namespace: '@wix/events' },
    { programDefinitionIds: [planId, randomUUID()] },
  ])
    expect((await createPool(planId, more)).status, JSON.stringify(more)).toBe(400)
  expect((await post('/bulk/items/create', { items: [{ ...toItem(planId, { id: planId }), category: 'vip' }] })).status).toBe(400)
  expect((await post('/bulk/items/create', { items: [] })).status).toBe(400)
  expect((await getProgram(planId, { as: studio.site }, { namespace: '@wix/events' })).status).toBe(400)
  expect((await getProgram('pack')).status).toBe(400)
  expect((await post('/pool-definitions/query', { query: { filter: { price: '1' } } })).status).toBe(400)
  expect(await getBenefit(planId)).toEqual({ benefit: null, serviceIds: [] })
})

test('a plan that was sold gets its benefit for new purchases only, and only when that is meant', async () => {
  const planId = await createPlan()
  const who = await server.registerMember(studio.site)
  await studio.owner('/v2/checkout/orders/offline', { planId, memberId: who.memberId, paid: true })
  expect(errorCode(await createPool(planId))).toBe('PLAN_ALREADY_SOLD')
  expect((await post('/pool-definitions', { poolDefinition: toPool(planId) })).status).toBe(200)
})

test('unknown plans, those of other sites, and other callers', async () => {
  const planId = await createPlan()
  const yoga = await createClass()
  const other = { as: await server.createSite() }
  const poolDefinition = toPool(planId)
  for (const answer of [await getProgram(randomUUID()), await getProgram(planId, other), await post('/pool-definitions', { poolDefinition }, other)])
    expect([answer.status, errorCode(answer)]).toEqual([404, 'PROGRAM_DEFINITION_NOT_FOUND'])
  await createPool(planId)
  expect(errorCode(await post('/items', { item: toItem(planId, yoga) }, other))).toBe('ITEM_SET_NOT_FOUND')
  const { plan } = await server.ok('POST', '/v2/plans', { ...other, body: { plan: { name: 'Theirs', pricing } } })
  await post('/pool-definitions', { poolDefinition: toPool(plan.id) }, other)
  expect((await post('/items', { item: toItem(plan.id, yoga) }, other)).status).toBe(404)
  expect((await post('/pool-definitions/query', { query: { filter: { programDefinitionIds: { $hasSome: [planId] } } } }, other)).body.poolDefinitions).toEqual(
    [],
  )
  const visitor = { token: await server.visitorToken(studio.site) }
  for (const [path, body] of [
    ['/pool-definitions', { poolDefinition }],
    ['/pool-definitions/query', {}],
    ['/items', { item: toItem(planId, yoga) }],
    ['/items/query', {}],
    ['/bulk/items/create', { items: [toItem(planId, yoga)] }],
  ] as const)
    expect([(await post(path, body, visitor)).status, (await post(path, body, {})).status], path).toEqual([403, 401])
  expect((await getProgram(planId, visitor)).status).toBe(403)
})
