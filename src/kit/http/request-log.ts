/**
 * One line and one count per request. Paths are logged by their pattern: the addresses themselves can hold keys. Pages and files that are
 * served as expected are logged at debug only: what a page asks the API is logged separately.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Counter, Histogram } from 'prom-client'
import type { Logger } from '../observability/logger.ts'
import { metrics } from '../observability/metrics.ts'
import { findRequestNote, findRoute } from '../observability/observe.ts'

/** Frequent requests of little interest, logged at debug only. */
const quietRoutes = new Set(['/healthz', '/readyz', '/metrics'])

/** The counters of an operation and a status: finding them by their labels costs more than counting. Both are bounded. */
const counters = new Map<string, Pick<Counter.Internal, 'inc'>>()
const timers = new Map<string, Pick<Histogram.Internal<string>, 'observe'>>()
function countRequest(operation: string, status: number, seconds: number): void {
  const key = `${status} ${operation}`
  let counter = counters.get(key)
  if (!counter) counters.set(key, (counter = metrics.requests.labels({ operation, status: String(status) })))
  counter.inc()
  let timer = timers.get(operation)
  if (!timer) timers.set(operation, (timer = metrics.requestSeconds.labels({ operation })))
  timer.observe(seconds)
}

/** Logs and counts every request of the server. Without a logger it only counts. */
export function logRequests(app: FastifyInstance, logger: Logger | undefined): void {
  const logged = new WeakSet<FastifyRequest>()
  const logRequest = (request: FastifyRequest, reply: FastifyReply, aborted: boolean) => {
    if (logged.has(request)) return
    logged.add(request)
    const route = findRoute(request)
    const note = findRequestNote(request)
    const { operation = route, siteId, caller, statements = 0 } = note ?? {}
    // As proxies write it: the client closed its connection.
    const status = note?.isBroken ? 500 : aborted ? 499 : reply.statusCode
    countRequest(operation, status, reply.elapsedTime / 1000)
    if (!logger) return
    const isServedFile = note === undefined && status < 400
    const isQuiet = quietRoutes.has(route)
    // A probe that is refused while a server drains or starts is no failure of a request.
    const level = status >= 500 ? (isQuiet ? 'warn' : 'error') : isServedFile || isQuiet ? 'debug' : 'info'
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
  app.addHook('onRequest', (request, reply, done) => {
    // A client that disconnects before the end of a reply is not a failure. Of one that is gone already Node 24 tells nothing more.
    if (request.raw.socket.destroyed) logRequest(request, reply, true)
    else reply.raw.once('close', () => logRequest(request, reply, !reply.raw.writableFinished))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply, false)
    done()
  })
}
