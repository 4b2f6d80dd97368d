/** Statements on a PostgreSQL server: described once, and what comes back the same each time. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../../../tools/postgres.ts'
import type { Statement } from './connection.ts'
import { sendStatement } from './postgres-query.ts'

let server: Postgres
let client: pg.Client
let descriptions: number
beforeAll(async () => {
  server = await startPostgres()
}, 60_000)
afterAll(() => server.stop())
beforeEach(async () => {
  client = new pg.Client({ connectionString: server.url, pipeline: true } as pg.ClientConfig)
  await client.connect()
  descriptions = 0
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  connection.on('rowDescription', () => (descriptions += 1))
  return () => client.end()
})
const send = (text: string, params: unknown[] = [], name?: string) =>
  sendStatement(client, { text, params, writes: [], mayPrepare: true } satisfies Statement, name)
const everyType = `select $1::int as some_number, null::text as nothing, 7::int8 as big, 1.50::numeric as exact, '{"a": [1]}'::jsonb as value,
  array['b', null]::text[] as list, true as yes, '2027-05-01T10:00:00Z'::timestamptz as at`

test('a named statement is described once on a connection, and its rows are the same each time', async () => {
  const found = [await send(everyType, [1], 'all'), await send(everyType, [1], 'all'), await send(everyType, [1], 'all')]
  expect(descriptions).toBe(1)
  expect(found[0]).toMatchObject({
    command: 'SELECT',
    rowCount: 1,
    rows: [{ someNumber: 1, nothing: null, big: 7, exact: '1.50', value: { a: [1] }, list: ['b', null], yes: true }],
  })
  expect(String(found[0]?.rows[0]?.at)).toBe('2027-05-01T10:00:00Z')
  expect(found.slice(1)).toEqual([found[0], found[0]])
  expect(await send(everyType, [1])).toEqual(found[0])
})

test('so are statements without rows, and commands', async () => {
  await send('create temp table kept (n int)')
  for (const n of [1, 2]) expect(await send('insert into kept values ($1)', [n], 'add')).toEqual({ command: 'INSERT', rowCount: 1, rows: [] })
  for (const count of [2, 2]) expect(await send('update kept set n = n + $1', [1], 'raise')).toEqual({ command: 'UPDATE', rowCount: count, rows: [] })
  expect((await send('begin')).command).toBe('BEGIN')
  expect((await send('select n from kept order by n')).rows).toEqual([{ n: 3 }, { n: 4 }])
  expect((await send('rollback')).command).toBe('ROLLBACK')
})

test('several that are under way at once each get their own rows', async () => {
  const numbers = [1, 2, 3, 4, 5]
  for (const _ of [1, 2])
    expect((await Promise.all(numbers.map((n) => send('select $1::int as n', [n], 'echo')))).map(({ rows }) => rows)).toEqual(numbers.map((n) => [{ n }]))
})

test('a failure is that of its statement, the first time and later', async () => {
  const divide = (by: number) => send('select 6 / $1::int as n', [by], 'divide')
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect((await divide(2)).rows).toEqual([{ n: 3 }])
  const both = [divide(0), divide(3)]
  await expect(both[0]).rejects.toThrow('division by zero')
  expect((await both[1])?.rows).toEqual([{ n: 2 }])
})

test('a value that cannot be read fails its statement alone', async () => {
  const read = (text: string) => send('select $1::int8 as n', [text], 'big')
  for (const _ of [1, 2]) {
    await expect(read('9223372036854775807')).rejects.toThrow('out of the safe range')
    expect((await read('7')).rows).toEqual([{ n: 7 }])
  }
})

test('columns that changed meanwhile are refused by the server, never mistaken', async () => {
  await send('create table changing (a int)')
  await send('insert into changing values (1)')
  const read = () => send('select * from changing where a = $1', [1], 'changing')
  for (const _ of [1, 2]) expect((await read()).rows).toEqual([{ a: 1 }])
  await send("alter table changing add b text default 'x'")
  await expect(read()).rejects.toMatchObject({ code: '0A000' })
})
