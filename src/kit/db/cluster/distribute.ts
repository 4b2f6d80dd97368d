/**
 * Spreads a database over the nodes of a Citus cluster by the site, and brings it back. The database is the one of the coordinator; rows move
 * table by table. decision 0038.
 */
import { sql } from 'kysely'
import { LIKENESS, MIN_LIKENESS } from '../likeness.ts'
import { LOCK_MS } from '../locked-reads.ts'
import { type OpenDatabase, type ReadDatabase, readSql } from '../open.ts'
import { findPlacementProblems, type Placements, toPlacement } from './placement.ts'
import { readKeys, readTables, type StoredTable } from './read-tables.ts'

/** Tables cannot be moved; the message is one sentence for the operator. */
export class CannotDistribute extends Error {
  override name = 'CannotDistribute'
}

export interface DistributeOptions {
  placements: Placements
  /** How many parts the sites are dealt to: an upper bound of useful nodes. Of no effect when tables are spread already: others follow their parts. */
  shards: number
  /** Called with the name of each table that has been moved. */
  onMoved?: (table: string) => void
}

/** Whether the tables are spread. False on every server that is no coordinator. */
export async function isDistributed({ db }: { db: ReadDatabase }): Promise<boolean> {
  if (!(await hasCitus({ db }))) return false
  const { rows } = await readSql(db, sql`select from pg_dist_partition limit 1`)
  return rows.length > 0
}

const hasCitus = async ({ db }: { db: ReadDatabase }): Promise<boolean> =>
  (await readSql(db, sql`select from pg_extension where extname = 'citus'`)).rows.length > 0

/** Constraints and triggers that are taken off while tables move, with what puts them back. Kept in the database: a move that was cut off is carried on. */
const noteTable = 'atrium_cluster.taken_off'

/**
 * Spreads what is not spread yet. May be run again: after a migration that made tables, and after a move that was cut off. No other connection may
 * be writing; a second process that spreads waits. Throws CannotDistribute.
 */
export async function distribute(open: OpenDatabase, options: DistributeOptions): Promise<void> {
  await assertCluster(open)
  await alone(open, () => spreadTables(open, options))
}

/**
 * Spreads the tables that an update made, where the others are spread: triggers on those write to them from its first minute. Functions that run on the node
 * of a site are made known as such. Does nothing on one server, and where a move was cut off, which is carried on by its command. Throws CannotDistribute.
 */
export async function spreadNewTables(open: OpenDatabase, placements: Placements): Promise<void> {
  const isNeeded = async () =>
    !(await isCutOff(open)) && ((await listUnspread(open, placements)).waiting.length > 0 || (await listUndelegated(open)).length > 0)
  if (!(await isDistributed(open)) || !(await isNeeded())) return
  await alone(open, async () => {
    if (await isNeeded()) await spreadTables(open, { placements, shards: DEFAULT_SHARDS })
  })
}

const DEFAULT_SHARDS = 32

/** One process at a time; the others wait however long it takes. */
async function alone(open: OpenDatabase, work: () => Promise<void>): Promise<void> {
  await open.serverDb.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(7164202)`.execute(tx)
    await work()
  })
}

/** The tables that do not lie on the nodes yet, and those that do. */
async function listUnspread(open: OpenDatabase, placements: Placements) {
  const tables = await readTables(open.db)
  const placementOf = createPlacementLookup(tables, placements)
  const distributed = await readDistributed(open)
  const moved = new Set(distributed.map(({ name }) => name))
  return { waiting: tables.filter(({ name }) => !moved.has(name) && placementOf(name) !== 'CENTRAL'), distributed, placementOf }
}

async function spreadTables(open: OpenDatabase, options: DistributeOptions): Promise<void> {
  const { placements, shards, onMoved = () => undefined } = options
  const { waiting, distributed, placementOf } = await listUnspread(open, placements)
  const problems = findPlacementProblems(placementOf, await readKeys(open.db))
  if (problems.length > 0) throw new CannotDistribute(`These tables cannot be spread: ${problems.join('; ')}.`)
  await setUpDatabases(open)
  await spreadFunctions(open)
  if (waiting.length > 0) {
    await takeOff(open, waiting)
    // What is copied comes first: the others refer to it.
    for (const { name } of waiting.filter((table) => placementOf(table.name) === 'COPIED'))
      await move(open, name, `create_reference_table($1); select ${forgetRows}`, onMoved)
    // With the parts of those that are spread, which may have become more: a site may have been given one of its own.
    let fellow = distributed.find(({ isSpread }) => isSpread)?.name
    for (const { name } of waiting.filter((table) => placementOf(table.name) === 'SPREAD')) {
      const parts = fellow === undefined ? `shard_count => ${shards}` : `colocate_with => 'public.${fellow}'`
      await move(open, name, `create_distributed_table($1, 'site_id', ${parts}); select ${forgetRows}`, onMoved)
      fellow ??= name
    }
  }
  await delegateFunctions(open)
  await putBack(open)
}

/** The rows that were moved stay on the coordinator as well, where nothing changes or erases them any more, and a check of a column still sees them. */
const forgetRows = 'truncate_local_data_after_distributing_table($1)'

/** Brings every table back to the coordinator, as on one server. May be run again after it was cut off. Throws CannotDistribute. */
export async function gather(open: OpenDatabase, onMoved: (table: string) => void = () => undefined): Promise<void> {
  if (!(await hasCitus(open))) throw new CannotDistribute('The server of DATABASE_URL is no coordinator of a Citus cluster.')
  const spread = await readDistributed(open)
  await takeOff(open, await readTables(open.db))
  for (const { name } of spread) await move(open, name, 'undistribute_table($1)', onMoved)
  await putBack(open)
}

const createPlacementLookup = (tables: readonly StoredTable[], placements: Placements) => {
  const withSite = new Set(tables.filter(({ hasSite }) => hasSite).map(({ name }) => name))
  return (table: string) => toPlacement(placements, table, withSite.has(table))
}

/** Tables that are spread or copied; those that Citus only keeps in its books because of a foreign key stay where they are. */
const readDistributed = async ({ db }: OpenDatabase): Promise<{ name: string; isSpread: boolean }[]> =>
  (
    await sql<{
      name: string
      isSpread: boolean
    }>`select c.relname as name, p.partmethod = 'h' as is_spread from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
      where p.partmethod = 'h' or p.repmodel = 't' order by p.partmethod = 'n', c.relname`.execute(db)
  ).rows

async function assertCluster(open: OpenDatabase): Promise<void> {
  if (!(await hasCitus(open)))
    throw new CannotDistribute(
      'The server of DATABASE_URL is no coordinator of a Citus cluster: `create extension citus` there, and add its nodes with citus_add_node.',
    )
  const { rows } = await sql`select from citus_get_active_worker_nodes() limit 1`.execute(open.db)
  if (rows.length === 0) throw new CannotDistribute('The cluster has no other node: add one with citus_add_node.')
}

/**
 * Our triggers touch rows of their own site alone, which lie on the node where they run; what our connections set for themselves does not reach the
 * connections between nodes. Set for connections made from now on, on every node.
 */
async function setUpDatabases(open: OpenDatabase): Promise<void> {
  const settings = `
    do $$ begin
      execute format('alter database %I set citus.enable_unsafe_triggers = on', current_database());
      execute format('alter database %I set citus.allow_nested_distributed_execution = on', current_database());
      execute format('alter database %I set ${LIKENESS} = ${MIN_LIKENESS}', current_database());
      execute format('alter database %I set lock_timeout = ${LOCK_MS}', current_database());
    end $$`
  await open.script(settings)
  await sql`select run_command_on_workers(${settings})`.execute(open.db)
}

/** Functions of ours, on every node: triggers there call them. */
async function spreadFunctions(open: OpenDatabase): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      and not exists (select from pg_catalog.pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
    order by 1`.execute(open.db)
  for (const { name } of rows) await open.script(`select create_distributed_function('${name.replaceAll("'", "''")}')`)
}

/** What the comment of a function says that the coordinator calls on the node of the site in its argument, within the transaction, instead of running it. */
export const DELEGATED = 'runs on the node of p_site'

/** Such functions that are called where any other is: they are new, or the tables were spread anew. */
const listUndelegated = async ({ db }: OpenDatabase): Promise<{ name: string; fellow: string }[]> =>
  (
    await sql<{ name: string; fellow: string }>`
    select p.oid::regprocedure::text as name, spread.name as fellow
    from pg_proc p, (select min(logicalrelid::regclass::text) as name, min(colocationid) as id from pg_dist_partition where partmethod = 'h') spread
    where p.pronamespace = 'public'::regnamespace and obj_description(p.oid, 'pg_proc') = ${DELEGATED} and spread.name is not null
      and not exists (select from pg_catalog.pg_dist_object o
        where o.classid = 'pg_proc'::regclass and o.objid = p.oid and o.force_delegation and o.colocationid = spread.id)
    order by 1`.execute(db)
  ).rows

async function delegateFunctions(open: OpenDatabase): Promise<void> {
  for (const { name, fellow } of await listUndelegated(open))
    await open.script(`select create_distributed_function('${name.replaceAll("'", "''")}', 'p_site', colocate_with => '${fellow}', force_delegation => true)`)
}

/** Takes foreign keys from and to these tables off, and triggers on them, and notes what puts them back. */
async function takeOff(open: OpenDatabase, tables: readonly StoredTable[]): Promise<void> {
  await open.script(`create schema if not exists atrium_cluster;
    create table if not exists ${noteTable} (place bigint generated always as identity, put_back text primary key)`)
  const names = tables.map(({ name }) => name)
  const { rows } = await sql<{ takeOff: string; putBack: string }>`
    select format('alter table %I drop constraint %I', t.relname, f.conname) as take_off,
      format('alter table %I add constraint %I %s', t.relname, f.conname, pg_get_constraintdef(f.oid)) as put_back
    from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class r on r.oid = f.confrelid
    where f.contype = 'f' and f.conparentid = 0 and t.relnamespace = 'public'::regnamespace and (t.relname = any(${names}) or r.relname = any(${names}))
    union all
    select format('drop trigger %I on %I', g.tgname, t.relname), pg_get_triggerdef(g.oid)
    from pg_trigger g join pg_class t on t.oid = g.tgrelid where not g.tgisinternal and t.relnamespace = 'public'::regnamespace and t.relname = any(${names})`.execute(
    open.db,
  )
  for (const { takeOff: off, putBack: back } of rows) {
    await sql`insert into ${sql.raw(noteTable)} (put_back) values (${back}) on conflict do nothing`.execute(open.db)
    await open.script(off)
  }
}

/** Whether something is taken off that was not put back. */
async function isCutOff(open: OpenDatabase): Promise<boolean> {
  const { rows } = await sql<{ there: string | null }>`select to_regclass(${noteTable})::text as there`.execute(open.db)
  return rows[0]?.there != null
}

async function putBack(open: OpenDatabase): Promise<void> {
  if (!(await isCutOff(open))) return
  const { rows } = await sql<{ putBack: string }>`select put_back from ${sql.raw(noteTable)} order by place`.execute(open.db)
  for (const { putBack: back } of rows) {
    await open.script(back).catch((error: { code?: string }) => {
      // Put back before it was crossed off.
      if (error.code !== '42710') throw error
    })
    await sql`delete from ${sql.raw(noteTable)} where put_back = ${back}`.execute(open.db)
  }
  await open.script(`drop table ${noteTable}; drop schema atrium_cluster`)
}

async function move(open: OpenDatabase, table: string, call: string, onMoved: (table: string) => void): Promise<void> {
  await open.script(`select ${call.replaceAll('$1', `'public.${table}'`)}`)
  onMoved(table)
}
