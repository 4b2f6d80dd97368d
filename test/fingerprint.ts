/** What stands in the tables, as one short text per table: equal texts, equal rows. */
import { sql } from 'kysely'
import type { Db } from '#kit/db/open.ts'

/** Bookkeeping of requests, not what a request asked to change. */
const unimportant = new Set([
  'throttle',
  'booking_link_use',
  'audit_entry',
  'idempotency_key',
  'refresh_token',
  'identity_session',
  'owner_session',
  'api_key',
  'system_secret',
  'migration',
])

async function siteTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'site_id' order by 1`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !unimportant.has(name))
}

async function digestTables(db: Db, siteId: string, names: readonly string[]): Promise<Record<string, string>> {
  if (names.length === 0) return {}
  const parts = names.map(
    (name) => `select '${name}' name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) digest from "${name}" t where site_id = '${siteId}'`,
  )
  const { rows } = await sql<{ name: string; digest: string }>`${sql.raw(parts.join(' union all '))}`.execute(db)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** Table → digest of its rows of one site. */
export const tableChecksums = async (db: Db, siteId: string): Promise<Record<string, string>> => digestTables(db, siteId, await siteTables(db))

/** Table → rows that were ever inserted, updated or deleted, also by what was rolled back. Whole only on the embedded database: a server counts late. */
async function readWriteCounts(db: Db): Promise<Map<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string; writes: number }>`
    select relname::text as name, (pg_stat_get_tuples_inserted(oid) + pg_stat_get_tuples_updated(oid) + pg_stat_get_tuples_deleted(oid))::int as writes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db)
  return new Map(rows.map(({ name, writes }) => [name, writes]))
}

/** `tableChecksums` for those who ask again and again: reads only tables that were written to since it was last asked. For the embedded database. */
export async function watchTables(db: Db, siteId: string): Promise<() => Promise<Record<string, string>>> {
  const names = await siteTables(db)
  let counts = new Map<string, number>()
  let digests: Record<string, string> = {}
  return async () => {
    const now = await readWriteCounts(db)
    const written = names.filter((name) => now.get(name) !== counts.get(name))
    digests = { ...digests, ...(await digestTables(db, siteId, written)) }
    counts = now
    return digests
  }
}

export const changedTables = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name])

/** Every identifier of the site's rows, by table. */
export async function getIds(db: Db, siteId: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name name from information_schema.columns c join information_schema.columns s using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'id' and s.column_name = 'site_id' order by 1`.execute(db)
  const found = new Map<string, string[]>()
  for (const { name } of rows) {
    const ids = await sql<{ id: string }>`select id::text id from ${sql.table(name)} where site_id = ${siteId} order by id`.execute(db)
    if (ids.rows.length > 0)
      found.set(
        name,
        ids.rows.map(({ id }) => id),
      )
  }
  return found
}

/** Table → digest of all its rows, column by column: equal on one server and on a cluster, whose parts of a table have row types of their own. */
export async function readDigests(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    select c.relname::text as name, string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and not (c.relname = 'migration' and a.attname = 'run_at')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`.execute(db)
  const digests: Record<string, string> = {}
  for (const { name, columns } of tables) {
    const row = sql.raw(`row(${columns})::text`)
    const { rows } = await sql<{ count: number; digest: string }>`
      select count(*)::int as count, md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as digest from ${sql.table(name)}`.execute(db)
    digests[name] = `${rows[0]?.count} rows, ${rows[0]?.digest}`
  }
  return digests
}

/** The keys, indexes and triggers of our tables, one line each. */
export async function readShape(db: Db): Promise<string[]> {
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
