/** Data that an earlier version wrote opens with today's code, keeps what was promised in it, and life goes on. */
import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '#kit/db/migrations/index.ts'
import { brokenInvariants, unfinishedWork } from '../invariants.ts'
import { seededRandom } from '../kill/random.ts'
import { findLostWrites } from '../kill/kill-workload.ts'
import { ownerCall, Person, type Studio } from '../kill/clients.ts'
import { allOperations } from '../operations.ts'
import { emptyDatabase } from '../test-databases.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { loadData, type StoredFacts } from './stored-data.ts'

const versions = readdirSync(new URL('./data/', import.meta.url)).map((file) => file.replace('.json.gz', ''))

test('data of the baseline is kept', () => expect(versions).toContain('baseline'))

describe.each(versions)('data of %s', (version) => {
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
    const open = await emptyDatabase()
    known = await loadData(open, version)
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
