/** What operators see of a running server: lines, metrics, traces; and what they never see there. */
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp, type Server } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { startMetricsServer } from '#kit/http/serve-metrics.ts'
import { createLogger } from '#kit/observability/logger.ts'
import { setTracing } from '#kit/observability/observe.ts'
import { startTracing } from '#kit/observability/tracing.ts'
import { startTestServer, type TestSite, type TestServer } from './test-server.ts'

const METRICS_TOKEN = 'a-token-for-the-metrics'
let server: TestServer
let site: TestSite
let instance: Server
const lines: Record<string, unknown>[] = []
const problems: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  const logger = await createLogger({ level: 'debug', format: 'json' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const config = { ...readConfig({ TEST_HOOKS: '1', METRICS_TOKEN }, process.cwd()), port: 0 }
  instance = await buildApp(server.open, config, server.clocks, (problem) => void problems.push(problem), logger)
})
afterAll(async () => {
  await instance.app.close()
  await server.close()
})

const asOwner = { authorization: '', 'wix-site-id': '' }
const call = (url: string, method: 'GET' | 'POST' = 'POST', payload?: object) => {
  Object.assign(asOwner, { authorization: site.apiKey, 'wix-site-id': site.metaSiteId })
  return instance.app.inject({ method, url, headers: { ...asOwner, 'content-type': 'application/json' }, ...(payload && { payload: JSON.stringify(payload) }) })
}
const lastRequest = () => lines.findLast(({ msg }) => msg === 'request')

test('a request is one line: operation, site, caller, status, time and statements', async () => {
  const before = lines.length
  const reply = await call('/members/v1/members/query', 'POST', { query: {} })
  expect(reply.statusCode).toBe(200)
  expect(lines.length - before).toBe(1)
  expect(lastRequest()).toMatchObject({
    level: 'info',
    requestId: reply.headers['x-wix-request-id'],
    method: 'POST',
    status: 200,
    siteId: site.metaSiteId,
    caller: 'owner',
  })
  expect(lastRequest()?.operation).toMatch(/^members\./)
  expect(lastRequest()?.statements).toBeGreaterThan(0)
  expect(lastRequest()?.milliseconds).toBeGreaterThan(0)
})

test('a request counts its own statements, its caller’s and those of its transaction, while others count theirs', async () => {
  const sent: string[] = []
  instance.deps.database.watch.onStatement = (text) => void (/^(begin|commit)$/.test(text) || sent.push(text))
  const member = () => call('/members/v1/members', 'POST', { member: { loginEmail: `${crypto.randomUUID()}@example.com` } })
  await member()
  expect(sent.length).toBeGreaterThan(3)
  expect(lastRequest()?.statements).toBe(sent.length)
  instance.deps.database.watch.onStatement = undefined
  const list = () => call('/members/v1/members/query', 'POST', { query: {} })
  // The first one fills the cache.
  for (const _ of [1, 2]) await list()
  const [before, listed] = [lines.length, lastRequest()?.statements]
  await Promise.all([list(), list(), list()])
  expect(lines.slice(before).map(({ statements }) => statements)).toEqual([listed, listed, listed])
})

test('neither keys nor addresses of people nor links stand in the lines', async () => {
  const email = 'canary.of.logs@example.com'
  await call(`/members/v1/members/query?email=${email}&token=secret-link-key`, 'POST', { query: { filter: { loginEmail: email } } })
  await instance.app.inject({ method: 'GET', url: '/v1/anonymous-bookings/secret-link-key' })
  const text = JSON.stringify(lines)
  for (const secret of [email, 'secret-link-key', site.apiKey, site.ownerPassword]) expect(text).not.toContain(secret)
})

test('a client that disconnects in the middle of a reply is logged, and is no failure', async () => {
  const address = await instance.app.listen({ port: 0, host: '127.0.0.1' })
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () =>
      socket.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n'),
    )
    socket.once('data', () => socket.destroy())
    socket.once('close', () => resolve())
  })
  await expect.poll(() => lines.find((line) => line.route === '/openapi.json')).toMatchObject({ status: 499 })
  expect(problems).toEqual([])
})

test('a client that resets its connection before its request is read is no failure', async () => {
  // With the rate limit, which counts by the address that such a client no longer has.
  const limited = await buildApp(
    server.open,
    { ...readConfig({}, process.cwd()), port: 0 },
    server.clocks,
    (problem) => void problems.push(problem),
    await createLogger({ level: 'debug', format: 'json' }, { write: (line) => void lines.push(JSON.parse(line)) }),
  )
  const before = lines.length
  const address = await limited.app.listen({ port: 0, host: '127.0.0.1' })
  const reset = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1', () => {
        socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
        socket.resetAndDestroy()
      })
      socket.once('close', () => resolve())
    })
  for (let n = 0; n < 20; n++) await reset()
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  await limited.app.close()
  const statuses = lines.slice(before).flatMap(({ msg, status }) => (msg === 'request' ? [Number(status)] : []))
  expect(statuses.length).toBeGreaterThan(1)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(problems).toEqual([])
})

test('an address that nothing is at is one line, a file that is served is none', async () => {
  const before = lines.length
  expect((await instance.app.inject('/docs/js/scalar.js')).statusCode).toBe(200)
  expect((await call('/v1/nowhere')).statusCode).toBe(404)
  expect(lines.slice(before).map(({ level, status }) => [level, status])).toEqual([
    ['debug', 200],
    ['info', 404],
  ])
})

test('readiness asks for the tables and for the progress of the runner', async () => {
  const ready = async () => {
    const { statusCode, headers, body } = await instance.app.inject('/readyz')
    return { statusCode, retryAfter: headers['retry-after'], ...JSON.parse(body) }
  }
  expect(await ready()).toEqual({ statusCode: 200, status: 'ok' })
  const { rows } = await sql<{ name: string; checksum: string }>`delete from migration where name = '0060-tax-of-lines' returning name, checksum`.execute(
    server.open.db,
  )
  expect(await ready()).toEqual({ statusCode: 503, retryAfter: '1', status: 'unavailable', failing: ['migrations'] })
  for (const { name, checksum } of rows) await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(server.open.db)
  expect(await ready()).toEqual({ statusCode: 200, status: 'ok' })

  vi.useFakeTimers({ toFake: ['performance'] })
  let release = () => {}
  const held = instance.runner.runExclusively(() => new Promise<void>((done) => (release = done)))
  try {
    instance.runner.start(1)
    vi.advanceTimersByTime(300_000)
    expect(await ready()).toEqual({ statusCode: 200, status: 'ok' })
    vi.advanceTimersByTime(1)
    expect(await ready()).toEqual({ statusCode: 503, retryAfter: '1', status: 'unavailable', failing: ['runner'] })
    release()
    await held
    await expect.poll(ready).toEqual({ statusCode: 200, status: 'ok' })
  } finally {
    release()
    await instance.runner.stop()
    vi.useRealTimers()
  }
})

test('metrics are read with the token only', async () => {
  expect((await instance.app.inject('/metrics')).statusCode).toBe(404)
  expect((await instance.app.inject({ url: '/metrics', headers: { authorization: 'Bearer wrong' } })).statusCode).toBe(404)
  const reply = await instance.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toContain('text/plain')
  expect(reply.body).toMatch(/atrium_http_requests_total\{operation="members\.\w+",status="200"\} \d/)
  expect(reply.body).toMatch(/atrium_http_request_duration_seconds_bucket\{le="0\.05",operation="members\.\w+"\}/)
  for (const name of ['atrium_jobs_due', 'atrium_jobs_oldest_due_seconds', 'nodejs_eventloop_lag_seconds', 'atrium_database_statements_total'])
    expect(reply.body).toContain(name)
  expect(reply.body).not.toContain(site.metaSiteId)
})

test('an address of their own serves metrics and nothing else', async () => {
  const { port, close } = await startMetricsServer({ host: '127.0.0.1', port: 0 }, instance.sources)
  const text = await fetch(`http://127.0.0.1:${port}/metrics`).then((reply) => reply.text())
  expect(text).toContain('atrium_jobs_due')
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404)
  await close()
})

test('traces go to the collector that is named, under the span of the caller', async () => {
  const spans: { name: string; traceId: string; parentSpanId?: string }[] = []
  const collector = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const sent = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    spans.push(...sent.resourceSpans.flatMap((one: { scopeSpans: { spans: [] }[] }) => one.scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve))
  const tracing = await startTracing(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`)
  setTracing(tracing)
  try {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    await instance.app.inject({
      method: 'POST',
      url: '/members/v1/members/query',
      headers: {
        authorization: site.apiKey,
        'wix-site-id': site.metaSiteId,
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
        'content-type': 'application/json',
      },
      payload: '{"query":{}}',
    })
    await tracing.end()
    expect(spans).toContainEqual(expect.objectContaining({ name: expect.stringMatching(/^members\./), traceId, parentSpanId: 'b7ad6b7169203331' }))
  } finally {
    setTracing(undefined)
    collector.close()
  }
})

test.each([
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
  [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be one of'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have'],
  [{ METRICS_ADDRESS: '0.0.0.0:9464' }, 'METRICS_ADDRESS must be a private address'],
  [{ METRICS_ADDRESS: '8.8.8.8:9464' }, 'METRICS_ADDRESS must be a private address'],
  [{ METRICS_ADDRESS: '127.0.0.1' }, 'METRICS_ADDRESS must be a private address'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address'],
])('%o stops the start', (env, sentence) => {
  expect(() => readConfig(env, '/')).toThrow(sentence)
})
