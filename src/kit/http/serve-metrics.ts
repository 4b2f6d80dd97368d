/** Where metrics are read: on the server itself with a token, or at a private address of their own. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { readMetrics, type MetricSources } from '../observability/metrics.ts'
import { refuseStandard } from '../api/refusal.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** GET /metrics for callers with the token as `Authorization: Bearer …`; everyone else gets 404. */
export function serveMetrics(app: FastifyInstance, token: string, sources: MetricSources): void {
  const expected = digest(`Bearer ${token}`)
  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) refuseStandard('NOT_FOUND')
    const { type, text } = await readMetrics(sources)
    return reply.header('content-type', type).header('cache-control', 'no-store').send(text)
  })
}

/** Serves metrics, and nothing else, at `host:port`. Resolves with the port and how to end it; rejects when it cannot listen. */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  sources: MetricSources,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    readMetrics(sources).then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
      () => response.writeHead(503).end(),
    )
    return undefined
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => new Promise((done) => server.close(() => done())) }
}
