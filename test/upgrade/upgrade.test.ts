/** Data that an earlier version wrote, as rows, as a data folder and as a dump, opens with today's code, keeps what was promised in it, and life goes on. */
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canDump } from '#kit/db/backup/pg-dump.ts'
import { migrations } from '#kit/db/migrations/index.ts'
import { brokenInvariants, unfinishedWork } from '../invariants.ts'
import { seededRandom } from '../kill/random.ts'
import { findLostWrites } from '../kill/kill-workload.ts'
import { ownerCall, Person, type Studio } from '../kill/clients.ts'
import { allOperations } from '../operations.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { listStored, openStored, type StoredFacts, type StoredForm } from './stored-data.ts'

const databaseUrl = process.env.TEST_DATABASE_URL
const stored = listStored()
// A folder is of the embedded database, a dump of a server; rows are read by both.
const here = stored.filter(({ form }) => form === 'rows' || form === (databaseUrl ? 'dump' : 'folder'))
// A dump is read by a program of PostgreSQL that npm does not bring: where there is none, dumps are skipped and say so.
const canRestore = await canDump(150_000)
const [opened, left] = [here.filter(({ form }) => form !== 'dump' || canRestore), here.filter(({ form }) => form === 'dump' && !canRestore)]
/** Two months are lived once per version and database: on the folder or the dump, on the same rows only where a dump cannot be read. */
const goesOn = (form: StoredForm, version: string): boolean => form !== 'rows' || left.some((one) => one.version === version)
test.skip.each(left)('the $form of $version is restored, given pg_restore', () => undefined)

test('of each version the rows, a data folder and a dump are kept', () => {
  const versions = [...new Set(stored.map(({ version }) => version))]
  expect(versions).toContain('baseline')
  expect(stored.map(({ version, form }) => `${version} ${form}`).toSorted()).toEqual(
    versions.flatMap((version) => ['dump', 'folder', 'rows'].map((form) => `${version} ${form}`)).toSorted(),
  )
})

describe.each(opened)('$form of $version', ({ version, form }) => {
  let server: TestServer
  let known: StoredFacts
  let studio: Studio
  let before: Record<string, number>
  const people: Person[] = []

  /** How many rows the tables of people and money hold. */
  const countRows = async (): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {}
    for (const table of ['site', 'member', 'contact', 'plan', 'plan_order', 'plan_invoice', 'service', 'booking', 'event', 'email', 'ledger_entry', 'receipt'])
      counts[table] = Number((await sql<{ n: number }>`select count(*) n from ${sql.table(table)}`.execute(server.open.db)).rows[0]?.n)
    return counts
  }

  beforeAll(async () => {
    const made = await openStored(version, form, databaseUrl)
    const { open } = made
    known = made.known
    const madeAt = Temporal.Instant.from(known.now).epochMilliseconds
    const time = () => madeAt + performance.now()
    server = await startTestServer({ wallMs: time, monotonicMs: time }, open)
    before = await countRows()
    server.freezeClock(known.now)
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const address = server.app.server.address()
    studio = { ...known.studio, base: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` }
  })
  afterAll(() => server.close())

  test('has the tables of today, and every row that it had', async () => {
    const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(server.open.db)
    expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name).toSorted())
    for (const [table, rows_] of Object.entries(before)) expect(rows_, table).toBeGreaterThan(0)
    expect(await brokenInvariants(server.open.db)).toEqual([])
  })

  test('every list and every page of settings answers its owner without an error of the server', async () => {
    const wrong: string[] = []
    for (const { name, op } of allOperations()) {
      if (op.path.includes('{') || op.path.startsWith('/_test/')) continue
      const reads = op.method === 'GET' || /\/(query|search|count|list)$/.test(op.path)
      if (!reads) continue
      const answer = await server.call(op.method, op.path, { as: studio.site, ...(op.method === 'GET' ? {} : { body: {} }) })
      if (answer.status >= 500) wrong.push(`${name}: ${answer.text}`)
    }
    expect(wrong).toEqual([])
    expect(server.problems).toEqual([])
  })

  test('owners and members sign in with the password they had', async () => {
    for (const who of [{ email: studio.site.ownerEmail, password: studio.site.ownerPassword }, known.sampleOwner])
      expect(await server.call('POST', '/api/owner/sign-in', { body: who, headers: { host: new URL(studio.base).host } })).toMatchObject({ status: 200 })
    const visitor = await server.visitorToken(studio.site)
    for (const { name } of known.people) {
      const entered = await server.call('POST', '/v2/login', {
        token: visitor,
        body: { loginId: { email: `${name}@people.example` }, password: 'a calm long evening' },
      })
      expect(entered.body.state).toBe('SUCCESS')
    }
  })

  if (!goesOn(form, version)) return
  test('its people go on for two months; what was promised before and after is kept, and nothing is charged twice', { timeout: 300_000 }, async () => {
    for (const [at, { name, memberId, promises }] of known.people.entries()) {
      const person = new Person(studio, seededRandom(100 + at), name)
      await person.comeBack(
        memberId,
        promises.map((promise) => ({ ...promise, may: new Set(promise.may) })),
      )
      people.push(person)
    }
    const kept = people.flatMap((person) => person.acknowledged).length
    expect(kept).toBeGreaterThan(50)
    for (let week = 0; week < 8; week++) {
      for (let turn = 0; turn < 3; turn++) for (const person of people) await person.act()
      await ownerCall(studio, 'POST', '/_test/clock', { advance: 'P7D' })
    }
    for (const person of people) await person.act()
    const { now } = await ownerCall(studio, 'POST', '/_test/clock', { advance: 'P1D' })
    const promises = people.flatMap((person) => person.acknowledged)
    expect(promises.length).toBeGreaterThan(kept + 20)
    expect(await findLostWrites(server.open.db, studio, promises, Temporal.Instant.from(now))).toEqual([])
    expect(await brokenInvariants(server.open.db)).toEqual([])
    expect(await unfinishedWork(server.open.db)).toEqual([])
    expect(server.problems).toEqual([])
    const after = await countRows()
    for (const [table, rows] of Object.entries(before)) expect(after[table], table).toBeGreaterThanOrEqual(rows)
  })
})
