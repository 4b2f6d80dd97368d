/**
 * Databases for tests on a Citus cluster: each is spread over the nodes, and a copy of one that was migrated and spread once per state of the
 * migrations. What the product's statements touch there is held to one node each.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { placements } from '../src/domains.ts'
import { distribute } from '#kit/db/cluster/distribute.ts'
import { LIKENESS, MIN_LIKENESS } from '#kit/db/likeness.ts'
import { migrate } from '#kit/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#kit/db/open.ts'
import { watchShards } from './shard-watch.ts'

/** Few parts: each of them is a table, and tests make many databases. Four show a statement that leaves its own. */
const SHARDS = 4

const withDatabase = (server: string, name: string, port?: number): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  if (port !== undefined) url.port = String(port)
  return url.href
}

async function runOn<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) ({ rows } = await client.query<Row>(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** Addresses of the coordinator and of every other node, in that order. */
async function listNodes(server: string): Promise<string[]> {
  const ports = await runOn<{ port: number }>(server, 'select node_port::int as port from citus_get_active_worker_nodes() order by 1')
  return [server, ...ports.map(({ port }) => withDatabase(server, 'postgres', port))]
}

/** Settings of a database are no part of its copies. */
const settings = (name: string) => [
  `alter database ${name} set citus.enable_unsafe_triggers = on`,
  `alter database ${name} set citus.allow_nested_distributed_execution = on`,
  `alter database ${name} set ${LIKENESS} = ${MIN_LIKENESS}`,
  // What tests ask on their own may join rows of several sites; the statements of the product are held to one.
  `alter database ${name} set citus.enable_repartition_joins = on`,
]

/** A database on every node, with the extensions and known to its coordinator; without a table. */
async function createDatabase(server: string, nodes: readonly string[], name: string): Promise<string> {
  for (const node of nodes) {
    await runOn(node, `create database ${name}`)
    await runOn(withDatabase(node, name), 'create extension citus', 'create extension btree_gist', 'create extension pg_trgm')
  }
  const { hostname, port } = new URL(server)
  const added = nodes.slice(1).map((node) => `select citus_add_node('${hostname}', ${new URL(node).port})`)
  const url = withDatabase(server, name)
  await runOn(url, `select citus_set_coordinator_host('${hostname}', ${port})`, ...added)
  return url
}

const dropDatabase = async (nodes: readonly string[], name: string): Promise<void> => {
  for (const node of nodes) await runOn(node, `drop database if exists ${name} with (force)`)
}

const createName = () => `atrium_${randomUUID().replaceAll('-', '')}`

/** The address of a new database of the cluster and what drops it. `fill` makes its tables, today's unless another is given; nothing is spread. */
export async function createUnspreadDatabase(
  server: string,
  fill: (open: OpenDatabase) => Promise<unknown> = migrate,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const [name, nodes] = [createName(), await listNodes(server)]
  const url = await createDatabase(server, nodes, name)
  const open = await openDatabase({ url })
  await fill(open).finally(() => open.close())
  return { url, drop: () => dropDatabase(nodes, name) }
}

async function makeTemplate(server: string, nodes: readonly string[], name: string): Promise<void> {
  const open = await openDatabase({ url: await createDatabase(server, nodes, name) })
  await migrate(open)
  await distribute(open, { placements, shards: SHARDS }).finally(() => open.close())
  // What looks after the tables in the background is connected to them; a database that others use cannot be copied.
  for (const node of nodes)
    await runOn(node, `alter database ${name} allow_connections false`, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
}

/** A new database on every node; `hash` tells states of the migrations apart. Dropped when it is closed. */
export async function openClusterDatabase(server: string, hash: string): Promise<OpenDatabase> {
  const template = `atrium_cluster_${hash}`
  const name = createName()
  const nodes = await listNodes(server)
  const lock = new pg.Client({ connectionString: server })
  await lock.connect()
  try {
    await lock.query('select pg_advisory_lock(21)')
    const { rowCount } = await lock.query('select 1 from pg_database where datname = $1 and not datallowconn', [template])
    if (rowCount === 0) {
      await dropDatabase(nodes, template)
      await makeTemplate(server, nodes, template)
    }
    await Promise.all(nodes.map((node) => runOn(node, `create database ${name} template ${template} strategy file_copy`, ...settings(name))))
  } finally {
    await lock.end()
  }
  const url = withDatabase(server, name)
  const open = await openDatabase({ url, isPipelined: process.env.DB_PIPELINE !== '0' })
  const shards = watchShards(open)
  return {
    ...open,
    close: async () => {
      const strayed = await shards.findStrayed(url)
      await open.close()
      await dropDatabase(nodes, name)
      if (strayed.length > 0) throw new Error(`${strayed.length} statements leave the node of their site:\n\n${strayed.join('\n\n')}`)
    },
  }
}
