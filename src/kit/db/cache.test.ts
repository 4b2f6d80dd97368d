import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openEmptyEngine } from '../../../test/embedded-templates.ts'
import { type OpenDatabase, writes } from './open.ts'
import { ProcessCache, WriteTracker } from './cache.ts'
import type { StatementResult } from './connection.ts'
import { readMarks } from './writes.ts'

const setUp = () => {
  const cache = new ProcessCache()
  let stored = 'old'
  const load = vi.fn(async () => ({ name: stored }))
  return {
    cache,
    load,
    read: () => cache.getOrLoad(['site'], 'a', load),
    store: (value: string) => (stored = value),
    connection: () => new WriteTracker(cache),
  }
}
const result = (isWrite: boolean): StatementResult => ({ command: '', rowCount: 0, rows: [], isWrite })
const write = (connection: WriteTracker, ...tables: string[]) => connection.track({ writes: tables }, async () => result(true))

test('what was read is not asked for again, until a second has passed', async () => {
  vi.useFakeTimers()
  const { read, load } = setUp()
  await read()
  expect(await read()).toEqual({ name: 'old' })
  expect(load).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1001)
  await read()
  expect(load).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

test('what has become too old is loaded by one call; the others of that moment go on with it, and not for longer', async () => {
  vi.useFakeTimers()
  const { cache } = setUp()
  const read = (load: () => Promise<string>) => cache.getOrLoad(['site'], 'a', load)
  await read(async () => 'old')
  vi.advanceTimersByTime(1001)
  let answer: (value: string) => void = () => undefined
  const slow = read(() => new Promise<string>((done) => (answer = done)))
  const another = vi.fn(async () => 'asked as well')
  expect(await read(another)).toBe('old')
  expect(another).not.toHaveBeenCalled()
  // The load takes long, or failed: the next one asks, too.
  vi.advanceTimersByTime(250)
  expect(await read(another)).toBe('asked as well')
  answer('new')
  expect(await slow).toBe('new')
  expect(await read(another)).toBe('new')
  expect(another).toHaveBeenCalledTimes(1)
  // What nothing asked for in a long time is not handed out.
  vi.advanceTimersByTime(60_000)
  expect(await Promise.all(['first', 'second'].map((value) => read(async () => value)))).toEqual(['first', 'second'])
  vi.useRealTimers()
})

test('what becomes too old and is written meanwhile is never handed out', async () => {
  vi.useFakeTimers()
  const { cache, connection, read, store } = setUp()
  await read()
  vi.advanceTimersByTime(1001)
  let answer: (value: { name: string }) => void = () => undefined
  const slow = cache.getOrLoad(['site'], 'a', () => new Promise<{ name: string }>((done) => (answer = done)))
  store('new')
  await write(connection(), 'site')
  expect(await read()).toEqual({ name: 'new' })
  answer({ name: 'old' })
  await slow
  expect(await read()).toEqual({ name: 'new' })
  vi.useRealTimers()
})

test('a write outside a transaction is seen at once', async () => {
  const { read, store, connection } = setUp()
  await read()
  store('new')
  await write(connection(), 'site')
  expect(await read()).toEqual({ name: 'new' })
})

test('while a transaction has written, nothing is cached; after it the new is known', async () => {
  const { read, load, store, connection } = setUp()
  await read()
  const writer = connection()
  writer.openTransaction()
  await write(writer, 'site')
  await read()
  await read()
  expect(load).toHaveBeenCalledTimes(3)
  store('new')
  writer.endTransaction()
  expect(await read()).toEqual({ name: 'new' })
  await read()
  expect(load).toHaveBeenCalledTimes(4)
})

test('what was read before a write and arrives after it is not kept', async () => {
  const { cache, connection } = setUp()
  let answer: (value: string) => void = () => undefined
  const slow = cache.getOrLoad(['site'], 'slow', () => new Promise<string>((done) => (answer = done)))
  await write(connection(), 'site')
  answer('old')
  expect(await slow).toBe('old')
  expect(await cache.getOrLoad(['site'], 'slow', async () => 'new')).toBe('new')
})

test('other tables do not matter; what is shared cannot be changed', async () => {
  const { read, load, connection } = setUp()
  const value = await read()
  await write(connection(), 'booking')
  await read()
  expect(load).toHaveBeenCalledTimes(1)
  expect(() => {
    value.name = 'mine'
  }).toThrow(TypeError)
})

test('a write that forgot to name its tables drops everything', async () => {
  const { read, load, store, connection } = setUp()
  await read()
  const writer = connection()
  writer.openTransaction()
  store('new')
  await write(writer)
  await read()
  await read()
  expect(load).toHaveBeenCalledTimes(3)
  writer.endTransaction()
  expect(await read()).toEqual({ name: 'new' })
  await connection().track({ writes: [] }, async () => result(false))
  await read()
  expect(load).toHaveBeenCalledTimes(4)
})

let open: OpenDatabase
beforeAll(async () => {
  open = await openEmptyEngine()
  await open.script(`create table site (id int primary key, name text); create table location (id int)`)
})
afterAll(() => open.close())
beforeEach(async () => {
  await open.script(`truncate site; insert into site values (1, 'old')`)
})
const readName = () =>
  open.cache.getOrLoad(['site'], 'name', async () => (await sql<{ name: string }>`select name from site where id = 1`.execute(open.db)).rows[0]?.name)

test('a committed write is seen, whichever way it was written', async () => {
  const updates = {
    'query builder': (name: string) => open.db.updateTable('site').set({ name }).execute(),
    'raw and marked': (name: string) => sql`${writes('site')} update site set name = ${name}`.execute(open.db),
    'raw with parts of its own': (name: string) =>
      sql`with ${sql.join([sql`renamed as (${writes('site')} update site set name = ${name} returning id)`])} select id from renamed`.execute(open.db),
    'raw and not marked': (name: string) => sql`update site set name = ${name}`.execute(open.db),
    'in a transaction': (name: string) => open.db.transaction().execute((tx) => tx.updateTable('site').set({ name }).execute()),
  }
  for (const [way, update] of Object.entries(updates)) {
    await readName()
    await update(way)
    expect(await readName()).toBe(way)
  }
})

test('a write that was rolled back is not seen, and the cache works again afterwards', async () => {
  await readName()
  await expect(
    open.db.transaction().execute(async (tx) => {
      await tx.updateTable('site').set({ name: 'never' }).execute()
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  const statements: string[] = []
  open.watch.onStatement = (text) => void statements.push(text)
  expect([await readName(), await readName()]).toEqual(['old', 'old'])
  open.watch.onStatement = undefined
  expect(statements).toHaveLength(1)
})

test('the tree of a statement says what it writes', () => {
  const { db } = open
  const site = db.selectFrom('site').select('id')
  const writtenBy = (query: { compile(): { query: Parameters<typeof readMarks>[0] } }) => readMarks(query.compile().query).writes
  expect(writtenBy(site)).toEqual([])
  expect(writtenBy(db.insertInto('location').values({ id: '1' } as never))).toEqual(['location'])
  expect(writtenBy(db.updateTable('sessionSeat as seat').set({ taken: 1 }))).toEqual(['session_seat'])
  expect(writtenBy(db.deleteFrom('site').where('id', '=', '1'))).toEqual(['site'])
  expect(
    writtenBy(
      db
        .with('gone', (inner) => inner.deleteFrom('location').returning('id'))
        .selectFrom('gone')
        .selectAll(),
    ),
  ).toEqual(['location'])
  expect(
    writtenBy(
      db
        .with('gone', (inner) => inner.deleteFrom('location').returning('id'))
        .updateTable('site')
        .set({ name: '' }),
    ),
  ).toEqual(['site', 'location'])
})
