/**
 * `npx tsx tools/bench/lost-node.ts`: starts a cluster of its own (`PG_BIN`: PostgreSQL 15 with Citus), kills a worker under load, promotes its synchronous
 * standby, and holds what was answered to what is there. Ends with 1 when something acknowledged is lost or an answer was neither 200 nor 503.
 */
import pg from 'pg'
import { placements } from '../../src/domains.ts'
import { startTestServer } from '../../test/test-server.ts'
import { distribute } from '#kit/db/cluster/distribute.ts'
import { migrate } from '#kit/db/migrate.ts'
import { openDatabase } from '#kit/db/open.ts'
import { writeDuring } from './cluster-load.ts'
import { type ClusterNodes, startClusterNodes } from './cluster-nodes.ts'
import { copySites, createStudio } from './sites.ts'

const SITES = 24
/** How long the loss goes without a reaction. */
const AWAY_MS = 3000

const print = (name: string, value: string) => console.log(`${name.padEnd(52)} ${value}`)

/** The sites whose rows lie on the worker of this port, and the others. */
async function splitByNode(url: string, port: number): Promise<{ there: string[]; elsewhere: string[] }> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ id: string; isThere: boolean }>(
    `select site.id, s.nodeport = $1 as "isThere" from site join citus_shards s on s.table_name = 'booking'::regclass
       and s.shardid = get_shard_id_for_distribution_column('booking', site.id) order by site.id`,
    [port],
  )
  await client.end()
  const list = (isThere: boolean) => rows.filter((row) => row.isThere === isThere).map(({ id }) => id)
  return { there: list(true), elsewhere: list(false) }
}

async function loseNode(nodes: ClusterNodes): Promise<boolean> {
  const plain = await openDatabase({ url: nodes.url })
  await migrate(plain)
  await distribute(plain, { placements, shards: 8 }).finally(() => plain.close())
  const connect = async () => startTestServer(undefined, await openDatabase({ url: nodes.url }))
  let server = await connect()
  const studio = await createStudio(server, 0)
  await server.close()
  await copySites(nodes.url, studio, SITES - 1, () => undefined)
  server = await connect()
  const { there, elsewhere } = await splitByNode(nodes.url, nodes.workerPort)
  const lose = async () => {
    const killed = performance.now()
    await nodes.killWorker()
    await new Promise((done) => setTimeout(done, AWAY_MS))
    const noticed = performance.now()
    await nodes.promoteStandby()
    print('killed, noticed after, promoted and named in', `${((noticed - killed) / 1000).toFixed(1)} s, ${((performance.now() - noticed) / 1000).toFixed(1)} s`)
  }
  const isKept = await writeDuring({ server, studio }, { 'sites of the lost node': there.slice(0, 3), 'sites of other nodes': elsewhere.slice(0, 3) }, lose)
  for (const problem of new Set(server.problems)) print('problem', problem.slice(0, 600))
  await server.close()
  return isKept
}

const nodes = await startClusterNodes()
try {
  if (!(await loseNode(nodes))) process.exitCode = 1
} finally {
  await nodes.stop()
}
