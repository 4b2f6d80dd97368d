/** Drafts, and orders that are sold outside, through HTTP. Source: guide pricing-plans §6, §8. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createPlanOrders, monthly, season } from '../../../test/factories/plan-orders.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let orders: ReturnType<typeof createPlanOrders>
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  orders = createPlanOrders(server, site)
  server.freezeClock('2030-01-15T10:00:00Z')
})
afterAll(() => server.close())

describe('drafts', () => {
  test('rows 1, 6, 8: declined, then paid', async () => {
    const { id, order } = await orders.draft(monthly())
    expect(order).toMatchObject({ status: 'DRAFT', lastPaymentStatus: 'UNPAID' })
    expect(order).not.toHaveProperty('currentCycle')
    expect(await orders.pay(id, '4000000000000002')).toEqual({ outcome: 'declined', declineCode: 'generic_decline' })
    expect(await orders.read(id)).toMatchObject({ status: 'DRAFT', lastPaymentStatus: 'FAILED' })
    await orders.pay(id)
    expect(await orders.read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID', currentCycle: { index: 1 } })
    expect(await orders.slugs(id)).toEqual(['created', 'updated', 'purchased', 'started', 'cycle_started', 'updated'])
  })
  test('rows 7, 11, 12: another start is picked, paid, and it starts on its day', async () => {
    const made = await orders.draft(monthly())
    const { id, token } = made
    const startDate = orders.later(10)
    const changed = ['start_date_changed', 'updated']
    const { email } = made
    const { order } = await server.ok('POST', `/api/plan-orders/${id}/start-date`, { token, body: { startDate } })
    expect(order).toMatchObject({ status: 'DRAFT', startDate })
    await orders.pay(id)
    expect(await orders.read(id)).toMatchObject({ status: 'PENDING', lastPaymentStatus: 'PAID', startDate })
    const move = (as: object, to: string) => server.call('POST', `/api/plan-orders/${id}/start-date`, { ...as, body: { startDate: to } })
    expect(errorCode(await move({ token }, orders.later(5)))).toBe('START_DATE_NOT_CHANGEABLE')
    expect(errorCode(await move({ as: site }, orders.later(-5)))).toBe('invalid_start_date')
    const moved = await move({ as: site }, orders.later(20))
    expect(moved.body.order).toMatchObject({ status: 'PENDING', startDate: orders.later(20) })
    expect((await move({ as: site }, startDate)).body.order.startDate).toBe(startDate)
    await server.advanceClock('P11D')
    expect(await orders.read(id)).toMatchObject({ status: 'ACTIVE', currentCycle: { index: 1, startedDate: startDate } })
    expect(await orders.slugs(id)).toEqual(['created', ...changed, 'purchased', 'updated', ...changed, ...changed, 'started', 'cycle_started', 'updated'])
    expect((await server.emittedEvents(site, id)).find(({ slug }) => slug === 'cycle_started')?.body).toMatchObject({
      actionEvent: { body: { cycleNumber: 1, order: { id } } },
    })
    expect((await server.sentEmails(site, email)).map(({ template }) => template)).toContain('plan-started')
    expect(errorCode(await server.call('POST', `/api/plan-orders/${id}/start-date`, { as: site, body: { startDate } }))).toBe('START_DATE_NOT_CHANGEABLE')
  })
  test('rows 9, 10: unpaid for a day, or cancelled', async () => {
    const [old, left] = [await orders.draft(monthly()), await orders.draft(monthly())]
    expect(errorCode(await left.cancel('NEXT_PAYMENT_DATE'))).toBe('CANCELLATION_TIME_NOT_SUPPORTED')
    expect((await left.cancel('IMMEDIATELY')).status).toBe(200)
    expect(await orders.read(left.id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'MEMBER_ACTION' } })
    await server.advanceClock('P1DT1M')
    expect(await orders.read(old.id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'PAYMENT_SETUP_FAILURE', effectiveAt: 'IMMEDIATELY' } })
    expect([await orders.slugs(old.id), await orders.slugs(left.id)]).toEqual([
      ['created', 'canceled', 'updated'],
      ['created', 'canceled', 'updated'],
    ])
    const { orders: listed } = await server.ok('GET', '/v2/orders', { as: site, query: `buyerIds=${old.memberId}` })
    expect(listed).toEqual([])
    expect((await orders.pay(old.id)).code).toBe('ORDER_NOT_PAYABLE')
  })
  test('rows 2, 3: free plans need no payment', async () => {
    const free = { name: 'Free', allowFutureStartDate: true, pricing: { singlePaymentForDuration: { count: 1, unit: 'MONTH' } } }
    const [now, then] = [await orders.draft(free), await orders.draft(free, { startDate: orders.later(5) })]
    expect(now.order).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'NOT_APPLICABLE', currentCycle: { index: 1 } })
    expect(then.order).toMatchObject({ status: 'PENDING', lastPaymentStatus: 'NOT_APPLICABLE' })
    expect([await orders.slugs(now.id), await orders.slugs(then.id)]).toEqual([
      ['created', 'purchased', 'started', 'cycle_started'],
      ['created', 'purchased'],
    ])
  })
  test('the start is checked, the owner may act on behalf', async () => {
    const planId = await orders.getPlan(monthly({ allowFutureStartDate: false }))
    const open = await orders.getPlan(monthly())
    const { token, memberId } = await server.registerMember(site)
    const order = (body: object) => server.call('POST', '/v2/checkout/orders/online', { token, body })
    expect(errorCode(await order({ planId, startDate: orders.later(2) }))).toBe('buyer_can_not_pick_future_start_date')
    expect(errorCode(await order({ planId: open, startDate: orders.later(-1) }))).toBe('invalid_start_date')
    expect(errorCode(await order({ planId: open, startDate: orders.later(800) }))).toBe('invalid_start_date')
    expect(errorCode(await order({ planId: memberId }))).toBe('plan_not_found')
    expect((await order({ planId: open, submissionId: planId })).status).toBe(400)
    expect((await server.call('POST', '/v2/checkout/orders/online', { token, body: { planId, onBehalf: { memberId: planId } } })).status).toBe(403)
    const behalf = (onBehalf: object) => server.call('POST', '/v2/checkout/orders/online', { as: site, body: { planId, onBehalf } })
    const rule = (answer: { body: { details?: { validationError?: { fieldViolations: { ruleName: string }[] } } } }) =>
      answer.body.details?.validationError?.fieldViolations[0]?.ruleName
    expect(rule(await behalf({ memberId, orderMethod: 'UNKNOWN' }))).toBe('UNKNOWN_ORDER_METHOD')
    expect(rule(await behalf({ memberId, orderMethod: 'POS' }))).toBe('RECURRING_POS_UNSUPPORTED')
    expect(errorCode(await behalf({ memberId: planId }))).toBe('member_not_found')
    expect((await behalf({ memberId, orderMethod: 'MOTO' })).body.order).toMatchObject({ orderMethod: 'MOTO', status: 'DRAFT', buyer: { memberId } })
    await server.ok('POST', `/v2/plans/${planId}/archive`, { as: site })
    expect(errorCode(await order({ planId }))).toBe('archived_plan')
  })
  test('a form is answered at checkout; its answers are shown with FULL only', async () => {
    const formId = '0b0b7f5e-0c0e-4c3a-9a55-0f3d3a1d1a11'
    const planId = await orders.getPlan(monthly({ formId }))
    const { token } = await server.registerMember(site)
    const { submissionId } = await server.ok('POST', '/api/checkout/submissions', { token, body: { formId, answers: { injuries: 'none' } } })
    const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token, body: { planId, submissionId } })
    expect(order.formData).toEqual({ formId, submissionId })
    const full = await server.ok('GET', `/v2/member/orders/${order.id}`, { token, query: { fieldSet: 'FULL' } })
    expect(full.order.formData.submissionData).toEqual({ injuries: 'none' })
  })
})

describe('offline', () => {
  test('rows 4, 5, 13, 19, 38: starts, rolls on, is paid by hand', async () => {
    const now = await orders.sellOffline(monthly())
    const then = await orders.sellOffline(monthly({ allowFutureStartDate: false }), { startDate: orders.later(3), paid: true })
    expect(now.order).toMatchObject({ type: 'OFFLINE', status: 'ACTIVE', lastPaymentStatus: 'UNPAID' })
    expect(then.order).toMatchObject({ status: 'PENDING', lastPaymentStatus: 'PAID' })
    await server.advanceClock('P1M4D')
    expect(await orders.read(now.id)).toMatchObject({ lastPaymentStatus: 'UNPAID', currentCycle: { index: 2 } })
    expect(await orders.slugs(now.id)).toEqual(['created', 'purchased', 'started', 'cycle_started', 'updated'])
    expect(await orders.slugs(then.id)).toEqual(expect.arrayContaining(['created', 'purchased', 'started', 'updated']))
    expect((await orders.act(now.id, 'mark-as-paid')).status).toBe(200)
    expect(errorCode(await orders.act(now.id, 'mark-as-paid'))).toBe('ORDER_ALREADY_PAID')
    expect(errorCode(await orders.act((await orders.buy(season)).id, 'mark-as-paid'))).toBe('ORDER_NOT_OFFLINE')
    const free = await orders.sellOffline({ name: 'Free', pricing: { singlePaymentUnlimited: true } })
    expect([free.order.lastPaymentStatus, errorCode(await orders.act(free.id, 'mark-as-paid'))]).toEqual(['NOT_APPLICABLE', 'ORDER_NOT_PAYABLE'])
  })
  test('a start in the past counts its cycles; one that would be over is refused; the limit is only shown', async () => {
    const past = await orders.sellOffline(monthly(), { startDate: orders.later(-70) })
    expect(past.order.currentCycle.index).toBe(3)
    const planId = await orders.getPlan({ ...season, maxPurchasesPerBuyer: 1 })
    const { memberId, token } = await server.registerMember(site)
    const sell = (startDate?: string) => server.call('POST', '/v2/checkout/orders/offline', { as: site, body: { planId, memberId, startDate } })
    expect(errorCode(await sell(orders.later(-120)))).toBe('invalid_start_date')
    expect([(await sell()).status, (await sell()).status]).toEqual([200, 200])
    const preview = await server.ok('POST', '/v2/checkout/orders/preview-offline', { as: site, body: { planId, memberId } })
    expect(preview).toMatchObject({
      purchaseLimitExceeded: true,
      order: { id: '00000000-0000-0000-0000-000000000000', status: 'ACTIVE', lastPaymentStatus: 'UNPAID' },
    })
    expect(errorCode(await server.call('POST', '/v2/checkout/orders/online', { token, body: { planId } }))).toBe('purchases_limit_reached')
    const unknown = await server.call('POST', '/v2/checkout/orders/offline', { as: site, body: { planId, memberId: planId } })
    expect(unknown.body.details.validationError.fieldViolations).toMatchObject([{ ruleName: 'MEMBER_DOESNT_EXIST' }])
  })
})
