/** Webhooks that are paused, and what waits for them. */
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowPrivateTargets } from '#kit/http/fetch-public.ts'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let posts = 0
let status = 500
const receiver = createServer((request, response) => {
  posts++
  request.resume()
  response.statusCode = status
  response.end()
})
beforeAll(async () => {
  server = await startTestServer()
  allowPrivateTargets(true)
  site = await server.createSite()
  await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  receiver.close()
  allowPrivateTargets(false)
  await server.close()
})

test('a paused webhook hears nothing, not what waited to be tried again either; once it listens again it hears that', async () => {
  const { port } = receiver.address() as { port: number }
  const body = { url: `http://127.0.0.1:${port}/hook`, types: ['wix.members.v1.member_created'] }
  const { webhook } = await server.ok('POST', '/api/webhooks', { as: site, body })
  await server.registerMember(site)
  await server.runner.drain()
  expect(posts).toBe(1)
  const setActive = (isActive: boolean) => server.ok('PATCH', `/api/webhooks/${webhook.id}`, { as: site, body: { isActive } })
  await setActive(false)
  await server.advanceClock('PT2M')
  await server.runner.drain()
  expect(posts).toBe(1)
  status = 200
  await setActive(true)
  await server.runner.drain()
  expect(posts).toBe(2)
})

test('what is repeated by hand is tried again like anything else', async () => {
  const { port } = receiver.address() as { port: number }
  const own = await server.createSite()
  status = 500
  const body = { url: `http://127.0.0.1:${port}/again`, types: ['wix.members.v1.member_created'] }
  const { webhook } = await server.ok('POST', '/api/webhooks', { as: own, body })
  const goOn = async () => {
    await server.advanceClock('PT2M')
    await server.runner.drain()
  }
  const readDelivery = async () => (await server.ok('GET', `/api/webhooks/${webhook.id}/deliveries`, { as: own })).deliveries[0]
  await server.registerMember(own)
  await server.runner.drain()
  status = 200
  await goOn()
  expect(await readDelivery()).toMatchObject({ state: 'DONE', attempts: 2 })
  status = 500
  await server.ok('POST', `/api/webhook-deliveries/${(await readDelivery()).id}/repeat`, { as: own })
  await server.runner.drain()
  expect(await readDelivery()).toMatchObject({ state: 'WAITING', attempts: 1 })
  status = 200
  await goOn()
  expect(await readDelivery()).toMatchObject({ state: 'DONE', attempts: 2 })
})
