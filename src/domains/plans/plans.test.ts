import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type TestSite, type World } from '../../../test/world.ts'

let world: World
let site: TestSite
beforeAll(async () => {
  world = await makeWorld()
  site = await world.site()
}, 60_000)
afterAll(() => world.close())

const monthly = (more = {}) => ({
  name: 'Studio pass',
  pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40', currency: 'USD' } },
  ...more,
})
const create = async (plan: object) => (await world.ok('POST', '/v2/plans', { as: site, body: { plan } })).plan

test('a plan is created, changed without a mask, and keeps its slug and what was typed', async () => {
  const plan = await create(monthly({ perks: { values: ['Towel'] } }))
  expect(plan).toMatchObject({
    slug: 'studio-pass',
    public: true,
    archived: false,
    primary: false,
    hasOrders: false,
    pricing: { price: { value: '40' } },
    perks: { values: ['Towel'] },
  })
  const twin = await create(monthly())
  expect(twin.slug).toBe('studio-pass-1')
  const { plan: changed } = await world.ok('PATCH', `/v2/plans/${plan.id}`, {
    as: site,
    body: { plan: { id: plan.id, name: 'Yoga', pricing: { price: { value: '45.5' } }, buyerCanCancel: true } },
  })
  expect(changed).toMatchObject({
    name: 'Yoga',
    slug: 'studio-pass',
    perks: { values: ['Towel'] },
    pricing: { price: { value: '45.5' }, subscription: { cycleCount: 0 } },
  })
  const { plan: masked } = await world.ok('PATCH', `/v2/plans/${plan.id}`, {
    as: site,
    body: { plan: { id: plan.id, description: 'New' }, fieldMask: ['description', 'perks'] },
  })
  expect(masked).toMatchObject({ name: 'Yoga', description: 'New', perks: { values: [] } })
  const slugs = (await world.events(site, plan.id)).map((event) => event.slug)
  expect(slugs).toEqual(['created', 'buyer_can_cancel_updated', 'updated', 'updated'])
})

test('all problems of a plan are named at once', async () => {
  const answer = await world.call('POST', '/v2/plans', {
    as: site,
    body: { plan: { name: ' ', pricing: { subscription: { cycleDuration: { count: 3, unit: 'DAY' }, cycleCount: -1 }, freeTrialDays: 1000 } } },
  })
  expect(answer.status).toBe(400)
  const rules = answer.body.details.validationError.fieldViolations.map(
    (violation: { ruleName: string; violatedRule: string }) => violation.ruleName || violation.violatedRule,
  )
  expect(rules.sort()).toEqual([
    'MAX',
    'PLAN_NAME_BLANK',
    'RECURRING_PLAN_CYCLE_COUNT_INVALID',
    'RECURRING_PLAN_CYCLE_DURATION_TOO_SHORT',
    'RECURRING_PLAN_PAYMENT_PRICE_MISSING',
  ])
})

test('shoppers see plans for sale only, in the arranged order', async () => {
  const fresh = await world.site()
  const make = async (name: string) => (await world.ok('POST', '/v2/plans', { as: fresh, body: { plan: monthly({ name }) } })).plan
  const [a, b, c] = [await make('A'), await make('B'), await make('C')]
  await world.ok('POST', '/v2/plans/arrange', { as: fresh, body: { ids: [c.id, a.id, b.id] } })
  await world.ok('PUT', `/v2/plans/${a.id}/visibility`, { as: fresh, body: { visible: false } })
  await world.ok('POST', `/v2/plans/${b.id}/make-primary`, { as: fresh })
  const token = await world.visitor(fresh)
  const listed = await world.ok('GET', '/v2/plans/public', { token })
  expect(listed.plans.map((plan: { name: string }) => plan.name)).toEqual(['C', 'B'])
  expect(listed.plans[0]).not.toHaveProperty('public')
  const primary = await world.ok('POST', '/v2/plans/public/query', { token, body: { query: { filter: { primary: true }, paging: { offset: 0, limit: 50 } } } })
  expect(primary).toMatchObject({ plans: [{ id: b.id }], pagingMetadata: { count: 1, total: 1, offset: 0 } })
  expect((await world.call('POST', '/v2/plans/public/query', { token, body: { query: { filter: { name: 'A' } } } })).status).toBe(400)
  await world.ok('POST', `/v2/plans/${b.id}/archive`, { as: fresh })
  const again = await world.call('POST', `/v2/plans/${b.id}/archive`, { as: fresh })
  expect([again.status, again.body.details.applicationError.code]).toEqual([428, 'already_archived'])
  expect((await world.ok('GET', '/v2/plans', { as: fresh, query: 'archived=ARCHIVED' })).plans).toMatchObject([
    { id: b.id, archived: true, public: false, primary: false },
  ])
  expect(await world.ok('GET', '/v2/plans/stats', { as: fresh })).toEqual({ totalPlans: 3 })
  expect((await world.call('GET', '/v2/plans', { token })).status).toBe(403)
})

test('a plan covers services with credits per cycle', async () => {
  const plan = await create(monthly({ name: 'Ten classes' }))
  const serviceId = '6b0b7f5e-0c0e-4c3a-9a55-0f3d3a1d1a11'
  expect(await world.ok('GET', `/api/plans/${plan.id}/benefit`, { as: site })).toEqual({ benefit: null, serviceIds: [] })
  const set = await world.ok('PUT', `/api/plans/${plan.id}/benefit`, {
    as: site,
    body: { benefit: { credits: 10, rollover: { enabled: true, cap: 2 } }, serviceIds: [serviceId] },
  })
  expect(set).toEqual({ benefit: { credits: 10, rollover: { enabled: true, cap: 2 } }, serviceIds: [serviceId] })
})
