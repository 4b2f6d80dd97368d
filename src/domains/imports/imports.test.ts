/** A studio that comes from elsewhere brings everything along: through HTTP, with files in the shape of other systems. Source: guide members §7.6. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
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
const listOrders = async (email: string) => {
  const { members } = await server.ok('POST', '/v1/members/query', { as: site, body: { query: { filter: { loginEmail: email } } } })
  return (await server.ok('GET', '/v2/orders', { as: site, query: { buyerIds: members[0].id } })).orders
}

describe('the exports of the hosted platform', () => {
  test('members: the columns are recognized, every row is judged before anyone comes', async () => {
    const file = await calls.uploaded('MEMBERS', readFixture('wix-contacts.csv'))
    expect(file).toMatchObject({ status: 'READY', preset: 'WIX', rows: 6, tellsClients: false, sendsWebhooks: false })
    expect(file['mapping']).toMatchObject({ 'First Name': 'firstName', 'Email 1': 'email', 'Phone 1': 'phone', Position: 'jobTitle', Labels: 'ignore' })
    const seen = await calls.preview(file.id)
    expect(seen.counts).toEqual({ created: 3, updated: 0, skipped: 1, failed: 2 })
    expect(seen.problems).toEqual([
      { line: 6, column: 'Email 1', reason: 'has no email' },
      { line: 7, column: 'Email 1', reason: '“not an email” is no email' },
    ])
    expect(seen.skippedRows).toEqual([{ line: 5, reason: 'is the same as row 2' }])
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
    expect(services.problems).toEqual([{ line: 5, reason: 'there is no staff member “Zoe” who gives services' }])
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
    expect(done.problems).toEqual([{ line: 6, reason: 'unknown@studio.example is no member: import your members first' }])
    const [mara] = await listOrders('mara@studio.example')
    expect(mara).toMatchObject({ status: 'ACTIVE', type: 'OFFLINE', lastPaymentStatus: 'PAID', planName: 'Monthly' })
    expect(mara.currentCycle.endedDate).toBe('2026-12-14T23:00:00.000Z')
    const [jon] = await listOrders('jon@studio.example')
    expect(jon.currentCycle.endedDate).toBe('2026-11-29T23:00:00.000Z')
    const noor = await listOrders('noor@studio.example')
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
    expect(done.problems[2].reason).toBe('“Vinyasa” has no session then: add it in the calendar first')
    const event = await server.ok('GET', `/calendar/v3/events/${session.id}`, { as: site })
    expect(event.event).toMatchObject({ totalCapacity: 2, remainingCapacity: 0 })
    const rows = await server.open.db
      .selectFrom('booking')
      .where('siteId', '=', site.metaSiteId)
      .select(['status', 'paymentStatus', 'contactDetails'])
      .execute()
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
    const [mara] = await listOrders('mara@studio.example')
    expect(mara).toMatchObject({ status: 'ACTIVE', currentCycle: { startedDate: '2026-12-14T23:00:00.000Z', endedDate: '2027-01-14T23:00:00.000Z' } })
    const invoices = await server.open.db.selectFrom('planInvoice').where('orderId', '=', mara.id).select(['amount', 'state', 'dueAt']).execute()
    expect(invoices.map(({ amount, state, dueAt }) => [amount, state, dueAt.toString()])).toEqual([['49.00', 'OPEN', '2026-12-14T23:00:00Z']])
    const [jon] = await listOrders('jon@studio.example')
    const paid = await server.open.db.selectFrom('planInvoice').where('orderId', '=', jon.id).select('amount').execute()
    expect(paid.map(({ amount }) => Number(amount))).toEqual([45])
    server.freezeClock('2026-11-24T12:00:00Z')
  })
})

describe('other systems, and files made by hand', () => {
  test.each([
    ['mindbody-clients.csv', 'MINDBODY', { 'Client ID': 'ignore', 'Mobile Phone': 'phone', 'Date of Birth': 'birthdate' }],
    ['momence-customers.csv', 'MOMENCE', { 'Customer ID': 'ignore', 'Customer email': 'email', 'First seen': 'ignore' }],
  ])('%s is recognized', async (name, preset, mapping) => {
    const file = await calls.uploaded('MEMBERS', readFixture(name))
    expect(file).toMatchObject({ preset, mapping, dateOrder: 'DMY' })
    expect((await calls.preview(file.id)).counts).toMatchObject({ created: 1, failed: 0 })
  })
  test('what our own list of members exports comes back as it is', async () => {
    const exported = await calls.owner('GET', '/api/members/export')
    const other = await server.createSite({ timeZone: 'Europe/Berlin' })
    const there = createImportCalls(server, other)
    const done = await there.run('MEMBERS', exported.text)
    expect(done.import).toMatchObject({ preset: 'ATRIUM', created: 3 + owners, failed: 0, skipped: 0 })
    const back = await there.owner('GET', '/api/members/export')
    const withoutDates = (text: string) =>
      text
        .split('\r\n')
        .filter((line) => !line.startsWith('owner-'))
        .map((line) => line.replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g, ''))
    expect(withoutDates(back.text).toSorted()).toEqual(withoutDates(exported.text).toSorted())
  })
  test('an export that is imported again adds no second address, also of a street in two parts', async () => {
    const of = await server.createSite()
    const there = createImportCalls(server, of)
    const address = { streetAddress: { number: '12', name: 'Mill Road' }, city: 'Bath', subdivision: 'GB-BAS', country: 'GB' }
    const { member } = await server.ok('POST', '/v1/members', {
      as: of,
      body: { member: { loginEmail: 'two@parts.example', contact: { addresses: [address] } } },
    })
    const exported = (await there.owner('GET', '/api/members/export')).text
    expect(exported).toContain('Mill Road 12,,Bath,GB-BAS,,GB')
    expect((await there.run('MEMBERS', exported, { duplicates: 'UPDATE' })).import).toMatchObject({ created: 0, updated: 0, failed: 0 })
    const after = await server.ok('GET', `/v1/members/${member.id}`, { as: of, query: { fieldsets: 'FULL' } })
    expect(after.member.contact.addresses).toMatchObject([address])
  })
  test('encoding and separator are recognized; details of members are brought up to date when asked for', async () => {
    const latin = Buffer.from('E-Mail;Vorname;Nachname;Telefon\nmara@studio.example;Märä;Lindt;030 9\n', 'latin1')
    const { id } = await calls.uploaded('MEMBERS', latin)
    const seen = await calls.preview(id, { duplicates: 'UPDATE' })
    expect(seen.counts).toMatchObject({ updated: 1 })
    expect(seen.sample[0].values).toMatchObject({ 'First name': 'Märä' })
    const done = await calls.run('MEMBERS', latin, { duplicates: 'UPDATE' })
    expect(done.import).toMatchObject({ updated: 1 })
    const { members } = await server.ok('POST', '/v1/members/query', {
      as: site,
      body: { query: { filter: { loginEmail: 'mara@studio.example' } }, fieldsets: ['FULL'] },
    })
    expect(members[0].contact).toMatchObject({ firstName: 'Märä', phones: ['030 9', '+49 30 111222'], birthdate: '1988-04-23' })
    expect((await calls.run('MEMBERS', latin, { duplicates: 'UPDATE' })).import).toMatchObject({ updated: 0, skipped: 1 })
    const wide = Buffer.from('\uFEFFEmail\tName\nwide@studio.example\tWide Ünit\n', 'utf16le')
    expect((await calls.preview((await calls.uploaded('MEMBERS', wide)).id)).sample[0].values).toEqual({
      Email: 'wide@studio.example',
      'First name': 'Wide',
      'Last name': 'Ünit',
    })
  })
  test('clients hear of it when the owner says so', async () => {
    const subscriber = `told-${randomUUID()}@studio.example`
    await calls.run('MEMBERS', `Email\n${subscriber}\n`)
    const order = `Email,Plan,Start,Next payment\n${subscriber},Monthly,2026-11-01,2026-12-01\n`
    await calls.run('ORDERS', order, { tellsClients: true })
    const emails = await server.open.db.selectFrom('email').where('siteId', '=', site.metaSiteId).select(['recipient', 'template']).execute()
    expect(emails.filter(({ recipient }) => recipient === subscriber)).toEqual([{ recipient: subscriber, template: 'offline-order-created' }])
    // The business knows: it imports them.
    expect(emails.filter(({ template }) => template === 'new-order')).toEqual([])
  })
  test('a subscription whose payment day has passed comes with the period to be paid', async () => {
    await calls.run('ORDERS', 'Email,Plan,Start,Next payment,Status\njon@studio.example,Quarter,2026-08-20,2026-11-20,Active\n')
    const order = (await listOrders('jon@studio.example')).find(({ planName }: { planName: string }) => planName === 'Quarter')
    expect(order).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'UNPAID' })
    const [invoice] = await server.open.db.selectFrom('planInvoice').where('orderId', '=', order.id).select(['cycleIndex', 'amount', 'state']).execute()
    expect(invoice).toEqual({ cycleIndex: 2, amount: '129.00', state: 'OPEN' })
  })
  test('a paused one stays paused', async () => {
    await calls.run('ORDERS', 'Email,Plan,Start,Next payment,Status\nnoor@studio.example,Quarter,2026-10-01,2027-01-01,Paused\n')
    const order = (await listOrders('noor@studio.example')).find(({ planName }: { planName: string }) => planName === 'Quarter')
    expect(order).toMatchObject({ status: 'PAUSED' })
  })
})

describe('on the way', () => {
  const many = (n: number) => `Email,First name\n${Array.from({ length: n }, (_, i) => `many${i}@rows.example,N${i}`).join('\n')}\n`

  test('an import that is interrupted goes on where it was, and nothing is doubled', async () => {
    const of = await server.createSite()
    const there = createImportCalls(server, of)
    const file = await there.uploaded('MEMBERS', many(120))
    await server.ok('POST', `/api/imports/${file.id}/start`, { as: of, body: {} })
    // The process ends in the middle of the second batch: some rows are settled, the job is not.
    const { runImport } = await import('./actions/run-import.ts')
    const { createOwnContext, createSystemMeta } = await import('#kit/jobs/unit-of-work.ts')
    const ctx = createOwnContext(server.deps, createSystemMeta(of.metaSiteId, 'http://localhost'))
    let transactions = 0
    const dying = Object.create(ctx, {
      transaction: {
        value: (...args: Parameters<typeof ctx.transaction>) => {
          transactions += 1
          if (transactions > 30) throw new Error('the power went off')
          return ctx.transaction(...args)
        },
      },
    }) as typeof ctx
    await expect(runImport(dying, { importId: file.id })).rejects.toThrow('the power went off')
    const halfway = (await there.read(file.id)).import
    expect(halfway).toMatchObject({ status: 'RUNNING', created: 30 })
    await server.ok('POST', '/_test/run', { body: {} })
    expect((await there.read(file.id)).import).toMatchObject({ status: 'FINISHED', created: 120, failed: 0, skipped: 0 })
    const rows = await server.open.db.selectFrom('member').where('siteId', '=', of.metaSiteId).select('loginEmail').execute()
    expect(new Set(rows.map(({ loginEmail }) => loginEmail)).size).toBe(120 + owners)
    expect(rows).toHaveLength(120 + owners)
  })
  test('one that is cancelled stops; what came stays, the rest is in the report', async () => {
    const of = await server.createSite()
    const there = createImportCalls(server, of)
    const file = await there.uploaded('MEMBERS', many(60))
    await server.ok('POST', `/api/imports/${file.id}/start`, { as: of, body: {} })
    expect(errorCode(await there.owner('DELETE', `/api/imports/${file.id}`, undefined, of))).toBe('IMPORT_RUNNING')
    const second = await there.uploaded('MEMBERS', many(1))
    expect(errorCode(await there.owner('POST', `/api/imports/${second.id}/start`, {}, of))).toBe('IMPORT_RUNNING')
    expect((await there.owner('POST', `/api/imports/${file.id}/cancel`, undefined, of)).body.import).toMatchObject({ status: 'CANCELED' })
    await server.ok('POST', '/_test/run', { body: {} })
    expect((await there.read(file.id)).import).toMatchObject({ status: 'CANCELED', created: 0 })
    const report = await there.owner('GET', `/api/imports/${file.id}/report`, undefined, of)
    expect(report.text.trim().split('\r\n')).toHaveLength(61)
    expect(report.text).toContain('not imported')
    expect(errorCode(await there.owner('POST', `/api/imports/${file.id}/cancel`, undefined, of))).toBe('IMPORT_NOT_RUNNING')
    expect((await there.owner('DELETE', `/api/imports/${file.id}`, undefined, of)).status).toBe(200)
    expect((await there.owner('GET', `/api/imports/${file.id}`, undefined, of)).status).toBe(404)
  })
  test('files and reports go after a month', async () => {
    const of = await server.createSite()
    const there = createImportCalls(server, of)
    const done = await there.run('MEMBERS', many(1))
    await server.advanceClock('P31D')
    await server.ok('POST', '/_test/run', { body: {} })
    expect((await there.owner('GET', `/api/imports/${done.import.id}`, undefined, of)).status).toBe(404)
    server.freezeClock('2026-11-24T12:00:00Z')
  })
})

describe('refusals', () => {
  test('files that are no table, or too much', async () => {
    expect(errorCode(await calls.upload('MEMBERS', ''))).toBe('IMPORT_EMPTY')
    expect(errorCode(await calls.upload('MEMBERS', 'Email,Name\n\n'))).toBe('IMPORT_EMPTY')
    expect(errorCode(await calls.upload('MEMBERS', Buffer.from('PK\u0003\u0004\u0000\u0000')))).toBe('NOT_A_TABLE')
    expect(errorCode(await calls.upload('MEMBERS', `Email\n"${'x'.repeat(300_000)}`))).toBe('NOT_A_TABLE')
    expect(errorCode(await calls.upload('MEMBERS', `Email\n${'a@b.example\n'.repeat(50_001)}`))).toBe('IMPORT_TOO_MANY_ROWS')
    expect(errorCode(await calls.upload('MEMBERS', Buffer.alloc(20_000_001, 'x')))).toBe('IMPORT_TOO_LARGE')
    expect((await calls.upload('CARS', 'Email\na@b.example\n')).status).toBe(400)
    expect((await calls.owner('GET', '/api/imports')).body.imports.every(({ rows }: { rows: number }) => rows > 0)).toBe(true)
  })
  test('columns that do not fit', async () => {
    const { id } = await calls.uploaded('MEMBERS', 'Mail address of the person,Name\na@b.example,Ann\n')
    expect(errorCode(await calls.owner('POST', `/api/imports/${id}/preview`, {}))).toBe('IMPORT_MAPPING_INVALID')
    expect(errorCode(await calls.owner('POST', `/api/imports/${id}/start`, {}))).toBe('IMPORT_MAPPING_INVALID')
    for (const mapping of [{ Unknown: 'email' }, { Name: 'salary' }, { Name: 'email', 'Mail address of the person': 'plan' }])
      expect(errorCode(await calls.owner('POST', `/api/imports/${id}/preview`, { mapping })), JSON.stringify(mapping)).toBe('IMPORT_MAPPING_INVALID')
    expect((await calls.preview(id, { mapping: { 'Mail address of the person': 'email', Name: 'name' } })).counts).toMatchObject({ created: 1 })
    expect((await calls.owner('POST', `/api/imports/${id}/preview`, { dateOrder: 'YMD' })).status).toBe(400)
  })
  test('people without the right, other sites, unknown imports', async () => {
    const { id } = await calls.uploaded('MEMBERS', 'Email\na@b.example\n')
    const helper = await server.inviteCollaborator(site, ['MEMBERS.MEMBER_READ', 'MEMBERS.MEMBER_CREATE'])
    const importer = await server.inviteCollaborator(site, ['SITES.IMPORT'])
    const { token } = await server.registerMember(site)
    const foreign = { as: await server.createSite() }
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/preview'],
      ['POST', '/start'],
      ['POST', '/cancel'],
      ['GET', '/report'],
      ['DELETE', ''],
    ] as const) {
      const body = method === 'POST' ? { body: {} } : {}
      expect((await server.call(method, `/api/imports/${id}${path}`, { ...helper, ...body })).status, path).toBe(403)
      expect((await server.call(method, `/api/imports/${id}${path}`, { token, ...body })).status, path).toBe(403)
      expect((await server.call(method, `/api/imports/${id}${path}`, { ...foreign, ...body })).status, path).toBe(404)
      expect((await server.call(method, `/api/imports/${randomUUID()}${path}`, { as: site, ...body })).status, path).toBe(404)
    }
    expect((await server.call('GET', `/api/imports/${id}`, importer)).status).toBe(200)
    await calls.owner('POST', `/api/imports/${id}/start`, {})
    expect(errorCode(await calls.owner('POST', `/api/imports/${id}/start`, {}))).toBe('IMPORT_NOT_READY')
    expect(errorCode(await calls.owner('POST', `/api/imports/${id}/preview`, {}))).toBe('IMPORT_NOT_READY')
    await server.ok('POST', '/_test/run', { body: {} })
  })
})
