/** The shape of the tables of an archive, read from the database itself: columns by name, primary keys, and which tables name rows of others. */
import { sql } from 'kysely'
import type { ReadDatabase } from '../handles.ts'
import { readSql } from '../read.ts'
import type { TableName } from '../tables.gen.ts'
import type { ArchiveRule } from './rules.ts'

export interface ArchiveColumn {
  name: string
  /** As PostgreSQL names it: `timestamp with time zone`, `uuid[]`. */
  type: string
  /** Its numbers come from a sequence. */
  isNumbered: boolean
}
export interface ArchiveTable {
  name: TableName
  rule: ArchiveRule
  /** In the order of their names. */
  columns: readonly ArchiveColumn[]
  primaryKey: readonly string[]
  /** Foreign keys to rows of the same table: pairs of column and named column. */
  selfReferences: readonly (readonly { from: string; to: string }[])[]
  /** Tables that its rows name. */
  references: readonly string[]
}

/** Types whose form is known to be the same on every database. */
const archivedTypes: ReadonlySet<string> = new Set(
  'bigint boolean bytea date integer integer[] jsonb numeric smallint text text[] timestamp_with_time_zone tstzrange uuid uuid[]'
    .split(' ')
    .map((type) => type.replaceAll('_', ' ')),
)

interface ForeignKey {
  from: string
  to: string
  columns: string[]
  targets: string[]
}

const columnsQuery = sql<{ table: string; name: string; type: string; isNumbered: boolean }>`
  select c.relname::text as "table", a.attname::text as name, format_type(a.atttypid, null) as type, 
    pg_get_serial_sequence(format('%I.%I', current_schema(), c.relname), a.attname) is not null as "isNumbered"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by a.attname collate "C"`
const keysQuery = sql<{ table: string; columns: string[] }>`
  select c.relname::text as "table",
    (select array_agg(a.attname::text order by k.n) from unnest(i.indkey::int[]) with ordinality k(attnum, n)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as columns
  from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary where c.relnamespace = current_schema()::regnamespace`
const foreignKeysQuery = sql<ForeignKey>`
  select c.relname::text as "from", t.relname::text as "to",
    (select array_agg(a.attname::text order by k.n) from unnest(f.conkey) with ordinality k(attnum, n)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as columns,
    (select array_agg(a.attname::text order by k.n) from unnest(f.confkey) with ordinality k(attnum, n)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum) as targets
  from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
  where f.contype = 'f' and c.relnamespace = current_schema()::regnamespace`

/** One entry for each rule, in the same order. Throws for a table or a column that does not exist, and for a column of a type that archives do not know. */
export async function readArchiveTables(db: ReadDatabase, rules: readonly ArchiveRule[]): Promise<ArchiveTable[]> {
  const [columns, keys, foreignKeys] = [(await readSql(db, columnsQuery)).rows, (await readSql(db, keysQuery)).rows, (await readSql(db, foreignKeysQuery)).rows]
  return rules.map((rule) => {
    const own = columns.filter(({ table }) => table === rule.table).map(({ name, type, isNumbered }) => ({ name, type, isNumbered }))
    const unknown = Object.keys(rule.set ?? {}).filter((name) => !own.some((column) => column.name === name))
    const primaryKey = keys.find(({ table }) => table === rule.table)?.columns
    if (!primaryKey || unknown.length > 0) throw new Error(`${rule.table} has no primary key, or no column ${unknown.join(', ')}`)
    const strange = own.filter(({ type }) => !archivedTypes.has(type)).map(({ name, type }) => `${rule.table}.${name} is ${type}`)
    if (strange.length > 0) throw new Error(`archives know no such type: ${strange.join(', ')}`)
    const outgoing = foreignKeys.filter(({ from }) => from === rule.table)
    return {
      name: rule.table,
      rule,
      columns: own,
      primaryKey,
      selfReferences: outgoing
        .filter(({ to }) => to === rule.table)
        .map(({ columns: from, targets }) => from.map((name, at) => ({ from: name, to: targets[at] as string }))),
      references: [...new Set(outgoing.map(({ to }) => to))].filter((to) => to !== rule.table),
    }
  })
}

/** The same tables in an order in which every row names rows that are there already. */
export function sortByReferences(tables: readonly ArchiveTable[]): ArchiveTable[] {
  const sorted: ArchiveTable[] = []
  const visit = (table: ArchiveTable, path: readonly string[]): void => {
    if (path.includes(table.name)) throw new Error(`tables name each other in a circle: ${[...path, table.name].join(' → ')}`)
    if (sorted.includes(table)) return
    for (const other of tables) if (table.references.includes(other.name)) visit(other, [...path, table.name])
    sorted.push(table)
  }
  for (const table of tables) visit(table, [])
  return sorted
}

export const isBytes = ({ type }: ArchiveColumn): boolean => type === 'bytea'
