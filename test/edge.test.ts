/** What every call meets before an operation does: other origins, limits, unreadable requests, the API's description. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, type Server } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { startTestServer, type TestSite, type TestServer } from './test-server.ts'

let server: TestServer
let site: TestSite
let port: number
beforeAll(async () => {
  server = await startTestServer()
  expect((await server.call('GET', '/api/site')).status).toBe(404) // nothing is set up: the web shows the first-run page
  site = await server.createSite()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => server.close())

/** Sends bytes and reads the whole answer. */
const raw = (text: string): Promise<string> =>
  new Promise((done, fail) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.once('close', () => done(answer))
    socket.once('error', fail)
  })
const shape = (code: string) => ({ message: expect.any(String), details: { applicationError: { code, description: expect.any(String), data: {} } } })

describe('other origins', () => {
  test('may ask for the public API, in every spelling of a path', async () => {
    for (const path of ['/v2/plans/public', '/oauth2/token', '/assets/scripts/v1/site-scripts']) {
      const { status, headers, body } = await server.call('OPTIONS', path, {
        headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
      })
      expect(status).toBe(200)
      expect(body).toEqual({})
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-max-age': '600',
      })
      const allowed = String(headers['access-control-allow-headers']).split(', ')
      expect(allowed).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'x-wix-bi-gateway', 'x-wix-linguist', 'x-wix-consistent', 'client-binding']),
      )
      // API keys stay on servers.
      expect(allowed).not.toContain('wix-site-id')
      expect(allowed).not.toContain('wix-account-id')
    }
  })
  test('may read answers and refusals with their request ids', async () => {
    for (const token of [await server.visitorToken(site), 'nonsense']) {
      const { headers } = await server.call('GET', '/v2/plans/public', { token, headers: { origin: 'https://shop.example' } })
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['access-control-expose-headers']).toContain('x-wix-request-id')
      expect(headers['x-wix-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
  test("may not ask for the server's own", async () => {
    for (const path of ['/api/site', '/dashboard', '/setup', '/docs', '/_test/site'])
      for (const method of ['OPTIONS', 'GET'])
        expect((await server.call(method, path, { headers: { origin: 'https://shop.example' } })).headers).not.toHaveProperty('access-control-allow-origin')
  })
})

test('HEAD answers as GET does, without a body', async () => {
  const { status, text, headers } = await server.call('HEAD', '/v2/plans/public', { token: await server.visitorToken(site) })
  expect(status).toBe(200)
  expect(text).toBe('')
  expect(headers['content-type']).toContain('application/json')
})

describe('what cannot be read is refused in the documented shape', () => {
  test('a body over a mebibyte', async () => {
    const { status, body } = await server.call('POST', '/v1/members', { as: site, body: { member: { loginEmail: 'x'.repeat(1_100_000) } } })
    expect(status).toBe(413)
    expect(body).toEqual(shape('PAYLOAD_TOO_LARGE'))
  })
  test('a body that is no JSON, or of an unknown kind', async () => {
    const headers = { authorization: site.apiKey, 'wix-site-id': site.metaSiteId }
    const json = await server.app.inject({
      method: 'POST',
      url: '/v1/members',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: '{"member":',
    })
    expect(json.statusCode).toBe(400)
    expect(json.json()).toEqual(shape('INVALID_ARGUMENT'))
    const xml = await server.app.inject({ method: 'POST', url: '/v1/members', headers: { ...headers, 'content-type': 'text/xml' }, payload: '<x/>' })
    expect(xml.statusCode).toBe(415)
    expect(xml.json()).toEqual(shape('INVALID_ARGUMENT'))
  })
  test('text that no database can hold, wherever it comes', async () => {
    const body = { member: { loginEmail: 'a@people.example', profile: { nickname: 'a\0b' } } }
    expect((await server.call('POST', '/v1/members', { as: site, body })).status).toBe(400)
    expect((await server.call('POST', '/v1/members/query', { as: site, body: { query: { filter: { 'profile.nickname': '\ud800' } } } })).status).toBe(400)
    expect((await server.call('GET', '/v1/members', { as: site, query: 'paging.limit=%00' })).status).toBe(400)
    const packed = Buffer.from(JSON.stringify({ fieldsets: ['\0'] })).toString('base64url')
    expect((await server.call('GET', '/v1/members', { as: site, query: `.r=${packed}` })).status).toBe(400)
    expect((await server.call('GET', '/v2/plans/a%00b', { as: site })).status).toBe(400)
  })
  test('an unknown path, and one that cannot be decoded', async () => {
    const unknown = await server.call('GET', '/v9/nothing')
    expect(unknown.status).toBe(404)
    expect(unknown.body).toEqual(shape('NOT_FOUND'))
    const broken = await raw('GET /v2/plans/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    expect(broken).toMatch(/^HTTP\/1\.1 400 /)
    expect(broken.toLowerCase()).toContain('x-wix-request-id:')
    expect(broken).toContain('"code":"INVALID_ARGUMENT"')
  })
  test('headers or an address that are too long, and no HTTP at all', async () => {
    for (const text of [
      `GET /v2/plans HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(20_000)}\r\n\r\n`,
      `GET /v2/plans?x=${'y'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    ]) {
      const answer = await raw(text)
      expect(answer).toMatch(/^HTTP\/1\.1 431 /)
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual(shape('INVALID_ARGUMENT'))
    }
    const nonsense = await raw('good morning\r\n\r\n')
    expect(nonsense).toMatch(/^HTTP\/1\.1 400 /)
    expect(nonsense).toContain('access-control-allow-origin: *')
  })
  test('a packed query that is no message', async () => {
    const { status, body } = await server.call('GET', '/v2/plans', { as: site, query: '.r=%7Bnot-base64' })
    expect(status).toBe(400)
    expect(body.details.validationError.fieldViolations).toMatchObject([{ field: '.r', violatedRule: 'FORMAT' }])
  })
})

describe('the limit of requests per minute', () => {
  let instance: Server
  beforeAll(async () => {
    instance = await buildApp(server.open, { ...readConfig({ REQUESTS_PER_MINUTE: '3' }, process.cwd()), port: 0 }, server.clocks, () => undefined)
  })
  afterAll(() => instance.app.close())
  test('is in the headers; a refusal has the time to wait', async () => {
    const ask = () => instance.app.inject({ method: 'GET', url: '/v2/plans/public', headers: { authorization: 'x' } })
    const first = await ask()
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' })
    await ask()
    await ask()
    const refused = await ask()
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual(shape('RESOURCE_EXHAUSTED'))
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.headers['x-wix-request-id']).toBeDefined()
    expect(refused.headers['access-control-allow-origin']).toBe('*')
  })
})

test('no cache keeps an answer of the API, be it a success or a refusal', async () => {
  const kept = async (path: string, as?: TestSite) => (await server.call('GET', path, as && { as })).headers['cache-control']
  expect([await kept('/v1/members', site), await kept('/v1/members'), await kept('/v2/nothing')]).toEqual(['no-store', 'no-store', 'no-store'])
})

test('nothing but pages is shown in a frame of others', async () => {
  const readPolicy = async (path: string, as?: TestSite) => (await server.call('GET', path, as && { as })).headers['content-security-policy']
  for (const [path, as] of [['/v1/members', site], ['/v1/members'], ['/v2/nothing'], ['/healthz']] as const)
    expect([path, await readPolicy(path, as)]).toEqual([path, "frame-ancestors 'none'"])
})

test('over TLS, of its own or of a proxy that is trusted, browsers are told to stay with it; over http, and by others, not', async () => {
  const instance = await buildApp(server.open, { ...readConfig({ TRUST_PROXY: '127.0.0.1' }, process.cwd()), port: 0 }, server.clocks, () => undefined)
  const ask = async (app: Server['app'], proto: string) =>
    (await app.inject({ method: 'GET', url: '/healthz', headers: { 'x-forwarded-proto': proto } })).headers
  try {
    expect((await ask(instance.app, 'https'))['strict-transport-security']).toBe('max-age=31536000')
    expect((await ask(instance.app, 'http'))['strict-transport-security']).toBeUndefined()
    expect((await ask(server.app, 'https'))['strict-transport-security']).toBeUndefined()
  } finally {
    await instance.app.close()
  }
})

test('starting takes as long as a busy machine needs: no part of it is given up', () => {
  // Zero is no limit; the framework's own is ten seconds for each part.
  expect(server.app.initialConfig.pluginTimeout).toBe(0)
})
test('healthz answers as soon as requests are served, readyz when the database does, too', async () => {
  expect(await server.ok('GET', '/healthz')).toEqual({ status: 'ok' })
  expect(await server.ok('GET', '/readyz')).toEqual({ status: 'ok' })
})

test('a server that drains answers everything, closes each connection with its reply, and is not ready unless another takes its place', async () => {
  const ask = async (app: Server['app'], url: string) => {
    const { statusCode, headers, body } = await app.inject({ method: 'GET', url })
    return { status: statusCode, connection: headers.connection, body: JSON.parse(body) as { failing?: string[] } }
  }
  for (const isReplaced of [false, true]) {
    const { app, startDraining } = await buildApp(server.open, { ...readConfig({}, process.cwd()), port: 0 }, server.clocks, () => undefined)
    try {
      expect(await ask(app, '/readyz')).toEqual({ status: 200, connection: 'keep-alive', body: { status: 'ok' } })
      startDraining({ isReplaced })
      expect(await ask(app, '/healthz')).toEqual({ status: 200, connection: 'close', body: { status: 'ok' } })
      expect(await ask(app, '/openapi.json')).toMatchObject({ status: 200, connection: 'close' })
      expect(await ask(app, '/readyz')).toEqual(
        isReplaced
          ? { status: 200, connection: 'close', body: { status: 'ok' } }
          : { status: 503, connection: 'close', body: { status: 'unavailable', failing: ['draining'] } },
      )
    } finally {
      await app.close()
    }
  }
})

test('the reference page calls no other server', async () => {
  const page = await server.call('GET', '/docs/')
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string)
  expect(sources.filter((source) => /^(https?:)?\/\//.test(source))).toEqual([])
  const script = await server.call('GET', '/docs/js/scalar.js')
  expect(script.status).toBe(200)
})

test('a call of the public packages that is left out says so; an unknown address is not found', async () => {
  const id = '11111111-1111-4111-8111-111111111111'
  const token = await server.visitorToken(site)
  const leftOut: [string, string][] = [
    ['GET', `/ecom/v2/carts/${id}/upsell-options`],
    ['POST', `/_api/cart-v2/v2/carts/${id}/mark-cart-as-completed`],
    ['POST', `/_api/cart-v2/v2/carts/${id}/update-forms-submission`],
    ['GET', '/ecom/v1/carts/current'],
    ['POST', '/_api/ecom-cart/v1/carts/current/add-to-cart'],
    ['POST', `/ecom/v1/checkouts/${id}/mark-as-completed`],
    ['POST', '/_api/form-submission-service/v4/submissions'],
  ]
  for (const [method, path] of leftOut) {
    const reply = await server.call(method, path, { token, ...(method === 'POST' && { body: {} }) })
    expect([path, reply.status, reply.body]).toEqual([path, 501, shape('NOT_OFFERED')])
  }
  const nowhere = await server.call('GET', '/ecom/v9/nowhere', { token })
  expect([nowhere.status, nowhere.body]).toEqual([404, shape('NOT_FOUND')])
})
