import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import type { TransactionContext } from '#kit/api/context.ts'
import { createSystemMeta, runTransaction } from '#kit/jobs/unit-of-work.ts'
import { listCoveringOrders, findRenewingPlanViolation, returnCredit, spendCredit } from './public.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(() => server.close())

const card = (number = '4242424242424242') => ({ number, expMonth: 12, expYear: 2090, cvc: '123' })
const monthly = (more = {}, pricing = {}) => ({
  name: 'Studio pass',
  buyerCanCancel: true,
  pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40', currency: 'USD' }, ...pricing },
  ...more,
})
const create = async (plan: object) => (await server.ok('POST', '/v2/plans', { as: site, body: { plan } })).plan
const getOrder = async (id: string) => (await server.ok('GET', `/v2/orders/${id}`, { as: site })).order
const getSlugs = async (id: string) => (await server.emittedEvents(site, id)).map((event) => event.slug)

describe('buying online', () => {
  test('a paid order is a draft until the card is charged', async () => {
    const plan = await create(monthly())
    const member = await server.registerMember(site)
    const { order: draft } = await server.ok('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId: plan.id } })
    expect(draft).toMatchObject({
      status: 'DRAFT',
      lastPaymentStatus: 'UNPAID',
      type: 'ONLINE',
      planName: 'Studio pass',
      planPrice: '40.00',
      buyer: { memberId: member.memberId },
    })
    expect((await server.ok('GET', '/v2/member/orders', { token: member.token })).orders).toEqual([])
    const declined = await server.ok('POST', `/api/pay/${draft.wixPayOrderId}`, { token: member.token, body: { card: card('4000000000009995') } })
    expect(declined).toMatchObject({ outcome: 'declined', declineCode: 'insufficient_funds', order: { status: 'DRAFT', lastPaymentStatus: 'FAILED' } })
    const paid = await server.ok('POST', `/api/pay/${draft.wixPayOrderId}`, { token: member.token, body: { card: card() } })
    expect(paid).toMatchObject({ outcome: 'succeeded', order: { status: 'ACTIVE', lastPaymentStatus: 'PAID', currentCycle: { index: 1 } } })
    expect(await getSlugs(draft.id)).toEqual(['created', 'updated', 'purchased', 'started', 'cycle_started', 'updated'])
    const { orders, pagingMetadata } = await server.ok('GET', '/v2/member/orders', { token: member.token })
    expect(orders.map((order: { id: string }) => order.id)).toEqual([draft.id])
    expect(pagingMetadata).toEqual({ count: 1, offset: 0, total: 1, tooManyToCount: false })
    const packed = Buffer.from(JSON.stringify({ planIds: [plan.id], sorting: { fieldName: 'endDate', order: 'DESC' } })).toString('base64url')
    const onlyOne = async (query: string) => (await server.ok('GET', '/v2/orders', { as: site, query })).orders.map((order: { id: string }) => order.id)
    expect([await onlyOne(`planIds=${plan.id}`), await onlyOne(`.r=${packed}`), await onlyOne(`planIds=${plan.id}&orderStatuses=PAUSED`)]).toEqual([
      [draft.id],
      [draft.id],
      [],
    ])
    expect((await server.call('GET', '/v2/orders', { as: site, query: 'sorting.fieldName=status' })).status).toBe(400)
    const emails = (await server.sentEmails(site, member.email)).map((sent) => sent.template)
    expect(emails).toEqual(expect.arrayContaining(['plan-purchased', 'payment-receipt']))
    expect((await server.ok('GET', `/v2/plans/${plan.id}`, { as: site })).plan.hasOrders).toBe(true)
  })
  test('pressing "Pay" twice with the same key makes one order and one charge', async () => {
    const plan = await create(monthly({ maxPurchasesPerBuyer: 1 }))
    const { token } = await server.registerMember(site)
    const press = () => server.ok('POST', '/api/checkout/plans', { token, body: { planId: plan.id, key: 'press', card: card() } })
    const [first, second] = await Promise.all([press(), press()])
    expect(first.order.id).toBe(second.order.id)
    expect((await server.ok('GET', `/api/plan-orders/${first.order.id}/invoices`, { as: site })).invoices).toMatchObject([
      { state: 'PAID', attempts: [{ outcome: 'SUCCEEDED' }] },
    ])
    const third = await server.call('POST', '/v2/checkout/orders/online', { token, body: { planId: plan.id } })
    expect([third.status, errorCode(third)]).toEqual([428, 'purchases_limit_reached'])
    expect(await server.ok('POST', '/v2/checkout/orders/preview-online', { token, body: { planId: plan.id } })).toEqual({ purchaseLimitExceeded: true })
  })
  test('a free plan is active at once; a visitor has to log in; a challenge can be approved', async () => {
    const free = await create({ name: 'Free', pricing: { singlePaymentUnlimited: true } })
    const { token } = await server.registerMember(site)
    const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token, body: { planId: free.id } })
    expect(order).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'NOT_APPLICABLE' })
    expect(order).not.toHaveProperty('wixPayOrderId')
    expect(errorCode(await server.call('POST', '/v2/checkout/orders/online', { token: await server.visitorToken(site), body: { planId: free.id } }))).toBe(
      'MEMBER_REQUIRED',
    )
    const plan = await create(monthly())
    const asked = await server.ok('POST', '/api/checkout/plans', { token, body: { planId: plan.id, card: card('4000002500003155') } })
    expect(asked).toMatchObject({ outcome: 'requires_action', order: { status: 'DRAFT' } })
    const approved = await server.ok('POST', `/api/pay/${asked.order.wixPayOrderId}/challenge`, {
      token,
      body: { attemptId: asked.attemptId, answer: 'approve' },
    })
    expect(approved).toMatchObject({ outcome: 'succeeded', order: { status: 'ACTIVE' } })
  })
  test('the price preview shows fees once', async () => {
    const plan = await create(monthly({}, { feeConfigs: [{ fee: { name: 'Joining fee', amount: '10' }, appliedAt: 'FIRST_PAYMENT' }] }))
    const { prices } = await server.ok('POST', '/v2/checkout/orders/price-preview', { token: await server.visitorToken(site), body: { planId: plan.id } })
    expect(prices).toMatchObject([
      { duration: { cycleFrom: 1, numberOfCycles: 1 }, price: { total: '50.00' } },
      { duration: { cycleFrom: 2 }, price: { total: '40.00' } },
    ])
  })
})

describe('an offline order', () => {
  test('is sold, marked as paid, paused, resumed, extended and cancelled', async () => {
    const plan = await create({ name: 'Season', pricing: { singlePaymentForDuration: { count: 3, unit: 'MONTH' }, price: { value: '90' } } })
    const { memberId, token } = await server.registerMember(site)
    const { order } = await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: plan.id, memberId } })
    expect(order).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'UNPAID', type: 'OFFLINE' })
    const act = (what: string, body = {}) => server.call('POST', `/v2/orders/${order.id}/${what}`, { as: site, body })
    expect((await act('mark-as-paid')).status).toBe(200)
    expect(errorCode(await act('mark-as-paid'))).toBe('ORDER_ALREADY_PAID')
    expect((await act('pause')).status).toBe(200)
    expect(await server.ok('GET', `/v2/orders/${order.id}/available-actions`, { as: site })).toEqual({
      suspendable: false,
      notSuspendableReason: 'ALREADY_SUSPENDED',
      cancelableByBuyer: false,
      mayKeepRenewing: false,
      mayTryAgain: false,
    })
    expect((await act('resume')).status).toBe(200)
    expect((await server.call('PATCH', `/v2/orders/${order.id}`, { as: site, body: { endDate: order.startDate } })).body.details.applicationError.code).toBe(
      'END_DATE_NOT_LATER',
    )
    expect((await server.call('PATCH', `/v2/orders/${order.id}`, { as: site, body: { endDate: '2090-01-01T00:00:00.000Z' } })).status).toBe(200)
    expect((await getOrder(order.id)).endDate).toBe('2090-01-01T00:00:00.000Z')
    expect(errorCode(await server.call('POST', `/v2/member/orders/${order.id}/cancel`, { token, body: { effectiveAt: 'IMMEDIATELY' } }))).toBe(
      'BUYER_CANCELLATION_NOT_ALLOWED',
    )
    expect(errorCode(await act('cancel', { effectiveAt: 'NEXT_PAYMENT_DATE' }))).toBe('CANCELLATION_TIME_NOT_SUPPORTED')
    expect(errorCode(await act('cancel'))).toBe('undefined_not_allowed')
    expect((await act('cancel', { effectiveAt: 'IMMEDIATELY' })).status).toBe(200)
    expect(await getOrder(order.id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'OWNER_ACTION', effectiveAt: 'IMMEDIATELY' } })
    expect(await getSlugs(order.id)).toEqual([
      'created',
      'purchased',
      'started',
      'marked_as_paid',
      'updated',
      'paused',
      'updated',
      'resumed',
      'updated',
      'end_date_postponed',
      'updated',
      'canceled',
      'ended',
      'updated',
    ])
  })
  test('is paid once the payment of its running cycle is recorded, and is not marked as paid again', async () => {
    const { plan } = await server.ok('POST', '/v2/plans', { as: site, body: { plan: monthly() } })
    const { memberId, email } = await server.registerMember(site)
    const { order } = await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: plan.id, memberId } })
    const record = (invoiceId?: string) => server.call('POST', `/api/plan-orders/${order.id}/record-payment`, { as: site, body: { invoiceId } })
    const markAsPaid = () => server.call('POST', `/v2/orders/${order.id}/mark-as-paid`, { as: site, body: {} })
    await server.advanceClock('P1M1D')
    const { invoices: owed } = await server.ok('GET', `/api/plan-orders/${order.id}/invoices`, { as: site })
    expect(owed.map(({ state }: { state: string }) => state)).toEqual(['OPEN', 'OPEN'])
    // The money for the first month says nothing of the running one.
    expect((await record(owed[0].id)).status).toBe(200)
    expect(await getOrder(order.id)).toMatchObject({ lastPaymentStatus: 'UNPAID', currentCycle: { index: 2 } })
    const before = await getSlugs(order.id)
    expect((await record()).status).toBe(200)
    expect(await getOrder(order.id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
    expect((await getSlugs(order.id)).slice(before.length)).toEqual(['updated'])
    expect(errorCode(await markAsPaid())).toBe('ORDER_ALREADY_PAID')
    expect(errorCode(await record())).toBe('ORDER_NOT_PAYABLE')
    const sent = (await server.sentEmails(site, email)).map(({ template }) => template)
    expect(sent.filter((template) => /receipt|paid/.test(template))).toEqual(['payment-receipt', 'payment-receipt'])
  })
})

describe('as time passes', () => {
  const buy = async (plan: object, number?: string) => {
    const { id: planId } = await create(plan)
    const member = await server.registerMember(site)
    const { order } = await server.ok('POST', '/api/checkout/plans', { token: member.token, body: { planId, card: card(number) } })
    return { ...member, id: order.id as string }
  }
  const invoices = async (id: string) =>
    (await server.ok('GET', `/api/plan-orders/${id}/invoices`, { as: site })).invoices as {
      cycleIndex: number
      state: string
      attempts: { outcome: string }[]
    }[]

  test('a trial converts, a renewal is charged each month, and a member who cancels keeps the cycle', async () => {
    const { id, token, email } = await buy(monthly({}, { freeTrialDays: 7 }))
    expect(await getOrder(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PENDING', freeTrialDays: 7, currentCycle: { index: 0 } })
    await server.advanceClock('P5D')
    expect((await server.sentEmails(site, email)).map((sent) => sent.template)).toContain('trial-ending')
    await server.advanceClock('P3D')
    expect(await getOrder(id)).toMatchObject({ lastPaymentStatus: 'PAID', currentCycle: { index: 1 } })
    await server.advanceClock('P1M')
    expect(await getOrder(id)).toMatchObject({ lastPaymentStatus: 'PAID', currentCycle: { index: 2 } })
    await server.ok('POST', `/v2/member/orders/${id}/cancel`, { token, body: { effectiveAt: 'NEXT_PAYMENT_DATE' } })
    expect(await getOrder(id)).toMatchObject({ status: 'ACTIVE', autoRenewCanceled: true })
    await server.advanceClock('P1M')
    expect(await getOrder(id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'MEMBER_ACTION', effectiveAt: 'NEXT_PAYMENT_DATE' } })
    expect(await getSlugs(id)).toEqual([
      'created',
      'purchased',
      'started',
      'cycle_started',
      'updated',
      'cycle_started',
      'updated',
      'cycle_started',
      'updated',
      'auto_renew_canceled',
      'updated',
      'canceled',
      'ended',
      'updated',
    ])
    expect((await invoices(id)).map(({ cycleIndex, state }) => [cycleIndex, state])).toEqual([
      [0, 'PAID'],
      [1, 'PAID'],
      [2, 'PAID'],
    ])
  })

  test('a declined renewal is tried four more times within a week, then the order is cancelled', async () => {
    const { id } = await buy(monthly(), '4000000000000341')
    await server.advanceClock('P1M2D')
    expect(await getOrder(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'FAILED', currentCycle: { index: 2 } })
    await server.advanceClock('P8D')
    expect(await getOrder(id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'PAYMENT_FAILURE' } })
    expect((await invoices(id)).at(-1)).toMatchObject({ cycleIndex: 2, state: 'FAILED', attempts: [1, 2, 3, 4, 5].map(() => ({ outcome: 'DECLINED' })) })
  })

  test('the owner records a payment for a declined renewal, and takes a cancelled renewal back', async () => {
    const { id } = await buy(monthly(), '4000000000000341')
    await server.advanceClock('P1M1D')
    await server.ok('POST', `/api/plan-orders/${id}/record-payment`, { as: site, body: {} })
    expect(await getOrder(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
    await server.ok('POST', `/v2/orders/${id}/cancel`, { as: site, body: { effectiveAt: 'NEXT_PAYMENT_DATE' } })
    await server.ok('POST', `/api/plan-orders/${id}/keep-renewing`, { as: site, body: {} })
    const order = await getOrder(id)
    expect(order).toMatchObject({ status: 'ACTIVE', autoRenewCanceled: false })
    expect(order).not.toHaveProperty('endDate')
  })
})

describe('plans pay for bookings', () => {
  const work = <T>(run: (ctx: TransactionContext) => Promise<T>): Promise<T> =>
    runTransaction(server.deps, createSystemMeta(site.metaSiteId, 'http://localhost'), run)
  const serviceId = '6b0b7f5e-0c0e-4c3a-9a55-0f3d3a1d1a11'
  const bookingId = '7c0b7f5e-0c0e-4c3a-9a55-0f3d3a1d1a11'

  test('the last credit is spent once, given back once, and only for covered services', async () => {
    const plan = await create(monthly({ name: 'Two classes' }))
    await server.ok('PUT', `/api/plans/${plan.id}/benefit`, { as: site, body: { benefit: { credits: 2 }, serviceIds: [serviceId] } })
    const member = await server.registerMember(site)
    const { order } = await server.ok('POST', '/api/checkout/plans', { token: member.token, body: { planId: plan.id, card: card() } })
    const start = Temporal.Instant.from(order.startDate).add({ hours: 48 })
    const covering = (people: number, service = serviceId) =>
      work((ctx) => listCoveringOrders(ctx, { memberId: member.memberId, serviceId: service, start, people }))
    expect(await covering(2)).toMatchObject([{ orderId: order.id, eligible: true, balance: 2 }])
    expect(await covering(3)).toMatchObject([{ eligible: false, reason: 'NOT_ENOUGH_BALANCE', data: { availableBalance: '2', requestedBalance: '3' } }])
    expect(await covering(1, bookingId)).toMatchObject([{ eligible: false, reason: 'BENEFIT_NOT_FOUND' }])
    const spend = (count: number, key: string) => work((ctx) => spendCredit(ctx, { orderId: order.id, bookingId, count, key, reason: 'BOOKED' }))
    expect([await spend(2, 'a'), await spend(2, 'a'), await spend(1, 'b')]).toEqual(['SPENT', 'DONE', 'NOT_ENOUGH_BALANCE'])
    const back = () => work((ctx) => returnCredit(ctx, { orderId: order.id, bookingId, count: 1, key: 'a:return', reason: 'CANCELED_BY_CUSTOMER' }))
    expect([await back(), await back()]).toEqual([true, false])
    expect(await covering(1)).toMatchObject([{ eligible: true, balance: 1 }])
    await server.ok('POST', `/v2/orders/${order.id}/pause`, { as: site, body: {} })
    expect(await covering(1)).toMatchObject([{ eligible: false, reason: 'POOL_NOT_ACTIVE' }])
  })

  test('unused credits expire with their cycle or are carried up to the cap; an unpaid cycle pays for nothing', async () => {
    const hold = async (rollover: object, number?: string) => {
      const plan = await create(monthly({ name: 'Four classes' }))
      await server.ok('PUT', `/api/plans/${plan.id}/benefit`, { as: site, body: { benefit: { credits: 4, rollover }, serviceIds: [serviceId] } })
      const { token, memberId } = await server.registerMember(site)
      const { order } = await server.ok('POST', '/api/checkout/plans', { token, body: { planId: plan.id, card: card(number) } })
      const move = (how: 'spend' | 'return', count: number) =>
        work<unknown>((ctx) =>
          (how === 'spend' ? spendCredit : returnCredit)(ctx, { orderId: order.id, bookingId, count, key: `${order.id}:${how}`, reason: 'BOOKED' }),
        )
      expect([await move('spend', 3), await move('return', 1)]).toEqual(['SPENT', true])
      const start = () => server.clocks.now().add({ hours: 24 })
      const offer = async () => (await work((ctx) => listCoveringOrders(ctx, { memberId, serviceId, start: start(), people: 1 })))[0]
      const readCreditsLeft = () => server.ok('POST', `/v2/orders/${order.id}/cancel`, { as: site, body: { effectiveAt: 'IMMEDIATELY' } })
      return { token, offer, readCreditsLeft }
    }
    const [plain, carried, unpaid] = [await hold({ enabled: false }), await hold({ enabled: true, cap: 1 }), await hold({ enabled: false }, '4000000000000341')]
    expect(await plain.offer()).toMatchObject({ balance: 2, eligible: true })
    await server.advanceClock('P1MT1H')
    expect([await plain.offer(), await carried.offer(), await unpaid.offer()]).toMatchObject([
      { balance: 4, eligible: true },
      { balance: 5, eligible: true },
      { balance: 2, eligible: false, reason: 'PAYMENT_DUE' },
    ])
    await plain.readCreditsLeft()
    const { balances } = await server.ok('GET', '/api/my/plan-balances', { token: plain.token })
    expect([balances, await plain.offer()]).toEqual([[], undefined])
    await Promise.all([carried.readCreditsLeft(), unpaid.readCreditsLeft()])
  })

  test('after a long stop only the running cycle is charged and the missed one is listed, unless the business wants all', async () => {
    const other = await server.createSite()
    await server.ok('PATCH', '/api/money/terms', { as: other, body: { catchUp: 'all' } })
    const listSeen = async (as: TestSite): Promise<string[]> => {
      const { plan } = await server.ok('POST', '/v2/plans', { as, body: { plan: monthly() } })
      const { token } = await server.registerMember(as)
      const { order } = await server.ok('POST', '/api/checkout/plans', { token, body: { planId: plan.id, card: card() } })
      // No schedule ran for a little over two months.
      const { endedDate } = order.currentCycle
      server.freezeClock(
        Temporal.Instant.from(endedDate)
          .add({ hours: 24 * 40 })
          .toString(),
      )
      await server.ok('POST', '/_test/run')
      const { invoices } = await server.ok('GET', `/api/plan-orders/${order.id}/invoices`, { as })
      return invoices.map(({ cycleIndex, state }: { cycleIndex: number; state: string }) => `${cycleIndex} ${state}`)
    }
    expect(await listSeen(site)).toEqual(['1 PAID', '2 SKIPPED', '3 PAID'])
    expect(await listSeen(other)).toEqual(['1 PAID', '2 PAID', '3 PAID'])
  })

  test('a renewing plan prevents blocking its member; once renewal stops it does not', async () => {
    const { id: planId } = await create(monthly())
    const member = await server.registerMember(site)
    await server.ok('POST', '/api/checkout/plans', { token: member.token, body: { planId, card: card() } })
    expect(await work((ctx) => findRenewingPlanViolation(ctx, member.memberId))).toEqual({ refused: 'ACTIVE_SUBSCRIPTION' })
    const [{ id }] = (await server.ok('GET', '/v2/member/orders', { token: member.token })).orders
    const block = (path: string) => server.call('POST', path, { as: site, body: {} })
    expect((await block(`/v1/members/${member.memberId}/block`)).status).toBe(428)
    // Row 41: both in one step.
    expect((await block(`/api/members/${member.memberId}/block-with-plans`)).status).toBe(200)
    expect(await work((ctx) => findRenewingPlanViolation(ctx, member.memberId))).toBeUndefined()
    const read = async () => (await server.ok('GET', `/v2/orders/${id}`, { as: site })).order
    const stopped = await read()
    expect(stopped).toMatchObject({ status: 'ACTIVE', autoRenewCanceled: true, endDate: stopped.currentCycle.endedDate })
    expect((await server.emittedEvents(site, id)).slice(-2).map(({ slug }) => slug)).toEqual(['auto_renew_canceled', 'updated'])
    await server.advanceClock('P1M1D')
    expect(await read()).toMatchObject({
      status: 'CANCELED',
      endDate: stopped.endDate,
      cancellation: { cause: 'OWNER_ACTION', effectiveAt: 'NEXT_PAYMENT_DATE' },
    })
  })

  test('a key that was used is no answer to another request; each caller has keys of their own', async () => {
    const { id: planId } = await create(monthly())
    const [one, other] = [await server.registerMember(site), await server.registerMember(site)]
    const headers = { 'idempotency-key': 'press once' }
    const order = (token: string, more: object = {}) => server.call('POST', '/v2/checkout/orders/online', { token, headers, body: { planId, ...more } })
    const first = await order(one.token)
    expect((await order(one.token)).body.order.id).toBe(first.body.order.id)
    expect((await order(one.token, { startDate: '2090-01-01T00:00:00Z' })).status).toBe(409)
    const elsewhere = await server.call('POST', `/v2/member/orders/${first.body.order.id}/cancel`, {
      token: one.token,
      headers,
      body: { effectiveAt: 'IMMEDIATELY' },
    })
    expect(elsewhere.status).toBe(409)
    expect((await order(other.token)).body.order.id).not.toBe(first.body.order.id)
    const long = await server.call('POST', '/v2/checkout/orders/online', {
      token: one.token,
      headers: { 'idempotency-key': 'x'.repeat(256) },
      body: { planId },
    })
    expect(long.status).toBe(400)
  })

  test('a member who bought the plan while a draft was open has had the trial', async () => {
    const { id: planId } = await create(monthly({}, { freeTrialDays: 7 }))
    const { token } = await server.registerMember(site)
    const draft = async () => (await server.ok('POST', '/v2/checkout/orders/online', { token, body: { planId } })).order
    const [first, second] = [await draft(), await draft()]
    const pay = async (order: { wixPayOrderId: string }) =>
      (await server.ok('POST', `/api/pay/${order.wixPayOrderId}`, { token, body: { card: card() } })).order
    expect(await pay(first)).toMatchObject({ freeTrialDays: 7, lastPaymentStatus: 'PENDING' })
    const paid = await pay(second)
    expect(paid).toMatchObject({ lastPaymentStatus: 'PAID', currentCycle: { index: 1 } })
    expect(paid).not.toHaveProperty('freeTrialDays')
  })
})
