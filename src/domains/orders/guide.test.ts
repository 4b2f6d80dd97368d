/** The worked examples of the guide through the calls: cycles, and what checkout is refused for. guide: pricing-plans 6, 7.3 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, rows, type Row } from '../../../test/cycle-examples.ts'
import { makeWorld, type TestSite, type World } from '../../../test/world.ts'

let world: World
let site: TestSite
let member: Awaited<ReturnType<World['member']>>
beforeAll(async () => {
  world = await makeWorld()
  site = await world.site()
  member = await world.member(site)
}, 60_000)
afterAll(() => world.close())

const code = (answer: { body: { details?: { applicationError?: { code: string } } } }) => answer.body.details?.applicationError?.code
const rules = (answer: { body: { details?: { validationError?: { fieldViolations: { field: string; ruleName: string }[] } } } }) =>
  (answer.body.details?.validationError?.fieldViolations ?? []).map(({ field, ruleName }) => `${field} ${ruleName}`)
const planOf = async (pricing: object, more: object = {}): Promise<string> =>
  (await world.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Pass', buyerCanCancel: true, pricing, ...more } } })).plan.id
const set = (body: object) => world.ok('POST', '/_test/settings', { body: { metaSiteId: site.metaSiteId, ...body } })

const wire = (text: string): string => at(text).toString({ fractionalSecondDigits: 3 })
const pricingOf = ({ model, trial }: Row) => ({
  price: { value: '10' },
  ...(model.kind === 'recurring'
    ? { subscription: { cycleDuration: { count: model.count, unit: model.unit }, cycleCount: model.cycleCount } }
    : model.kind === 'duration'
      ? { singlePaymentForDuration: { count: model.count, unit: model.unit } }
      : { singlePaymentUnlimited: true }),
  ...(trial && { freeTrialDays: trial }),
})

/** What was done to the order, by instant. */
function deedsOf(row: Row, id: string): [when: string, deed: () => Promise<unknown>][] {
  const owner = (what: string, body: object = {}) => world.ok('POST', `/v2/orders/${id}/${what}`, { as: site, body })
  const deeds: [string, () => Promise<unknown>][] = []
  for (const [from, to] of row.pauses ?? []) {
    deeds.push([from, () => owner('pause')])
    if (to) deeds.push([to, () => owner('resume')])
  }
  const { postponed, cancelRequested, canceledAt } = row
  if (postponed) deeds.push([postponed.at, () => world.ok('PATCH', `/v2/orders/${id}`, { as: site, body: { endDate: wire(postponed.to) } })])
  // Example C24: the member asks to leave at once, in the trial.
  if (cancelRequested && row.trial)
    deeds.push([cancelRequested, () => world.ok('POST', `/v2/member/orders/${id}/cancel`, { token: member.token, body: { effectiveAt: 'IMMEDIATELY' } })])
  else if (cancelRequested) deeds.push([cancelRequested, () => owner('cancel', { effectiveAt: 'NEXT_PAYMENT_DATE' })])
  if (canceledAt) deeds.push([canceledAt, () => owner('cancel', { effectiveAt: 'IMMEDIATELY' })])
  return deeds.sort(([a], [b]) => at(a).epochMilliseconds - at(b).epochMilliseconds)
}

describe('cycles', () => {
  test.each(rows)('$name', async (row) => {
    await set({ timeZone: row.zone ?? 'UTC' })
    const isAhead = at(row.start).epochMilliseconds > at(row.read).epochMilliseconds
    world.freeze(at(isAhead ? row.read : row.start).toString())
    const planId = await planOf(pricingOf(row))
    const { order } = await world.ok('POST', '/v2/checkout/orders/offline', {
      as: site,
      body: { planId, memberId: member.memberId, startDate: wire(row.start), paid: true },
    })
    for (const [when, deed] of deedsOf(row, order.id)) {
      world.freeze(at(when).toString())
      await deed()
    }
    world.freeze(at(row.read).toString())
    const read = (await world.ok('GET', `/v2/orders/${order.id}`, { as: site })).order
    const [index, startedDate, endedDate] = row.cycle ?? []
    expect({ status: read.status, cycle: read.currentCycle, end: read.endDate, earliest: read.earliestEndDate }).toEqual({
      status: row.status,
      cycle: startedDate ? { index, startedDate: wire(startedDate), ...(endedDate && { endedDate: wire(endedDate) }) } : undefined,
      end: row.end && wire(row.end),
      earliest: row.earliest && wire(row.earliest),
    })
    for (const { index: k, endedDate: end } of read.cycles ?? []) if (row.ends?.[k]) expect([k, end]).toEqual([k, wire(row.ends[k])])
  })
})

describe('checkout', () => {
  const monthly = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } }
  const nobody = '00000000-0000-4000-8000-00000000dead'
  const online = (body: object, by: object = { token: member.token }) => world.call('POST', '/v2/checkout/orders/online', { ...by, body })
  beforeAll(() => set({ timeZone: 'UTC' }))

  test('every refusal has its code, in the order of the guide', async () => {
    world.freeze('2026-05-01T12:00:00Z')
    const planId = await planOf(monthly)
    const archived = await planOf(monthly)
    await world.ok('POST', `/v2/plans/${archived}/archive`, { as: site })
    const owner = (onBehalf: object, id = planId) => online({ planId: id, onBehalf }, { as: site })
    expect(code(await online({ planId }, { token: await world.visitor(site) }))).toBe('MEMBER_REQUIRED')
    expect(code(await owner({ memberId: nobody }))).toBe('member_not_found')
    expect((await online({ planId, onBehalf: { memberId: nobody } })).status).toBe(403)
    expect(rules(await owner({ memberId: member.memberId, orderMethod: 'UNKNOWN' }))).toEqual(['onBehalf.orderMethod UNKNOWN_ORDER_METHOD'])
    expect(rules(await owner({ memberId: member.memberId, orderMethod: 'POS' }))).toEqual(['onBehalf.orderMethod RECURRING_POS_UNSUPPORTED'])
    expect(code(await online({ planId: nobody }))).toBe('plan_not_found')
    expect(code(await online({ planId: archived }))).toBe('archived_plan')
    expect(code(await online({ planId, startDate: '2026-04-30T12:00:00.000Z' }))).toBe('invalid_start_date')
    expect(code(await online({ planId, startDate: '2026-06-01T12:00:00.000Z' }))).toBe('buyer_can_not_pick_future_start_date')
    const open = await planOf(monthly, { allowFutureStartDate: true })
    expect(code(await online({ planId: open, startDate: '2028-06-01T12:00:00.000Z' }))).toBe('invalid_start_date')
    expect(code(await online({ planId, couponCode: 'nothing' }))).toBe('ERROR_COUPON_DOES_NOT_EXIST')
    expect(rules(await world.call('POST', '/v2/checkout/orders/offline', { as: site, body: { planId, memberId: nobody } }))).toEqual([
      'memberId MEMBER_DOESNT_EXIST',
    ])
    expect(code(await world.call('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: archived, memberId: member.memberId } }))).toBe(
      'archived_plan',
    )
  })

  test('tax by the address of the business needs its country, and its state where there are states', async () => {
    const planId = await planOf(monthly)
    const preview = async () => code(await world.call('POST', '/v2/checkout/orders/price-preview', { token: member.token, body: { planId } }))
    await set({ tax: { name: 'Sales tax', rate: '8.00', includedInPrice: false, byBusinessAddress: true } })
    expect(await preview()).toBe('MISSING_BUSINESS_ADDRESS_COUNTRY')
    const address = { line: '1 Main St', city: 'Austin', postalCode: '78701', country: 'US', phone: '', email: '' }
    await world.ok('PATCH', '/api/site-settings', { as: site, body: { address } })
    expect(await preview()).toBe('MISSING_BUSINESS_ADDRESS_STATE')
    await world.ok('PATCH', '/api/site-settings', { as: site, body: { address: { ...address, subdivision: 'TX' } } })
    expect(await preview()).toBeUndefined()
    await world.ok('PATCH', '/api/site-settings', { as: site, body: { address: { ...address, country: 'DE' } } })
    expect(await preview()).toBeUndefined()
    await set({ tax: null })
  })

  test('a list is sorted by creation or end only, and knows its field sets', async () => {
    const list = (query: string) => world.call('GET', '/v2/member/orders', { token: member.token, query })
    expect(rules(await list('sorting.fieldName=planName'))).toEqual(['sorting.fieldName invalid_sort_field'])
    const cycles = async (set: string) => (await list(`limit=1&fieldSet=${set}`)).body.orders[0].cycles !== undefined
    expect([await cycles('UNKNOWN_SET'), await cycles('BASIC'), await cycles('FULL')]).toEqual([false, false, true])
    expect((await list('limit=51')).status).toBe(400)
    expect((await list('offset=-1')).status).toBe(400)
    expect(code(await list('orderStatuses=UNDEFINED'))).toBe('undefined_not_allowed')
  })
})
