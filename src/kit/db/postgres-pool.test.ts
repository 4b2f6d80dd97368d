/** Connections that are cut again and again, played by a proxy in front of a real server. */
import { connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type Postgres } from '../../../tools/postgres.ts'
import { PostgresPool } from './postgres-pool.ts'
import { DatabaseUnavailable } from './unavailable.ts'

let postgres: Postgres
let proxy: Server
let pool: PostgresPool
/** How many connections are still cut, and at which of the client's messages. */
let cut = { left: 0, at: '' }
let connections = 0

beforeAll(async () => {
  postgres = await startPostgres()
  const port = Number(new URL(postgres.url).port)
  proxy = createServer((client) => {
    connections += 1
    const upstream = connect(port, '127.0.0.1')
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
    upstream.pipe(client)
    client.on('data', (chunk: Buffer) => {
      if (cut.left === 0 || !chunk.includes(cut.at)) return void upstream.write(chunk)
      cut.left -= 1
      client.destroy()
    })
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const url = new URL(postgres.url)
  const address = proxy.address()
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  pool = new PostgresPool({ url: url.href, maxConnections: 2 })
})
afterAll(async () => {
  await pool.end()
  proxy.close()
  await postgres.stop()
})

const run = async (text: string) => {
  const connection = await pool.connect()
  try {
    return (await connection.execute({ text, params: [], writes: [], mayPrepare: false })).rows
  } finally {
    connection.release()
  }
}

test('a read whose connection is cut five times in a row is answered', async () => {
  cut = { left: 5, at: 'select 42' }
  expect(await run('select 42 as answer')).toEqual([{ answer: 42 }])
  expect(cut.left).toBe(0)
})

test('a connection that is cut while it is made, is made again', async () => {
  cut = { left: 8, at: 'select 43' }
  const read = run('select 43 as answer')
  await expect.poll(() => cut.left).toBeLessThan(7)
  // Only the first message of a connection names the encoding.
  cut = { left: 3, at: 'client_encoding' }
  expect(await read).toEqual([{ answer: 43 }])
  expect(cut.left).toBe(0)
})

test('a change is never sent a second time', async () => {
  await run('create table made (n int)')
  cut = { left: 1, at: 'insert into made' }
  const error = await run('insert into made values (1)').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(DatabaseUnavailable)
  expect(error).toMatchObject({ inDoubt: true, isLost: true })
  expect(await run('select count(*)::int n from made')).toEqual([{ n: 0 }])
})

test('a server that takes every connection and cuts it, is given up', async () => {
  const before = connections
  cut = { left: Number.POSITIVE_INFINITY, at: 'select 44' }
  const error = await run('select 44 as answer').catch((thrown: unknown) => thrown)
  cut = { left: 0, at: '' }
  expect(error).toMatchObject({ name: 'DatabaseUnavailable', isLost: true })
  // With a pause between: fewer than a hundred tries in the time that they are given.
  expect(connections - before).toBeLessThan(100)
  expect(await run('select 44 as answer')).toEqual([{ answer: 44 }])
})

test('while a node of a cluster is away, its reads try again and keep no connection from others', async () => {
  // What the coordinator says: once while it takes the loss in, then of every try to connect.
  await run(`create sequence tries`)
  await run(`create function read_from_node(until int) returns int language plpgsql as $$ begin
    if nextval('tries') < until then raise exception 'connection to the remote node postgres@127.0.0.1:9801 failed with the following error' using errcode = '08006'; end if;
    return 45; end $$`)
  const other = () => run('select pg_sleep(0.01)')
  // All that the pool may open.
  await Promise.all([other(), other()])
  const opened = connections
  const reads = [0, 1, 2].map(() => run('select read_from_node(30) as answer'))
  let others = 0
  const isOver = Promise.all(reads)
  for (let over = false; !over; over = await Promise.race([isOver.then(() => true), other().then(() => false)])) others++
  expect(await isOver).toEqual(Array.from({ length: 3 }, () => [{ answer: 45 }]))
  expect(others).toBeGreaterThan(3)
  expect(connections).toBe(opened)
})

test('a node that stays away is given up, and a change for it is sent once', async () => {
  await run(`select setval('tries', 1)`)
  expect(await run('select read_from_node(1000) as answer').catch((thrown: unknown) => thrown)).toMatchObject({
    name: 'DatabaseUnavailable',
    isLost: true,
    inDoubt: false,
  })
  const [[{ tries } = { tries: 0 }], opened] = [(await run('select last_value::int as tries from tries')) as { tries: number }[], connections]
  expect(tries).toBeLessThan(100)
  expect(await run('insert into made values (read_from_node(1000))').catch((thrown: unknown) => thrown)).toMatchObject({ isLost: true, inDoubt: true })
  expect(await run('select last_value::int as tries from tries')).toEqual([{ tries: tries + 1 }])
  expect(connections).toBe(opened)
})
