/** Half a year of one member: trial, renewals on month ends, credits, a class with its reminder, a declined card, the end. Source: guide pricing-plans §7, §9, §13; bookings §22. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../invariants.ts'
import { startTestServer, type TestSite, type TestServer } from '../test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-01-24T09:00:00Z')
  site = await server.createSite({ timeZone: 'UTC' })
})
afterAll(() => server.close())

const owner = (method: string, path: string, body?: unknown) => server.ok(method, path, { as: site, body })
const to = (now: string) => server.ok('POST', '/_test/clock', { body: { now } })

test('six months pass in their order, and every email is sent once', async () => {
  const { staffMember } = await owner('POST', '/v1/staff-members', { staffMember: { name: 'Lena', email: 'lena@studio.example' } })
  const { service } = await owner('POST', '/v2/services', {
    service: {
      type: 'CLASS',
      name: 'Flow',
      defaultCapacity: 5,
      onlineBooking: { enabled: true },
      payment: { rateType: 'FIXED', fixed: { price: { value: '15.00' } }, options: { online: true, inPerson: false, pricingPlan: true } },
    },
  })
  const { event } = await owner('POST', '/calendar/v3/events', {
    event: {
      scheduleId: service.schedule.id,
      type: 'CLASS',
      title: 'Flow',
      start: { localDate: '2027-02-10T18:00:00' },
      end: { localDate: '2027-02-10T19:00:00' },
      resources: [{ id: staffMember.resourceId }],
    },
  })
  const { plan } = await owner('POST', '/v2/plans', {
    plan: {
      name: 'Monthly',
      buyerCanCancel: true,
      pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40', currency: 'USD' }, freeTrialDays: 7 },
    },
  })
  await owner('PUT', `/api/plans/${plan.id}/benefit`, { benefit: { credits: 4 }, serviceIds: [service.id] })
  const { token, memberId, email } = await server.registerMember(site)
  const mine = (path: string) => server.ok('GET', path, { token })
  const balance = async () => (await mine('/api/my/plan-balances')).balances[0]?.balance
  const order = async () => (await mine(`/v2/member/orders/${orderId}`)).order
  const invoices = async () =>
    (await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId } })).invoices.map(
      (one: { cycleIndex: number; state: string; dueDate: string }) => `${one.cycleIndex} ${one.state} ${one.dueDate.slice(0, 10)}`,
    )

  // 24 January: a week on trial, with its own credits and no charge.
  const bought = await server.ok('POST', '/api/checkout/plans', {
    token,
    body: { planId: plan.id, key: 'winter', card: { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' } },
  })
  const orderId: string = bought.order.id
  expect(bought).toMatchObject({ outcome: 'succeeded', order: { status: 'ACTIVE', lastPaymentStatus: 'PENDING' } })

  // 31 January: the first charge; from here on the last day of each month.
  await to('2027-01-31T12:00:00Z')
  expect(await order()).toMatchObject({ lastPaymentStatus: 'PAID', currentCycle: { index: 1 } })
  expect(await balance()).toBe('4')
  const { booking } = await server.ok('POST', '/api/checkout/bookings', {
    token,
    body: {
      slot: { serviceId: service.id, eventId: event.id },
      contactDetails: { firstName: 'Mia', email },
      totalParticipants: 1,
      paymentOption: 'MEMBERSHIP',
    },
  })
  expect(booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
  expect(await balance()).toBe('3')

  // The day before and the day of the class: one reminder, however often time moves.
  for (const now of ['2027-02-09T12:00:00Z', '2027-02-09T20:00:00Z', '2027-02-10T09:00:00Z', '2027-02-10T17:30:00Z']) await to(now)
  expect((await server.sentEmails(site, email)).filter(({ template }) => /remind/i.test(template) && /book/i.test(template))).toHaveLength(1)

  // 28 February, 31 March, 30 April: months are counted from the anchor; unused credits end with their cycle.
  await to('2027-02-28T12:00:00Z')
  expect(await balance()).toBe('4')
  await to('2027-05-01T12:00:00Z')
  expect((await invoices()).filter((line: string) => !line.startsWith('0'))).toEqual([
    '1 PAID 2027-01-31',
    '2 PAID 2027-02-28',
    '3 PAID 2027-03-31',
    '4 PAID 2027-04-30',
  ])
  expect(await balance()).toBe('4')

  // 31 May: the card is declined once, the retry pays; nothing is charged twice.
  await server.ok('POST', '/_test/payments/next', { body: { metaSiteId: site.metaSiteId, orderId, outcome: 'declined:insufficient_funds', times: 1 } })
  await to('2027-05-31T12:00:00Z')
  expect(await order()).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'FAILED' })
  await to('2027-06-08T12:00:00Z')
  expect(await order()).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })

  // The member cancels and keeps what is paid until 30 June.
  await server.ok('POST', `/v2/member/orders/${orderId}/cancel`, { token, body: { effectiveAt: 'NEXT_PAYMENT_DATE' } })
  await to('2027-06-29T12:00:00Z')
  expect(await order()).toMatchObject({ status: 'ACTIVE' })
  await to('2027-08-15T12:00:00Z')
  expect((await order()).status).toMatch(/^(ENDED|CANCELED)$/)
  expect((await invoices()).filter((line: string) => !line.startsWith('0') && line.includes('PAID'))).toHaveLength(5)

  const emails = await server.sentEmails(site, email)
  const said = emails.map(({ template, variables }) => JSON.stringify([template, { ...variables, sentAt: undefined }]))
  expect(said.filter((one, at) => said.indexOf(one) !== at)).toEqual([])
  const slugs = (await server.emittedEvents(site, orderId)).map(({ slug }) => slug)
  expect(slugs.filter((slug) => slug === 'cycle_started').length).toBeGreaterThanOrEqual(5)
  expect(slugs.filter((slug) => ['auto_renew_canceled', 'canceled', 'ended'].includes(slug))).toEqual(['auto_renew_canceled', 'canceled', 'ended'])
  expect((await server.ok('GET', `/v1/members/${memberId}`, { as: site })).member.id).toBe(memberId)
  expect(await brokenInvariants(server.open.db)).toEqual([])
})
