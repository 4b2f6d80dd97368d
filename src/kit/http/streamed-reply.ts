/** Replies that are sent while they are made, and what becomes of those that fail in the middle. */
import { TLSSocket } from 'node:tls'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findRoute, noteBrokenReply } from '../observability/observe.ts'

/**
 * A reply that breaks off has promised a 200: it is reported as the failure that it is, and the client must not take what came for the whole. Not for one whose
 * client has left, nor before anything was sent: that failure is answered.
 */
export function watchStreamedReply(body: Readable, request: FastifyRequest, reply: FastifyReply, report: (problem: string, error: unknown) => void): void {
  body.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || !reply.raw.headersSent) return
    noteBrokenReply(request)
    report(`request ${String(request.id)} ${request.method} ${findRoute(request)} broke off`, error)
    // The framework closes the connection. A client that knows no chunks (proxies may ask so) takes that for the end of the file; a reset it does not.
    if (request.raw.httpVersion === '1.0' && !(request.raw.socket instanceof TLSSocket)) request.raw.socket.resetAndDestroy()
  })
}
