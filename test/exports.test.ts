/** Files that are too long to be held: they come whole and in their order, or they break off so that the client sees it. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, type Server } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { EXPORT_PAGE_ROWS } from '#kit/api/csv-reply.ts'
import { createLogger } from '#kit/observability/logger.ts'
import { startTestServer, type TestServer, type TestSite } from './test-server.ts'

/** Six whole pages and a part of one; three rows are of one moment, so that pages begin and end within moments. */
const rows = 6 * EXPORT_PAGE_ROWS + 250
let server: TestServer
let site: TestSite
let instance: Server
let address: string
let headers: Record<string, string>
const problems: string[] = []
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  const logger = await createLogger({ level: 'info', format: 'json' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const config = { ...readConfig({ TEST_HOOKS: '1' }, process.cwd()), port: 0 }
  instance = await buildApp(server.open, config, server.clocks, (problem) => void problems.push(problem), logger)
  address = await instance.app.listen({ port: 0, host: '127.0.0.1' })
  headers = { authorization: site.apiKey, 'wix-site-id': site.metaSiteId }
  await fillLedger()
  await fillMembers()
})
afterEach(() => {
  server.open.watch.onStatement = undefined
  problems.length = 0
})
afterAll(async () => {
  await instance.app.close()
  await server.close()
})

async function fillLedger(): Promise<void> {
  const [receipt, order] = [crypto.randomUUID(), crypto.randomUUID()]
  const { db } = server.open
  await sql`insert into receipt (site_id, id, number, state, provider, amount, currency, language, title, paid_at, due_at)
    values (${site.metaSiteId}, ${receipt}, 1, 'EARNED', 'test', 1, 'EUR', 'en', 'Pass', now(), now())`.execute(db)
  await sql`insert into receipt_line (site_id, receipt_id, n, kind, payable_id, label, amount)
    values (${site.metaSiteId}, ${receipt}, 1, 'ORDER', ${order}, 'Pass', 1)`.execute(db)
  await sql`insert into ledger_entry (site_id, id, from_account, to_account, amount, currency, key, at, receipt_id)
    select ${site.metaSiteId}, gen_random_uuid(), 'earned', 'paid', n / 100.0, 'EUR', 'k' || n, timestamptz '2026-01-01' + (n / 3) * interval '1 second', ${receipt}
    from generate_series(1, ${rows}::int) n`.execute(db)
}
async function fillMembers(): Promise<void> {
  await sql`with made as (
      insert into contact (site_id, id, first_name, created_at, updated_at)
      select ${site.metaSiteId}, gen_random_uuid(), '=n' || n, timestamptz '2026-01-01' + (n / 3) * interval '1 second', now()
      from generate_series(1, ${rows}::int) n returning site_id, id, first_name, created_at)
    insert into member (site_id, id, contact_id, login_email, status, privacy_status, nickname, slug, created_at, updated_at)
    select site_id, id, id, substr(first_name, 2) || '@example.com', 'APPROVED', 'PRIVATE', substr(first_name, 2), substr(first_name, 2), created_at, now()
    from made`.execute(server.open.db)
}

const exports = { books: '/api/money/books.csv', members: '/api/members/export' } as const
/** What the reads of an export have in common. */
const pageReads = { books: /from "receipt".+ledger_entry.+limit/s, members: /from "member".+order by "member"."created_at"/s } as const
type Export = keyof typeof exports
const kinds = Object.keys(exports) as Export[]
/** Calls back at each read of a page, by its number. */
function watchReads(kind: Export, onRead: (page: number) => void): { pages(): number } {
  let page = 0
  server.open.watch.onStatement = (text) => void (pageReads[kind].test(text) && onRead(++page))
  return { pages: () => page }
}
function failAt(kind: Export, bad: number) {
  return watchReads(kind, (page) => {
    if (page === bad) throw new Error('the disk is gone')
  })
}
const download = (kind: Export, encoding = 'identity') => fetch(address + exports[kind], { headers: { ...headers, 'accept-encoding': encoding } })
const lastLine = (status: number) => lines.findLast((line) => line.msg === 'request' && line.status === status)

describe('whole', () => {
  test('the books come with every row, the newest first, and add up', async () => {
    const reads = watchReads('books', () => undefined)
    const reply = await download('books')
    const [head, ...found] = (await reply.text()).trimEnd().split('\n')
    expect(reads.pages()).toBe(8)
    expect(head).toBe('at,from,to,amount,currency,orderId,invoiceId,refundId')
    const stored = await sql<{ line: string }>`
      select concat_ws(',', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), from_account, to_account, e.amount, e.currency, l.payable_id, e.receipt_id) || ',' as line
      from ledger_entry e join receipt_line l on l.site_id = e.site_id and l.receipt_id = e.receipt_id
      where e.site_id = ${site.metaSiteId} order by at desc, e.id`.execute(server.open.db)
    expect(found).toEqual(stored.rows.map(({ line }) => line))
    expect(found.reduce((sum, line) => sum + Math.round(Number(line.split(',')[3]) * 100), 0)).toBe((rows * (rows + 1)) / 2)
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="books.csv"')
    expect([reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual(['text/csv; charset=utf-8', 'no-store'])
  })
  test('members come one by one, the first to join first, with formulas kept from running', async () => {
    const reply = await download('members')
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
    const cells = bytes
      .toString('utf8')
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
    const stored = await sql<{ email: string; first: string }>`
      select login_email as email, first_name as first from member where site_id = ${site.metaSiteId} and login_email like 'n%@example.com' order by created_at, id`.execute(
      server.open.db,
    )
    expect(stored.rows).toHaveLength(rows)
    expect(cells.flatMap(([email, first]) => (/^n\d+@/.test(email ?? '') ? [[email, first]] : []))).toEqual(
      stored.rows.map(({ email }) => [email, `'=${email.split('@')[0]}`]),
    )
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="members.csv"')
  })
  test('what is posted meanwhile makes no row come twice or be lost', async () => {
    const own = await server.createSite()
    expect((await server.call('GET', exports.books, { as: own })).text).toBe('at,from,to,amount,currency,orderId,invoiceId,refundId\n')
    const before = (await (await download('books')).text()).split('\n').length
    const after = sql`insert into ledger_entry (site_id, id, from_account, to_account, amount, currency, key, at, receipt_id)
      select site_id, gen_random_uuid(), 'earned', 'paid', 1, 'EUR', 'late', now(), receipt_id from ledger_entry where site_id = ${site.metaSiteId} limit 1`
    let posted: Promise<unknown> | undefined
    watchReads('books', (page) => {
      if (page === 3) posted = after.execute(server.open.db)
    })
    const found = (await (await download('books')).text()).split('\n')
    await posted
    expect(found).toHaveLength(before)
    await sql`delete from ledger_entry where site_id = ${site.metaSiteId} and key = 'late'`.execute(server.open.db)
  })
})

describe.each(kinds)('%s break off', (kind) => {
  test.each(['identity', 'gzip'])('in the middle: the client sees it (%s), and so does the operator', async (encoding) => {
    failAt(kind, 4)
    const reply = await download(kind, encoding)
    expect(reply.status).toBe(200)
    await expect(reply.text()).rejects.toThrow('terminated')
    await expect.poll(() => problems).toEqual([expect.stringMatching(`GET ${exports[kind]} broke off$`)])
    await expect.poll(() => lastLine(500)).toMatchObject({ level: 'error', route: exports[kind], requestId: reply.headers.get('x-wix-request-id') })
  })
  test('before the first row: the call is answered as every failure is', async () => {
    failAt(kind, 1)
    const reply = await download(kind)
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('content-disposition')]).toEqual([500, 'application/json; charset=utf-8', null])
    expect(problems).toEqual([expect.stringMatching(/failed$/)])
  })
})

test.each(kinds)('a client that leaves ends the reading of %s, gives the connection back and is no failure', async (kind) => {
  const leave = new AbortController()
  const reads = watchReads(kind, (page) => page === 2 && leave.abort())
  const reply = fetch(address + exports[kind], { headers: { ...headers, 'accept-encoding': 'identity' }, signal: leave.signal })
  await expect(reply.then((got) => got.text())).rejects.toThrow('aborted')
  await expect.poll(() => lastLine(499)).toMatchObject({ route: exports[kind] })
  expect(reads.pages()).toBeLessThan(7)
  const before = reads.pages()
  // The embedded database has one connection: a call would wait for one that was not given back.
  await server.ok('POST', '/v1/members/query', { as: site, body: { query: {} } })
  expect(reads.pages()).toBe(before)
  expect(problems).toEqual([])
})

test('who may not read the books or the members gets neither', async () => {
  const someone = await server.inviteCollaborator(site, ['BOOKINGS.BOOKING_READ'])
  for (const kind of kinds) expect((await server.call('GET', exports[kind], someone)).status).toBe(403)
})

test('what is stored about a person has their whole log, however long', async () => {
  const { memberId, token } = await server.registerMember(site)
  await sql`insert into audit_entry (site_id, id, action, actor_kind, subject_id, at)
    select ${site.metaSiteId}, gen_random_uuid(), 'probe.' || n, 'member', ${memberId}, now() - (n / 3) * interval '1 second'
    from generate_series(1, 2100) n`.execute(server.open.db)
  const { records } = await server.ok('GET', '/api/members/my/data', { token })
  const probes = records.signIn.log.map(({ action }: { action: string }) => action).filter((action: string) => action.startsWith('probe.'))
  expect(new Set(probes).size).toBe(2100)
  expect(probes).toHaveLength(2100)
})
