/** A site goes out of one database and into another, of the other kind where there is a server, and nothing of it is lost. Source: guide identity §17. */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readArchiveTables } from '#kit/db/archive/tables.ts'
import * as testHookTables from '../../test-hooks/tables.ts'
import { createPlanOrders, monthly } from '../../../test/factories/plan-orders.ts'
import { getManifest, packEntries, readArchive, takeArchive, type TestEntry, withManifest, withTable, writeArchive } from '../../../test/factories/archives.ts'
import { tableChecksums } from '../../../test/fingerprint.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { openOtherDatabase } from '../../../test/test-databases.ts'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'
import { archiveTables } from '../../domains.ts'
import { unpackArchive } from './actions/container.ts'

let first: TestServer
let second: TestServer
let site: TestSite
let archive: Buffer
let before: Record<string, string>
let order: { id: string; due: string }
let member: { email: string; memberId: string }

const isArchived = (table: string) => archiveTables.rules.some((rule) => rule.table === table)
/** What stands in the tables of an archive. */
const getRows = async (server: TestServer) =>
  Object.fromEntries(Object.entries(await tableChecksums(server.open.db, site.metaSiteId)).filter(([table]) => isArchived(table)))

beforeAll(async () => {
  first = await startTestServer()
  second = await startTestServer(undefined, await openOtherDatabase())
  site = await first.createSite({ name: 'Riverside', sample: true })
  // Of another site: not a row of it may be in the archive.
  const other = await first.createSite({ name: 'Secret Garden' })
  await first.registerMember(other, 'member@other.example')
  const orders = createPlanOrders(first, site)
  const bought = await orders.buy(monthly())
  member = bought
  order = { id: bought.id, due: (await orders.read(bought.id)).currentCycle.endedDate }
  // Work that waits: this email is queued and not sent.
  await first.registerMember(site, 'waiting@riverside.example')
  // Values that are easily lost: a JSON null, characters that readers of lines stop at, more digits than a number holds.
  await sql`insert into site_setting (site_id, key, value) values (${site.metaSiteId}, 'test.null', 'null'), (${site.metaSiteId}, 'connections.smtp', '"sealed"'),
    (${site.metaSiteId}, 'test.text', ${JSON.stringify({ text: 'one\u2028two\r\nthree\u0085', number: 1 })}),
    (${site.metaSiteId}, 'test.number', '{"much": 12345678901234567890.1200}')`.execute(first.open.db)
  await sql`insert into identity_provider (site_id, id, name, issuer, client_id, client_secret, scopes, enabled, created_at, updated_at)
    values (${site.metaSiteId}, gen_random_uuid(), 'Google', 'https://accounts.example', 'us', 'sealed:provider', 'openid', true, now(), now())`.execute(
    first.open.db,
  )
  await first.setSignOnPolicy(site, {})
  await sql`update sign_on_policy set settings = settings || '{"captcha": {"provider": "hcaptcha", "secret": "sealed:captcha"}}' where site_id = ${site.metaSiteId}`.execute(
    first.open.db,
  )
  before = await getRows(first)
  archive = await writeArchive(first, site.metaSiteId)
})
afterAll(async () => {
  await first.close()
  await second.close()
})

describe('what goes in', () => {
  test('every table of the database is in the archive, or left out with a reason', async () => {
    const { rows } = await sql<{ name: string }>`select tablename::text as name from pg_tables where schemaname = current_schema() order by 1`.execute(
      first.open.db,
    )
    const leftOut: Record<string, string> = { ...archiveTables.leftOut, ...testHookTables.leftOut }
    const named = [...archiveTables.rules.map(({ table }) => table as string), ...Object.keys(leftOut)]
    expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
    expect(Object.entries(leftOut).filter(([, why]) => why.length < 10)).toEqual([])
  })

  test('every table of the archive is led by its site, or says which rows are of the site', async () => {
    const tables = await readArchiveTables(first.open.db, archiveTables.rules)
    expect(tables.filter(({ columns, rule }) => !columns.some(({ name }) => name === 'site_id') && !rule.where).map(({ name }) => name)).toEqual([])
  })

  test('the manifest comes first and counts every part; lines are JSON, files are named by their hash', async () => {
    const entries = await readArchive(archive)
    const manifest = getManifest(entries)
    expect([...entries.keys()]).toEqual(['manifest.json', ...[...manifest.tables, ...manifest.files].map(({ path }) => path)])
    expect(manifest.site).toEqual({ id: site.metaSiteId, name: 'Riverside' })
    expect(manifest.files.length).toBeGreaterThan(0)
    for (const { path, rows } of manifest.tables) expect(String(entries.get(path)).split('\n').length - 1, path).toBe(rows)
    const [booking = ''] = String(entries.get('tables/booking.jsonl')).split('\n')
    const columns = Object.keys(JSON.parse(booking) as object)
    expect(columns).toEqual(columns.toSorted())
    expect(JSON.parse(booking)).toMatchObject({ start_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/) })
  })

  test('credentials sealed by the server, sessions and other sites stay out', async () => {
    const entries = await readArchive(archive)
    expect(entries.has('tables/owner_session.jsonl')).toBe(false)
    expect(getManifest(entries).leftOut.owner_session).toContain('signs in again')
    for (const table of ['site_setting', 'identity_provider', 'sign_on_policy', 'booking_link_key'])
      expect(String(entries.get(`tables/${table}.jsonl`)), table).not.toContain('sealed')
    // Secrets of the site itself go along open: another server has another key.
    expect(JSON.parse(String(entries.get('tables/booking_link_key.jsonl')))).toMatchObject({ secret: expect.stringMatching(/^[\w+/]{43}=$/) })
    for (const [path, content] of entries) expect(/member@other|Secret Garden/.test(content.toString('latin1')), path).toBe(false)
    expect(String(entries.get('tables/identity.jsonl'))).toContain('$argon2id$')
  })
})

/** Neither table nor sequence has anything. */
async function expectEmpty(server: TestServer): Promise<void> {
  // One statement: there are a hundred and fifty tables, and it is asked after each archive.
  const first = archiveTables.rules.map(({ table }) => sql`(select ${table}::text as "table" from ${sql.table(table)} limit 1)`)
  const { rows } = await sql<{ table: string }>`${sql.join(first, sql` union all `)}`.execute(server.open.db)
  expect(rows).toEqual([])
}
function* split(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const other = '00000000-0000-4000-8000-00000000dead'

describe('an archive that is not as it was written changes nothing', () => {
  const getEntries = async (): Promise<TestEntry[]> => [...(await readArchive(archive))].map(([name, content]) => ({ name, content }))
  const changed: [what: string, make: () => Promise<Buffer> | Buffer, code: string, part?: RegExp][] = [
    ['nothing at all', () => Buffer.alloc(0), 'NOT_AN_ARCHIVE'],
    ['another kind of file', () => Buffer.from('Name,Email\nMia,mia@example.org\n'), 'NOT_AN_ARCHIVE'],
    ['a tar of other things', () => packEntries([{ name: 'notes.txt', content: Buffer.from('hello') }]), 'NOT_AN_ARCHIVE'],
    ['cut off at the end', () => archive.subarray(0, archive.length - 200), 'ARCHIVE_DAMAGED'],
    ['cut off in the middle', () => archive.subarray(0, archive.length >> 1), 'ARCHIVE_DAMAGED'],
    ['a part is missing', async () => packEntries((await getEntries()).slice(0, -1)), 'ARCHIVE_DAMAGED', /^files\//],
    [
      'a part too many',
      async () => packEntries([...(await getEntries()), { name: 'tables/more.jsonl', content: Buffer.from('{}\n') }]),
      'ARCHIVE_DAMAGED',
      /more/,
    ],
    [
      'a path that leads out of its folder',
      async () => packEntries((await getEntries()).map((entry, at) => (at === 3 ? { ...entry, name: '../../escaped.jsonl' } : entry))),
      'ARCHIVE_DAMAGED',
      /escaped/,
    ],
    [
      'a link',
      async () => packEntries((await getEntries()).map((entry, at) => (at === 3 ? { ...entry, type: 'symlink' as const } : entry))),
      'ARCHIVE_DAMAGED',
    ],
    [
      'a changed character',
      async () =>
        packEntries(
          (await getEntries()).map((entry) =>
            entry.name === 'tables/member.jsonl' ? { ...entry, content: Buffer.from(String(entry.content).replace('a', 'b')) } : entry,
          ),
        ),
      'ARCHIVE_DAMAGED',
      /member/,
    ],
    ['a file larger than this disk', () => withManifest(archive, ({ files: [file] }) => Object.assign(file as object, { bytes: 9e15 })), 'ARCHIVE_TOO_LARGE'],
    [
      'a path in the manifest that is none of ours',
      () => withManifest(archive, ({ files: [file] }) => Object.assign(file as object, { path: '/etc/passwd' })),
      'ARCHIVE_DAMAGED',
    ],
    [
      'a table that is not ours',
      () => withManifest(archive, ({ tables: [table] }) => Object.assign(table as object, { name: 'migration', path: 'tables/migration.jsonl' })),
      'ARCHIVE_DAMAGED',
    ],
    ['one row less than the manifest says', () => withManifest(archive, ({ tables }) => void (tables[1] as { rows: number }).rows++), 'ARCHIVE_DAMAGED'],
    ['an older version', () => withManifest(archive, ({ migrations }) => void migrations.pop()), 'ARCHIVE_TOO_OLD'],
    ['a newer version', () => withManifest(archive, ({ migrations }) => void migrations.push('9999-later')), 'ARCHIVE_TOO_NEW'],
    ['a newer format', () => withManifest(archive, (manifest) => void (manifest.version = 2)), 'ARCHIVE_TOO_NEW'],
    [
      'a column that is not ours',
      () => withTable(archive, 'contact', ([line = '', ...rest]) => [line.replace('"id"', '"ident"'), ...rest]),
      'ARCHIVE_DAMAGED',
      /contact.jsonl:1/,
    ],
    [
      'a line that is no JSON',
      () => withTable(archive, 'contact', ([line = '', ...rest]) => [line, line.slice(1), ...rest]),
      'ARCHIVE_DAMAGED',
      /contact.jsonl:2/,
    ],
    [
      'a picture whose file is not there',
      () => withTable(archive, 'picture', (lines) => lines.map((line) => line.replace(/"webp":"\w{8}/, '"webp":"00000000'))),
      'ARCHIVE_DAMAGED',
      /picture/,
    ],
    // These are found by the database, in the middle of writing.
    [
      'a value of the wrong kind',
      () => withTable(archive, 'service', ([line = '', ...rest]) => [line.replace(/"sort_order":\d+/, '"sort_order":"first"'), ...rest]),
      'ARCHIVE_DAMAGED',
      /service/,
    ],
    ['a row twice', () => withTable(archive, 'booking', (lines) => [...lines, lines[0] as string]), 'ARCHIVE_DAMAGED', /booking/],
    ['a row that names one that is not there', () => withTable(archive, 'contact', (lines) => lines.slice(1)), 'ARCHIVE_DAMAGED'],
    [
      'a row of another site',
      () =>
        withTable(archive, 'ledger_balance', () => [
          `{"account":"earned","came":"1","currency":"USD","site_id":"${other}","until":"2026-01-01T00:00:00+00:00","went":"0"}`,
        ]),
      'ARCHIVE_DAMAGED',
      /ledger_balance/,
    ],
    [
      'a session that belongs to none',
      () => withTable(archive, 'calendar_event', ([line = '', ...rest]) => [line.replace(/"master_id":(null|"[^"]*")/, `"master_id":"gone"`), ...rest]),
      'ARCHIVE_DAMAGED',
      /calendar_event/,
    ],
  ]
  // It has nothing to do with the database and is not asked twice.
  if (!process.env.TEST_DATABASE_URL)
    test('wherever it is cut off, and however late its parts are read', async () => {
      for (let part = 1; part <= 40; part++)
        for (const turns of [0, 1, 20]) {
          const cut = Math.floor((archive.length * part) / 41)
          // A part is read once its file is open: its stream may have ended by then.
          const wait = async () => {
            for (let turn = 0; turn < turns; turn++) await setImmediate()
          }
          const problem = await unpackArchive(Readable.from(split(archive.subarray(0, cut), 16_000)), async ({ content }) => {
            await wait()
            for await (const _piece of content) await wait()
          }).catch((error: unknown) => error as { code?: string })
          expect(problem?.code, `${cut} of ${archive.length} bytes, ${turns} turns late`).toMatch(/^(ARCHIVE_DAMAGED|NOT_AN_ARCHIVE)$/)
        }
    })

  test.each(changed)('%s', async (_what, make, code, part) => {
    const problem = (await takeArchive(second, await make()).catch((error: unknown) => error)) as { code?: string; data?: { part?: string } }
    expect(problem.code, String((problem as Error).stack)).toBe(code)
    if (part) expect(problem.data?.part).toMatch(part)
    await expectEmpty(second)
  })
})

describe('a site that came in', () => {
  beforeAll(async () => {
    await takeArchive(second, archive)
  })

  test('has every row, and is written again byte by byte', async () => {
    const after = await getRows(second)
    // What stays out, and what is sealed with the key of each server.
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([
      'booking_link_key',
      'identity_provider',
      'sign_on_policy',
      'site_setting',
    ])
    expect(await brokenInvariants(second.open.db)).toEqual([])
    const again = await writeArchive(second, site.metaSiteId)
    expect(again.equals(archive)).toBe(true)
    // And back to the kind of database that it came from.
    const third = await startTestServer()
    await takeArchive(third, again)
    expect((await writeArchive(third, site.metaSiteId)).equals(archive)).toBe(true)
    await third.close()
    const { rows } = await sql<{ key: string; value: string }>`select key, value::text as value from site_setting where key like 'test.%' order by key`.execute(
      second.open.db,
    )
    expect(rows).toEqual([
      { key: 'test.null', value: 'null' },
      { key: 'test.number', value: '{"much": 12345678901234567890.1200}' },
      { key: 'test.text', value: expect.stringContaining('one\u2028two') },
    ])
  })

  test('goes on counting behind its numbers', async () => {
    const { rows } = await sql<{ most: number; next: number }>`
      select max(number) as most, nextval(pg_get_serial_sequence('benefit_ledger', 'number')) as next from benefit_ledger`.execute(second.open.db)
    expect(Number(rows[0]?.next)).toBeGreaterThan(Number(rows[0]?.most))
  })

  test('follows its rows again: triggers are on', async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_trigger where not tgisinternal and tgenabled <> 'O'`.execute(second.open.db)
    expect(rows[0]?.n).toBe(0)
  })

  test('lets members and owner in with the passwords they had', async () => {
    const entered = await second.call('POST', '/v2/login', {
      token: await second.visitorToken(site),
      body: { loginId: { email: member.email }, password: 'a calm long evening' },
    })
    expect(entered.body.state).toBe('SUCCESS')
    expect(await second.signInAsOwner(site)).toMatchObject({ headers: { 'x-csrf': expect.any(String) } })
    // Keys of programs open it as before.
    await second.ok('GET', `/v2/orders/${order.id}`, { as: site })
  })

  test('refuses a second archive', async () => {
    await expect(takeArchive(second, archive)).rejects.toMatchObject({ code: 'SERVER_NOT_EMPTY' })
  })

  test('does the work that waited, once', async () => {
    const waiting = async (server: TestServer) =>
      (
        await sql<{
          kind: string
          n: number
        }>`select kind, count(*)::int as n from job where site_id = ${site.metaSiteId} and state = 'WAITING' group by 1 order by 1`.execute(server.open.db)
      ).rows
    expect((await waiting(second)).length).toBeGreaterThan(0)
    expect(await waiting(second)).toEqual(await waiting(first))
    await second.runner.drain()
    const { rows } = await sql<{
      state: string
      n: number
    }>`select state, count(*)::int as n from email where recipient = 'waiting@riverside.example' group by 1`.execute(second.open.db)
    const queued = await sql<{ n: number }>`select count(*)::int as n from email where recipient = 'waiting@riverside.example'`.execute(first.open.db)
    expect(rows).toEqual([{ state: expect.stringMatching(/SENT|KEPT/), n: queued.rows[0]?.n }])
  })

  test('renews its subscriptions on time', async () => {
    const orders = createPlanOrders(second, site)
    second.freezeClock(order.due)
    await second.runner.runDue()
    const renewed = await orders.read(order.id)
    expect(renewed.currentCycle).toMatchObject({ index: 2, startedDate: order.due })
    expect(renewed.lastPaymentStatus).toBe('PAID')
    expect(await brokenInvariants(second.open.db)).toEqual([])
    expect(second.problems).toEqual([])
  })
})
