/**
 * Connections that nothing was asked on: browsers and proxies open some in advance. The server's own end closes those that rest after a request, and would
 * wait for these until their clients give up.
 */
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'

/** A request may be on its way when the end begins. */
const GRACE_MS = 1000

/** At the end of the server closes connections on which nothing arrives within a second. `graceMs` is for tests. */
export function endUnusedConnections(app: FastifyInstance, graceMs = GRACE_MS): void {
  /** How many bytes of the handshake had been read. */
  const unused = new Map<Socket, number>()
  let isEnding = false
  const endLater = (socket: Socket) =>
    void setTimeout(() => {
      if (unused.get(socket) === socket.bytesRead) socket.destroy()
    }, graceMs).unref()
  app.server.on(app.server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    unused.set(socket, socket.bytesRead)
    socket.once('close', () => unused.delete(socket))
    if (isEnding) endLater(socket)
  })
  app.server.on('request', ({ socket }: { socket: Socket }) => unused.delete(socket))
  app.addHook('preClose', (done) => {
    isEnding = true
    for (const socket of unused.keys()) endLater(socket)
    done()
  })
}
