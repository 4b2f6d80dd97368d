/** A database with data goes into a cluster and comes back: not a row, key or trigger is lost, and the product works in both places. Needs a cluster. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUnspreadDatabase } from '../../test/cluster-databases.ts'
import { readDigests } from '../../test/fingerprint.ts'
import { brokenInvariants } from '../../test/invariants.ts'
import { prepareRows } from '../../test/upgrade/rows-before.ts'
import { loadData } from '../../test/upgrade/stored-data.ts'
import { startTestServer, type TestServer, type TestSite } from '../../test/test-server.ts'
import { placements } from '../domains.ts'
import { distribute, gather, isDistributed, spreadNewTables } from '#kit/db/cluster/distribute.ts'
import { type Migration, migrate } from '#kit/db/migrate.ts'
import { migrations } from '#kit/db/migrations/index.ts'
import { type OpenDatabase, openDatabase } from '#kit/db/open.ts'

/** The keys, indexes and triggers of our tables, one line each. */
async function readShape({ db }: OpenDatabase): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with own as (select c.oid, c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'))
    select format('%s %s %s', own.relname, k.conname, pg_get_constraintdef(k.oid)) as line from own join pg_constraint k on k.conrelid = own.oid
    union all select pg_get_indexdef(i.indexrelid) from own join pg_index i on i.indrelid = own.oid
    union all select pg_get_triggerdef(t.oid) from own join pg_trigger t on t.tgrelid = own.oid
      where not t.tgisinternal and t.tgname not like 'truncate_trigger_%'
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}

describe.runIf(process.env.TEST_CLUSTER === '1')('a database with data', () => {
  let url: string
  let drop: () => Promise<void>
  let open: OpenDatabase
  let sites: TestSite[]
  let rows: Record<string, string>
  let shape: string[]

  /** Servers are ended before a move: other settings hold for new connections. */
  async function reopen(): Promise<void> {
    await open.close()
    open = await openDatabase({ url })
  }

  /** Does this on a server of the product, which is ended after it. */
  async function serve(work: (server: TestServer) => Promise<void>): Promise<void> {
    const server = await startTestServer(undefined, await openDatabase({ url }))
    await work(server)
    expect(server.problems).toEqual([])
    await server.close()
  }

  /** A member buys a plan on each site, and the rows agree with each other. */
  const expectWorking = () =>
    serve(async (server) => {
      for (const site of sites) {
        const { plan } = await server.ok('POST', '/v2/plans', {
          as: site,
          body: { plan: { name: 'Pass', pricing: { singlePaymentUnlimited: true, price: { value: '10' } } } },
        })
        const { memberId } = await server.registerMember(site)
        const { order } = await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: plan.id, memberId } })
        expect(order.status).toBe('ACTIVE')
      }
      await server.runner.runSchedules()
      await server.runner.drain()
      expect(await brokenInvariants(server.open.db)).toEqual([])
    })

  beforeAll(async () => {
    ;({ url, drop } = await createUnspreadDatabase(process.env.TEST_DATABASE_URL as string))
    await serve(async (server) => {
      sites = [
        await server.createSite({ name: 'Riverside', sample: true }),
        await server.createSite({ name: 'Hillside', sample: 'practice' }),
        await server.createSite({}),
      ]
      await server.runner.runSchedules()
      await server.runner.drain()
    })
    open = await openDatabase({ url })
    rows = await readDigests(open.db)
    shape = await readShape(open)
  })
  afterAll(async () => {
    await open?.close()
    await drop?.()
  })

  test('is spread, also when it was cut off in between, and every row is there', async () => {
    const moved: string[] = []
    const cutOff = distribute(open, {
      placements,
      shards: 4,
      onMoved: (table) => {
        moved.push(table)
        if (moved.length === 30) throw new Error('cut off')
      },
    })
    await expect(cutOff).rejects.toThrow('cut off')
    await reopen()
    await distribute(open, { placements, shards: 4, onMoved: (table) => moved.push(table) })
    await reopen()
    expect(new Set(moved).size).toBe(moved.length)
    expect(await isDistributed(open)).toBe(true)
    expect(await readDigests(open.db)).toEqual(rows)
    expect(await readShape(open)).toEqual(shape)
  })

  test('no row stays behind on the coordinator, where nothing would erase it', async () => {
    const { rows: left } = await sql`select c.relname from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
      where (p.partmethod = 'h' or p.repmodel = 't') and pg_relation_size(c.oid) > 0`.execute(open.db)
    expect(left).toEqual([])
  })

  test('each site lies on one node', async () => {
    const { rows: parts } = await sql<{ site: string; nodes: number }>`
      select site.id as site, count(distinct p.nodeport)::int as nodes from site
        join pg_dist_shard s on s.logicalrelid = 'booking'::regclass and s.shardid = get_shard_id_for_distribution_column('booking', site.id)
        join citus_shards p on p.shardid = s.shardid
      group by site.id`.execute(open.db)
    expect(parts.map(({ nodes }) => nodes)).toEqual(sites.map(() => 1))
  })

  test('works there', expectWorking)

  test('takes a migration of several statements there', async () => {
    const step = (name: string, up: string) => migrate(open, [...migrations, ...added, { name, up }]).then(() => void added.push({ name, up }))
    const added: Migration[] = []
    await step('9001-grow', `alter table plan add column shade text; update plan set shade = 'a;b'; alter table plan alter column shade set not null`)
    await step('9002-change', `alter table site add column shade text; create index plan_by_shade on plan (site_id, shade)`)
    expect((await sql`select distinct shade from plan`.execute(open.db)).rows).toEqual([{ shade: 'a;b' }])
    await step('9003-shrink', `drop index plan_by_shade; alter table plan drop column shade; alter table site drop column shade`)
    await sql`delete from migration where name like '900_-%'`.execute(open.db)
  })

  test('comes back to one server, and every row is there', async () => {
    await reopen()
    const before = await readDigests(open.db)
    await gather(open)
    await reopen()
    expect(await isDistributed(open)).toBe(false)
    expect(await readDigests(open.db)).toEqual(before)
    expect(await readShape(open)).toEqual(shape)
    await expectWorking()
  })
})

/** The text of each function of ours by node, as a digest. */
async function readFunctions({ db }: OpenDatabase): Promise<string[]> {
  const own = `select md5(string_agg(pg_get_functiondef(p.oid), '|' order by p.oid::regprocedure::text)) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`
  const { rows } = await sql<{ digest: string }>`select result as digest from run_command_on_all_nodes(${own})`.execute(db)
  return rows.map(({ digest }) => digest)
}

describe.runIf(process.env.TEST_CLUSTER === '1')('the tables of an earlier version', () => {
  /** The first state that can be spread. */
  const first = migrations.findIndex(({ name }) => name === '0280-functions-in-a-cluster') + 1
  const made: { open: OpenDatabase; drop: () => Promise<void> }[] = []
  async function openEarlier(): Promise<OpenDatabase> {
    const { url, drop } = await createUnspreadDatabase(process.env.TEST_DATABASE_URL as string, async (open) => {
      await loadData(open, 'baseline')
      await migrate(open, migrations.slice(0, first))
      for (const prepare of Object.values(prepareRows)) await prepare(open)
    })
    const open = await openDatabase({ url })
    made.push({ open, drop })
    return open
  }
  afterAll(async () => {
    for (const { open, drop } of made) {
      await open.close()
      await drop()
    }
  })

  test('take every update since when they are spread: the same rows, keys and functions as on one server', async () => {
    expect(first).toBeGreaterThan(1)
    const [onOne, spread] = [await openEarlier(), await openEarlier()]
    // Migrations before gave some rows ids by chance: of those tables the number of rows is compared.
    const [one, other] = [await readDigests(onOne.db), await readDigests(spread.db)]
    const byChance = new Set(Object.keys(one).filter((table) => one[table] !== other[table]))
    expect(byChance.size).toBeLessThan(3)
    const read = async ({ db }: OpenDatabase) =>
      Object.fromEntries(Object.entries(await readDigests(db)).map(([table, digest]) => [table, byChance.has(table) ? digest.split(',')[0] : digest]))
    await distribute(spread, { placements, shards: 4 })
    await migrate(onOne)
    for (let n = first + 1; n <= migrations.length; n++) {
      await migrate(spread, migrations.slice(0, n))
      await spreadNewTables(spread, placements)
    }
    expect(await read(spread)).toEqual(await read(onOne))
    expect(await readShape(spread)).toEqual(await readShape(onOne))
    const nodes = await readFunctions(spread)
    expect(nodes.length).toBeGreaterThan(2)
    expect(new Set(nodes)).toEqual(new Set(await readFunctions(onOne).then(([coordinator]) => [coordinator])))
    // Nothing is left to spread.
    const moved: string[] = []
    await distribute(spread, { placements, shards: 4, onMoved: (table) => moved.push(table) })
    expect(moved).toEqual([])
    // A guard, as everywhere: two databases are made and updated one step after the other.
  }, 900_000)
})
