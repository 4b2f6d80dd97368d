/** A Citus cluster of its own for measurements: a coordinator and two workers on this machine, of which the first worker has a synchronous standby. */
import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../postgres.ts'

const run = promisify(execFile)
/** PostgreSQL with the extension `citus`, which the one from npm does not have. */
const bin = process.env.PG_BIN ?? '/usr/lib/postgresql/15/bin'
const isRoot = process.getuid?.() === 0

/** As a user that PostgreSQL accepts. */
const runProgram = (name: string, ...args: string[]): Promise<unknown> =>
  isRoot ? run('su', ['postgres', '-c', [join(bin, name), ...args].map((one) => `'${one}'`).join(' ')]) : run(join(bin, name), args)

interface Node {
  folder: string
  port: number
}
const toUrl = ({ port }: Node): string => `postgres://postgres@127.0.0.1:${port}/postgres`

export async function runOn(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const start = ({ folder }: Node) => runProgram('pg_ctl', '-D', folder, '-l', `${folder}.log`, '-w', 'start')

async function createNode(folder: string): Promise<Node> {
  const node = { folder, port: await freePort() }
  await runProgram('initdb', '-D', folder, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8')
  const settings = ["listen_addresses='127.0.0.1'", "unix_socket_directories=''", "shared_preload_libraries='citus'", 'wal_level=logical', `port=${node.port}`]
  await appendFile(join(folder, 'postgresql.conf'), [...settings, 'max_connections=300', 'max_prepared_transactions=300', ''].join('\n'))
  await start(node)
  await runOn(toUrl(node), 'create extension citus', 'create extension btree_gist', 'create extension pg_trgm')
  return node
}

/** A copy of a node that has each of its changes before they are acknowledged. */
async function createStandby(primary: Node): Promise<Node> {
  const standby = { folder: `${primary.folder}-standby`, port: await freePort() }
  await runProgram('pg_basebackup', '-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres', '-D', standby.folder, '-R', '-X', 'stream')
  await appendFile(join(standby.folder, 'postgresql.auto.conf'), `port = ${standby.port}\n`)
  await start(standby)
  await runOn(toUrl(primary), "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()')
  return standby
}

export interface ClusterNodes {
  /** The coordinator. */
  url: string
  /** The port of the worker that has a standby. */
  workerPort: number
  /** Ends this worker as a machine that loses its power. */
  killWorker(): Promise<void>
  /** Promotes its standby, and names it to the coordinator. */
  promoteStandby(): Promise<void>
  stop(): Promise<void>
}

export async function startClusterNodes(): Promise<ClusterNodes> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-cluster-'))
  if (isRoot) await run('chown', ['postgres', folder])
  const coordinator = await createNode(join(folder, '0'))
  const workers = [await createNode(join(folder, '1')), await createNode(join(folder, '2'))] as const
  const [worker] = workers
  const url = toUrl(coordinator)
  await runOn(
    url,
    `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`,
    ...workers.map(({ port }) => `select citus_add_node('127.0.0.1', ${port})`),
  )
  const standby = await createStandby(worker)
  return {
    url,
    workerPort: worker.port,
    killWorker: async () => {
      const [pid] = (await readFile(join(worker.folder, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    promoteStandby: async () => {
      await runProgram('pg_ctl', '-D', standby.folder, '-w', 'promote')
      await runOn(url, `select citus_update_node(nodeid, '127.0.0.1', ${standby.port}, force => true) from pg_dist_node where nodeport = ${worker.port}`)
    },
    stop: async () => {
      // The worker that was killed is no longer there to be stopped.
      for (const node of [coordinator, ...workers, standby]) await runProgram('pg_ctl', '-D', node.folder, '-m', 'immediate', 'stop').catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
