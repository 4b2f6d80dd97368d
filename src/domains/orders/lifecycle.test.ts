/** The rows of the transition table and the refusals of actions, through HTTP. Source: guide pricing-plans §8. */
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
})
afterAll(() => server.close())

describe('what the rest of the table says', () => {
  test('rows 23 to 25: in grace the tries stand still while the order is paused, and go on after it; the last one ends it', async () => {
    const bad = '4000000000000341'
    const [left, kept] = [await orders.buy(monthly(), {}, bad), await orders.buy(monthly(), {}, bad)]
    const before = await orders.slugs(left.id)
    const tries = async (id: string): Promise<number> =>
      (await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId: id } })).invoices.at(-1).attempts.length
    await server.advanceClock('P1M1DT1H')
    const tried = await tries(kept.id)
    expect((await orders.act(kept.id, 'pause')).status).toBe(200)
    await server.advanceClock('P8D')
    expect(await orders.read(kept.id)).toMatchObject({ status: 'PAUSED', lastPaymentStatus: 'FAILED' })
    expect(await tries(kept.id)).toBe(tried)
    // Row 24: a repeated decline sends no email; row 25 ends it at that instant.
    expect(await orders.slugsSince(left.id, before)).toEqual(['cycle_started', 'updated', 'canceled', 'ended', 'updated'])
    const over = await orders.read(left.id)
    expect(over).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'PAYMENT_FAILURE', effectiveAt: 'IMMEDIATELY', requestedDate: over.endDate } })
    const listTemplates = async (to: string) => (await server.sentEmails(site, to)).map(({ template }) => template)
    expect(await listTemplates(left.email)).toContain('plan-canceled-payment')
    expect(await listTemplates(site.ownerEmail)).toContain('payment-failed-final')
    await orders.act(kept.id, 'resume')
    expect((await orders.pay(kept.id)).outcome).toBe('succeeded')
    expect((await orders.slugs(kept.id)).slice(-3)).toEqual(['resumed', 'updated', 'updated'])
    // Past the boundary by a second: the cycle that is due begins first, then it is paused.
    const { currentCycle } = await orders.read(kept.id)
    server.freezeClock(new Date(Date.parse(currentCycle.endedDate) + 1000).toISOString())
    expect((await orders.act(kept.id, 'pause')).status).toBe(200)
    expect(await orders.read(kept.id)).toMatchObject({ status: 'PAUSED', currentCycle: { index: 3 } })
    expect((await orders.slugs(kept.id)).slice(-3)).toEqual(['cycle_started', 'paused', 'updated'])
    await server.ok('POST', '/_test/run')
    expect(await orders.read(kept.id)).toMatchObject({ status: 'PAUSED', lastPaymentStatus: 'PAID' })
    const paused = await orders.slugs(kept.id)
    await orders.act(kept.id, 'cancel', { effectiveAt: 'IMMEDIATELY' })
    expect(await orders.slugsSince(kept.id, paused)).toEqual(['canceled', 'ended', 'updated'])
  })
  test('rows 30, 32, 37, 38: what else may be done to orders that pause or wait', async () => {
    const running = await orders.buy(monthly())
    const { endedDate } = (await orders.read(running.id)).currentCycle
    await orders.act(running.id, 'pause')
    const before = await orders.slugs(running.id)
    await orders.act(running.id, 'cancel', { effectiveAt: 'NEXT_PAYMENT_DATE' })
    const stopped = await orders.read(running.id)
    expect(stopped).toMatchObject({ status: 'PAUSED', autoRenewCanceled: true, endDate: endedDate })
    expect(stopped).not.toHaveProperty('cancellation')
    expect(await orders.slugsSince(running.id, before)).toEqual(['auto_renew_canceled', 'updated'])
    // A second request for the same changes nothing and emits nothing; the pause still moves the end.
    await orders.act(running.id, 'cancel', { effectiveAt: 'NEXT_PAYMENT_DATE' })
    expect(await orders.slugsSince(running.id, before)).toHaveLength(2)
    server.freezeClock(server.clocks.now().add({ minutes: 30 }).toString())
    await orders.act(running.id, 'resume')
    expect(Date.parse((await orders.read(running.id)).endDate) - Date.parse(endedDate)).toBe(1_800_000)
    await orders.act(running.id, 'cancel', { effectiveAt: 'IMMEDIATELY' })

    const waiting = await orders.sellOffline(season, { startDate: orders.later(5) })
    const to = orders.later(300)
    await server.ok('PATCH', `/v2/orders/${waiting.id}`, { as: site, body: { endDate: to } })
    expect(await orders.read(waiting.id)).toMatchObject({ status: 'PENDING', endDate: to, earliestEndDate: waiting.order.earliestEndDate })
    expect((await orders.act(waiting.id, 'mark-as-paid')).status).toBe(200)
    expect(await orders.read(waiting.id)).toMatchObject({ status: 'PENDING', lastPaymentStatus: 'PAID' })
    expect((await orders.slugs(waiting.id)).slice(-4)).toEqual(['end_date_postponed', 'updated', 'marked_as_paid', 'updated'])
    const held = await orders.sellOffline(season)
    await orders.act(held.id, 'pause')
    expect((await orders.act(held.id, 'mark-as-paid')).status).toBe(200)
    expect(await orders.read(held.id)).toMatchObject({ status: 'PAUSED', lastPaymentStatus: 'PAID' })
    expect(errorCode(await server.call('GET', `/v2/orders/${site.ownerMemberId}`, { as: site }))).toBe('order_not_found')
  })
})

describe('cancelling', () => {
  test('rows 14, 15: before the start', async () => {
    const [now, end] = [await orders.buy(monthly(), { startDate: orders.later(5) }), await orders.buy(monthly(), { startDate: orders.later(5) })]
    const before = await orders.slugs(end.id)
    expect((await now.cancel('IMMEDIATELY')).status).toBe(200)
    expect(await orders.read(now.id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'MEMBER_ACTION' } })
    expect((await orders.act(end.id, 'cancel', { effectiveAt: 'NEXT_PAYMENT_DATE' })).status).toBe(200)
    const order = await orders.read(end.id)
    expect(order).toMatchObject({ status: 'PENDING', autoRenewCanceled: true })
    expect(order).not.toHaveProperty('cancellation')
    expect(order.endDate > order.startDate).toBe(true)
    expect(await orders.slugsSince(end.id, before)).toEqual(['auto_renew_canceled', 'updated'])
  })
  test('rows 31 to 35: in the trial the member keeps it; the owner ends it; twice is nothing', async () => {
    const plan = monthly({}, { freeTrialDays: 14 })
    const [mine, theirs, paid] = [await orders.buy(plan), await orders.buy(plan), await orders.buy(monthly())]
    expect((await mine.cancel('IMMEDIATELY')).status).toBe(200)
    expect((await mine.cancel('NEXT_PAYMENT_DATE')).status).toBe(200)
    expect(await orders.read(mine.id)).toMatchObject({ status: 'ACTIVE', autoRenewCanceled: true, currentCycle: { index: 0 } })
    expect((await orders.slugs(mine.id)).slice(-2)).toEqual(['auto_renew_canceled', 'updated'])
    expect((await orders.act(theirs.id, 'cancel', { effectiveAt: 'IMMEDIATELY' })).status).toBe(200)
    expect(await orders.read(theirs.id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'OWNER_ACTION', effectiveAt: 'IMMEDIATELY' } })
    expect((await paid.cancel('IMMEDIATELY')).status).toBe(200)
    expect((await orders.slugs(paid.id)).slice(-3)).toEqual(['canceled', 'ended', 'updated'])
    await server.advanceClock('P15D')
    expect(await orders.read(mine.id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'MEMBER_ACTION', effectiveAt: 'NEXT_PAYMENT_DATE' } })
    const { invoices } = await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId: mine.id } })
    expect(invoices).toMatchObject([{ cycleIndex: 0, amount: '0' }])
  })
  test('refusals: over, one payment, not allowed, another member, no time given, another id in the body', async () => {
    const made = await orders.buy(season)
    expect(errorCode(await orders.act(made.id, 'cancel', {}))).toBe('undefined_not_allowed')
    expect(errorCode(await orders.act(made.id, 'cancel', { effectiveAt: 'UNDEFINED' }))).toBe('undefined_not_allowed')
    expect(errorCode(await orders.act(made.id, 'cancel', { effectiveAt: 'NEXT_PAYMENT_DATE' }))).toBe('CANCELLATION_TIME_NOT_SUPPORTED')
    expect((await orders.act(made.id, 'cancel', { id: made.planId, effectiveAt: 'IMMEDIATELY' })).status).toBe(400)
    const otherMember = await server.registerMember(site)
    expect(
      errorCode(await server.call('POST', `/v2/member/orders/${made.id}/cancel`, { token: otherMember.token, body: { effectiveAt: 'IMMEDIATELY' } })),
    ).toBe('order_not_found')
    expect(errorCode(await server.call('GET', `/v2/member/orders/${made.id}`, { token: otherMember.token }))).toBe('order_not_found')
    await server.ok('PATCH', `/v2/plans/${made.planId}`, { as: site, body: { plan: { id: made.planId, buyerCanCancel: false } } })
    expect(errorCode(await made.cancel('IMMEDIATELY'))).toBe('BUYER_CANCELLATION_NOT_ALLOWED')
    await orders.act(made.id, 'cancel', { effectiveAt: 'IMMEDIATELY' })
    const again = await orders.act(made.id, 'cancel', { effectiveAt: 'IMMEDIATELY' })
    expect([again.status, errorCode(again), again.body.details.applicationError.data]).toEqual([428, 'ORDER_NOT_CANCELABLE', { status: 'CANCELED' }])
  })
  test('row 36: an unpaid cycle is not kept to its end', async () => {
    const { id, cancel } = await orders.buy(monthly(), {}, '4000000000000341')
    await server.advanceClock('P1M1D')
    expect(await orders.read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'FAILED' })
    expect((await cancel('NEXT_PAYMENT_DATE')).status).toBe(200)
    expect(await orders.read(id)).toMatchObject({ status: 'CANCELED' })
  })
})

describe('pausing and postponing', () => {
  test('rows 26 to 30: nothing moves while paused, everything moves at resume', async () => {
    const { id } = await orders.buy(monthly({}, { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 2 } }))
    const before = await orders.read(id)
    expect((await orders.act(id, 'pause')).status).toBe(200)
    expect(errorCode(await orders.act(id, 'pause'))).toBe('ORDER_NOT_SUSPENDABLE')
    await server.advanceClock('P100D')
    expect(await orders.read(id)).toMatchObject({ status: 'PAUSED', endDate: before.endDate, currentCycle: { index: 1 }, pausePeriods: [{ status: 'ACTIVE' }] })
    expect(errorCode(await server.call('PATCH', `/v2/orders/${id}`, { as: site, body: { endDate: orders.later(500) } }))).toBe('END_DATE_NOT_POSTPONABLE')
    expect((await orders.act(id, 'resume')).status).toBe(200)
    const after = await orders.read(id)
    const [pause] = after.pausePeriods
    const lasted = Date.parse(pause.resumeDate) - Date.parse(pause.pauseDate)
    expect(Date.parse(after.endDate) - Date.parse(before.endDate)).toBe(lasted)
    expect(Date.parse(after.earliestEndDate) - Date.parse(before.earliestEndDate)).toBe(lasted)
    expect(errorCode(await orders.act(id, 'resume'))).toBe('ORDER_NOT_PAUSED')
    expect((await orders.slugs(id)).slice(-4)).toEqual(['paused', 'updated', 'resumed', 'updated'])
    await orders.act(id, 'pause')
    expect((await orders.act(id, 'cancel', { effectiveAt: 'IMMEDIATELY' })).status).toBe(200)
    const over = await orders.read(id)
    expect(over).toMatchObject({ status: 'CANCELED', pausePeriods: [{ status: 'ENDED' }, { status: 'ENDED' }] })
  })
  test('the reasons why not to pause', async () => {
    const why = async (id: string) => (await server.ok('GET', `/v2/orders/${id}/available-actions`, { as: site })).notSuspendableReason
    const trial = await orders.buy(monthly({}, { freeTrialDays: 3 }))
    expect([
      await why((await orders.draft(monthly())).id),
      await why((await orders.buy(monthly(), { startDate: orders.later(3) })).id),
      await why(trial.id),
    ]).toEqual(['PENDING', 'NOT_STARTED', 'TRIAL'])
    const { body } = await orders.act(trial.id, 'pause')
    expect(body.details.applicationError.data).toEqual({ reason: 'TRIAL' })
  })
  test('row 37: the last cycle stretches, the earliest end stays; row 22: it ends', async () => {
    const { id } = await orders.buy(season)
    const before = await orders.read(id)
    const to = orders.later(100)
    expect(errorCode(await server.call('PATCH', `/v2/orders/${id}`, { as: site, body: { endDate: before.endDate } }))).toBe('END_DATE_NOT_LATER')
    await server.ok('PATCH', `/v2/orders/${id}`, { as: site, body: { id, endDate: to } })
    expect(await orders.read(id)).toMatchObject({ endDate: to, earliestEndDate: before.earliestEndDate, currentCycle: { index: 1, endedDate: to } })
    const unlimited = await orders.buy(monthly())
    const readRefusal = await server.call('PATCH', `/v2/orders/${unlimited.id}`, { as: site, body: { endDate: to } })
    expect(readRefusal.body.details.applicationError).toMatchObject({ code: 'END_DATE_NOT_POSTPONABLE', data: { reason: 'UNLIMITED' } })
    await server.advanceClock('P101D')
    const over = await orders.read(id)
    expect(over).toMatchObject({ status: 'ENDED', endDate: to })
    expect(over).not.toHaveProperty('currentCycle')
    expect((await orders.slugs(id)).slice(-4)).toEqual(['end_date_postponed', 'updated', 'ended', 'updated'])
  })
  test('days that were given are not charged when the renewal is taken up again', async () => {
    const { id } = await orders.buy(monthly())
    const paid = async () =>
      (await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId: id } })).invoices.map(
        ({ cycleIndex, dueDate, state }: Record<string, unknown>) => [cycleIndex, dueDate, state],
      )
    /** The owner gives two months after the end that the order has when its renewal stops. */
    const giveMonths = async () => {
      await orders.act(id, 'cancel', { effectiveAt: 'NEXT_PAYMENT_DATE' })
      const to = new Date(Date.parse((await orders.read(id)).endDate) + 61 * 86_400_000).toISOString()
      await server.ok('PATCH', `/v2/orders/${id}`, { as: site, body: { endDate: to } })
      await server.advanceClock('P50D')
      await server.ok('POST', `/api/plan-orders/${id}/keep-renewing`, { as: site, body: {} })
      await server.ok('POST', '/_test/run')
      return to
    }
    const first = await giveMonths()
    const kept = await orders.read(id)
    expect(kept).toMatchObject({ status: 'ACTIVE', autoRenewCanceled: false, currentCycle: { index: 1, endedDate: first } })
    expect(kept).not.toHaveProperty('endDate')
    expect(await paid()).toHaveLength(1)
    const { nextPayment } = await server.ok('GET', `/v2/orders/${id}/available-actions`, { as: site })
    expect(nextPayment).toMatchObject({ date: first })
    server.freezeClock(first)
    await server.ok('POST', '/_test/run')
    expect((await paid()).slice(1)).toEqual([[2, first, 'PAID']])
    // A second gift leaves the dates of the cycles before it.
    const second = await giveMonths()
    expect((await orders.read(id)).cycles).toMatchObject([
      { index: 1, endedDate: first },
      { index: 2, startedDate: first, endedDate: second },
    ])
    expect(await paid()).toHaveLength(2)
    server.freezeClock(second)
    await server.ok('POST', '/_test/run')
    expect((await paid()).slice(2)).toEqual([[3, second, 'PAID']])
    await orders.act(id, 'cancel', { effectiveAt: 'IMMEDIATELY' })
  })
})

describe('members who go', () => {
  test('row 42: deleting a member ends all their orders', async () => {
    const made = await orders.buy(season)
    const unpaid = await server.ok('POST', '/v2/checkout/orders/online', { token: made.token, body: { planId: await orders.getPlan(monthly()) } })
    await server.ok('DELETE', `/v1/members/${made.memberId}`, { as: site })
    expect(await orders.read(made.id)).toMatchObject({ status: 'CANCELED', cancellation: { effectiveAt: 'IMMEDIATELY' } })
    expect(await orders.read(unpaid.order.id)).toMatchObject({ status: 'CANCELED' })
  })
})

describe('lists', () => {
  test('filters combine; drafts only when asked for; wrong ones are refused', async () => {
    const [paid, open] = [await orders.buy(monthly()), await orders.draft(monthly())]
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
  test('the emails of a whole order, each once, money in the language of the site', async () => {
    const made = await orders.buy(monthly({}, { freeTrialDays: 7 }))
    await server.advanceClock('P8D')
    await orders.act(made.id, 'pause')
    await server.advanceClock('P3D')
    await orders.act(made.id, 'resume')
    await made.cancel('NEXT_PAYMENT_DATE')
    await server.advanceClock('P1M1D')
    await orders.act(made.id, 'cancel', { effectiveAt: 'IMMEDIATELY' })
    const emails = (await server.sentEmails(site, made.email)).filter(({ template }) => /^(plan|trial|payment|renewal)/.test(template))
    const findEventBody = (name: string) => emails.find(({ template }) => template === name)?.variables
    const names = ['plan-purchased', 'trial-started', 'trial-ending', 'payment-receipt', 'plan-paused', 'plan-resumed', 'renewal-canceled', 'plan-ending']
    expect(emails.map(({ template }) => template).sort()).toEqual(names.sort())
    expect(findEventBody('plan-purchased')).toMatchObject({
      planName: 'Pass',
      priceSummary: '7 days free, then $40.00 every month',
      nextPaymentAmount: '$40.00',
    })
    expect(findEventBody('trial-ending')).toMatchObject({ firstPaymentAmount: '$40.00', cancelLink: expect.stringContaining('/account?tab=plans') })
    expect(findEventBody('payment-receipt')).toMatchObject({ total: '$40.00', cardLast4: '4242', invoiceNumber: expect.stringMatching(/^\d+$/) })
    const ownerEmails = (await server.sentEmails(site, site.ownerEmail)).filter(({ variables }) => String(variables['link']).includes(made.id))
    expect(ownerEmails.map(({ template }) => template).sort()).toEqual(['member-canceled', 'new-order'])
  })
  test('offline sales, extensions and ends are written about, too', async () => {
    const { id, email } = await orders.sellOffline({
      name: 'Weeks',
      pricing: { singlePaymentForDuration: { count: 2, unit: 'WEEK' }, price: { value: '12.5' } },
    })
    await orders.act(id, 'mark-as-paid')
    await server.ok('PATCH', `/v2/orders/${id}`, { as: site, body: { endDate: orders.later(20) } })
    await server.advanceClock('P21D')
    const emails = (await server.sentEmails(site, email)).filter(({ template }) => /^(plan|offline|payment)/.test(template))
    const names = ['offline-order-created', 'offline-order-paid', 'plan-ended', 'plan-ending', 'plan-extended']
    expect(emails.map(({ template }) => template).sort()).toEqual(names)
    expect(emails.find(({ template }) => template === 'offline-order-created')?.variables).toMatchObject({ amountDue: '$12.50' })
  })
})
