/** A locked table and the readers of others, on a real server: what one kind of waiting holds. */
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPostgres, type Postgres } from '../../../tools/postgres.ts'
import { metrics } from '../observability/metrics.ts'
import type { Claimant } from './connection-queue.ts'
import { PostgresPool } from './postgres-pool.ts'

let postgres: Postgres
let locker: pg.Client
let pool: PostgresPool

beforeAll(async () => {
  postgres = await startPostgres()
  locker = new pg.Client(postgres.url)
  await locker.connect()
  await locker.query('create table locked (n int); create table free (n int); insert into locked values (1); insert into free values (2)')
})
beforeEach(() => {
  pool = new PostgresPool({ url: postgres.url })
})
afterEach(async () => {
  await locker.query('rollback')
  await pool.end()
})
afterAll(async () => {
  await locker.end()
  await postgres.stop()
})

const lockTable = () => locker.query('begin; lock table locked in access exclusive mode')
const run = async (text: string, claimant: Claimant = 'request') => {
  const connection = await pool.connect(claimant)
  try {
    return (await connection.execute({ text, params: [], writes: text.startsWith('select') ? [] : ['locked'], mayPrepare: false })).rows
  } finally {
    connection.release()
  }
}
/** Of many runs at once, those that were refused. */
async function runMany(count: number, text: string, claimant?: Claimant) {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, () => run(text, claimant)))
  return { refused: outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : [])) }
}
const countFull = async (): Promise<number> => (await metrics.connectionRefusals.get()).values.find(({ labels }) => labels.reason === 'full')?.value ?? 0
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

test.each([{ isPipelined: true }, { isPipelined: false }])('forty readers of a locked table stop no reader of another: %o', async ({ isPipelined }) => {
  await pool.end()
  pool = new PostgresPool({ url: postgres.url, isPipelined })
  await lockTable()
  const blocked = runMany(40, 'select n from locked')
  // A request that waits for a connection longer than five seconds is refused; the lock stays for longer.
  expect((await runMany(200, 'select n from free')).refused).toEqual([])
  // Also while they wait on.
  await pause(2000)
  expect((await runMany(40, 'select n from free')).refused).toEqual([])
  expect(pool.connections().waiting).toBeGreaterThan(30)
  await locker.query('rollback')
  expect((await blocked).refused).toEqual([])
  expect(pool.connections().waiting).toBe(0)
})

test('beyond the bound readers of the locked table are refused early, and the work of the server goes on', async () => {
  await pool.end()
  pool = new PostgresPool({ url: postgres.url, maxWaiting: 20 })
  await lockTable()
  const before = await countFull()
  const blocked = runMany(100, 'select n from locked')
  expect((await runMany(10, 'select n from free', 'server')).refused).toEqual([])
  await pause(1000)
  const early = (await countFull()) - before
  expect(early).toBeGreaterThan(60)
  await locker.query('rollback')
  const { refused } = await blocked
  expect(refused).toHaveLength(early)
  expect(new Set(refused.map(({ name }) => name))).toEqual(new Set(['DatabaseUnavailable']))
})

test('requests that hold every connection are waited for five seconds; jobs get theirs', async () => {
  const held = await Promise.all(Array.from({ length: 12 }, () => pool.connect()))
  await expect(pool.connect()).rejects.toMatchObject({ name: 'DatabaseUnavailable', message: 'no connection became free within 5 seconds' })
  expect(await run('select n from free', 'server')).toEqual([{ n: 2 }])
  for (const connection of held) connection.release()
  expect(await run('select n from free')).toEqual([{ n: 2 }])
})

test.each([{ isPipelined: true }, { isPipelined: false }])('a change waits for a lock on, within a transaction and without: %o', async ({ isPipelined }) => {
  await pool.end()
  pool = new PostgresPool({ url: postgres.url, isPipelined })
  await lockTable()
  const inTransaction = async () => {
    const connection = await pool.connect()
    await connection.begin('isolation level read committed')
    const { rows } = await connection.execute({ text: 'select count(*)::int as n from locked', params: [], writes: [], mayPrepare: false })
    await connection.commit()
    connection.release()
    return rows
  }
  const all = Promise.all([run('insert into locked values (3)'), inTransaction()])
  await pause(1500)
  await locker.query('rollback')
  await all
  // The bound of a change stays with none of the connections.
  const bounds = await Promise.all(Array.from({ length: 12 }, () => run("select current_setting('lock_timeout') as bound")))
  expect(new Set(bounds.map(([row]) => row?.bound))).toEqual(new Set(['250ms']))
  await run('delete from locked where n = 3')
})
