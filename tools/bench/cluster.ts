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
import { copySites, createStudio, type Studio } from './sites.ts'

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

/** Moves a site to another node while it and another one are written to; nothing that was answered may be missing. */
async function moveUnderLoad(server: TestServer, url: string, studio: Studio, siteIds: readonly string[]): Promise<void> {
  const moving = siteIds[0] as string
  const client = new pg.Client({ connectionString: url })
  // When a move fails the database is dropped under it; what went wrong is thrown by the move.
  client.on('error', () => undefined)
  await client.connect()
  const seen = { times: [] as number[], failures: [] as string[], kept: [] as string[] }
  let goesOn = true
  const write = async (siteId: string) => {
    while (goesOn) {
      const begun = performance.now()
      const name = `Moved ${made++}`
      const body = { plan: { name, pricing: { singlePaymentUnlimited: true, price: { value: '10' } } } }
      const reply = await server.call('POST', '/v2/plans', { as: { ...studio.site, metaSiteId: siteId }, body })
      seen.times.push(performance.now() - begun)
      if (reply.status === 200) seen.kept.push(name)
      else seen.failures.push(`${reply.status} ${reply.text}`)
    }
  }
  const writers = [write(moving), write(moving), write(siteIds[1] as string)]
  const begun = performance.now()
  await client.query("select isolate_tenant_to_new_shard('booking', $1::uuid, 'CASCADE', shard_transfer_mode => 'force_logical')", [moving])
  const isolated = performance.now()
  const { shard, host, port, toHost, toPort } = await findNodes(client, moving)
  await client.query("select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, 'force_logical')", [shard, host, port, toHost, toPort])
  const ended = performance.now()
  goesOn = false
  await Promise.all(writers)
  const { rows } = await client.query<{ name: string }>('select name from plan where site_id = any($1::uuid[])', [siteIds.slice(0, 2)])
  const names = new Set(rows.map(({ name }) => name))
  const after = await findNodes(client, moving)
  await client.end()
  print('a part of its own for one site', `${((isolated - begun) / 1000).toFixed(1)} s`)
  print(`this part moved from ${port} to ${after.port}`, `${((ended - isolated) / 1000).toFixed(1)} s`)
  print('writes meanwhile', `${seen.kept.length} kept, ${seen.failures.length} failed, longest ${Math.max(...seen.times).toFixed(0)} ms`)
  print('acknowledged and lost', String(seen.kept.filter((name) => !names.has(name)).length))
  for (const failure of new Set(seen.failures)) print('  failed with', failure)
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
    const studio = await createStudio(running, MEMBERS)
    await measure('alone', running, studio, [studio.site.metaSiteId])
    await running.close()
    const begun = performance.now()
    const copies = await copySites(url, studio, SITES - 1, (done) => console.error(`${done} sites after ${((performance.now() - begun) / 1000).toFixed(0)} s`))
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
