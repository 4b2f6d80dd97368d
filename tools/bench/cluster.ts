/**
 * `CLUSTER_URL=postgres://… npx tsx tools/bench/cluster.ts`: spreads SITES sites with MEMBERS members each over the cluster, and measures what calls of
 * one site cost alone and beside the others, while a site moves to another node.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { placements, schedules } from '../../src/domains.ts'
import { createUnspreadDatabase } from '../../test/cluster-databases.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { distribute } from '#kit/db/cluster/distribute.ts'
import { acrossSites, openDatabase } from '#kit/db/open.ts'
import { writeDuring } from './cluster-load.ts'
import { copySites, createStudio, fillSpreadMembers, type Studio } from './sites.ts'

const SITES = Number(process.env.SITES ?? 10_000)
const MEMBERS = Number(process.env.MEMBERS ?? 100)
const CALLS = Number(process.env.BENCH_CALLS ?? 300)
const SHARDS = Number(process.env.SHARDS ?? 32)

let made = 0
/** Calls of a site as its dashboard and its visitors make them. */
const calls: Record<string, (server: TestServer, studio: Studio, siteId: string) => Promise<unknown>> = {
  'list of plans': (server, { site }, id) => server.ok('GET', '/v2/plans?limit=10', { as: { ...site, metaSiteId: id } }),
  'page of members': (server, { site }, id) =>
    server.ok('POST', '/v1/members/query', { as: { ...site, metaSiteId: id }, body: { query: { paging: { limit: 50 } } } }),
  'page of orders': (server, { site }, id) => server.ok('GET', '/v2/orders?limit=50', { as: { ...site, metaSiteId: id } }),
  'new plan': (server, { site }, id) =>
    server.ok('POST', '/v2/plans', {
      as: { ...site, metaSiteId: id },
      body: { plan: { name: `Plan ${made++}`, pricing: { singlePaymentUnlimited: true, price: { value: '10' } } } },
    }),
  'plan sold at the counter': (server, { site, planId }, id) =>
    server.ok('POST', '/v2/checkout/orders/offline', { as: { ...site, metaSiteId: id }, body: { planId, memberId: site.ownerMemberId, paid: true } }),
}

const quantile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
const print = (name: string, value: string) => console.log(`${name.padEnd(52)} ${value}`)

/** Each call, one after the other, on sites in turn. */
async function measure(title: string, server: TestServer, studio: Studio, siteIds: readonly string[]): Promise<void> {
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = []
    for (let n = 0; n < CALLS + 10; n++) {
      const begun = performance.now()
      await call(server, studio, siteIds[(n * 37) % siteIds.length] as string)
      if (n >= 10) times.push(performance.now() - begun)
    }
    print(`${title}: ${name}`, `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`)
  }
}

/** What time makes due on every site at once: an order that renews, a reminder. Emails are kept, not sent. */
async function measureDueWork(server: TestServer): Promise<void> {
  const countEmails = async () =>
    (await sql<{ count: number }>`${acrossSites} select count(*)::int as count from email`.execute(server.open.db)).rows[0]?.count ?? 0
  const at = (hours: number) => server.clocks.now().add({ hours }).toString()
  for (const [title, now, names] of [
    ['reminders', at(4.5 * 24), ['bookings.reminders']],
    ['renewals', at(32 * 24), ['orders.due']],
  ] as const) {
    server.freezeClock(now)
    const before = await countEmails()
    const begun = performance.now()
    const done = await server.runner.runSchedules(schedules.filter(({ name }) => (names as readonly string[]).includes(name)))
    const scheduled = performance.now()
    const jobs = await server.runner.drain()
    const ended = performance.now()
    print(`${title} of all sites`, `${done} in ${((scheduled - begun) / 1000).toFixed(0)} s: ${((done * 60_000) / (scheduled - begun)).toFixed(0)} a minute`)
    print('  jobs and emails of them', `${jobs} jobs and ${(await countEmails()) - before} emails in ${((ended - scheduled) / 1000).toFixed(0)} s`)
  }
  for (const problem of new Set(server.problems)) print('problem', problem.slice(0, 200))
}

/** The node of a site's rows, and another one. */
async function findNodes(client: pg.Client, siteId: string) {
  const { rows } = await client.query<{ shard: string; host: string; port: number; toHost: string; toPort: number }>(
    `select s.shardid as shard, s.nodename as host, s.nodeport as port, w.nodename as "toHost", w.nodeport as "toPort"
     from citus_shards s, pg_dist_node w where s.table_name = 'booking'::regclass and s.shardid = get_shard_id_for_distribution_column('booking', $1::uuid)
       and w.shouldhaveshards and w.noderole = 'primary' and (w.nodename, w.nodeport) <> (s.nodename, s.nodeport) order by w.nodeport limit 1`,
    [siteId],
  )
  return rows[0] as (typeof rows)[number]
}

/** Moves a site to another node while it, one that shares its part and one of another part are written to. */
async function moveUnderLoad(server: TestServer, url: string, studio: Studio, siteIds: readonly string[]): Promise<void> {
  const moving = siteIds[0] as string
  const client = new pg.Client({ connectionString: url })
  // When a move fails the database is dropped under it; what went wrong is thrown by the move.
  client.on('error', () => undefined)
  await client.connect()
  const { rows: parts } = await client.query<{ id: string; isBeside: boolean }>(
    `select id, get_shard_id_for_distribution_column('booking', id) = get_shard_id_for_distribution_column('booking', $1::uuid) as "isBeside"
     from unnest($2::uuid[]) id where id <> $1::uuid`,
    [moving, siteIds],
  )
  const find = (isBeside: boolean) =>
    parts
      .filter((part) => part.isBeside === isBeside)
      .map(({ id }) => id)
      .slice(0, 1)
  let [begun, isolated, ended] = [0, 0, 0]
  let way = ''
  const move = async () => {
    begun = performance.now()
    await client.query("select isolate_tenant_to_new_shard('booking', $1::uuid, 'CASCADE', shard_transfer_mode => 'force_logical')", [moving])
    isolated = performance.now()
    const { shard, host, port, toHost, toPort } = await findNodes(client, moving)
    await client.query("select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, 'force_logical')", [shard, host, port, toHost, toPort])
    ended = performance.now()
    way = `from ${port} to ${(await findNodes(client, moving)).port}`
  }
  const isKept = await writeDuring(
    { server, studio },
    { 'the site that moves': [moving], 'a site of the same part': find(true), 'a site elsewhere': find(false) },
    move,
  )
  await client.end()
  print('a part of its own for one site', `${((isolated - begun) / 1000).toFixed(1)} s`)
  print(`this part moved ${way}`, `${((ended - isolated) / 1000).toFixed(1)} s`)
  if (!isKept) process.exitCode = 1
}

async function main(): Promise<void> {
  const server = process.env.CLUSTER_URL
  if (!server) throw new Error('set CLUSTER_URL to the coordinator of a Citus cluster')
  const { url, drop } = await createUnspreadDatabase(server)
  const connect = async () => {
    const started = await startTestServer(undefined, await openDatabase({ url }))
    started.deps.strict = false
    return started
  }
  try {
    const plain = await openDatabase({ url })
    await distribute(plain, { placements, shards: SHARDS }).finally(() => plain.close())
    let running = await connect()
    const studio = await createStudio(running, 0)
    await running.close()
    // One site with all of its members, as the others will be.
    await fillSpreadMembers(url, MEMBERS)
    running = await connect()
    await running.open.script('analyze')
    await measure('alone', running, studio, [studio.site.metaSiteId])
    await running.close()
    const begun = performance.now()
    const report = (done: string) => console.error(`${done} after ${((performance.now() - begun) / 1000).toFixed(0)} s`)
    const copies = await copySites(url, studio, SITES - 1, (done) => report(`${done} sites`))
    await fillSpreadMembers(url, MEMBERS)
    running = await connect()
    await running.open.script('analyze')
    print(`${SITES} sites with ${MEMBERS} members each`, `filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
    await measure('the same site', running, studio, [studio.site.metaSiteId])
    await measure('sites in turn', running, studio, copies)
    await moveUnderLoad(running, url, studio, [studio.site.metaSiteId, ...copies])
    await measureDueWork(running)
    await running.close()
  } finally {
    await drop()
  }
}

await main()
