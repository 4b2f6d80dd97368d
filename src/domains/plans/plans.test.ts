import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(() => server.close())

const monthly = (more = {}) => ({
  name: 'Studio pass',
  pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40', currency: 'USD' } },
  ...more,
})
const create = async (plan: object) => (await server.ok('POST', '/v2/plans', { as: site, body: { plan } })).plan

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
  const { plan: changed } = await server.ok('PATCH', `/v2/plans/${plan.id}`, {
    as: site,
    body: { plan: { id: plan.id, name: 'Yoga', pricing: { price: { value: '45.5' } }, buyerCanCancel: true } },
  })
  expect(changed).toMatchObject({
    name: 'Yoga',
    slug: 'studio-pass',
    perks: { values: ['Towel'] },
    pricing: { price: { value: '45.5' }, subscription: { cycleCount: 0 } },
  })
  const { plan: masked } = await server.ok('PATCH', `/v2/plans/${plan.id}`, {
    as: site,
    body: { plan: { id: plan.id, description: 'New' }, fieldMask: ['description', 'perks'] },
  })
  expect(masked).toMatchObject({ name: 'Yoga', description: 'New', perks: { values: [] } })
  const slugs = (await server.emittedEvents(site, plan.id)).map((event) => event.slug)
  expect(slugs).toEqual(['created', 'buyer_can_cancel_updated', 'updated', 'updated'])
})

test('all problems of a plan are named at once', async () => {
  const answer = await server.call('POST', '/v2/plans', {
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
  const fresh = await server.createSite()
  const make = async (name: string) => (await server.ok('POST', '/v2/plans', { as: fresh, body: { plan: monthly({ name }) } })).plan
  const [a, b, c] = [await make('A'), await make('B'), await make('C')]
  await server.ok('POST', '/v2/plans/arrange', { as: fresh, body: { ids: [c.id, a.id, b.id] } })
  await server.ok('PUT', `/v2/plans/${a.id}/visibility`, { as: fresh, body: { visible: false } })
  await server.ok('POST', `/v2/plans/${b.id}/make-primary`, { as: fresh })
  const token = await server.visitorToken(fresh)
  const listed = await server.ok('GET', '/v2/plans/public', { token })
  expect(listed.plans.map((plan: { name: string }) => plan.name)).toEqual(['C', 'B'])
  expect(listed.plans[0]).not.toHaveProperty('public')
  const primary = await server.ok('POST', '/v2/plans/public/query', { token, body: { query: { filter: { primary: true }, paging: { offset: 0, limit: 50 } } } })
  expect(primary).toMatchObject({ plans: [{ id: b.id }], pagingMetadata: { count: 1, total: 1, offset: 0 } })
  expect((await server.call('POST', '/v2/plans/public/query', { token, body: { query: { filter: { name: 'A' } } } })).status).toBe(400)
  await server.ok('POST', `/v2/plans/${b.id}/archive`, { as: fresh })
  const again = await server.call('POST', `/v2/plans/${b.id}/archive`, { as: fresh })
  expect([again.status, again.body.details.applicationError.code]).toEqual([428, 'already_archived'])
  expect((await server.ok('GET', '/v2/plans', { as: fresh, query: 'archived=ARCHIVED' })).plans).toMatchObject([
    { id: b.id, archived: true, public: false, primary: false },
  ])
  expect(await server.ok('GET', '/v2/plans/stats', { as: fresh })).toEqual({ totalPlans: 3 })
  expect((await server.call('GET', '/v2/plans', { token })).status).toBe(403)
})

test('a plan covers services with credits per cycle', async () => {
  const plan = await create(monthly({ name: 'Ten classes' }))
  const serviceId = '6b0b7f5e-0c0e-4c3a-9a55-0f3d3a1d1a11'
  expect(await server.ok('GET', `/api/plans/${plan.id}/benefit`, { as: site })).toEqual({ benefit: null, serviceIds: [] })
  const set = await server.ok('PUT', `/api/plans/${plan.id}/benefit`, {
    as: site,
    body: { benefit: { credits: 10, rollover: { enabled: true, cap: 2 } }, serviceIds: [serviceId] },
  })
  expect(set).toEqual({ benefit: { credits: 10, rollover: { enabled: true, cap: 2 } }, serviceIds: [serviceId] })
})

test('newer storefronts read the same plans page by page', async () => {
  const fresh = await server.createSite()
  const make = async (plan: object) => (await server.ok('POST', '/v2/plans', { as: fresh, body: { plan } })).plan
  const pass = await make(
    monthly({
      name: 'Pass',
      perks: { values: ['Towel'] },
      maxPurchasesPerBuyer: 1,
      pricing: {
        subscription: { cycleDuration: { count: 2, unit: 'WEEK' }, cycleCount: 6 },
        price: { value: '40' },
        freeTrialDays: 3,
        feeConfigs: [{ fee: { name: 'Joining', amount: '5' }, appliedAt: 'FIRST_PAYMENT' }],
      },
    }),
  )
  const free = await make({ name: 'Intro', pricing: { singlePaymentUnlimited: true } })
  const hidden = await make(monthly({ name: 'Hidden', public: false }))
  const token = await server.visitorToken(fresh)
  const packed = Buffer.from(JSON.stringify({ query: { filter: { visibility: 'PUBLIC' }, cursorPaging: { limit: 1 } } })).toString('base64url')
  const first = await server.ok('GET', '/pricing-plans/v3/plans/query', { token, query: `.r=${packed}` })
  expect(first.plans).toMatchObject([
    {
      id: pass.id,
      visibility: 'PUBLIC',
      buyable: true,
      currency: 'USD',
      purchaseLimits: [{ type: 'PER_MEMBER_LIFETIME', maxCount: 1 }],
      perks: [{ description: 'Towel' }],
      pricingVariants: [
        {
          name: 'Pass',
          freeTrialDays: 3,
          fees: [{ name: 'Joining', priceType: 'FIXED_AMOUNT', fixedAmountOptions: { amount: '5' } }],
          billingTerms: {
            billingCycle: { period: 'WEEK', count: '2' },
            startType: 'ON_PURCHASE',
            endType: 'CYCLES_COMPLETED',
            cyclesCompletedDetails: { billingCycleCount: '6' },
          },
          pricingStrategies: [{ flatRate: { amount: '40' } }],
        },
      ],
    },
  ])
  const next = await server.ok('POST', '/v3/plans/query', { token, body: { query: { cursorPaging: { limit: 5, cursor: first.pagingMetadata.cursors.next } } } })
  expect(next.plans).toMatchObject([
    { id: free.id, pricingVariants: [{ billingTerms: { endType: 'UNTIL_CANCELLED' }, pricingStrategies: [{ flatRate: { amount: '0' } }] }] },
  ])
  expect(next.plans[0].pricingVariants[0].billingTerms).not.toHaveProperty('billingCycle')
  expect((await server.call('GET', `/v3/plans/${hidden.id}`, { token })).status).toBe(404)
  expect((await server.ok('GET', `/v3/plans/${hidden.id}`, { as: fresh })).plan).toMatchObject({ visibility: 'PRIVATE', buyable: false })
  expect((await server.ok('POST', '/v3/plans/count', { as: fresh, body: { filter: { visibility: 'PUBLIC' } } })).count).toBe(2)
  expect((await server.call('POST', '/v3/plans/query', { token, body: { query: { filter: { price: 1 } } } })).status).toBe(400)
})

test('a storefront asks which plans would pay for a service', async () => {
  const fresh = await server.createSite()
  const serviceId = '6b0b7f5e-0c0e-4c3a-9a55-0f3d3a1d1a12'
  const make = async (plan: object, credits: number | null) => {
    const { plan: made } = await server.ok('POST', '/v2/plans', { as: fresh, body: { plan } })
    await server.ok('PUT', `/api/plans/${made.id}/benefit`, { as: fresh, body: { benefit: { credits }, serviceIds: [serviceId] } })
    return made.id as string
  }
  const short = { singlePaymentForDuration: { count: 1, unit: 'WEEK' }, price: { value: '9' } }
  const unlimited = await make(monthly({ name: 'All' }), null)
  const five = await make({ name: 'Week', pricing: short }, 5)
  const late = await make({ name: 'Late', allowFutureStartDate: true, pricing: short }, 5)
  await make(monthly({ name: 'Hidden', public: false }), 5)
  const token = await server.visitorToken(fresh)
  const ask = async (more: object = {}, item: object = {}) =>
    (
      await server.ok('POST', '/pricing-plan-benefits/v3/plan-benefits/list-plans-by-item-identifier', {
        token,
        body: { itemIdentifier: { externalId: serviceId, providerAppId: '13d21c63-b5ec-5912-8397-c3a5ddb27a97', ...item }, ...more },
      })
    ).planBenefits as { planInfo: { plan: { id: string }; nextStartDate: string }; benefitInfo: Record<string, unknown> }[]
  const ids = (found: Awaited<ReturnType<typeof ask>>) => found.map(({ planInfo }) => planInfo.plan.id)
  expect(ids(await ask())).toEqual([unlimited, five, late])
  expect((await ask())[1]?.benefitInfo).toMatchObject({ externalId: serviceId, price: '1', creditConfiguration: { amount: '5' } })
  expect(ids(await ask({ count: 6 }))).toEqual([unlimited])
  const targetDate = server.clocks
    .now()
    .add({ hours: 24 * 10 })
    .toString({ fractionalSecondDigits: 3 })
  const then = await ask({ targetDate })
  expect(ids(then)).toEqual([unlimited, late])
  expect(then[1]?.planInfo.nextStartDate).toBe(targetDate)
  expect(await ask({}, { providerAppId: serviceId })).toEqual([])
})
