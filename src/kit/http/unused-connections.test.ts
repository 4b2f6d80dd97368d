/** A server ends although clients hold connections on which they ask nothing; what is asked meanwhile is answered. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { setTimeout } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { endUnusedConnections } from './unused-connections.ts'

const GRACE_MS = 200
/** A guard against an end that waits for its clients: they wait for the server. */
const NEVER_MS = 30_000

async function start(options: object = {}): Promise<{ app: FastifyInstance; port: number }> {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false, ...options }) as unknown as FastifyInstance
  endUnusedConnections(app, GRACE_MS)
  app.get('/slow', async () => {
    await setTimeout(2 * GRACE_MS)
    return 'answered'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port }
}
const ends = (app: FastifyInstance) => Promise.race([app.close().then(() => 'ended'), setTimeout(NEVER_MS, 'waits', { ref: false })])
const read = async (socket: Socket): Promise<string> => {
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}
const ask = (socket: Socket) => socket.write('GET /slow HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')

test('connections without a request are closed, those that are asked on before or meanwhile are answered', async () => {
  const { app, port } = await start()
  const [unused, busy, late] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  await Promise.all([unused, busy, late].map((socket) => once(socket, 'connect')))
  ask(busy)
  await setTimeout(50)
  const ended = ends(app)
  await setTimeout(GRACE_MS / 4)
  ask(late)
  const replies = await Promise.all([unused, busy, late].map(read))
  expect(replies.map((reply) => reply.endsWith('answered'))).toEqual([false, true, true])
  expect(await ended).toBe('ended')
})

test('over TLS, too', async () => {
  const { app, port } = await start({ https: { cert: readFileSync('test/fixtures/tls/first.crt'), key: readFileSync('test/fixtures/tls/first.key') } })
  const [unused, late] = [connectTls({ port, rejectUnauthorized: false }), connectTls({ port, rejectUnauthorized: false })]
  await Promise.all([unused, late].map((socket) => once(socket, 'secureConnect')))
  const ended = ends(app)
  await setTimeout(GRACE_MS / 4)
  ask(late)
  const replies = await Promise.all([unused, late].map(read))
  expect(replies.map((reply) => reply.endsWith('answered'))).toEqual([false, true])
  expect(await ended).toBe('ended')
})
