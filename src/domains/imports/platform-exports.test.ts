/** A studio that comes from the hosted platform brings everything along: through HTTP, with files in its shape. Source: guide members §7.6. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookedSessions } from '../../../test/factories/booked-sessions.ts'
import { createImportCalls, readFixture } from '../../../test/factories/imports.ts'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let ana: string
let calls: ReturnType<typeof createImportCalls>
/** The owner is a member of their site. */
const owners = 1
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2026-11-24T12:00:00Z')
  site = await server.createSite({ timeZone: 'Europe/Berlin', currency: 'EUR' })
  const { staffMember } = await server.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Ana' }, fields: ['RESOURCE_DETAILS'] } })
  ana = staffMember.resourceId
  calls = createImportCalls(server, site)
})
afterAll(() => server.close())

const count = (table: 'member' | 'planOrder' | 'booking' | 'email' | 'webhookDelivery' | 'planInvoice' | 'receipt') =>
  server.open.db
    .selectFrom(table)
    .where('siteId', '=', site.metaSiteId)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
    .then(({ n }) => Number(n))

test('members: the columns are recognized, every row is judged before anyone comes', async () => {
  const file = await calls.uploaded('MEMBERS', readFixture('wix-contacts.csv'))
  expect(file).toMatchObject({ status: 'READY', preset: 'WIX', rows: 6, tellsClients: false, sendsWebhooks: false })
  expect(file['mapping']).toMatchObject({ 'First Name': 'firstName', 'Email 1': 'email', 'Phone 1': 'phone', Position: 'jobTitle', Labels: 'ignore' })
  const seen = await calls.preview(file.id)
  expect(seen.counts).toEqual({ created: 3, updated: 0, skipped: 1, failed: 2 })
  expect(seen.problems).toEqual([
    { line: 6, column: 'Email 1', code: 'VALUE_MISSING', data: { field: 'email' }, reason: 'has no email' },
    { line: 7, column: 'Email 1', code: 'NOT_AN_EMAIL', data: { value: 'not an email' }, reason: '“not an email” is no email' },
  ])
  expect(seen.skippedRows).toEqual([{ line: 5, code: 'SAME_AS_ROW', data: { row: 2 }, reason: 'is the same as row 2' }])
  expect(seen.sample[0]).toEqual({
    line: 2,
    state: 'CREATED',
    values: {
      'First name': 'Mara',
      'Last name': 'Lindt',
      Email: 'mara@studio.example',
      Phone: '+49 30 111222',
      'Birth date': '1988-04-23',
      'Street and number': 'Hauptstr. 1',
      City: 'Berlin',
    },
  })
  expect(await count('member')).toBe(owners)
})

test('members come once, silently; the report says who did not', async () => {
  const done = await calls.run('MEMBERS', readFixture('wix-contacts.csv'))
  expect(done.import).toMatchObject({ status: 'FINISHED', created: 3, skipped: 1, failed: 2 })
  const noor = await server.open.db.selectFrom('member').where('loginEmail', '=', 'noor@studio.example').select('status').executeTakeFirstOrThrow()
  expect(noor.status).toBe('APPROVED')
  const { members } = await server.ok('POST', '/v1/members/query', {
    as: site,
    body: { query: { filter: { loginEmail: 'mara@studio.example' } }, fieldsets: ['FULL'] },
  })
  expect(members[0].contact.addresses).toMatchObject([{ addressLine: 'Hauptstr. 1', city: 'Berlin' }])
  expect(await count('email')).toBe(0)
  const report = await calls.owner('GET', `/api/imports/${done.import.id}/report`)
  expect(report.headers['content-disposition']).toMatch(/attachment; filename="import-report-2026-11-24.csv"/)
  const lines = report.text.trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain('5,skipped,is a member already')
  expect(lines[3]).toContain('7,failed,Email 1 “not an email” is no email')
  const again = await calls.run('MEMBERS', readFixture('wix-contacts.csv'))
  expect(again.import).toMatchObject({ created: 0, updated: 0, skipped: 4, failed: 2 })
  expect(await count('member')).toBe(owners + 3)
})

test('services and plans come before what refers to them', async () => {
  const services = await calls.run('SERVICES', readFixture('wix-services.csv'))
  expect(services.import).toMatchObject({ created: 3, failed: 1 })
  expect(services.problems).toEqual([
    { line: 5, code: 'STAFF_MEMBER_GIVES_NO_SERVICES', data: { staff: 'Zoe' }, reason: 'there is no staff member “Zoe” who gives services' },
  ])
  const plans = await calls.run('PLANS', readFixture('wix-plans.csv'))
  expect(plans.import).toMatchObject({ created: 3, failed: 1 })
  const listed = (await server.ok('GET', '/v2/plans', { as: site })).plans as { name: string; pricing: object; public: boolean; perks: object }[]
  expect(listed.find(({ name }) => name === 'Quarter')).toMatchObject({
    public: false,
    pricing: { subscription: { cycleDuration: { count: 3, unit: 'MONTH' }, cycleCount: 4 }, price: { value: '129', currency: 'EUR' } },
  })
  expect(listed.find(({ name }) => name === 'Monthly')).toMatchObject({ perks: { values: ['Mat included', 'Tea'] } })
  expect((await calls.run('PLANS', readFixture('wix-plans.csv'))).import).toMatchObject({ created: 0, skipped: 3 })
  expect((await calls.run('SERVICES', readFixture('wix-services.csv'))).import).toMatchObject({ created: 0, skipped: 3 })
})

test('orders run on: the next payment on its day, at the old price, with nothing paid twice', async () => {
  const done = await calls.run('ORDERS', readFixture('wix-plan-orders.csv'))
  expect(done.import).toMatchObject({ created: 4, skipped: 1, failed: 1 })
  expect(done.problems).toEqual([
    {
      line: 6,
      code: 'MEMBER_UNKNOWN',
      data: { email: 'unknown@studio.example' },
      reason: 'unknown@studio.example is no member: import your members first',
    },
  ])
  const [mara] = await calls.listOrders('mara@studio.example')
  expect(mara).toMatchObject({ status: 'ACTIVE', type: 'OFFLINE', lastPaymentStatus: 'PAID', planName: 'Monthly' })
  expect(mara.currentCycle.endedDate).toBe('2026-12-14T23:00:00.000Z')
  const [jon] = await calls.listOrders('jon@studio.example')
  expect(jon.currentCycle.endedDate).toBe('2026-11-29T23:00:00.000Z')
  const noor = await calls.listOrders('noor@studio.example')
  expect(noor.map(({ planName, endDate, autoRenewCanceled }: Record<string, unknown>) => [planName, endDate, autoRenewCanceled ?? false])).toEqual(
    expect.arrayContaining([
      ['Ten visits', '2027-02-28T23:00:00.000Z', false],
      ['Monthly', '2026-12-09T23:00:00.000Z', true],
    ]),
  )
  expect([await count('email'), await count('planInvoice'), await count('receipt')]).toEqual([0, 0, 0])
  expect((await calls.run('ORDERS', readFixture('wix-plan-orders.csv'))).import).toMatchObject({ created: 0, skipped: 5, failed: 1 })
  expect(await count('planOrder')).toBe(4)
})

test('bookings take seats and times like any other; what does not fit is reported', async () => {
  const { createSession } = bookedSessions(() => ({ server, site, resourceId: ana, service: {} }))
  const { services } = await server.ok('POST', '/v2/services/query', { as: site, body: { query: { filter: { name: 'Vinyasa' } } } })
  const session = await createSession(services[0], '2026-11-30T18:00')
  const file = await calls.uploaded('BOOKINGS', readFixture('wix-bookings.csv'))
  const seen = await calls.preview(file.id)
  expect(seen.sample[0].values).toMatchObject({ Service: 'Vinyasa', Start: '2026-11-30 18:00' })
  expect(seen.skippedRows.map(({ reason }: { reason: string }) => reason)).toEqual(['is in the past', 'was cancelled or declined'])
  const done = await calls.run('BOOKINGS', readFixture('wix-bookings.csv'))
  expect(done.import).toMatchObject({ created: 3, skipped: 2, failed: 3 })
  expect(done.problems.map(({ line }: { line: number }) => line)).toEqual([4, 6, 8])
  expect(done.problems[2]).toMatchObject({
    code: 'SESSION_UNKNOWN',
    data: { service: 'Vinyasa' },
    reason: '“Vinyasa” has no session then: add it in the calendar first',
  })
  const event = await server.ok('GET', `/calendar/v3/events/${session.id}`, { as: site })
  expect(event.event).toMatchObject({ totalCapacity: 2, remainingCapacity: 0 })
  const rows = await server.open.db.selectFrom('booking').where('siteId', '=', site.metaSiteId).select(['status', 'paymentStatus', 'contactDetails']).execute()
  expect(rows.map(({ status, paymentStatus, contactDetails }) => [(contactDetails as { email: string }).email, status, paymentStatus]).toSorted()).toEqual([
    ['guest@studio.example', 'CONFIRMED', 'NOT_PAID'],
    ['jon@studio.example', 'CONFIRMED', 'NOT_PAID'],
    ['mara@studio.example', 'CONFIRMED', 'PAID'],
  ])
  expect(await count('email')).toBe(0)
  expect((await calls.run('BOOKINGS', readFixture('wix-bookings.csv'))).import).toMatchObject({ created: 0, skipped: 5, failed: 3 })
})

test('an imported subscription renews on its day: the next period begins and is to be paid', async () => {
  await server.advanceClock('P25D')
  await server.ok('POST', '/_test/run', { body: {} })
  const [mara] = await calls.listOrders('mara@studio.example')
  expect(mara).toMatchObject({ status: 'ACTIVE', currentCycle: { startedDate: '2026-12-14T23:00:00.000Z', endedDate: '2027-01-14T23:00:00.000Z' } })
  const invoices = await server.open.db.selectFrom('planInvoice').where('orderId', '=', mara.id).select(['amount', 'state', 'dueAt']).execute()
  expect(invoices.map(({ amount, state, dueAt }) => [amount, state, dueAt.toString()])).toEqual([['49.00', 'OPEN', '2026-12-14T23:00:00Z']])
  const [jon] = await calls.listOrders('jon@studio.example')
  const paid = await server.open.db.selectFrom('planInvoice').where('orderId', '=', jon.id).select('amount').execute()
  expect(paid.map(({ amount }) => Number(amount))).toEqual([45])
  server.freezeClock('2026-11-24T12:00:00Z')
})
