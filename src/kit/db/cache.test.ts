import { expect, test, vi } from 'vitest'
import { ProcessCache, trackWrites } from './cache.ts'

const setUp = () => {
  const cache = new ProcessCache()
  let stored = 'old'
  const load = vi.fn(async () => ({ name: stored }))
  return {
    cache,
    load,
    read: () => cache.getOrLoad(['site'], 'a', load),
    store: (value: string) => (stored = value),
    connection: () => trackWrites(cache, async (text: string) => text),
  }
}

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

test('a write outside a transaction is seen at once', async () => {
  const { read, store, connection } = setUp()
  await read()
  store('new')
  await connection().send('update "site" set "name" = $1', ['new'])
  expect(await read()).toEqual({ name: 'new' })
})

test('while a transaction has written, nobody remembers; after it the new is known', async () => {
  const { read, load, store, connection } = setUp()
  await read()
  const writer = connection()
  await writer.send('begin', [])
  await writer.send('insert into site (id) values ($1)', ['x'])
  await read()
  await read()
  expect(load).toHaveBeenCalledTimes(3)
  store('new')
  await writer.send('commit', [])
  expect(await read()).toEqual({ name: 'new' })
  await read()
  expect(load).toHaveBeenCalledTimes(4)
})

test('a connection that is given back without an end counts as ended', async () => {
  const { read, load, connection } = setUp()
  await read()
  const writer = connection()
  await writer.send('begin', [])
  await writer.send('delete from site', [])
  writer.endTransaction()
  await read()
  await read()
  expect(load).toHaveBeenCalledTimes(2)
})

test('what was read before a write and arrives after it is not kept', async () => {
  const { cache, connection } = setUp()
  let answer: (value: string) => void = () => undefined
  const slow = cache.getOrLoad(['site'], 'slow', () => new Promise<string>((done) => (answer = done)))
  await connection().send('update site set name = $1', ['x'])
  answer('old')
  expect(await slow).toBe('old')
  expect(await cache.getOrLoad(['site'], 'slow', async () => 'new')).toBe('new')
})

test('other tables do not matter; what is shared cannot be changed', async () => {
  const { read, load, connection } = setUp()
  const value = await read()
  await connection().send('update booking set x = 1 where id = $1 for update', [])
  await read()
  expect(load).toHaveBeenCalledTimes(1)
  expect(() => {
    value.name = 'mine'
  }).toThrow(TypeError)
})
