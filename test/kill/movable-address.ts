/** An address of a database that moves to another server, as a floating address or a proxy in front of several does. */
import { connect, createServer, type Socket } from 'node:net'

export interface MovableAddress {
  url: string
  /** From now on it leads to this server; connections to the former one are cut. */
  moveTo(url: string): void
  close(): Promise<void>
}

export async function openMovableAddress(target: string): Promise<MovableAddress> {
  let port = Number(new URL(target).port)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const own = new URL(target)
  own.port = String(typeof address === 'object' && address ? address.port : 0)
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: own.href,
    moveTo: (url) => {
      port = Number(new URL(url).port)
      cutAll()
    },
    close: () => {
      cutAll()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
