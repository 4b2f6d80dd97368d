import { expect, test } from 'vitest'
import type { EmbeddedEngine } from './embedded-engine.ts'
import { PglitePool } from './pglite-pool.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const engine = {} as EmbeddedEngine

test('the connection goes to those who wait, in their order', async () => {
  const pool = new PglitePool(engine)
  const order: number[] = []
  const first = await pool.connect()
  const others = [1, 2, 3].map(async (n) => {
    const connection = await pool.connect()
    order.push(n)
    connection.release()
  })
  expect(order).toEqual([])
  first.release()
  await Promise.all(others)
  expect(order).toEqual([1, 2, 3])
})

test('who waits too long is refused and keeps no one else waiting', async () => {
  const pool = new PglitePool(engine, { waitMs: { request: 50, server: 1000 } })
  const first = await pool.connect()
  const late = await pool.connect().catch((error: unknown) => error)
  expect(late).toBeInstanceOf(DatabaseUnavailable)
  expect(late).toMatchObject({ message: 'no connection became free within 0.05 seconds', inDoubt: false, isLost: false })
  // Maintenance waits as long as it takes.
  const alone = pool.runAlone(async () => undefined)
  const next = pool.connect()
  first.release()
  await alone
  ;(await next).release()
})

test('of a burst those beyond the bound are refused at once, the others served in their order, the work of the server first', async () => {
  const pool = new PglitePool(engine, { maxWaiting: 50 })
  const first = await pool.connect()
  const served: (number | string)[] = []
  const serve = async (what: number | string) => {
    const connection = await pool.connect(what === 'job' ? 'server' : 'request')
    served.push(what)
    connection.release()
  }
  const burst = Array.from({ length: 500 }, (_, at) => serve(at))
  const refused = await Promise.allSettled(burst.slice(50))
  for (const outcome of refused)
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { name: 'DatabaseUnavailable', message: '50 requests wait for a connection already', isLost: false },
    })
  const jobs = [serve('job'), serve('job')]
  expect(served).toEqual([])
  first.release()
  await Promise.all([...burst.slice(0, 50), ...jobs])
  expect(served).toEqual(['job', 'job', ...Array.from({ length: 50 }, (_, at) => at)])
  // Nothing of the refused is left.
  ;(await pool.connect()).release()
})
