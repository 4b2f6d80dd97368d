/** The owner's figures through HTTP, on a site with a small, known past. The arithmetic has its own table beside the rules. */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSystemMeta, runTransaction } from '#kit/jobs/unit-of-work.ts'
import { expectedRetention } from '../../../test/retention-model.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'
import { monthBounds, lastMonths, type RetentionGroup, type RevenuePeriod } from './rules/insights.ts'
import { replaceMonthlyRevenue, listRetentionGroups } from './store/insights.ts'

let server: TestServer
let site: TestSite
let member: { token: string }
const plans: Record<string, string> = {}
const hook = (path: string, body: object) => server.ok('POST', path, { body: { metaSiteId: site.metaSiteId, ...body } })
const read = (path: string, query: Record<string, number> = {}) => server.ok('GET', `/api/insights/${path}`, { as: site, query })

async function buyPlan(planId: string, card = '4242424242424242') {
  const buyer = await server.registerMember(site)
  member = buyer
  const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token: buyer.token, body: { planId } })
  await hook('/_test/payments/pay', { orderId: order.id, card })
  return order.id as string
}

beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ currency: 'EUR', timeZone: 'Europe/Berlin' })
  server.freezeClock('2030-01-10T09:00:00Z')
  await server.ok('PATCH', '/api/money/terms', { as: site, body: { tax: { name: 'VAT', rate: '25', includedInPrice: false } } })
  const plan = async (name: string, pricing: object) => {
    plans[name] = (await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name, pricing } } })).plan.id
  }
  const every = (unit: string, count = 1) => ({ subscription: { cycleDuration: { count, unit }, cycleCount: 0 } })
  await plan('Month', { ...every('MONTH'), price: { value: '40' } })
  await plan('Year', { ...every('YEAR'), price: { value: '120' } })
  await plan('Try', { ...every('MONTH'), price: { value: '20' }, freeTrialDays: 7 })
  const [first] = [await buyPlan(plans.Month ?? ''), await buyPlan(plans.Year ?? '')]
  // One of three trials is left, one is never paid.
  await buyPlan(plans.Try ?? '')
  const left = await buyPlan(plans.Try ?? '')
  await server.ok('POST', `/v2/orders/${left}/cancel`, { as: site, body: { effectiveAt: 'IMMEDIATELY' } })
  await buyPlan(plans.Try ?? '', '4000000000000341')
  await server.advanceClock('P1M10D')
  await server.ok('POST', `/v2/orders/${first}/cancel`, { as: site, body: { effectiveAt: 'IMMEDIATELY' } })
  await server.advanceClock('PT1H')
})
afterAll(() => server.close())

test('recurring revenue moves by month; who never paid after a trial comes and goes', async () => {
  const { currencies, cohorts, trials, plans: running } = await read('recurring', { months: 3 })
  expect(currencies).toHaveLength(1)
  const [{ currency, months }] = currencies
  expect(currency).toBe('EUR')
  expect(months).toMatchObject([
    { month: '2029-12', isOpen: false, start: '0.00', end: '0.00', membersEnd: 0 },
    { month: '2030-01', isOpen: false, start: '0.00', new: '70.00', churned: '0.00', end: '70.00', membersGained: 3, membersEnd: 3 },
    { month: '2030-02', isOpen: true, start: '70.00', new: '0.00', churned: '40.00', end: '30.00', membersLost: 1, membersEnd: 2 },
  ])
  expect(cohorts).toEqual([{ month: '2030-01', size: 4, kept: [3, 2] }])
  expect(trials).toMatchObject([{ started: 0 }, { month: '2030-01', started: 3, running: 0, converted: 1, left: 2, undecided: 0 }, { started: 0 }])
  expect(running.toSorted((a: { planName: string }, b: { planName: string }) => (a.planName < b.planName ? -1 : 1))).toEqual([
    { planId: plans.Try, planName: 'Try', active: 1, inTrial: 0, paused: 0, notStarted: 0, ending: 0, perMonth: [{ amount: '20.00', currency: 'EUR' }] },
    { planId: plans.Year, planName: 'Year', active: 1, inTrial: 0, paused: 0, notStarted: 0, ending: 0, perMonth: [{ amount: '10.00', currency: 'EUR' }] },
  ])
})

test('revenue by month is what the ledger has', async () => {
  expect(await read('revenue', { months: 2 })).toEqual({
    currencies: [
      {
        currency: 'EUR',
        months: [
          // 50 and 150 at the start, 25 after the trial.
          { month: '2030-01', isOpen: false, received: '225.00', givenBack: '0.00', tax: '45.00', net: '180.00', payments: 3 },
          { month: '2030-02', isOpen: true, received: '75.00', givenBack: '0.00', tax: '15.00', net: '60.00', payments: 2 },
        ],
      },
    ],
  })
})

test('the database counts people as one by one would, whatever they bought and when', async () => {
  const own = await server.createSite({ currency: 'EUR' })
  const { plan } = await server.ok('POST', '/v2/plans', { as: own, body: { plan: { name: 'Free', pricing: { singlePaymentUnlimited: true } } } })
  const buyer = await server.registerMember(own)
  const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token: buyer.token, body: { planId: plan.id } })
  const months = lastMonths(Temporal.Instant.from('2030-05-20T10:00:00Z'), 'Europe/Berlin', 5)
  const bounds = monthBounds(months)
  // Bounds themselves come up often: who starts or ends exactly on one is where counting goes wrong.
  const moment = fc.oneof(fc.constantFrom(...bounds), fc.integer({ min: Date.UTC(2029, 10), max: Date.UTC(2030, 6) }))
  const piece = fc.record({
    member: fc.integer({ min: 1, max: 4 }),
    currency: fc.constantFrom('EUR', 'USD'),
    from: moment,
    to: fc.oneof(moment, fc.constant(Infinity)),
    perMonth: fc.bigInt({ min: 1n, max: 50n }),
  })
  const toTotals = (list: readonly RetentionGroup[]) =>
    list.flatMap(({ began, values, people }) => Array<string>(people).fill(`${began}: ${values.join(' ')}`)).toSorted()
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(piece, { maxLength: 10, selector: ({ from }) => from }), async (list) => {
      const worth = list
        .filter(({ from, to }) => from < to)
        .map(({ member: n, ...one }): RevenuePeriod => ({ ...one, memberId: `00000000-0000-4000-8000-00000000000${n}`, planId: plan.id }))
      const [counted, inAll] = await runTransaction(server.deps, createSystemMeta(own.metaSiteId, ''), async (ctx) => {
        await replaceMonthlyRevenue(ctx, order.id, worth)
        return [await listRetentionGroups(ctx, bounds), await listRetentionGroups(ctx, bounds, true)] as const
      })
      for (const currency of ['EUR', 'USD'])
        expect(toTotals(counted.filter((one) => one.currency === currency))).toEqual(
          toTotals(
            expectedRetention(
              worth.filter((one) => one.currency === currency),
              months,
            ),
          ),
        )
      expect(toTotals(inAll)).toEqual(toTotals(expectedRetention(worth, months)))
    }),
    { numRuns: 60 },
  )
})

test('a site without sales has no currencies and empty months', async () => {
  const empty = await server.createSite()
  const { currencies, cohorts, plans: none } = await server.ok('GET', '/api/insights/recurring', { as: empty })
  expect([currencies, cohorts, none]).toEqual([[], [], []])
  expect(await server.ok('GET', '/api/insights/revenue', { as: empty })).toEqual({ currencies: [] })
  const figures = await server.ok('GET', '/api/insights/sessions', { as: empty, query: { months: 2 } })
  expect(figures).toMatchObject({
    services: [],
    months: [
      { sessions: 0, isOpen: false },
      { sessions: 0, isOpen: true },
    ],
  })
})

describe.each(['recurring', 'revenue', 'sessions'])('%s', (path) => {
  test('is for the owner, and looks back 1 to some months', async () => {
    const call = (options: object) => server.call('GET', `/api/insights/${path}`, options)
    expect((await call({})).status).toBe(401)
    expect((await call({ token: member.token })).status).toBe(403)
    expect((await call({ as: site, query: { months: 0 } })).status).toBe(400)
    expect((await call({ as: site, query: { months: 37 } })).status).toBe(400)
  })
})
