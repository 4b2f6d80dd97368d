/** Statements against a real PostgreSQL, several at once on one connection. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type Postgres } from '../../../tools/postgres.ts'
import { runStatement } from './statement-query.ts'

let postgres: Postgres
let pool: pg.Pool
let client: pg.PoolClient
beforeAll(async () => {
  postgres = await startPostgres()
  pool = new pg.Pool({ connectionString: postgres.url, max: 1, pipeline: true } as pg.PoolConfig)
  // The server may stop before the last connection is closed.
  pool.on('error', () => undefined)
  client = await pool.connect()
  client.on('error', () => undefined)
})
afterAll(async () => {
  client.release()
  await pool.end()
  await postgres.stop()
})
const run = (text: string, values: unknown[] = [], name?: string) => runStatement(client, { text, values, name })

test('rows come under the names that the code has for them, however often the statement is run', async () => {
  const read = () => run('select $1::int as first_one, $2::text as second, now() at time zone null as third', [1, 'two'], 'named')
  const reply = { command: 'SELECT', rowCount: 1, rows: [{ firstOne: 1, second: 'two', third: null }] }
  expect([await read(), await read(), await run('select 1 as "one" where false')]).toEqual([reply, reply, { command: 'SELECT', rowCount: 0, rows: [] }])
})

test('of several commands in one message the first one answers', async () => {
  expect(await run('create temporary table kept (n int); insert into kept values (1), (2); select n from kept')).toEqual({
    command: 'CREATE',
    rowCount: 0,
    rows: [],
  })
  expect(await run('update kept set n = n + $1', [1])).toMatchObject({ command: 'UPDATE', rowCount: 2 })
  expect(await run('insert into kept values ($1)', [7])).toMatchObject({ command: 'INSERT', rowCount: 1 })
})

test('a value that cannot be read fails its statement alone: those behind it on the connection are answered', async () => {
  const replies = await Promise.allSettled([run('select 9007199254740993 as n'), run('select 1 / $1::int as n', [0]), run('select 2 as n')])
  expect(replies.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect((replies[0] as PromiseRejectedResult).reason.message).toContain('out of the safe range')
  expect((replies[2] as PromiseFulfilledResult<unknown>).value).toMatchObject({ rows: [{ n: 2 }] })
})

test('a prepared statement whose columns have changed is refused, and never read by its former ones', async () => {
  await run('create temporary table changed (a int); insert into changed values (1)')
  const read = () => run('select * from changed where a > $1', [0], 'all-columns')
  expect((await read()).rows).toEqual([{ a: 1 }])
  await run("alter table changed add column b text default 'new'")
  await expect(read()).rejects.toMatchObject({ code: '0A000' })
})
