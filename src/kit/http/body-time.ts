/**
 * A body that is read into memory has to arrive in time: a client that sends one byte now and then would hold its connection for ever. Bodies
 * that are read as they come (archives) take as long as they take.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

const BODY_MS = 60_000
/** A picture of 10 MB over a slow phone takes minutes: a body that says its length has time for it. */
const SLOWEST_BYTES_PER_SECOND = 16_384

/** How long a body of so many bytes may take, in milliseconds. */
export const computeBodyTime = (bytes: number, bodyMs = BODY_MS): number => bodyMs + (bytes / SLOWEST_BYTES_PER_SECOND) * 1000

const hasBody = ({ headers }: FastifyRequest): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Cuts the connection of a request whose body is not there in time. `bodyMs` is for tests. */
export function limitBodyTime(app: FastifyInstance, bodyMs = BODY_MS): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const stop = (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request)) {
      const ms = computeBodyTime(Number(request.headers['content-length'] ?? 0), bodyMs)
      timers.set(request, setTimeout(() => void request.raw.destroy(new Error('The request took too long to arrive.')), ms).unref())
    }
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    stop(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    stop(request)
    done()
  })
}
