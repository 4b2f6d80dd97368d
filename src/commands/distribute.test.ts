/** A database with data goes into a cluster and comes back: not a row, key or trigger is lost, and the product works in both places. Needs a cluster. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUnspreadDatabase } from '../../test/cluster-databases.ts'
import { readDigests, readShape } from '../../test/fingerprint.ts'
import { brokenInvariants } from '../../test/invariants.ts'
import { startTestServer, type TestServer, type TestSite } from '../../test/test-server.ts'
import { placements } from '../domains.ts'
import { distribute, gather, isDistributed } from '#kit/db/cluster/distribute.ts'
import type { Db, Tx } from '#kit/db/handles.ts'
import { LOCK_MS } from '#kit/db/locked-reads.ts'
import { type Migration, migrate } from '#kit/db/migrate.ts'
import { migrations } from '#kit/db/migrations/index.ts'
import { type OpenDatabase, openDatabase } from '#kit/db/open.ts'
import { isLockTimeout } from '#kit/db/unavailable.ts'

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
    shape = await readShape(open.db)
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
    expect(await readShape(open.db)).toEqual(shape)
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

  test('a change waits on a node for a row that stays locked as long as the server allows, and no longer', async () => {
    const setOnNodes = (ms: number) =>
      sql`select run_command_on_workers(${`do $$ begin execute format('alter database %I set lock_timeout = ${ms}', current_database()); end $$`})`.execute(
        open.db,
      )
    const { rows: waits } = await sql<{ result: string }>`select result from run_command_on_workers('show lock_timeout')`.execute(open.db)
    expect(waits.map(({ result }) => result)).toEqual(waits.map(() => `${LOCK_MS / 1000}s`))
    // Shorter, so that it is seen without waiting as long.
    await setOnNodes(300)
    await reopen()
    const other = await openDatabase({ url })
    const change = (db: Db | Tx) => sql`update plan set name = name where site_id = ${sites[0]?.metaSiteId}`.execute(db)
    await open.serverDb.transaction().execute(async (tx) => {
      await change(tx)
      const refused = await other.serverDb
        .transaction()
        .execute(change)
        .catch((error: unknown) => error)
      expect(isLockTimeout(refused), String(refused)).toBe(true)
    })
    await change(other.serverDb)
    await other.close()
    await setOnNodes(LOCK_MS)
    await reopen()
  })

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
    expect(await readShape(open.db)).toEqual(shape)
    await expectWorking()
  })
})
