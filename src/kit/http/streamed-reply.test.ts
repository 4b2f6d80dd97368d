import { PassThrough } from 'node:stream'
import { connect, type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { watchStreamedReply } from './streamed-reply.ts'

const app = Fastify()
const problems: string[] = []
let body: PassThrough
beforeAll(async () => {
  app.get('/file', (request, reply) => {
    body = new PassThrough()
    body.write('the first rows')
    watchStreamedReply(body, request, reply, (problem) => void problems.push(problem))
    return reply.send(body)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(() => void (problems.length = 0))
afterAll(() => app.close())

/** Asks for the file, does something once its first rows have come, and answers all that came and how it ended. */
const ask = (version: '1.0' | '1.1', then: () => void): Promise<{ got: string; ended: string }> =>
  new Promise((resolve) => {
    let got = ''
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(`GET /file HTTP/${version}\r\nhost: a\r\n\r\n`))
    socket.on('data', (bytes) => {
      got += bytes.toString()
      // In a turn of its own: a client that gets the rows and a reset at once may see either.
      if (got.includes('the first rows')) setTimeout(then, 20)
    })
    socket.once('end', () => resolve({ got, ended: 'end' }))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve({ got, ended: String(error.code) }))
  })

test('a reply that breaks off misses its last chunk, and is reported', async () => {
  const { got } = await ask('1.1', () => body.destroy(new Error('the disk is gone')))
  expect(got).toContain('HTTP/1.1 200')
  expect(got).not.toContain('\r\n0\r\n')
  expect(problems).toEqual([expect.stringMatching(/GET \/file broke off$/)])
})
test('a client that knows no chunks sees a reset when it breaks off, and an end when it is whole', async () => {
  expect((await ask('1.0', () => body.destroy(new Error('the disk is gone')))).ended).toBe('ECONNRESET')
  problems.length = 0
  expect((await ask('1.0', () => body.end())).ended).toBe('end')
  expect(problems).toEqual([])
})
