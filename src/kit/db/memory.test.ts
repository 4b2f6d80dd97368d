import { expect, test, vi } from 'vitest'
import { Memory, rememberedBy } from './memory.ts'

const setUp = () => {
  const memory = new Memory()
  let stored = 'old'
  const load = vi.fn(async () => ({ name: stored }))
  return {
    memory,
    load,
    read: () => memory.remember(['site'], 'a', load),
    store: (value: string) => (stored = value),
    connection: () => rememberedBy(memory, async (text: string) => text),
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
  await connection().ask('update "site" set "name" = $1', ['new'])
  expect(await read()).toEqual({ name: 'new' })
})

test('while a transaction has written, nobody remembers; after it the new is known', async () => {
  const { read, load, store, connection } = setUp()
  await read()
  const writer = connection()
  await writer.ask('begin', [])
  await writer.ask('insert into site (id) values ($1)', ['x'])
  await read()
  await read()
  expect(load).toHaveBeenCalledTimes(3)
  store('new')
  await writer.ask('commit', [])
  expect(await read()).toEqual({ name: 'new' })
  await read()
  expect(load).toHaveBeenCalledTimes(4)
})

test('a connection that is given back without an end counts as ended', async () => {
  const { read, load, connection } = setUp()
  await read()
  const writer = connection()
  await writer.ask('begin', [])
  await writer.ask('delete from site', [])
  writer.done()
  await read()
  await read()
  expect(load).toHaveBeenCalledTimes(2)
})

test('what was read before a write and arrives after it is not kept', async () => {
  const { memory, connection } = setUp()
  let answer: (value: string) => void = () => undefined
  const slow = memory.remember(['site'], 'slow', () => new Promise<string>((done) => (answer = done)))
  await connection().ask('update site set name = $1', ['x'])
  answer('old')
  expect(await slow).toBe('old')
  expect(await memory.remember(['site'], 'slow', async () => 'new')).toBe('new')
})

test('other tables do not matter; what is shared cannot be changed', async () => {
  const { read, load, connection } = setUp()
  const value = await read()
  await connection().ask('update booking set x = 1 where id = $1 for update', [])
  await read()
  expect(load).toHaveBeenCalledTimes(1)
  expect(() => {
    value.name = 'mine'
  }).toThrow(TypeError)
})
