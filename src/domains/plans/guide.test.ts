/** What plan calls are refused for, and what they emit, through the calls. Source: guide pricing-plans §3.3–§3.6, §13.1, §14. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(() => server.close())

const unknownId = '00000000-0000-4000-8000-00000000dead'
const price = { value: '40' }
const monthly = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price }
const create = (plan: object) => server.call('POST', '/v2/plans', { as: site, body: { plan } })
const createPlan = async (more: object = {}): Promise<string> => (await create({ name: 'Pass', pricing: monthly, ...more })).body.plan.id
const rules = (answer: { body: { details?: { validationError?: { fieldViolations: { field: string; ruleName: string; violatedRule: string }[] } } } }) =>
  (answer.body.details?.validationError?.fieldViolations ?? []).map(({ field, ruleName, violatedRule }) => `${field} ${ruleName || violatedRule}`)
const once = (singlePaymentForDuration: object, more: object = {}) => ({ singlePaymentForDuration, price, ...more })
const each = (count: number, unit: string, cycleCount = 0) => ({ subscription: { cycleDuration: { count, unit }, cycleCount }, price })

describe('rules of a plan, by their public names', () => {
  test.each<[string, object, string]>([
    ['a blank name', { name: '  ' }, 'plan.name PLAN_NAME_BLANK'],
    [
      'a fee without a name',
      { pricing: { ...monthly, feeConfigs: [{ fee: { name: ' ', amount: '5' }, appliedAt: 'FIRST_PAYMENT' }] } },
      'plan.pricing.feeConfigs[0].fee.name PLAN_FEE_NAME_BLANK',
    ],
    ['nothing to pay again and again', { pricing: { ...monthly, price: { value: '0' } } }, 'plan.pricing.price RECURRING_PLAN_PAYMENT_PRICE_MISSING'],
    ['a cycle of no length', { pricing: each(0, 'MONTH') }, 'plan.pricing.subscription.cycleDuration PERIOD_AMOUNT_OUT_OF_RANGE'],
    ['more than ten years', { pricing: each(1, 'YEAR', 11) }, 'plan.pricing.subscription.cycleDuration PERIOD_AMOUNT_OUT_OF_RANGE'],
    ['six days', { pricing: each(6, 'DAY') }, 'plan.pricing.subscription.cycleDuration RECURRING_PLAN_CYCLE_DURATION_TOO_SHORT'],
    ['too many cycles', { pricing: each(7, 'DAY', 2001) }, 'plan.pricing.subscription.cycleCount RECURRING_PLAN_CYCLE_COUNT_INVALID'],
    ['a duration without a count', { pricing: once({ unit: 'DAY' }) }, 'plan.pricing.singlePaymentForDuration INVALID_SINGLE_PAYMENT_WITHOUT_DURATION'],
    ['a duration of nothing', { pricing: once({ count: 0, unit: 'DAY' }) }, 'plan.pricing.singlePaymentForDuration.count SINGLE_PAYMENT_CYCLE_COUNT_INVALID'],
    ['eleven years at once', { pricing: once({ count: 11, unit: 'YEAR' }) }, 'plan.pricing.singlePaymentForDuration PERIOD_AMOUNT_OUT_OF_RANGE'],
    [
      'a trial of one payment',
      { pricing: once({ count: 1, unit: 'DAY' }, { freeTrialDays: 3 }) },
      'plan.pricing.freeTrialDays SINGLE_PAYMENT_FREE_TRIAL_UNSUPPORTED',
    ],
    ['no unit', { pricing: each(1, 'UNDEFINED') }, 'plan.pricing.subscription.cycleDuration.unit invalid_duration_unit'],
    ['client data that is no text', { clientData: { a: 1 } }, 'plan.clientData client_data_is_invalid'],
    ['two purchases', { maxPurchasesPerBuyer: 2 }, 'plan.maxPurchasesPerBuyer MAX'],
  ])('%s', async (_, plan, rule) => {
    const answer = await create({ name: 'Pass', pricing: monthly, ...plan })
    expect([answer.status, rules(answer)]).toEqual([400, [rule]])
  })

  test('a change has names of its own', async () => {
    const id = await createPlan()
    const change = (plan: object) => server.call('PATCH', `/v2/plans/${id}`, { as: site, body: { plan: { id, ...plan } } })
    expect(rules(await change({ pricing: each(1, 'UNDEFINED') }))).toEqual(['plan.pricing.subscription.cycleDuration.unit INVALID_DURATION_UNIT'])
    await server.ok('POST', `/v2/plans/${id}/archive`, { as: site })
    expect(rules(await change({ name: 'New' }))).toEqual(['plan update_not_supported'])
    expect(rules(await server.call('PATCH', '/v2/plans/', { as: site, body: { plan: { name: 'New' } } }))).toEqual(['plan.id MISSING_PLAN_ID'])
  })
})

test('an archived plan cannot be changed or restored; an unknown one is unknown to every call', async () => {
  const id = await createPlan()
  const call = (method: string, path: string, body?: unknown) => server.call(method, path, { as: site, ...(body === undefined ? {} : { body }) })
  await server.ok('POST', `/v2/plans/${id}/make-primary`, { as: site })
  await server.ok('POST', `/v2/plans/${id}/archive`, { as: site })
  expect((await server.ok('GET', `/v2/plans/${id}`, { as: site })).plan).toMatchObject({ archived: true, public: false, primary: false })
  expect(errorCode(await call('POST', `/v2/plans/${id}/archive`, {}))).toBe('already_archived')
  expect(errorCode(await call('PUT', `/v2/plans/${id}/visibility`, { visible: true }))).toBe('set_visibility_not_supported')
  expect(errorCode(await call('POST', `/v2/plans/${id}/make-primary`, {}))).toBe('set_primary_not_supported')
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '/archive', {}],
    ['PUT', '/visibility', { visible: true }],
    ['POST', '/make-primary', {}],
  ] as const) {
    const answer = await call(method, `/v2/plans/${unknownId}${path}`, body)
    expect([path, answer.status, errorCode(answer)]).toEqual([path, 404, 'plan_not_found'])
  }
})

test('what is not sent has its default, what only the server sets is ignored, and shoppers see less', async () => {
  const readonly = { id: unknownId, slug: 'mine', archived: true, primary: true, hasOrders: true }
  const { plan } = (await create({ ...readonly, name: ' Trimmed ', pricing: { singlePaymentUnlimited: true } })).body
  expect(plan).toEqual({
    id: expect.not.stringContaining(unknownId),
    name: 'Trimmed',
    description: '',
    perks: { values: [] },
    pricing: { singlePaymentUnlimited: true, price: { value: '0', currency: 'USD' } },
    primary: false,
    createdDate: expect.stringMatching(/Z$/),
    updatedDate: plan.createdDate,
    slug: 'trimmed',
    maxPurchasesPerBuyer: 0,
    allowFutureStartDate: false,
    buyerCanCancel: false,
    termsAndConditions: '',
    public: true,
    archived: false,
    hasOrders: false,
  })
  const { public: _, archived, hasOrders, ...seen } = plan
  const ids = { token: await server.visitorToken(site), query: `planIds=${plan.id}&planIds=${unknownId}` }
  expect((await server.ok('GET', '/v2/plans/public', ids)).plans).toEqual([seen])
  expect([archived, hasOrders]).toEqual([false, false])
})

test('the shop is arranged as a whole; another id in the body is refused', async () => {
  const fresh = await server.createSite()
  const add = async (name: string): Promise<string> => (await server.ok('POST', '/v2/plans', { as: fresh, body: { plan: { name, pricing: monthly } } })).plan.id
  const [a, b, c] = [await add('Ab'), await add('B'), await add('Ac')]
  const arrange = (ids: string[]) => server.call('POST', '/v2/plans/arrange', { as: fresh, body: { ids } })
  expect(errorCode(await arrange([a, b, c, unknownId]))).toBe('plan_not_found')
  for (const ids of [
    [a, b],
    [a, b, c, a],
  ])
    expect((await arrange(ids)).status).toBe(400)
  await server.ok('POST', `/v2/plans/${a}/archive`, { as: fresh })
  await server.ok('POST', `/v2/plans/${b}/archive`, { as: fresh })
  const listPlans = async (query: string) => (await server.ok('GET', '/v2/plans', { as: fresh, query })).plans.map(({ id }: { id: string }) => id)
  expect(await listPlans('archived=ARCHIVED_AND_ACTIVE')).toEqual([c, b, a])
  expect(await listPlans('archived=ARCHIVED_AND_ACTIVE&name=a')).toEqual([c, a])
  expect(await listPlans('free=true')).toEqual([])
  for (const [method, path, more] of [
    ['PATCH', '', { plan: { id: a } }],
    ['POST', '/archive', { id: a }],
    ['POST', '/make-primary', { id: a }],
    ['PUT', '/visibility', { id: a, visible: true }],
  ] as const) {
    const answer = await server.call(method, `/v2/plans/${c}${path}`, { as: fresh, body: more })
    expect([path, answer.status, rules(answer).length]).toEqual([path, 400, 1])
  }
})

test('the shortest plans are a setting; plans that are switched off are refused by every call, and orders run on', async () => {
  const shop = await server.createSite()
  const terms = (body: object) => server.ok('PATCH', '/api/money/terms', { as: shop, body })
  const put = (pricing: object) => server.call('POST', '/v2/plans', { as: shop, body: { plan: { name: 'Short', pricing } } })
  await terms({ minSinglePaymentDays: 7, minRecurringCycleDays: 1 })
  expect(rules(await put(once({ count: 6, unit: 'DAY' })))).toEqual(['plan.pricing.singlePaymentForDuration SINGLE_PAYMENT_DURATION_TOO_SHORT'])
  const { plan } = (await put(each(1, 'DAY'))).body
  const member = await server.registerMember(shop)
  const offline = { planId: plan.id, memberId: member.memberId }
  const { order } = await server.ok('POST', '/v2/checkout/orders/offline', { as: shop, body: offline })
  await terms({ enabled: false })
  const visitor = { token: await server.visitorToken(shop) }
  const [mine, owner] = [{ token: member.token }, { as: shop }]
  const item = { itemIdentifier: { externalId: unknownId, providerAppId: '13d21c63-b5ec-5912-8397-c3a5ddb27a97' } }
  for (const [method, path, options] of [
    ['GET', '/v2/plans/public', visitor],
    ['POST', '/v2/plans/public/query', { ...visitor, body: {} }],
    ['POST', '/v3/plans/query', { ...visitor, body: {} }],
    ['POST', '/v3/plan-benefits/list-plans-by-item-identifier', { ...visitor, body: item }],
    ['POST', '/v2/checkout/orders/price-preview', { ...visitor, body: { planId: plan.id } }],
    ['GET', '/v2/plans', owner],
    ['GET', `/v2/plans/${plan.id}`, owner],
    ['GET', '/v2/plans/stats', owner],
    ['POST', '/v2/plans', { ...owner, body: { plan: { name: 'New', pricing: monthly } } }],
    ['POST', `/v2/plans/${plan.id}/archive`, { ...owner, body: {} }],
    ['POST', '/v2/plans/clear-primary', { ...owner, body: {} }],
    ['POST', '/v2/checkout/orders/offline', { ...owner, body: offline }],
    ['POST', '/v2/checkout/orders/online', { ...mine, body: { planId: plan.id } }],
    ['POST', '/v2/checkout/orders/preview-online', { ...mine, body: { planId: plan.id } }],
  ] as const) {
    const answer = await server.call(method, path, options)
    expect([path, answer.status, errorCode(answer)]).toEqual([path, 428, 'PRICING_PLANS_NOT_INSTALLED'])
  }
  await server.ok('POST', `/v2/orders/${order.id}/pause`, { ...owner, body: {} })
  expect((await server.ok('GET', '/v2/member/orders', mine)).orders).toMatchObject([{ id: order.id, status: 'PAUSED' }])
  await terms({ enabled: true })
  expect((await server.ok('GET', '/v2/plans/public', visitor)).plans).toHaveLength(1)
})

test('lists are filtered by what the guide names, and refuse what it does not', async () => {
  const list = (query: string) => server.call('GET', '/v2/plans', { as: site, query })
  expect(rules(await list('archived=SOMETIMES'))).toEqual([expect.stringContaining('INVALID_ARCHIVE_FILTER')])
  expect(rules(await list('public=SOMEWHERE'))).toEqual([expect.stringContaining('INVALID_VISIBLE_FILTER')])
  const tooMany = Array.from({ length: 101 }, () => `planIds=${unknownId}`).join('&')
  for (const bad of ['limit=101', 'limit=0', 'offset=-1', tooMany]) expect([bad, (await list(bad)).status]).toEqual([bad, 400])
  const token = await server.visitorToken(site)
  const query = (body: object) => server.call('POST', '/v2/plans/public/query', { token, body: { query: body } })
  expect(rules(await query({ paging: { limit: 1001 } }))).toEqual([expect.stringContaining('PAGING_LIMIT_OUT_OF_RANGE')])
  const many = async (filter: object, more: object = {}): Promise<number> => (await query({ filter, ...more })).body.pagingMetadata.total
  const [first] = (await query({ sort: [{ fieldName: 'createdDate', direction: 'ASC' }], paging: { limit: 1 } })).body.plans
  const all = await many({})
  expect(await many({ createdDate: { $gt: first.createdDate } })).toBe(all - 1)
  expect(await many({ $or: [{ id: first.id }, { $and: [{ slug: { $in: [first.slug] } }, { primary: { $ne: true } }] }] })).toBe(1)
  expect(await many({ $not: { id: { $eq: first.id } }, updatedDate: { $lte: '2999-01-01T00:00:00Z' }, slug: { $exists: true } })).toBe(all - 1)
  for (const filter of [{ name: 'Pass' }, { slug: { $contains: 'a' } }, { primary: { $gt: true } }]) expect((await query({ filter })).status).toBe(400)
  expect((await query({ filter: { slug: { $startsWith: 'pa' } }, sort: [{ fieldName: 'createdDate', order: 'DESC' }] })).status).toBe(200)
  expect((await server.call('GET', '/v2/plans', { token })).status).toBe(403)
})

test('events of a plan are emitted in their order, and none when nothing changed', async () => {
  const id = await createPlan()
  const eventSlugs = async () => (await server.emittedEvents(site, id)).map(({ slug }) => slug)
  const act = (method: string, path: string, body: object = {}) => server.ok(method, `/v2/plans/${id}${path}`, { as: site, body })
  await act('PATCH', '', { plan: { id, buyerCanCancel: true } })
  expect(await eventSlugs()).toEqual(['created', 'buyer_can_cancel_updated', 'updated'])
  await act('PATCH', '', { plan: { id, buyerCanCancel: true } })
  await act('PUT', '/visibility', { visible: true })
  expect(await eventSlugs()).toHaveLength(3)
  await act('PUT', '/visibility', { visible: false })
  await act('POST', '/make-primary')
  await act('POST', '/archive')
  expect((await eventSlugs()).slice(3)).toEqual(['updated', 'updated', 'plan_archived', 'updated'])
  const archived = (await server.emittedEvents(site, id)).find(({ slug }) => slug === 'plan_archived')
  expect(archived?.eventType).toBe('wix.pricing_plans.plan_plan_archived')
})

test('newer storefronts search plans by words; shoppers find what is for sale only', async () => {
  const shop = await server.createSite()
  for (const name of ['Morning pass', 'Evening pass', 'Season ticket'])
    await server.ok('POST', '/v2/plans', { as: shop, body: { plan: { name, pricing: monthly, public: name !== 'Evening pass' } } })
  const search = async (query: object, as: object) => {
    const packed = Buffer.from(JSON.stringify({ search: query })).toString('base64url')
    return server.ok('GET', '/v3/plans/search', { ...as, query: `.r=${packed}` })
  }
  const names = (found: { plans: { name: string }[] }) => found.plans.map(({ name }) => name)
  const words = { search: { expression: 'pass' } }
  expect(names(await search(words, { as: shop })).toSorted()).toEqual(['Evening pass', 'Morning pass'])
  expect(names(await search(words, { token: await server.visitorToken(shop) }))).toEqual(['Morning pass'])
  const page = await search({ cursorPaging: { limit: 1 }, sort: [{ fieldName: 'name', order: 'DESC' }] }, { as: shop })
  expect([names(page), page.pagingMetadata.count]).toEqual([['Season ticket'], 1])
  expect(names(await search({ cursorPaging: { cursor: page.pagingMetadata.cursors.next } }, { as: shop }))).toEqual(['Morning pass'])
})

test('a service takes only plans that exist and are sold, and only where its kind allows plans', async () => {
  const { service } = await server.ok('POST', '/v2/services', {
    as: site,
    body: {
      service: {
        type: 'CLASS',
        name: 'Flow',
        defaultCapacity: 5,
        onlineBooking: { enabled: true },
        payment: { rateType: 'FIXED', fixed: { price: { value: '20.00' } }, options: { online: true, inPerson: false, pricingPlan: true } },
      },
    },
  })
  const archived = await createPlan()
  await server.ok('POST', `/v2/plans/${archived}/archive`, { as: site })
  const add = (pricingPlanIds: string[]) => server.call('POST', `/v2/services/${service.id}/pricing-plans/add`, { as: site, body: { pricingPlanIds } })
  for (const id of [unknownId, archived]) expect((await add([id])).text).toContain('INVALID_PRICING_PLAN')
  expect((await add([await createPlan()])).status).toBe(200)
})
