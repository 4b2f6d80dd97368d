import { expect, test } from 'vitest'
import { metrics } from '../observability/metrics.ts'
import { ConnectionQueue } from './connection-queue.ts'

const limits = { places: 4, keptForServer: 1, maxWaiting: 2, waitMs: { request: 10_000, server: 10_000 } }
const countRefusals = async (reason: string): Promise<number> =>
  (await metrics.connectionRefusals.get()).values.find(({ labels }) => labels.reason === reason)?.value ?? 0

test('requests leave a place to the work of the server, which takes any', async () => {
  const queue = new ConnectionQueue(limits)
  const leave = [await queue.enter('request'), await queue.enter('request'), await queue.enter('request')]
  const waiting = queue.enter('request')
  expect(queue.waiting).toBe(1)
  const leaveServer = await queue.enter('server')
  leaveServer()
  // The place that is kept does not go to the request.
  expect(queue.waiting).toBe(1)
  leave[0]?.()
  ;(await waiting)()
  expect(queue.waiting).toBe(0)
})

test('the work of the server is not counted among those who wait, and goes before them', async () => {
  const queue = new ConnectionQueue({ ...limits, places: 1, keptForServer: 0 })
  const leave = await queue.enter('request')
  const order: string[] = []
  const enter = async (claimant: 'request' | 'server') => {
    const leave = await queue.enter(claimant)
    order.push(claimant)
    leave()
  }
  const before = await countRefusals('full')
  const all = [enter('request'), enter('server'), enter('server'), enter('server'), enter('request')]
  await expect(queue.enter('request')).rejects.toMatchObject({ name: 'DatabaseUnavailable', inDoubt: false, isLost: false })
  expect((await countRefusals('full')) - before).toBe(1)
  leave()
  await Promise.all(all)
  expect(order).toEqual(['server', 'server', 'server', 'request', 'request'])
})

test('who waited too long is refused and takes no place later', async () => {
  const queue = new ConnectionQueue({ ...limits, places: 1, keptForServer: 0, waitMs: { request: 20, server: 10_000 } })
  const leave = await queue.enter('request')
  const before = await countRefusals('late')
  await expect(queue.enter('request')).rejects.toMatchObject({ message: 'no connection became free within 0.02 seconds' })
  expect((await countRefusals('late')) - before).toBe(1)
  expect(queue.waiting).toBe(0)
  leave()
  ;(await queue.enter('request'))()
})

test('time in which the process itself was too busy ends no wait', async () => {
  const queue = new ConnectionQueue({ ...limits, places: 1, keptForServer: 0, waitMs: { request: 100, server: 100 } })
  const leave = await queue.enter('request')
  const waiting = queue.enter('request')
  const until = performance.now() + 300
  while (performance.now() < until);
  // Like an answer of the database that lies there to be read.
  setTimeout(leave, 0)
  ;(await waiting)()
})
