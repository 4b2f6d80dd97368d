/** The worked examples of the guide through the calls: cycles, and what checkout is refused for. Source: guide pricing-plans §6, §7.3. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, rows, type Row } from '../../../test/cycle-examples.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let member: Awaited<ReturnType<TestServer['registerMember']>>
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  member = await server.registerMember(site)
})
afterAll(() => server.close())

const rules = (answer: { body: { details?: { validationError?: { fieldViolations: { field: string; ruleName: string }[] } } } }) =>
  (answer.body.details?.validationError?.fieldViolations ?? []).map(({ field, ruleName }) => `${field} ${ruleName}`)
const getPlan = async (pricing: object, more: object = {}): Promise<string> =>
  (await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Pass', buyerCanCancel: true, pricing, ...more } } })).plan.id
const set = (body: object) => server.ok('POST', '/_test/settings', { body: { metaSiteId: site.metaSiteId, ...body } })

const wire = (text: string): string => at(text).toString({ fractionalSecondDigits: 3 })
const getPricing = ({ model, trial }: Row) => ({
  price: { value: '10' },
  ...(model.kind === 'recurring'
    ? { subscription: { cycleDuration: { count: model.count, unit: model.unit }, cycleCount: model.cycleCount } }
    : model.kind === 'duration'
      ? { singlePaymentForDuration: { count: model.count, unit: model.unit } }
      : { singlePaymentUnlimited: true }),
  ...(trial && { freeTrialDays: trial }),
})

/** What was done to the order, by instant. */
function getActions(row: Row, id: string): [when: string, action: () => Promise<unknown>][] {
  const owner = (what: string, body: object = {}) => server.ok('POST', `/v2/orders/${id}/${what}`, { as: site, body })
  const actions: [string, () => Promise<unknown>][] = []
  for (const [from, to] of row.pauses ?? []) {
    actions.push([from, () => owner('pause')])
    if (to) actions.push([to, () => owner('resume')])
  }
  const { postponed, cancelRequested, kept, canceledAt } = row
  if (postponed) actions.push([postponed.at, () => server.ok('PATCH', `/v2/orders/${id}`, { as: site, body: { endDate: wire(postponed.to) } })])
  // Example C24: the member asks to leave at once, in the trial.
  if (cancelRequested && row.trial)
    actions.push([cancelRequested, () => server.ok('POST', `/v2/member/orders/${id}/cancel`, { token: member.token, body: { effectiveAt: 'IMMEDIATELY' } })])
  else if (cancelRequested) actions.push([cancelRequested, () => owner('cancel', { effectiveAt: 'NEXT_PAYMENT_DATE' })])
  if (kept) actions.push([kept, () => server.ok('POST', `/api/plan-orders/${id}/keep-renewing`, { as: site })])
  if (canceledAt) actions.push([canceledAt, () => owner('cancel', { effectiveAt: 'IMMEDIATELY' })])
  return actions.sort(([a], [b]) => at(a).epochMilliseconds - at(b).epochMilliseconds)
}

/** Rows in which wall clocks, month ends, trials and moved ends decide when a card is charged. */
const charged = new Set(['C2', 'C5', 'C6', 'C8', 'C9', 'C10', 'C11', 'C12', 'C14', 'C24', 'C28'])

describe('cycles, by card', () => {
  test.each(rows.filter(({ name }) => charged.has(name.split(' ')[0] ?? '')))('$name', async (row) => {
    await set({ timeZone: row.zone ?? 'UTC' })
    server.freezeClock(at(row.start).toString())
    const { order: draft } = await server.ok('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId: await getPlan(getPricing(row)) } })
    await server.ok('POST', '/_test/payments/pay', { body: { metaSiteId: site.metaSiteId, orderId: draft.id, card: '4242424242424242' } })
    const walk = (when: string) => server.ok('POST', '/_test/clock', { body: { now: wire(when) } })
    for (const [when, action] of getActions(row, draft.id)) {
      await walk(when)
      await action()
    }
    await walk(row.read)
    const { order } = await server.ok('GET', `/v2/orders/${draft.id}`, { as: site })
    const [index = -1, startedDate, endedDate] = row.cycle ?? []
    expect([order.status, order.currentCycle]).toEqual([
      row.status,
      { index, startedDate: wire(startedDate ?? ''), ...(endedDate && { endedDate: wire(endedDate) }) },
    ])
    const { invoices } = await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId: draft.id } })
    const paid = invoices.filter(({ cycleIndex }: { cycleIndex: number }) => cycleIndex > 0)
    // Every paid cycle was due when it began, to the millisecond; a trial is not paid.
    expect(paid.map(({ cycleIndex, dueDate, state }: Record<string, unknown>) => [cycleIndex, dueDate, state])).toEqual(
      order.cycles
        .filter((cycle: { index: number }) => cycle.index > 0)
        .map((cycle: { index: number; startedDate: string }) => [cycle.index, cycle.startedDate, 'PAID']),
    )
    await server.ok('POST', `/v2/orders/${draft.id}/cancel`, { as: site, body: { effectiveAt: 'IMMEDIATELY' } })
  })
})

describe('cycles', () => {
  test.each(rows)('$name', async (row) => {
    await set({ timeZone: row.zone ?? 'UTC' })
    const isAhead = at(row.start).epochMilliseconds > at(row.read).epochMilliseconds
    server.freezeClock(at(isAhead ? row.read : row.start).toString())
    const planId = await getPlan(getPricing(row))
    const { order } = await server.ok('POST', '/v2/checkout/orders/offline', {
      as: site,
      body: { planId, memberId: member.memberId, startDate: wire(row.start), paid: true },
    })
    for (const [when, action] of getActions(row, order.id)) {
      server.freezeClock(at(when).toString())
      await action()
    }
    server.freezeClock(at(row.read).toString())
    const read = (await server.ok('GET', `/v2/orders/${order.id}`, { as: site })).order
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
  const unknownId = '00000000-0000-4000-8000-00000000dead'
  const online = (body: object, by: object = { token: member.token }) => server.call('POST', '/v2/checkout/orders/online', { ...by, body })
  beforeAll(() => set({ timeZone: 'UTC' }))

  test('every refusal has its code, in the order of the guide', async () => {
    server.freezeClock('2026-05-01T12:00:00Z')
    const planId = await getPlan(monthly)
    const archived = await getPlan(monthly)
    await server.ok('POST', `/v2/plans/${archived}/archive`, { as: site })
    const owner = (onBehalf: object, id = planId) => online({ planId: id, onBehalf }, { as: site })
    expect(errorCode(await online({ planId }, { token: await server.visitorToken(site) }))).toBe('MEMBER_REQUIRED')
    expect(errorCode(await owner({ memberId: unknownId }))).toBe('member_not_found')
    expect((await online({ planId, onBehalf: { memberId: unknownId } })).status).toBe(403)
    expect(rules(await owner({ memberId: member.memberId, orderMethod: 'UNKNOWN' }))).toEqual(['onBehalf.orderMethod UNKNOWN_ORDER_METHOD'])
    expect(rules(await owner({ memberId: member.memberId, orderMethod: 'POS' }))).toEqual(['onBehalf.orderMethod RECURRING_POS_UNSUPPORTED'])
    expect(errorCode(await online({ planId: unknownId }))).toBe('plan_not_found')
    expect(errorCode(await online({ planId: archived }))).toBe('archived_plan')
    expect(errorCode(await online({ planId, startDate: '2026-04-30T12:00:00.000Z' }))).toBe('invalid_start_date')
    expect(errorCode(await online({ planId, startDate: '2026-06-01T12:00:00.000Z' }))).toBe('buyer_can_not_pick_future_start_date')
    const open = await getPlan(monthly, { allowFutureStartDate: true })
    expect(errorCode(await online({ planId: open, startDate: '2028-06-01T12:00:00.000Z' }))).toBe('invalid_start_date')
    expect(errorCode(await online({ planId, couponCode: 'nothing' }))).toBe('ERROR_COUPON_DOES_NOT_EXIST')
    expect(rules(await server.call('POST', '/v2/checkout/orders/offline', { as: site, body: { planId, memberId: unknownId } }))).toEqual([
      'memberId MEMBER_DOESNT_EXIST',
    ])
    expect(errorCode(await server.call('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: archived, memberId: member.memberId } }))).toBe(
      'archived_plan',
    )
  })

  test('tax by the address of the business needs its country, and its state where there are states', async () => {
    const planId = await getPlan(monthly)
    const preview = async () => errorCode(await server.call('POST', '/v2/checkout/orders/price-preview', { token: member.token, body: { planId } }))
    await set({ tax: { name: 'Sales tax', rate: '8.00', includedInPrice: false, byBusinessAddress: true } })
    expect(await preview()).toBe('MISSING_BUSINESS_ADDRESS_COUNTRY')
    const address = { line: '1 Main St', city: 'Austin', postalCode: '78701', country: 'US', phone: '', email: '' }
    await server.ok('PATCH', '/api/site-settings', { as: site, body: { address } })
    expect(await preview()).toBe('MISSING_BUSINESS_ADDRESS_STATE')
    await server.ok('PATCH', '/api/site-settings', { as: site, body: { address: { ...address, subdivision: 'TX' } } })
    expect(await preview()).toBeUndefined()
    await server.ok('PATCH', '/api/site-settings', { as: site, body: { address: { ...address, country: 'DE' } } })
    expect(await preview()).toBeUndefined()
    await set({ tax: null })
  })

  test('a list is sorted by creation or end only, and knows its field sets', async () => {
    const list = (query: string) => server.call('GET', '/v2/member/orders', { token: member.token, query })
    expect(rules(await list('sorting.fieldName=planName'))).toEqual(['sorting.fieldName invalid_sort_field'])
    const cycles = async (set: string) => (await list(`limit=1&fieldSet=${set}`)).body.orders[0].cycles !== undefined
    expect([await cycles('UNKNOWN_SET'), await cycles('BASIC'), await cycles('FULL')]).toEqual([false, false, true])
    expect((await list('limit=51')).status).toBe(400)
    expect((await list('offset=-1')).status).toBe(400)
    expect(errorCode(await list('orderStatuses=UNDEFINED'))).toBe('undefined_not_allowed')
  })

  test('an order on the wire, whole; the preview of one; every caller that may read it', async () => {
    server.freezeClock('2026-06-01T12:00:00Z')
    const planId = await getPlan({ ...monthly, freeTrialDays: 7, subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 12 } })
    const start = '2026-06-01T12:00:00.000Z'
    const end = '2027-06-08T12:00:00.000Z'
    const cycle = { index: 0, startedDate: start, endedDate: '2026-06-08T12:00:00.000Z' }
    const price = { subtotal: '40.00', discount: '0.00', total: '40.00', currency: 'USD', proration: '0.00' }
    const order = {
      id: expect.any(String),
      planId,
      subscriptionId: expect.any(String),
      buyer: { memberId: member.memberId, contactId: expect.any(String) },
      pricing: {
        subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 12 },
        prices: [{ duration: { cycleFrom: 1, numberOfCycles: 12 }, price }],
      },
      type: 'ONLINE',
      status: 'DRAFT',
      autoRenewCanceled: false,
      lastPaymentStatus: 'UNPAID',
      startDate: start,
      endDate: end,
      earliestEndDate: end,
      pausePeriods: [],
      freeTrialDays: 7,
      planName: 'Pass',
      planDescription: '',
      planPrice: '40.00',
      createdDate: start,
      updatedDate: start,
    }
    const nil = '00000000-0000-0000-0000-000000000000'
    const { order: preview, purchaseLimitExceeded } = (
      await server.call('POST', '/v2/checkout/orders/preview-online', { token: member.token, body: { planId } })
    ).body
    const { currentCycle: wouldBe, ...previewed } = preview
    expect([purchaseLimitExceeded, previewed, wouldBe]).toEqual([false, { ...order, id: nil, subscriptionId: nil }, cycle])
    const made = (await online({ planId })).body.order
    expect(made).toEqual({ ...order, wixPayOrderId: expect.any(String) })
    const otherMember = await server.registerMember(site)
    expect(errorCode(await server.call('GET', `/api/pay/${made.wixPayOrderId}`, { token: otherMember.token }))).toBe('order_not_found')
    expect(errorCode(await online({ planId }, { as: site }))).toBe('MEMBER_REQUIRED')
    // It starts when it is paid, not when it was drafted.
    server.freezeClock('2026-06-01T18:00:00Z')
    await server.ok('POST', '/_test/payments/pay', { body: { metaSiteId: site.metaSiteId, orderId: made.id, card: '4242424242424242' } })
    const bought = (await server.ok('GET', `/v2/member/orders/${made.id}`, { token: member.token })).order
    const moved = { index: 0, startedDate: '2026-06-01T18:00:00.000Z', endedDate: '2026-06-08T18:00:00.000Z' }
    expect(bought).toMatchObject({ startDate: moved.startedDate, lastPaymentStatus: 'PENDING', currentCycle: moved, cycles: [moved] })
    // The trial was had; another purchase is paid at once.
    const again = (await online({ planId })).body.order
    expect(again).not.toHaveProperty('freeTrialDays')
    const free = await getPlan({ singlePaymentForDuration: { count: 1, unit: 'MONTH' } })
    const gift = (await server.ok('POST', '/v2/checkout/orders/preview-online', { token: member.token, body: { planId: free } })).order
    expect(gift).toMatchObject({ id: nil, status: 'ACTIVE', lastPaymentStatus: 'NOT_APPLICABLE' })
    for (const key of ['autoRenewCanceled', 'wixPayOrderId', 'cancellation', 'freeTrialDays', 'orderMethod', 'formData']) expect(gift).not.toHaveProperty(key)
    for (const id of [made.id, again.id]) await server.ok('POST', `/v2/orders/${id}/cancel`, { as: site, body: { effectiveAt: 'IMMEDIATELY' } })
  })

  test('what was bought stays as it was bought: plan, price, tax and coupon may change or go', async () => {
    server.freezeClock('2026-07-01T12:00:00Z')
    await set({ tax: { name: 'VAT', rate: '10', includedInPrice: false } })
    const planId = await getPlan({ ...monthly, freeTrialDays: 7 })
    const specification = { name: 'Two', code: 'TWO', startTime: '0', percentOffRate: 100, discountedCycleCount: 2, scope: { namespace: 'pricingPlans' } }
    const { id: couponId } = await server.ok('POST', '/stores/v2/coupons', { as: site, body: { specification } })
    const { order } = (await online({ planId, couponCode: 'two' })).body
    await server.ok('POST', '/_test/payments/pay', { body: { metaSiteId: site.metaSiteId, orderId: order.id, card: '4242424242424242' } })
    const getSlugs = async () => (await server.emittedEvents(site, order.id)).map(({ slug }) => slug)
    const before = await getSlugs()
    const change = { name: 'Other', pricing: { singlePaymentUnlimited: true, price: { value: '99' } } }
    await server.ok('PATCH', `/v2/plans/${planId}`, { as: site, body: { plan: { id: planId, ...change } } })
    await server.ok('PUT', `/v2/plans/${planId}/visibility`, { as: site, body: { visible: false } })
    await server.ok('POST', `/v2/plans/${planId}/archive`, { as: site, body: {} })
    await server.ok('DELETE', `/stores/v2/coupons/${couponId}`, { as: site })
    await set({ tax: null })
    // Row 40: no event says anything of that about the order.
    expect(await getSlugs()).toEqual(before)
    await server.ok('POST', '/_test/clock', { body: { now: '2026-07-09T12:00:00Z' } })
    // Row 18: the trial did not use up the coupon; the first two cycles cost nothing.
    const read = async () => (await server.ok('GET', `/v2/orders/${order.id}`, { as: site })).order
    expect(await read()).toMatchObject({ planName: 'Pass', planPrice: '40.00', lastPaymentStatus: 'NOT_APPLICABLE', currentCycle: { index: 1 } })
    await server.ok('POST', '/_test/clock', { body: { now: '2026-08-09T12:00:00Z' } })
    expect(await read()).toMatchObject({ lastPaymentStatus: 'NOT_APPLICABLE', currentCycle: { index: 2 } })
    expect((await getSlugs()).slice(before.length)).toEqual(['cycle_started', 'updated', 'cycle_started', 'updated'])
    await server.ok('POST', '/_test/clock', { body: { now: '2026-09-09T12:00:00Z' } })
    const { invoices } = await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId: order.id } })
    expect(invoices.at(-1)).toMatchObject({ cycleIndex: 3, amount: '44.00', state: 'PAID' })
    await server.ok('POST', `/v2/orders/${order.id}/cancel`, { as: site, body: { effectiveAt: 'IMMEDIATELY' } })
  })

  test('what ended counts for the limit; a hidden plan is sold by its id; one archived meanwhile is not paid', async () => {
    const planId = await getPlan(monthly, { maxPurchasesPerBuyer: 1, public: false })
    const pay = (orderId: string) => server.ok('POST', '/_test/payments/pay', { body: { metaSiteId: site.metaSiteId, orderId, card: '4242424242424242' } })
    // The checkout shows it to a visitor with its address; the shop never lists it.
    const shown = await server.ok('GET', `/api/checkout/plans/${planId}`, { token: await server.visitorToken(site) })
    expect([shown.plan.id, shown.plan.public]).toEqual([planId, undefined])
    const { order } = (await online({ planId })).body
    expect((await pay(order.id)).outcome).toBe('succeeded')
    await server.ok('POST', `/v2/orders/${order.id}/cancel`, { as: site, body: { effectiveAt: 'IMMEDIATELY' } })
    expect(errorCode(await online({ planId }))).toBe('purchases_limit_reached')
    // A preview without a buyer: the limit does not apply.
    expect((await server.call('POST', '/v2/checkout/orders/price-preview', { token: member.token, body: { planId } })).status).toBe(200)
    const other = await getPlan(monthly)
    const draft = (await online({ planId: other })).body.order
    await server.ok('POST', `/v2/plans/${other}/archive`, { as: site, body: {} })
    expect(await pay(draft.id)).toEqual({ outcome: 'refused', code: 'archived_plan' })
  })

  test('a newer storefront sees the plan as this buyer would get it, and on which days it may start', async () => {
    server.freezeClock('2026-09-20T23:30:00Z')
    const planId = await getPlan({ ...monthly, freeTrialDays: 7 }, { maxPurchasesPerBuyer: 1, allowFutureStartDate: true })
    const buyer = await server.registerMember(site)
    const visitor = await server.visitorToken(site)
    const variant = (await server.ok('GET', `/v3/plans/${planId}`, { token: visitor })).plan.pricingVariants[0].id
    const preview = (query: object, by: object) => server.call('GET', '/pricing-plans/ecom-integration/v3/plan-preview', { ...by, query: { planId, ...query } })
    const listSeen = async (query: object, by: object) => {
      const { plan } = (await preview({ pricingVariantId: variant, ...query }, by)).body
      return [plan.buyable, plan.pricingVariants[0].freeTrialDays]
    }
    expect([await listSeen({}, { token: visitor }), await listSeen({}, { token: buyer.token })]).toEqual([
      [true, 7],
      [true, 7],
    ])
    await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId, memberId: buyer.memberId } })
    expect(await listSeen({}, { token: buyer.token })).toEqual([false, undefined])
    expect(await listSeen({ memberId: buyer.memberId }, { as: site })).toEqual([false, undefined])
    expect(errorCode(await preview({ pricingVariantId: variant }, { as: site }))).toBe('MISSING_MEMBER_IDENTITY')
    expect(errorCode(await preview({ pricingVariantId: variant, memberId: unknownId }, { as: site }))).toBe('member_not_found')
    expect((await preview({ pricingVariantId: variant, memberId: member.memberId }, { token: buyer.token })).status).toBe(403)
    expect((await preview({ pricingVariantId: planId }, { token: visitor })).status).toBe(400)
    const days = (id: string) => server.call('GET', '/v3/plan-configuration-constraints', { token: visitor, query: { planId: id } })
    expect((await days(planId)).body).toEqual({
      startDateLimits: { earliestDate: '2026-09-20', latestDate: '2028-09-20' },
      startDateRules: { type: 'AVAILABLE_IMMEDIATELY' },
    })
    expect((await days(await getPlan(monthly))).body.startDateLimits).toEqual({ earliestDate: '2026-09-20', latestDate: '2026-09-20' })
    expect(errorCode(await days(unknownId))).toBe('plan_not_found')
  })

  test('one payment neither renews nor stops renewing; orders without an end come last', async () => {
    const buyer = await server.registerMember(site)
    const sell = async (pricing: object, more: object = {}): Promise<string> =>
      (await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: await getPlan(pricing), memberId: buyer.memberId, ...more } })).order
        .id
    const price = { value: '9' }
    const month = await sell({ singlePaymentForDuration: { count: 1, unit: 'MONTH' }, price })
    server.freezeClock(server.clocks.now().add({ seconds: 1 }).toString())
    const open = await sell(monthly)
    server.freezeClock(server.clocks.now().add({ seconds: 1 }).toString())
    const year = await sell({ singlePaymentForDuration: { count: 1, unit: 'YEAR' }, price })
    await server.ok('POST', `/v2/orders/${open}/cancel`, { as: site, body: { effectiveAt: 'NEXT_PAYMENT_DATE' } })
    await server.ok('POST', `/api/plan-orders/${open}/keep-renewing`, { as: site })
    const list = async (query: object | string) =>
      (await server.ok('GET', '/v2/member/orders', { token: buyer.token, query: query as never })).orders.map(({ id }: { id: string }) => id)
    expect([await list('autoRenewCanceled=false'), await list('autoRenewCanceled=true')]).toEqual([[open], []])
    const byEnd = (order: string) => list(`.r=${Buffer.from(JSON.stringify({ sorting: { fieldName: 'endDate', order } })).toString('base64url')}`)
    expect([await byEnd('ASC'), await byEnd('DESC'), await list('')]).toEqual([
      [month, year, open],
      [year, month, open],
      [year, open, month],
    ])
  })
})
