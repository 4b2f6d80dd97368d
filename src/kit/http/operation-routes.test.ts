import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addOperationRoutes, MAX_PARAM_CHARACTERS, type OperationRoute } from './operation-routes.ts'

const route = (method: OperationRoute['method'], url: string, options: Partial<OperationRoute> = {}): OperationRoute => ({
  method,
  url,
  handler: async (request, reply) => reply.send({ url, params: request.params, body: request.body ?? null }),
  ...options,
})

const shared = [
  route('GET', '/v1/members'),
  route('GET', '/v1/members/my'),
  route('GET', '/v1/members/:id'),
  route('GET', '/v1/members/:id(^[^/:]+)::full'),
  route('GET', '/v1/members/:memberId/badges/:id'),
]

function build(routes: readonly OperationRoute[]) {
  const app = Fastify({ bodyLimit: 100, routerOptions: { maxParamLength: MAX_PARAM_CHARACTERS } })
  addOperationRoutes(app, routes)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ missing: true }))
  const call = async (method: 'GET' | 'HEAD' | 'POST' | 'DELETE', url: string, payload?: string, type = 'application/json') => {
    const reply = await app.inject({ method, url, ...(payload !== undefined && { payload, headers: { 'content-type': type } }) })
    return { status: reply.statusCode, ...(reply.body ? (reply.json<object>() as { url?: string; params?: object; body?: unknown; missing?: boolean }) : {}) }
  }
  return { app, call }
}

test.each([
  ['/v1/members', '/v1/members', {}],
  ['/v1/members?limit=1', '/v1/members', {}],
  ['/v1/members/my', '/v1/members/my', {}],
  ['/v1/members/a%20b', '/v1/members/:id', { id: 'a b' }],
  ['/v1/members/a:full', '/v1/members/:id(^[^/:]+)::full', { id: 'a' }],
  ['/v1/members/a/badges/b', '/v1/members/:memberId/badges/:id', { memberId: 'a', id: 'b' }],
  [`/v1/members/${'x'.repeat(MAX_PARAM_CHARACTERS)}`, '/v1/members/:id', { id: 'x'.repeat(MAX_PARAM_CHARACTERS) }],
])('%s is answered by its operation, with its parameters', async (address, url, params) => {
  expect(await build(shared).call('GET', address)).toMatchObject({ status: 200, url, params })
})

test.each(['/v1/members/a/badges', '/v1/other', '/v1/', '/v1', `/v1/members/${'x'.repeat(MAX_PARAM_CHARACTERS + 1)}`])(
  '%s is no operation, and goes where all goes that is not found',
  async (address) => expect(await build(shared).call('GET', address)).toEqual({ status: 404, missing: true }),
)

test('another method is not found, the head of what can be read is answered, and a broken address refused', async () => {
  const { call } = build(shared)
  expect(await call('POST', '/v1/members', '{}')).toEqual({ status: 404, missing: true })
  expect(await call('HEAD', '/v1/members/my')).toEqual({ status: 200 })
  expect(await call('HEAD', '/v1/other')).toMatchObject({ status: 404 })
  expect((await call('GET', '/v1/members/%E0%A4%A')).status).toBe(400)
})

test('bodies that are larger, or that are not parsed, keep their own rules beside the others', async () => {
  const { call } = build([
    ...['a', 'b', 'c', 'd'].map((name) => route('POST', `/api/${name}`)),
    route('POST', '/api/:kind/large', { maxBytes: 1000 }),
    route('POST', '/api/hook', { rawBody: 'text' }),
  ])
  const large = JSON.stringify('x'.repeat(500))
  expect((await call('POST', '/api/a', large)).status).toBe(413)
  expect(await call('POST', '/api/c/large', large)).toMatchObject({ status: 200, params: { kind: 'c' } })
  expect(await call('POST', '/api/hook', '{"a":1}')).toMatchObject({ status: 200, body: '{"a":1}' })
  expect(await call('POST', '/api/b', '{"a":1}')).toMatchObject({ status: 200, body: { a: 1 } })
  expect(await call('POST', '/api/c/other', '{}')).toEqual({ status: 404, missing: true })
})

test('paths of one step, and those that begin with a parameter, have routes of their own', async () => {
  const { call } = build([route('GET', '/robots.txt'), route('GET', '/:slug(^[^/:]+).md'), route('DELETE', '/v1/members/:id')])
  expect(await call('GET', '/robots.txt')).toMatchObject({ url: '/robots.txt' })
  expect(await call('GET', '/about.md')).toMatchObject({ params: { slug: 'about' } })
  expect(await call('DELETE', '/v1/members/a')).toMatchObject({ params: { id: 'a' } })
  expect(await call('GET', '/about')).toEqual({ status: 404, missing: true })
})

test('two operations with one method and path are refused at the start, whatever their parameters are called', () => {
  const twice = [route('GET', '/v1/members/:memberId')]
  expect(() => build([...shared, ...twice])).toThrow('two operations are called by GET /v1/members/:memberId')
})
