/** What the tables of a schema look like, as lines that can be compared with those of another schema on the same server. */
import { sql } from 'kysely'
import type { Tx } from './open.ts'

/**
 * One line per column, constraint, index, function and trigger of a schema, without the name of the schema. Two schemas with the
 * same lines hold the same data alike. The table of applied migrations is left out. Changes the search path until the
 * transaction ends.
 */
async function describeSchema(tx: Tx, schema: string, searchPath: string): Promise<Set<string>> {
  // What is visible is written without its schema, on both sides alike.
  await sql`select set_config('search_path', ${searchPath}, true)`.execute(tx)
  const { rows } = await sql<{ line: string }>`
    with own as (select oid, relname from pg_class where relnamespace = ${schema}::regnamespace and relkind = 'r' and relname <> 'migration')
    select format('column %s.%s %s null:%s default:%s generated:%s identity:%s', own.relname, a.attname, format_type(a.atttypid, a.atttypmod), not a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity) as line
      from own join pg_attribute a on a.attrelid = own.oid and a.attnum > 0 and not a.attisdropped left join pg_attrdef d on d.adrelid = own.oid and d.adnum = a.attnum
    union all select format('constraint %s.%s %s', own.relname, k.conname, pg_get_constraintdef(k.oid)) from own join pg_constraint k on k.conrelid = own.oid where k.contype <> 'n'
    union all select format('index %s', pg_get_indexdef(i.indexrelid)) from own join pg_index i on i.indrelid = own.oid
    union all select format('trigger %s', pg_get_triggerdef(t.oid)) from own join pg_trigger t on t.tgrelid = own.oid where not t.tgisinternal
    union all select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p
      where p.pronamespace = ${schema}::regnamespace and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(tx)
  return new Set(rows.map(({ line }) => line.replaceAll(`${schema}.`, '')))
}

class RollbackSignal extends Error {}

/**
 * In how many lines the tables of this database differ from those that `script` makes. The script runs in a schema of its
 * own, in a transaction that is undone.
 */
export async function countSchemaDifferences(db: { transaction(): { execute<T>(work: (tx: Tx) => Promise<T>): Promise<T> } }, script: string): Promise<number> {
  const probe = 'atrium_probe'
  let found = 0
  try {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ schema: string }>`select current_schema()::text as schema`.execute(tx)
      const schema = rows[0]?.schema ?? 'public'
      const present = await describeSchema(tx, schema, schema)
      await sql`create schema ${sql.id(probe)}`.execute(tx)
      await sql`select set_config('search_path', ${`${probe}, ${schema}`}, true)`.execute(tx)
      await sql.raw(`do $migrate$ begin execute $script$${script}$script$; end $migrate$`).execute(tx)
      const wanted = await describeSchema(tx, probe, `${probe}, ${schema}`)
      found = [...wanted].filter((line) => !present.has(line)).length + [...present].filter((line) => !wanted.has(line)).length
      throw new RollbackSignal()
    })
  } catch (error) {
    if (!(error instanceof RollbackSignal)) throw error
  }
  return found
}
