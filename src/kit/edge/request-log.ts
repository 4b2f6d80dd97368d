/** One line and one count per request. Paths are logged by their pattern: the addresses themselves can hold keys. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../observability/logger.ts'
import { metrics } from '../observability/metrics.ts'
import { noteOf } from '../observability/observed.ts'

/** What is asked so often, and says so little, that it is logged at debug only. */
const quietRoutes = new Set(['/healthz', '/readyz', '/metrics'])

export function logRequests(app: FastifyInstance, logger: Logger | undefined): void {
  const told = new WeakSet<FastifyRequest>()
  const tell = (request: FastifyRequest, reply: FastifyReply, left: boolean) => {
    if (told.has(request)) return
    told.add(request)
    const route = request.routeOptions.url ?? 'none'
    const { operation = route, siteId, caller, statements = 0 } = noteOf(request) ?? {}
    // As proxies write it: the client closed its connection.
    const status = left ? 499 : reply.statusCode
    metrics.requests.inc({ operation, status: String(status) })
    metrics.requestSeconds.observe({ operation }, reply.elapsedTime / 1000)
    if (!logger) return
    const isFile = noteOf(request) === undefined && status < 500
    const level = status >= 500 ? 'error' : isFile || quietRoutes.has(route) ? 'debug' : 'info'
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10
    logger[level](
      {
        requestId: request.id,
        operation,
        method: request.method,
        route,
        status,
        milliseconds,
        statements,
        ...(siteId && { siteId }),
        ...(caller && { caller }),
      },
      'request',
    )
  }
  app.addHook('onRequest', async (request, reply) => {
    // Whoever leaves before the end of a reply did nothing wrong, and neither did we.
    reply.raw.once('close', () => tell(request, reply, !reply.raw.writableFinished))
  })
  app.addHook('onResponse', async (request, reply) => tell(request, reply, false))
}
