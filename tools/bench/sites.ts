/**
 * Many sites: copies of one with its plan, class, members and orders, as rows, and what a call of one site costs beside them. On one server or on
 * a cluster; what is copied goes table by table, triggers and foreign keys asleep.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { placements, sealedValues } from '../../src/domains.ts'
import { createBookingStudio } from '../../test/factories/booking-studio.ts'
import type { TestServer, TestSite } from '../../test/test-server.ts'
import { toPlacement } from '#kit/db/cluster/placement.ts'
import { readTables } from '#kit/db/cluster/read-tables.ts'
import { type OpenDatabase, openDatabase } from '#kit/db/open.ts'
import { buildMemberInserts, fillMembers } from './size.ts'

/** Copied per statement: a statement may take a minute on a busy machine. */
const SITES_PER_STEP = 250

/** What is copied, and its plan. */
export interface Studio {
  site: TestSite
  planId: string
}

/** A site with members, an order of a plan that renews, and a booking that is reminded of. */
export async function createStudio(server: TestServer, members: number): Promise<Studio> {
  const bookings = await createBookingStudio(server, { name: 'Bench' })
  const { site } = bookings
  // Its key is for all sites of the account, as the copies are.
  await server.open.script('update api_key set site_ids = null')
  const service = await bookings.service({ type: 'CLASS', price: '0', capacity: 50 })
  const start = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const eventId = await bookings.session(service, start, new Date(Date.parse(start) + 3_600_000).toISOString())
  await bookings.book({ slot: { serviceId: service.id, eventId } })
  const pricing = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '49' } }
  const { plan } = await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Monthly', pricing } } })
  await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: plan.id, memberId: site.ownerMemberId, paid: true } })
  await server.runner.runSchedules()
  await server.runner.drain()
  await fillMembers(server, site, members)
  return { site, planId: plan.id }
}

/** Columns that a row gives itself are left out. */
async function listColumns({ db }: OpenDatabase, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(attname) as name from pg_attribute where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'site_id'`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** Sets this on connections made from now on, on every node. */
async function configure(open: OpenDatabase, setting: string): Promise<void> {
  const change = `do $$ begin execute format('alter database %I ${setting}', current_database()); end $$`
  await open.script(change)
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(open.db)
  if (rows.length > 0) await sql`select run_command_on_workers(${change})`.execute(open.db)
}

/** Keys that a site makes when it needs them: a copy would not open, for it is sealed for the site that it was made for. */
const madeAnew = new Set<string>(sealedValues.flatMap(({ table, isDeletedWhenLost }) => (isDeletedWhenLost ? [table] : [])))

/** Rows of `fillMembers`, by table. */
const filled: Readonly<Record<string, string>> = {
  contact: "one.email_keys[1] like 'm%@people.example'",
  member: "one.login_email like 'm%@people.example'",
}

/**
 * `count` members for each site that has none of these, on every node at once: the rows need no way over the coordinator. The sites are those of
 * `spread_site`; triggers and foreign keys sleep.
 */
export async function fillSpreadMembers(url: string, count: number): Promise<void> {
  await withoutTriggers(url, async (open) => {
    for (const table of ['contact', 'member'] as const) {
      const own = buildMemberInserts({ contact: '#2$s', member: '#2$s', siteId: 's.site_id', from: `empty_site s, generate_series(1, ${count}) n` })
      const emptySites = `with empty_site as materialized (select site_id from #1$s where site_id not in (select one.site_id from #2$s one where ${filled[table]}))`
      const [contacts, members] = own
      const statement = `${emptySites} ${table === 'contact' ? contacts : members}`.replaceAll('%', '%%').replaceAll('#', '%').replaceAll("'", "''")
      await open.script(`do $do$ declare failed text; begin
        select string_agg(result, '; ') into failed from run_command_on_colocated_placements('spread_site', '${table}', '${statement}') where not success;
        if failed is not null then raise exception '%', failed; end if; end $do$`)
    }
  })
}

/** On connections of its own, on which triggers and foreign keys sleep, here and on every node. */
async function withoutTriggers(url: string, work: (open: OpenDatabase) => Promise<void>): Promise<void> {
  const admin = await openDatabase({ url })
  await configure(admin, 'set session_replication_role = replica')
  await admin.close()
  const open = await openDatabase({ url })
  await work(open)
  await configure(open, 'reset session_replication_role')
  await open.close()
}

/** Makes `count` copies of a site with its rows, without those of `fillSpreadMembers` and without its keys; answers their ids. */
export async function copySites(url: string, { site }: Studio, count: number, report: (done: number) => void): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await withoutTriggers(url, async (open) => {
    const tables: { name: string; columns: string[] }[] = []
    for (const { name, hasSite } of await readTables(open.db)) {
      if (!hasSite || madeAnew.has(name) || toPlacement(placements, name, hasSite) !== 'SPREAD') continue
      const { rows } = await sql`select from ${sql.table(name)} where site_id = ${site.metaSiteId} limit 1`.execute(open.db)
      if (rows.length > 0) tables.push({ name, columns: await listColumns(open, name) })
    }
    for (let at = 0; at < count; at += SITES_PER_STEP) {
      const step = ids.slice(at, at + SITES_PER_STEP).map((id) => `'${id}'::uuid`)
      const made = `unnest(array[${step.join()}]) as made (id)`
      await open.script(`insert into site (id, name, time_zone, currency, language, account_id, created_at)
        select made.id, 'Bench', time_zone, currency, language, account_id, now() from site, ${made} where site.id = '${site.metaSiteId}'`)
      for (const { name, columns } of tables)
        await open.script(`insert into "${name}" (site_id, ${columns.join(', ')})
          select made.id, ${columns.map((column) => `one.${column}`).join(', ')} from "${name}" one, ${made}
          where one.site_id = '${site.metaSiteId}' and (${filled[name] ?? 'false'}) is not true`)
      report(at + step.length)
    }
  })
  return ids
}
