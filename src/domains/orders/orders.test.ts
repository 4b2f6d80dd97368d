import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type TestSite, type World } from '../../../test/world.ts'

let world: World
let site: TestSite
beforeAll(async () => {
  world = await makeWorld()
  site = await world.site()
}, 60_000)
afterAll(() => world.close())

const card = (number = '4242424242424242') => ({ number, expMonth: 12, expYear: 2090, cvc: '123' })
const monthly = (more = {}, pricing = {}) => ({ name: 'Studio pass', buyerCanCancel: true, pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40', currency: 'USD' }, ...pricing }, ...more })
const create = async (plan: object) => (await world.ok('POST', '/v2/plans', { as: site, body: { plan } })).plan
const orderOf = async (id: string) => (await world.ok('GET', `/v2/orders/${id}`, { as: site })).order
const slugsOf = async (id: string) => (await world.events(site, id)).map((event) => event.slug)
const code = (answer: { body: { details?: { applicationError?: { code: string } } } }) => answer.body.details?.applicationError?.code

describe('buying online', () => {
  test('a paid order is a draft until the card is charged', async () => {
    const plan = await create(monthly())
    const member = await world.member(site)
    const { order: draft } = await world.ok('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId: plan.id } })
    expect(draft).toMatchObject({ status: 'DRAFT', lastPaymentStatus: 'UNPAID', type: 'ONLINE', planName: 'Studio pass', planPrice: '40.00', buyer: { memberId: member.memberId } })
    expect((await world.ok('GET', '/v2/member/orders', { token: member.token })).orders).toEqual([])
    const declined = await world.ok('POST', `/api/pay/${draft.wixPayOrderId}`, { token: member.token, body: { card: card('4000000000009995') } })
    expect(declined).toMatchObject({ outcome: 'declined', declineCode: 'insufficient_funds', order: { status: 'DRAFT', lastPaymentStatus: 'FAILED' } })
    const paid = await world.ok('POST', `/api/pay/${draft.wixPayOrderId}`, { token: member.token, body: { card: card() } })
    expect(paid).toMatchObject({ outcome: 'succeeded', order: { status: 'ACTIVE', lastPaymentStatus: 'PAID', currentCycle: { index: 1 } } })
    expect(await slugsOf(draft.id)).toEqual(['created', 'updated', 'purchased', 'started', 'cycle_started', 'updated'])
    const { orders, pagingMetadata } = await world.ok('GET', '/v2/member/orders', { token: member.token })
    expect(orders.map((order: { id: string }) => order.id)).toEqual([draft.id])
    expect(pagingMetadata).toEqual({ count: 1, offset: 0, total: 1, tooManyToCount: false })
    const letters = (await world.letters(site, member.email)).map((letter) => letter.template)
    expect(letters).toEqual(expect.arrayContaining(['plan-purchased', 'payment-receipt']))
    expect((await world.ok('GET', `/v2/plans/${plan.id}`, { as: site })).plan.hasOrders).toBe(true)
  })
  test('pressing "Pay" twice with the same key makes one order and one charge', async () => {
    const plan = await create(monthly({ maxPurchasesPerBuyer: 1 }))
    const { token } = await world.member(site)
    const press = () => world.ok('POST', '/api/checkout/plans', { token, body: { planId: plan.id, key: 'press', card: card() } })
    const [first, second] = await Promise.all([press(), press()])
    expect(first.order.id).toBe(second.order.id)
    expect((await world.ok('GET', `/api/plan-orders/${first.order.id}/invoices`, { as: site })).invoices).toMatchObject([{ state: 'PAID', attempts: [{ outcome: 'SUCCEEDED' }] }])
    const third = await world.call('POST', '/v2/checkout/orders/online', { token, body: { planId: plan.id } })
    expect([third.status, code(third)]).toEqual([428, 'purchases_limit_reached'])
    expect(await world.ok('POST', '/v2/checkout/orders/preview-online', { token, body: { planId: plan.id } })).toEqual({ purchaseLimitExceeded: true })
  })
  test('a free plan is active at once; a visitor has to log in; a challenge can be approved', async () => {
    const free = await create({ name: 'Free', pricing: { singlePaymentUnlimited: true } })
    const { token } = await world.member(site)
    const { order } = await world.ok('POST', '/v2/checkout/orders/online', { token, body: { planId: free.id } })
    expect(order).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'NOT_APPLICABLE' })
    expect(order).not.toHaveProperty('wixPayOrderId')
    expect(code(await world.call('POST', '/v2/checkout/orders/online', { token: await world.visitor(site), body: { planId: free.id } }))).toBe('MEMBER_REQUIRED')
    const plan = await create(monthly())
    const asked = await world.ok('POST', '/api/checkout/plans', { token, body: { planId: plan.id, card: card('4000002500003155') } })
    expect(asked).toMatchObject({ outcome: 'requires_action', order: { status: 'DRAFT' } })
    const approved = await world.ok('POST', `/api/pay/${asked.order.wixPayOrderId}/challenge`, { token, body: { attemptId: asked.attemptId, answer: 'approve' } })
    expect(approved).toMatchObject({ outcome: 'succeeded', order: { status: 'ACTIVE' } })
  })
  test('the price preview shows fees once', async () => {
    const plan = await create(monthly({}, { feeConfigs: [{ fee: { name: 'Joining fee', amount: '10' }, appliedAt: 'FIRST_PAYMENT' }] }))
    const { prices } = await world.ok('POST', '/v2/checkout/orders/price-preview', { token: await world.visitor(site), body: { planId: plan.id } })
    expect(prices).toMatchObject([{ duration: { cycleFrom: 1, numberOfCycles: 1 }, price: { total: '50.00' } }, { duration: { cycleFrom: 2 }, price: { total: '40.00' } }])
  })
})

describe('an offline order', () => {
  test('is sold, marked as paid, paused, resumed, extended and cancelled', async () => {
    const plan = await create({ name: 'Season', pricing: { singlePaymentForDuration: { count: 3, unit: 'MONTH' }, price: { value: '90' } } })
    const { memberId, token } = await world.member(site)
    const { order } = await world.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: plan.id, memberId } })
    expect(order).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'UNPAID', type: 'OFFLINE' })
    const act = (what: string, body = {}) => world.call('POST', `/v2/orders/${order.id}/${what}`, { as: site, body })
    expect((await act('mark-as-paid')).status).toBe(200)
    expect(code(await act('mark-as-paid'))).toBe('ORDER_ALREADY_PAID')
    expect((await act('pause')).status).toBe(200)
    expect(await world.ok('GET', `/v2/orders/${order.id}/available-actions`, { as: site })).toEqual({ suspendable: false, notSuspendableReason: 'ALREADY_SUSPENDED', cancelableByBuyer: false })
    expect((await act('resume')).status).toBe(200)
    expect((await world.call('PATCH', `/v2/orders/${order.id}`, { as: site, body: { endDate: order.startDate } })).body.details.applicationError.code).toBe('END_DATE_NOT_LATER')
    expect((await world.call('PATCH', `/v2/orders/${order.id}`, { as: site, body: { endDate: '2090-01-01T00:00:00.000Z' } })).status).toBe(200)
    expect((await orderOf(order.id)).endDate).toBe('2090-01-01T00:00:00.000Z')
    expect(code(await world.call('POST', `/v2/member/orders/${order.id}/cancel`, { token, body: { effectiveAt: 'IMMEDIATELY' } }))).toBe('BUYER_CANCELLATION_NOT_ALLOWED')
    expect(code(await act('cancel', { effectiveAt: 'NEXT_PAYMENT_DATE' }))).toBe('CANCELLATION_TIME_NOT_SUPPORTED')
    expect(code(await act('cancel'))).toBe('undefined_not_allowed')
    expect((await act('cancel', { effectiveAt: 'IMMEDIATELY' })).status).toBe(200)
    expect(await orderOf(order.id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'OWNER_ACTION', effectiveAt: 'IMMEDIATELY' } })
    expect(await slugsOf(order.id)).toEqual(['created', 'purchased', 'started', 'marked_as_paid', 'updated', 'paused', 'updated', 'resumed', 'updated', 'end_date_postponed', 'updated', 'canceled', 'ended', 'updated'])
  })
})

describe('as time passes', () => {
  const buy = async (plan: object, number?: string) => {
    const { id: planId } = await create(plan)
    const member = await world.member(site)
    const { order } = await world.ok('POST', '/api/checkout/plans', { token: member.token, body: { planId, card: card(number) } })
    return { ...member, id: order.id as string }
  }
  const invoices = async (id: string) => (await world.ok('GET', `/api/plan-orders/${id}/invoices`, { as: site })).invoices as { cycleIndex: number; state: string; attempts: { outcome: string }[] }[]

  test('a trial converts, a renewal is charged each month, and a member who cancels keeps the cycle', async () => {
    const { id, token } = await buy(monthly({}, { freeTrialDays: 7 }))
    expect(await orderOf(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PENDING', freeTrialDays: 7, currentCycle: { index: 0 } })
    await world.travel('P8D')
    expect(await orderOf(id)).toMatchObject({ lastPaymentStatus: 'PAID', currentCycle: { index: 1 } })
    await world.travel('P1M')
    expect(await orderOf(id)).toMatchObject({ lastPaymentStatus: 'PAID', currentCycle: { index: 2 } })
    await world.ok('POST', `/v2/member/orders/${id}/cancel`, { token, body: { effectiveAt: 'NEXT_PAYMENT_DATE' } })
    expect(await orderOf(id)).toMatchObject({ status: 'ACTIVE', autoRenewCanceled: true })
    await world.travel('P1M')
    expect(await orderOf(id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'MEMBER_ACTION', effectiveAt: 'NEXT_PAYMENT_DATE' } })
    expect(await slugsOf(id)).toEqual(['created', 'purchased', 'started', 'cycle_started', 'updated', 'cycle_started', 'updated', 'cycle_started', 'updated', 'auto_renew_canceled', 'updated', 'canceled', 'ended', 'updated'])
    expect((await invoices(id)).map(({ cycleIndex, state }) => [cycleIndex, state])).toEqual([[0, 'PAID'], [1, 'PAID'], [2, 'PAID']])
  }, 60_000)

  test('a declined renewal is tried four more times within a week, then the order is cancelled', async () => {
    const { id } = await buy(monthly(), '4000000000000341')
    await world.travel('P1M2D')
    expect(await orderOf(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'FAILED', currentCycle: { index: 2 } })
    await world.travel('P8D')
    expect(await orderOf(id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'PAYMENT_FAILURE' } })
    expect((await invoices(id)).at(-1)).toMatchObject({ cycleIndex: 2, state: 'FAILED', attempts: [1, 2, 3, 4, 5].map(() => ({ outcome: 'DECLINED' })) })
  }, 60_000)

  test('a draft that nobody pays is gone after a day', async () => {
    const { id: planId } = await create(monthly())
    const { token } = await world.member(site)
    const { order } = await world.ok('POST', '/v2/checkout/orders/online', { token, body: { planId } })
    await world.travel('P1DT1M')
    expect(await orderOf(order.id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'PAYMENT_SETUP_FAILURE' } })
  }, 60_000)

  test('credits are granted with each paid cycle', async () => {
    const plan = await create(monthly({ name: 'Four classes' }))
    await world.ok('PUT', `/api/plans/${plan.id}/benefit`, { as: site, body: { benefit: { credits: 4, rollover: { enabled: false } }, serviceIds: [] } })
    const member = await world.member(site)
    await world.ok('POST', '/api/checkout/plans', { token: member.token, body: { planId: plan.id, card: card() } })
    const balances = async () => (await world.ok('GET', '/api/my/plan-balances', { token: member.token })).balances
    expect(await balances()).toMatchObject([{ planName: 'Four classes', unlimited: false, balance: '4', total: '4' }])
    await world.travel('P1M')
    expect(await balances()).toMatchObject([{ balance: '4' }])
  }, 60_000)
})
