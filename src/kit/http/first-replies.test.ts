import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createFirstReplies, writeReplies } from './first-replies.ts'

const reader = { host: 'studio.example', ip: '203.0.113.7', language: 'de' }

test('calls are asked as a visitor, whose token is used again while it is young; what is refused is left out', async () => {
  const app = Fastify()
  let now = 0
  let tokens = 0
  const seen: unknown[] = []
  app.post('/oauth2/token', async () => ({ access_token: `token-${(tokens += 1)}` }))
  app.post('/query', async ({ headers, body, ip }) => {
    seen.push([headers.authorization, headers.host, headers['accept-language'], ip, body])
    return { title: '</script>' }
  })
  app.get('/refused', async (_, reply) => reply.code(403).send({}))
  const replies = createFirstReplies(app, () => now)
  const load = () =>
    replies.ask(
      [
        { method: 'POST', url: '/query', body: { limit: 1 } },
        { method: 'GET', url: '/refused' },
      ],
      { clientId: 'client', reader },
    )
  expect(JSON.parse(writeReplies(await load()))).toEqual({ 'POST /query {"limit":1}': { title: '</script>' } })
  await load()
  now = 31 * 60_000
  await load()
  const visit = (nr: number) => [`token-${nr}`, 'studio.example', 'de', '203.0.113.7', { limit: 1 }]
  expect(seen).toEqual([visit(1), visit(1), visit(2)])
  await app.close()
})

test('reads are asked as who is signed in, writes and questions without a session are not', async () => {
  const app = Fastify()
  const seen: unknown[] = []
  const answer = async ({ method, headers }: { method: string; headers: Record<string, unknown> }) => {
    seen.push([method, headers.cookie, headers.host])
    return { name: 'Olive' }
  }
  app.get('/me', answer)
  app.post('/me', answer)
  const { askSignedIn } = createFirstReplies(app)
  const calls = (['GET', 'POST'] as const).map((method) => ({ method, url: '/me' }))
  expect(writeReplies(await askSignedIn(calls, { cookie: 'session=abc', reader }))).toBe('{"GET /me {}":{"name":"Olive"}}')
  expect(writeReplies(await askSignedIn(calls, { cookie: undefined, reader }))).toBe('')
  expect(seen).toEqual([['GET', 'session=abc', 'studio.example']])
  await app.close()
})

test('without a token nothing is written', async () => {
  const app = Fastify()
  app.post('/oauth2/token', async (_, reply) => reply.code(503).send({}))
  const replies = createFirstReplies(app)
  expect(writeReplies(await replies.ask([{ method: 'GET', url: '/any' }], { clientId: 'client', reader }))).toBe('')
  await app.close()
})
