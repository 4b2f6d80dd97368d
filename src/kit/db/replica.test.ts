/** A primary and a streaming replica: a read on the replica has everything that was committed before it, whatever happens to the replica. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startPostgres, type Postgres } from '../../../tools/postgres.ts'
import { openDatabase, type OpenDatabase, writes } from './open.ts'
import type { Db } from './handles.ts'
import { Clocks } from '../api/clock.ts'
import { runReplicaRead } from '../jobs/read-replica.ts'
import { createSystemMeta } from '../jobs/unit-of-work.ts'

let primary: Postgres
let standby: Postgres
let open: OpenDatabase
const reports: string[] = []

beforeAll(async () => {
  primary = await startPostgres({ durable: true })
  standby = await primary.startReplica()
  open = await openDatabase({ url: primary.url, replicaUrl: standby.url, report: (sentence) => reports.push(sentence) })
  await open.script('create table probe (n int not null)')
})
afterAll(async () => {
  await open.close()
  await standby.stop()
  await primary.stop()
})
// Left alone for a second after it was behind.
beforeEach(() => new Promise((done) => setTimeout(done, 1100)))

const insert = async (n: number) => void (await sql`${writes('job')} insert into probe values (${n})`.execute(open.db))
const has = async (db: Db, n: number) => (await sql`select 1 from probe where n = ${n}`.execute(db)).rows.length === 1
const find = () => open.replica?.findCurrent() ?? Promise.resolve(undefined)
/** The replica once it has what was written: on a busy machine it may be behind for a while. */
const waitForReplica = (): Promise<Db> =>
  vi.waitFor(
    async () => {
      const replica = await find()
      if (!replica) throw new Error('the replica is behind')
      return replica
    },
    { timeout: 60_000, interval: 50 },
  )
const isReadOnly = async (db: Db) => (await sql<{ on: boolean }>`select pg_is_in_recovery() as "on"`.execute(db)).rows[0]?.on
const onStandby = async (statement: string) => {
  const direct = await openDatabase({ url: standby.url })
  await sql.raw(statement).execute(direct.db)
  await direct.close()
}

test('two hundred writes: each is in the read after it, and the replica answers most of them', async () => {
  let answered = 0
  for (let n = 0; n < 200; n++) {
    await insert(n)
    const replica = await find()
    if (!replica) continue
    answered += 1
    expect(await has(replica, n), `write ${n}`).toBe(true)
  }
  expect(answered).toBeGreaterThan(0)
  expect(await isReadOnly(await waitForReplica())).toBe(true)
})

test('a replica that stands still is left out until it has caught up', async () => {
  await onStandby('select pg_wal_replay_pause()')
  await insert(1000)
  expect(await find()).toBeUndefined()
  // The next read asks no server, so that it does not wait again.
  const asked: string[] = []
  open.watch.onStatement = (text) => void asked.push(text)
  expect(await find()).toBeUndefined()
  open.watch.onStatement = undefined
  expect(asked).toEqual([])
  await onStandby('select pg_wal_replay_resume()')
  expect(await has(await waitForReplica(), 1000)).toBe(true)
})

test('a read whose replica breaks in the middle is run again on the primary', async () => {
  const deps = {
    database: open,
    clocks: new Clocks(),
    loadOrigins: async () => ({ origin: '', origins: [] }),
    report: (problem: string) => expect.fail(problem),
  }
  const answeredBy: (boolean | undefined)[] = []
  await waitForReplica()
  const reply = await runReplicaRead(deps, createSystemMeta(randomUUID(), ''), async (ctx) => {
    const db = ctx.db as Db
    answeredBy.push(await isReadOnly(db))
    if (answeredBy.at(-1)) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
    return 'answered'
  })
  expect({ reply, answeredBy }).toEqual({ reply: 'answered', answeredBy: [true, false] })
})

test('without the replica the primary answers; once it is back it is used again', async () => {
  await standby.restart(async () => {
    expect(await find()).toBeUndefined()
    await insert(2000)
  })
  expect(await has(await waitForReplica(), 2000)).toBe(true)
  expect(reports.some((sentence) => sentence.includes('read replica was lost'))).toBe(true)
})

test('a server with another history is not used, and that is said once', async () => {
  const other = await startPostgres()
  const told: string[] = []
  const wrong = await openDatabase({ url: primary.url, replicaUrl: other.url, report: (sentence) => told.push(sentence) })
  try {
    expect(await wrong.replica?.findCurrent()).toBeUndefined()
    expect(await wrong.replica?.findCurrent()).toBeUndefined()
    expect(told).toEqual(['The server of DATABASE_REPLICA_URL is no replica of the one of DATABASE_URL: it is not used.'])
  } finally {
    await wrong.close()
    await other.stop()
  }
})

test('a promoted replica is not used: its history is its own', async () => {
  await onStandby('select pg_promote()')
  await insert(3000)
  expect(await find()).toBeUndefined()
})
