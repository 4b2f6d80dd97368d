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
  const pool = new PglitePool(engine, 50)
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
