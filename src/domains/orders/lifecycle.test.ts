/** The rows of the transition table and the refusals of actions, through HTTP. Source: guide pricing-plans §8. */
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

const good = '4242424242424242'
const monthly = (more: object = {}, pricing: object = {}) => ({
  name: 'Pass',
  buyerCanCancel: true,
  allowFutureStartDate: true,
  pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' }, ...pricing },
  ...more,
})
const season = {
  name: 'Season',
  buyerCanCancel: true,
  allowFutureStartDate: true,
  pricing: { singlePaymentForDuration: { count: 3, unit: 'MONTH' }, price: { value: '90' } },
}
const planOf = async (plan: object): Promise<string> => (await server.ok('POST', '/v2/plans', { as: site, body: { plan } })).plan.id
const read = async (id: string) => (await server.ok('GET', `/v2/orders/${id}`, { as: site })).order
const slugs = async (id: string) => (await server.emittedEvents(site, id)).map((event) => event.slug)
const act = (id: string, what: string, body: object = {}) => server.call('POST', `/v2/orders/${id}/${what}`, { as: site, body })
const pay = (orderId: string, card = good, challenge?: string) =>
  server.ok('POST', '/_test/payments/pay', { body: { metaSiteId: site.metaSiteId, orderId, card, challenge } })
const later = (days: number) =>
  server.clocks
    .now()
    .add({ hours: 24 * days })
    .toString({ fractionalSecondDigits: 3 })

async function draft(plan: object, more: object = {}) {
  const planId = await planOf(plan)
  const member = await server.registerMember(site)
  const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId, ...more } })
  const cancel = (effectiveAt?: string) => server.call('POST', `/v2/member/orders/${order.id}/cancel`, { token: member.token, body: { effectiveAt } })
  return { ...member, planId, id: order.id as string, order, cancel }
}
async function bought(plan: object, more: object = {}, card = good) {
  const made = await draft(plan, more)
  expect((await pay(made.id, card)).outcome).toBe('succeeded')
  return made
}
async function offline(plan: object, more: object = {}) {
  const planId = await planOf(plan)
  const member = await server.registerMember(site)
  const { order } = await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId, memberId: member.memberId, ...more } })
  return { ...member, planId, id: order.id as string, order }
}
const fresh = async (id: string, before: string[]) => (await slugs(id)).slice(before.length)

describe('what the rest of the table says', () => {
  test('rows 23 to 25: in grace the tries stand still while the order is paused, and go on after it; the last one ends it', async () => {
    const bad = '4000000000000341'
    const [left, kept] = [await bought(monthly(), {}, bad), await bought(monthly(), {}, bad)]
    const before = await slugs(left.id)
    const tries = async (id: string): Promise<number> =>
      (await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId: id } })).invoices.at(-1).attempts.length
    await server.advanceClock('P1M1DT1H')
    const tried = await tries(kept.id)
    expect((await act(kept.id, 'pause')).status).toBe(200)
    await server.advanceClock('P8D')
    expect(await read(kept.id)).toMatchObject({ status: 'PAUSED', lastPaymentStatus: 'FAILED' })
    expect(await tries(kept.id)).toBe(tried)
    // Row 24: what is declined again tells nothing; row 25 ends it at that instant.
    expect(await fresh(left.id, before)).toEqual(['cycle_started', 'updated', 'canceled', 'ended', 'updated'])
    const over = await read(left.id)
    expect(over).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'PAYMENT_FAILURE', effectiveAt: 'IMMEDIATELY', requestedDate: over.endDate } })
    const written = async (to: string) => (await server.sentEmails(site, to)).map(({ template }) => template)
    expect(await written(left.email)).toContain('plan-canceled-payment')
    expect(await written(site.ownerEmail)).toContain('payment-failed-final')
    await act(kept.id, 'resume')
    expect((await pay(kept.id)).outcome).toBe('succeeded')
    expect((await slugs(kept.id)).slice(-3)).toEqual(['resumed', 'updated', 'updated'])
    // Past the boundary by a second: the cycle that is due begins first, then it is paused.
    const { currentCycle } = await read(kept.id)
    server.freezeClock(new Date(Date.parse(currentCycle.endedDate) + 1000).toISOString())
    expect((await act(kept.id, 'pause')).status).toBe(200)
    expect(await read(kept.id)).toMatchObject({ status: 'PAUSED', currentCycle: { index: 3 } })
    expect((await slugs(kept.id)).slice(-3)).toEqual(['cycle_started', 'paused', 'updated'])
    await server.ok('POST', '/_test/run')
    expect(await read(kept.id)).toMatchObject({ status: 'PAUSED', lastPaymentStatus: 'PAID' })
    const paused = await slugs(kept.id)
    await act(kept.id, 'cancel', { effectiveAt: 'IMMEDIATELY' })
    expect(await fresh(kept.id, paused)).toEqual(['canceled', 'ended', 'updated'])
  })
  test('rows 30, 32, 37, 38: what else may be done to orders that pause or wait', async () => {
    const running = await bought(monthly())
    const { endedDate } = (await read(running.id)).currentCycle
    await act(running.id, 'pause')
    const before = await slugs(running.id)
    await act(running.id, 'cancel', { effectiveAt: 'NEXT_PAYMENT_DATE' })
    const stopped = await read(running.id)
    expect(stopped).toMatchObject({ status: 'PAUSED', autoRenewCanceled: true, endDate: endedDate })
    expect(stopped).not.toHaveProperty('cancellation')
    expect(await fresh(running.id, before)).toEqual(['auto_renew_canceled', 'updated'])
    // A second request for the same changes nothing and emits nothing; the pause still moves the end.
    await act(running.id, 'cancel', { effectiveAt: 'NEXT_PAYMENT_DATE' })
    expect(await fresh(running.id, before)).toHaveLength(2)
    server.freezeClock(server.clocks.now().add({ minutes: 30 }).toString())
    await act(running.id, 'resume')
    expect(Date.parse((await read(running.id)).endDate) - Date.parse(endedDate)).toBe(1_800_000)
    await act(running.id, 'cancel', { effectiveAt: 'IMMEDIATELY' })

    const waiting = await offline(season, { startDate: later(5) })
    const to = later(300)
    await server.ok('PATCH', `/v2/orders/${waiting.id}`, { as: site, body: { endDate: to } })
    expect(await read(waiting.id)).toMatchObject({ status: 'PENDING', endDate: to, earliestEndDate: waiting.order.earliestEndDate })
    expect((await act(waiting.id, 'mark-as-paid')).status).toBe(200)
    expect(await read(waiting.id)).toMatchObject({ status: 'PENDING', lastPaymentStatus: 'PAID' })
    expect((await slugs(waiting.id)).slice(-4)).toEqual(['end_date_postponed', 'updated', 'marked_as_paid', 'updated'])
    const held = await offline(season)
    await act(held.id, 'pause')
    expect((await act(held.id, 'mark-as-paid')).status).toBe(200)
    expect(await read(held.id)).toMatchObject({ status: 'PAUSED', lastPaymentStatus: 'PAID' })
    expect(errorCode(await server.call('GET', `/v2/orders/${site.ownerMemberId}`, { as: site }))).toBe('order_not_found')
  })
})

describe('drafts', () => {
  test('rows 1, 6, 8: declined, then paid', async () => {
    const { id, order } = await draft(monthly())
    expect(order).toMatchObject({ status: 'DRAFT', lastPaymentStatus: 'UNPAID' })
    expect(order).not.toHaveProperty('currentCycle')
    expect(await pay(id, '4000000000000002')).toEqual({ outcome: 'declined', declineCode: 'generic_decline' })
    expect(await read(id)).toMatchObject({ status: 'DRAFT', lastPaymentStatus: 'FAILED' })
    await pay(id)
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID', currentCycle: { index: 1 } })
    expect(await slugs(id)).toEqual(['created', 'updated', 'purchased', 'started', 'cycle_started', 'updated'])
  })
  test('rows 7, 11, 12: another start is picked, paid, and it starts on its day', async () => {
    const made = await draft(monthly())
    const { id, token } = made
    const startDate = later(10)
    const changed = ['start_date_changed', 'updated']
    const { email } = made
    const { order } = await server.ok('POST', `/api/plan-orders/${id}/start-date`, { token, body: { startDate } })
    expect(order).toMatchObject({ status: 'DRAFT', startDate })
    await pay(id)
    expect(await read(id)).toMatchObject({ status: 'PENDING', lastPaymentStatus: 'PAID', startDate })
    const move = (as: object, to: string) => server.call('POST', `/api/plan-orders/${id}/start-date`, { ...as, body: { startDate: to } })
    expect(errorCode(await move({ token }, later(5)))).toBe('START_DATE_NOT_CHANGEABLE')
    expect(errorCode(await move({ as: site }, later(-5)))).toBe('invalid_start_date')
    const moved = await move({ as: site }, later(20))
    expect(moved.body.order).toMatchObject({ status: 'PENDING', startDate: later(20) })
    expect((await move({ as: site }, startDate)).body.order.startDate).toBe(startDate)
    await server.advanceClock('P11D')
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', currentCycle: { index: 1, startedDate: startDate } })
    expect(await slugs(id)).toEqual(['created', ...changed, 'purchased', 'updated', ...changed, ...changed, 'started', 'cycle_started', 'updated'])
    expect((await server.emittedEvents(site, id)).find(({ slug }) => slug === 'cycle_started')?.body).toMatchObject({
      actionEvent: { body: { cycleNumber: 1, order: { id } } },
    })
    expect((await server.sentEmails(site, email)).map(({ template }) => template)).toContain('plan-started')
    expect(errorCode(await server.call('POST', `/api/plan-orders/${id}/start-date`, { as: site, body: { startDate } }))).toBe('START_DATE_NOT_CHANGEABLE')
  })
  test('rows 9, 10: unpaid for a day, or cancelled', async () => {
    const [old, left] = [await draft(monthly()), await draft(monthly())]
    expect(errorCode(await left.cancel('NEXT_PAYMENT_DATE'))).toBe('CANCELLATION_TIME_NOT_SUPPORTED')
    expect((await left.cancel('IMMEDIATELY')).status).toBe(200)
    expect(await read(left.id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'MEMBER_ACTION' } })
    await server.advanceClock('P1DT1M')
    expect(await read(old.id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'PAYMENT_SETUP_FAILURE', effectiveAt: 'IMMEDIATELY' } })
    expect([await slugs(old.id), await slugs(left.id)]).toEqual([
      ['created', 'canceled', 'updated'],
      ['created', 'canceled', 'updated'],
    ])
    const { orders } = await server.ok('GET', '/v2/orders', { as: site, query: `buyerIds=${old.memberId}` })
    expect(orders).toEqual([])
    expect((await pay(old.id)).code).toBe('ORDER_NOT_PAYABLE')
  })
  test('rows 2, 3: free plans need no payment', async () => {
    const free = { name: 'Free', allowFutureStartDate: true, pricing: { singlePaymentForDuration: { count: 1, unit: 'MONTH' } } }
    const [now, then] = [await draft(free), await draft(free, { startDate: later(5) })]
    expect(now.order).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'NOT_APPLICABLE', currentCycle: { index: 1 } })
    expect(then.order).toMatchObject({ status: 'PENDING', lastPaymentStatus: 'NOT_APPLICABLE' })
    expect([await slugs(now.id), await slugs(then.id)]).toEqual([
      ['created', 'purchased', 'started', 'cycle_started'],
      ['created', 'purchased'],
    ])
  })
  test('the start is checked, the owner may act on behalf', async () => {
    const planId = await planOf(monthly({ allowFutureStartDate: false }))
    const open = await planOf(monthly())
    const { token, memberId } = await server.registerMember(site)
    const order = (body: object) => server.call('POST', '/v2/checkout/orders/online', { token, body })
    expect(errorCode(await order({ planId, startDate: later(2) }))).toBe('buyer_can_not_pick_future_start_date')
    expect(errorCode(await order({ planId: open, startDate: later(-1) }))).toBe('invalid_start_date')
    expect(errorCode(await order({ planId: open, startDate: later(800) }))).toBe('invalid_start_date')
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
    const planId = await planOf(monthly({ formId }))
    const { token } = await server.registerMember(site)
    const { submissionId } = await server.ok('POST', '/api/checkout/submissions', { token, body: { formId, answers: { injuries: 'none' } } })
    const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token, body: { planId, submissionId } })
    expect(order.formData).toEqual({ formId, submissionId })
    const full = await server.ok('GET', `/v2/member/orders/${order.id}`, { token, query: { fieldSet: 'FULL' } })
    expect(full.order.formData.submissionData).toEqual({ injuries: 'none' })
  })
})

describe('cancelling', () => {
  test('rows 14, 15: before the start', async () => {
    const [now, end] = [await bought(monthly(), { startDate: later(5) }), await bought(monthly(), { startDate: later(5) })]
    const before = await slugs(end.id)
    expect((await now.cancel('IMMEDIATELY')).status).toBe(200)
    expect(await read(now.id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'MEMBER_ACTION' } })
    expect((await act(end.id, 'cancel', { effectiveAt: 'NEXT_PAYMENT_DATE' })).status).toBe(200)
    const order = await read(end.id)
    expect(order).toMatchObject({ status: 'PENDING', autoRenewCanceled: true })
    expect(order).not.toHaveProperty('cancellation')
    expect(order.endDate > order.startDate).toBe(true)
    expect(await fresh(end.id, before)).toEqual(['auto_renew_canceled', 'updated'])
  })
  test('rows 31 to 35: in the trial the member keeps it; the owner ends it; twice is nothing', async () => {
    const plan = monthly({}, { freeTrialDays: 14 })
    const [mine, theirs, paid] = [await bought(plan), await bought(plan), await bought(monthly())]
    expect((await mine.cancel('IMMEDIATELY')).status).toBe(200)
    expect((await mine.cancel('NEXT_PAYMENT_DATE')).status).toBe(200)
    expect(await read(mine.id)).toMatchObject({ status: 'ACTIVE', autoRenewCanceled: true, currentCycle: { index: 0 } })
    expect((await slugs(mine.id)).slice(-2)).toEqual(['auto_renew_canceled', 'updated'])
    expect((await act(theirs.id, 'cancel', { effectiveAt: 'IMMEDIATELY' })).status).toBe(200)
    expect(await read(theirs.id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'OWNER_ACTION', effectiveAt: 'IMMEDIATELY' } })
    expect((await paid.cancel('IMMEDIATELY')).status).toBe(200)
    expect((await slugs(paid.id)).slice(-3)).toEqual(['canceled', 'ended', 'updated'])
    await server.advanceClock('P15D')
    expect(await read(mine.id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'MEMBER_ACTION', effectiveAt: 'NEXT_PAYMENT_DATE' } })
    const { invoices } = await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId: mine.id } })
    expect(invoices).toMatchObject([{ cycleIndex: 0, amount: '0' }])
  })
  test('refusals: over, one payment, not allowed, somebody else, no time given, another id in the body', async () => {
    const made = await bought(season)
    expect(errorCode(await act(made.id, 'cancel', {}))).toBe('undefined_not_allowed')
    expect(errorCode(await act(made.id, 'cancel', { effectiveAt: 'UNDEFINED' }))).toBe('undefined_not_allowed')
    expect(errorCode(await act(made.id, 'cancel', { effectiveAt: 'NEXT_PAYMENT_DATE' }))).toBe('CANCELLATION_TIME_NOT_SUPPORTED')
    expect((await act(made.id, 'cancel', { id: made.planId, effectiveAt: 'IMMEDIATELY' })).status).toBe(400)
    const stranger = await server.registerMember(site)
    expect(errorCode(await server.call('POST', `/v2/member/orders/${made.id}/cancel`, { token: stranger.token, body: { effectiveAt: 'IMMEDIATELY' } }))).toBe(
      'order_not_found',
    )
    expect(errorCode(await server.call('GET', `/v2/member/orders/${made.id}`, { token: stranger.token }))).toBe('order_not_found')
    await server.ok('PATCH', `/v2/plans/${made.planId}`, { as: site, body: { plan: { id: made.planId, buyerCanCancel: false } } })
    expect(errorCode(await made.cancel('IMMEDIATELY'))).toBe('BUYER_CANCELLATION_NOT_ALLOWED')
    await act(made.id, 'cancel', { effectiveAt: 'IMMEDIATELY' })
    const again = await act(made.id, 'cancel', { effectiveAt: 'IMMEDIATELY' })
    expect([again.status, errorCode(again), again.body.details.applicationError.data]).toEqual([428, 'ORDER_NOT_CANCELABLE', { status: 'CANCELED' }])
  })
  test('row 36: an unpaid cycle is not kept to its end', async () => {
    const { id, cancel } = await bought(monthly(), {}, '4000000000000341')
    await server.advanceClock('P1M1D')
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'FAILED' })
    expect((await cancel('NEXT_PAYMENT_DATE')).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'CANCELED' })
  })
})

describe('pausing and postponing', () => {
  test('rows 26 to 30: nothing moves while paused, everything moves at resume', async () => {
    const { id } = await bought(monthly({}, { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 2 } }))
    const before = await read(id)
    expect((await act(id, 'pause')).status).toBe(200)
    expect(errorCode(await act(id, 'pause'))).toBe('ORDER_NOT_SUSPENDABLE')
    await server.advanceClock('P100D')
    expect(await read(id)).toMatchObject({ status: 'PAUSED', endDate: before.endDate, currentCycle: { index: 1 }, pausePeriods: [{ status: 'ACTIVE' }] })
    expect(errorCode(await server.call('PATCH', `/v2/orders/${id}`, { as: site, body: { endDate: later(500) } }))).toBe('END_DATE_NOT_POSTPONABLE')
    expect((await act(id, 'resume')).status).toBe(200)
    const after = await read(id)
    const [pause] = after.pausePeriods
    const lasted = Date.parse(pause.resumeDate) - Date.parse(pause.pauseDate)
    expect(Date.parse(after.endDate) - Date.parse(before.endDate)).toBe(lasted)
    expect(Date.parse(after.earliestEndDate) - Date.parse(before.earliestEndDate)).toBe(lasted)
    expect(errorCode(await act(id, 'resume'))).toBe('ORDER_NOT_PAUSED')
    expect((await slugs(id)).slice(-4)).toEqual(['paused', 'updated', 'resumed', 'updated'])
    await act(id, 'pause')
    expect((await act(id, 'cancel', { effectiveAt: 'IMMEDIATELY' })).status).toBe(200)
    const over = await read(id)
    expect(over).toMatchObject({ status: 'CANCELED', pausePeriods: [{ status: 'ENDED' }, { status: 'ENDED' }] })
  })
  test('the reasons why not to pause', async () => {
    const why = async (id: string) => (await server.ok('GET', `/v2/orders/${id}/available-actions`, { as: site })).notSuspendableReason
    const trial = await bought(monthly({}, { freeTrialDays: 3 }))
    expect([await why((await draft(monthly())).id), await why((await bought(monthly(), { startDate: later(3) })).id), await why(trial.id)]).toEqual([
      'PENDING',
      'NOT_STARTED',
      'TRIAL',
    ])
    const { body } = await act(trial.id, 'pause')
    expect(body.details.applicationError.data).toEqual({ reason: 'TRIAL' })
  })
  test('row 37: the last cycle stretches, the earliest end stays; row 22: it ends', async () => {
    const { id } = await bought(season)
    const before = await read(id)
    const to = later(100)
    expect(errorCode(await server.call('PATCH', `/v2/orders/${id}`, { as: site, body: { endDate: before.endDate } }))).toBe('END_DATE_NOT_LATER')
    await server.ok('PATCH', `/v2/orders/${id}`, { as: site, body: { id, endDate: to } })
    expect(await read(id)).toMatchObject({ endDate: to, earliestEndDate: before.earliestEndDate, currentCycle: { index: 1, endedDate: to } })
    const unlimited = await bought(monthly())
    const refused = await server.call('PATCH', `/v2/orders/${unlimited.id}`, { as: site, body: { endDate: to } })
    expect(refused.body.details.applicationError).toMatchObject({ code: 'END_DATE_NOT_POSTPONABLE', data: { reason: 'UNLIMITED' } })
    await server.advanceClock('P101D')
    const over = await read(id)
    expect(over).toMatchObject({ status: 'ENDED', endDate: to })
    expect(over).not.toHaveProperty('currentCycle')
    expect((await slugs(id)).slice(-4)).toEqual(['end_date_postponed', 'updated', 'ended', 'updated'])
  })
})

describe('offline', () => {
  test('rows 4, 5, 13, 19, 38: starts, rolls on, is paid by hand', async () => {
    const now = await offline(monthly())
    const then = await offline(monthly({ allowFutureStartDate: false }), { startDate: later(3), paid: true })
    expect(now.order).toMatchObject({ type: 'OFFLINE', status: 'ACTIVE', lastPaymentStatus: 'UNPAID' })
    expect(then.order).toMatchObject({ status: 'PENDING', lastPaymentStatus: 'PAID' })
    await server.advanceClock('P1M4D')
    expect(await read(now.id)).toMatchObject({ lastPaymentStatus: 'UNPAID', currentCycle: { index: 2 } })
    expect(await slugs(now.id)).toEqual(['created', 'purchased', 'started', 'cycle_started', 'updated'])
    expect(await slugs(then.id)).toEqual(expect.arrayContaining(['created', 'purchased', 'started', 'updated']))
    expect((await act(now.id, 'mark-as-paid')).status).toBe(200)
    expect(errorCode(await act(now.id, 'mark-as-paid'))).toBe('ORDER_ALREADY_PAID')
    expect(errorCode(await act((await bought(season)).id, 'mark-as-paid'))).toBe('ORDER_NOT_OFFLINE')
    const free = await offline({ name: 'Free', pricing: { singlePaymentUnlimited: true } })
    expect([free.order.lastPaymentStatus, errorCode(await act(free.id, 'mark-as-paid'))]).toEqual(['NOT_APPLICABLE', 'ORDER_NOT_PAYABLE'])
  })
  test('a start in the past counts its cycles; one that would be over is refused; the limit is only shown', async () => {
    const past = await offline(monthly(), { startDate: later(-70) })
    expect(past.order.currentCycle.index).toBe(3)
    const planId = await planOf({ ...season, maxPurchasesPerBuyer: 1 })
    const { memberId, token } = await server.registerMember(site)
    const sell = (startDate?: string) => server.call('POST', '/v2/checkout/orders/offline', { as: site, body: { planId, memberId, startDate } })
    expect(errorCode(await sell(later(-120)))).toBe('invalid_start_date')
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

describe('members who go', () => {
  test('row 42: deleting a member ends all their orders', async () => {
    const made = await bought(season)
    const unpaid = await server.ok('POST', '/v2/checkout/orders/online', { token: made.token, body: { planId: await planOf(monthly()) } })
    await server.ok('DELETE', `/v1/members/${made.memberId}`, { as: site })
    expect(await read(made.id)).toMatchObject({ status: 'CANCELED', cancellation: { effectiveAt: 'IMMEDIATELY' } })
    expect(await read(unpaid.order.id)).toMatchObject({ status: 'CANCELED' })
  })
})

describe('lists', () => {
  test('filters combine; drafts only when asked for; wrong ones are refused', async () => {
    const [paid, open] = [await bought(monthly()), await draft(monthly())]
    const list = async (query: string) => (await server.ok('GET', '/v2/orders', { as: site, query })).orders.map((order: { id: string }) => order.id)
    const both = `buyerIds=${paid.memberId}&buyerIds=${open.memberId}`
    expect(await list(both)).toEqual([paid.id])
    expect((await list(`${both}&orderStatuses=DRAFT&orderStatuses=ACTIVE`)).sort()).toEqual([open.id, paid.id].sort())
    expect(await list(`${both}&orderStatuses=DRAFT`)).toEqual([open.id])
    expect(await list(`${both}&autoRenewCanceled=true`)).toEqual([])
    expect(await list(`${both}&autoRenewCanceled=false&paymentStatuses=PAID&planIds=${paid.planId}`)).toEqual([paid.id])
    const refused = async (query: string) => server.call('GET', '/v2/orders', { as: site, query })
    expect(errorCode(await refused('orderStatuses=UNDEFINED'))).toBe('undefined_not_allowed')
    for (const query of ['orderStatuses=LOST', 'limit=51', 'limit=0', 'offset=-1', 'planIds=x', 'sorting.fieldName=status'])
      expect((await refused(query)).status).toBe(400)
    expect((await server.call('GET', '/v2/member/orders', { token: await server.visitorToken(site) })).status).toBe(403)
    const bySort = Buffer.from(JSON.stringify({ buyerIds: [paid.memberId], sorting: { fieldName: '_createdDate' } })).toString('base64url')
    expect(await list(`.r=${bySort}`)).toEqual([paid.id])
  })
})

describe('emails', () => {
  test('a life in emails, each once, money in the words of the site', async () => {
    const made = await bought(monthly({}, { freeTrialDays: 7 }))
    await server.advanceClock('P8D')
    await act(made.id, 'pause')
    await server.advanceClock('P3D')
    await act(made.id, 'resume')
    await made.cancel('NEXT_PAYMENT_DATE')
    await server.advanceClock('P1M1D')
    await act(made.id, 'cancel', { effectiveAt: 'IMMEDIATELY' })
    const emails = (await server.sentEmails(site, made.email)).filter(({ template }) => /^(plan|trial|payment|renewal)/.test(template))
    const said = (name: string) => emails.find(({ template }) => template === name)?.variables
    const names = ['plan-purchased', 'trial-started', 'trial-ending', 'payment-receipt', 'plan-paused', 'plan-resumed', 'renewal-canceled', 'plan-ending']
    expect(emails.map(({ template }) => template).sort()).toEqual(names.sort())
    expect(said('plan-purchased')).toMatchObject({ planName: 'Pass', priceSummary: '7 days free, then $40.00 every month', nextPaymentAmount: '$40.00' })
    expect(said('trial-ending')).toMatchObject({ firstPaymentAmount: '$40.00', cancelLink: expect.stringContaining('/account?tab=plans') })
    expect(said('payment-receipt')).toMatchObject({ total: '$40.00', cardLast4: '4242', invoiceNumber: expect.stringMatching(/^\d+$/) })
    const ownerEmails = (await server.sentEmails(site, site.ownerEmail)).filter(({ variables }) => String(variables['link']).includes(made.id))
    expect(ownerEmails.map(({ template }) => template).sort()).toEqual(['member-canceled', 'new-order'])
  })
  test('offline sales, extensions and ends are written about, too', async () => {
    const { id, email } = await offline({ name: 'Weeks', pricing: { singlePaymentForDuration: { count: 2, unit: 'WEEK' }, price: { value: '12.5' } } })
    await act(id, 'mark-as-paid')
    await server.ok('PATCH', `/v2/orders/${id}`, { as: site, body: { endDate: later(20) } })
    await server.advanceClock('P21D')
    const emails = (await server.sentEmails(site, email)).filter(({ template }) => /^(plan|offline|payment)/.test(template))
    const names = ['offline-order-created', 'offline-order-paid', 'plan-ended', 'plan-ending', 'plan-extended']
    expect(emails.map(({ template }) => template).sort()).toEqual(names)
    expect(emails.find(({ template }) => template === 'offline-order-created')?.variables).toMatchObject({ amountDue: '$12.50' })
  })
})
