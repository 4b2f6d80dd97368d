/** Files of other systems, our own and made by hand; what happens to an import on its way; what is refused. Source: guide members §7.6. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createImportCalls, readFixture } from '../../../test/factories/imports.ts'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let calls: ReturnType<typeof createImportCalls>
/** The owner is a member of their site. */
const owners = 1
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2026-11-24T12:00:00Z')
  site = await server.createSite({ timeZone: 'Europe/Berlin', currency: 'EUR' })
  calls = createImportCalls(server, site)
  for (const [kind, file] of [
    ['MEMBERS', 'wix-contacts.csv'],
    ['PLANS', 'wix-plans.csv'],
  ] as const)
    expect((await calls.run(kind, readFixture(file))).import).toMatchObject({ created: 3 })
})
afterAll(() => server.close())

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
    const examples = async () => (await calls.owner('GET', `/api/imports/${id}`)).body.examples
    expect(await examples()).toEqual({ 'E-Mail': ['mara@studio.example'], Vorname: ['Märä'], Nachname: ['Lindt'], Telefon: ['030 9'] })
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
    const order = (await calls.listOrders('jon@studio.example')).find(({ planName }: { planName: string }) => planName === 'Quarter')
    expect(order).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'UNPAID' })
    const [invoice] = await server.open.db.selectFrom('planInvoice').where('orderId', '=', order.id).select(['cycleIndex', 'amount', 'state']).execute()
    expect(invoice).toEqual({ cycleIndex: 2, amount: '129.00', state: 'OPEN' })
  })
  test('a paused one stays paused', async () => {
    await calls.run('ORDERS', 'Email,Plan,Start,Next payment,Status\nnoor@studio.example,Quarter,2026-10-01,2027-01-01,Paused\n')
    const order = (await calls.listOrders('noor@studio.example')).find(({ planName }: { planName: string }) => planName === 'Quarter')
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

test('of an erased person an import keeps no address, and what it knows of others stays', async () => {
  const head = 'Email,Plan,Start,Next payment,Status'
  const row = (email: string) => `${email},Quarter,2026-10-01,2027-01-01,Active`
  const emails = ['gone@studio.example', 'stays@studio.example'] as const
  await calls.run('MEMBERS', `Email,First name\n${emails.map((email) => `${email},Ida`).join('\n')}\n`)
  const file = `${head}\n${emails.map(row).join('\n')}\n`
  expect((await calls.run('ORDERS', file)).import).toMatchObject({ created: 2 })
  const { members } = await server.ok('POST', '/v1/members/query', { as: site, body: { query: { filter: { loginEmail: emails[0] } } } })
  await server.ok('POST', `/api/members/${members[0].id}/erase`, { as: site, body: {} })
  const origins = await server.open.db.selectFrom('dataImportOrigin').where('siteId', '=', site.metaSiteId).select('key').execute()
  const found = emails.map((email) => origins.some(({ key }) => key.includes(email)))
  expect(found).toEqual([false, true])
  expect((await calls.run('ORDERS', file)).problems.map(({ code }: { code: string }) => code)).toEqual(['MEMBER_UNKNOWN'])
})

test('of imports that are started at once one runs', async () => {
  const of = await server.createSite()
  const there = createImportCalls(server, of)
  const files = []
  for (const kind of ['MEMBERS', 'PLANS', 'SERVICES', 'MEMBERS']) files.push(await there.uploaded(kind, 'Email,Name,Price,Type\na@at.once,Once,5,class\n'))
  const replies = await Promise.all(files.map(({ id }) => there.owner('POST', `/api/imports/${id}/start`, {})))
  expect(replies.map((reply) => (reply.status === 200 ? 'RUNNING' : errorCode(reply))).toSorted()).toEqual([
    'IMPORT_RUNNING',
    'IMPORT_RUNNING',
    'IMPORT_RUNNING',
    'RUNNING',
  ])
})
