import { connect, type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeBodyTime, limitBodyTime } from './body-time.ts'

const app = Fastify()
let port: number
beforeAll(async () => {
  limitBodyTime(app, 300)
  app.post('/', async (request) => ({ got: request.body }))
  // The handler outlasts the time that a body has.
  app.post('/slow', async (request) => {
    await new Promise((done) => setTimeout(done, 900))
    return { got: request.body }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = app.server.address() as AddressInfo)
})
afterAll(() => app.close())

/** Sends the head of a request, then its body in pieces, and answers what came back until the connection ended. */
const send = (path: string, pieces: readonly string[], pauseMs: number): Promise<string> =>
  new Promise((done) => {
    let reply = ''
    const length = pieces.join('').length
    const socket = connect(port, '127.0.0.1', async () => {
      socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`)
      for (const piece of pieces) {
        if (socket.destroyed) return
        socket.write(piece)
        await new Promise((next) => setTimeout(next, pauseMs))
      }
    })
    socket.on('data', (bytes) => (reply += bytes.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => done(reply))
  })

test('a body that trickles in is cut off; one that comes in pieces in time is answered, however long the answer takes', async () => {
  const trickle = await send('/', [...`{"a":"${'x'.repeat(200)}"}`], 50)
  expect(trickle).not.toMatch(/ 200 /)
  expect(await send('/', ['{"a":', '1}'], 20)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"got":\{"a":1\}\}$/)
  expect(await send('/slow', ['{"a":1}'], 0)).toMatch(/^HTTP\/1\.1 200 /)
})

test('a body has a minute, and a second more for each 16 KB', () => {
  expect(computeBodyTime(0)).toBe(60_000)
  expect(computeBodyTime(10 * 1024 * 1024)).toBe(700_000)
})
