/** Rows of an archive into empty tables: the database reads the JSON itself, nothing reacts to the rows, numbers of sequences go on behind them. */
import { type RawBuilder, sql } from 'kysely'
import type { TransactionContext } from '../../api/context.ts'
import { writes } from '../writes.ts'
import { JSON_NULL } from './read-rows.ts'
import { type ArchiveTable, isBytes } from './tables.ts'

/** Rows that the tables do not take. The message is the database's. */
export class RowsRefused extends Error {
  override name = 'RowsRefused'
}

const columnList = (table: ArchiveTable): string => table.columns.map(({ name }) => `"${name}"`).join(', ')

/** Whether every row belongs to the site: for tables that are led by one. */
function belongsToSite({ name, columns }: ArchiveTable): string {
  if (name === 'site') return 'r.id = $site'
  return columns.some((column) => column.name === 'site_id') ? 'r.site_id = $site' : 'true'
}

/** What the rows name in a column. */
const listKeys = (rows: readonly Record<string, unknown>[], column: string): string[] => [
  ...new Set(rows.flatMap((row) => (row[column] === null || row[column] === undefined ? [] : [String(row[column])]))),
]
/**
 * Of a table that names its own rows: whether those that a row names are there. They are looked up by their keys: a cluster plans no condition that
 * looks from each of the new rows.
 */
const namesKnownRows = ({ name, selfReferences }: ArchiveTable, siteId: string | undefined, lines: readonly string[]): RawBuilder<unknown> => {
  if (selfReferences.length === 0) return sql``
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const conditions = selfReferences.map((pairs) => {
    const from = pairs.map((pair) => sql.ref(`r.${pair.from}`))
    const to = pairs.map((pair) => sql.ref(`p.${pair.to}`))
    const own = pairs.filter((pair) => pair.to !== 'site_id' || siteId === undefined)
    const looked = own.map((pair) => sql`${sql.ref(`p.${pair.to}`)} = any(${listKeys(rows, pair.from)})`)
    if (own.length < pairs.length) looked.push(sql`p.site_id = ${siteId}::uuid`)
    const isNothing = sql.join(
      from.map((column) => sql`${column} is null`),
      sql` or `,
    )
    return sql` and (${isNothing} or (${sql.join(from)}) in (select ${sql.join(to)} from ${sql.table(name)} p where ${sql.join(looked, sql` and `)}))`
  })
  return sql`${sql.join(conditions, sql``)}`
}

/**
 * Inserts the rows of these lines that may be inserted now, and answers how many: of a table that names its own rows only those whose named rows
 * are there, and none that is there already. Without a site rows of all sites are. Throws RowsRefused. `file`: what the column of bytes holds; then there is one line.
 */
export async function insertRows(
  ctx: Pick<TransactionContext, 'tx'>,
  table: ArchiveTable,
  siteId: string | undefined,
  lines: readonly string[],
  file?: Uint8Array,
): Promise<number> {
  const bytes = file ? Buffer.from(file) : null
  const values = table.columns.map((column) => {
    const name = sql.ref(`r.${column.name}`)
    if (isBytes(column)) return sql`${bytes}::bytea`
    return column.type === 'jsonb' ? sql`case when ${name} = ${sql.raw(JSON_NULL)} then 'null'::jsonb else ${name} end` : name
  })
  const where = siteId === undefined ? ['true'] : belongsToSite(table).split('$site')
  const condition = where.length === 1 ? sql`true` : sql`${sql.raw(where[0] as string)}${siteId}::uuid`
  const { numAffectedRows } = await sql`
    ${writes(table.name)} insert into ${sql.table(table.name)} (${sql.raw(columnList(table))}) overriding system value
    select ${sql.join(values)} from jsonb_populate_recordset(null::${sql.table(table.name)}, ${`[${lines.join(',')}]`}::jsonb) r
    where ${condition}${namesKnownRows(table, siteId, lines)}${sql.raw(table.selfReferences.length > 0 ? ' on conflict do nothing' : '')}`
    .execute(ctx.tx)
    .catch((error: unknown) => {
      // Values that a column cannot hold, and rows that a constraint forbids.
      if (/^2[23]/.test(String((error as { code?: unknown }).code))) throw new RowsRefused((error as Error).message)
      throw error
    })
  return Number(numAffectedRows ?? 0)
}

/** Tables whose rows something follows. */
async function listTriggeredTables(ctx: Pick<TransactionContext, 'tx'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace order by 1`.execute(ctx.tx)
  return rows.map(({ name }) => name)
}

/** What triggers derived is in the archive: while the work runs nothing is derived a second time. */
export async function withoutTriggers(ctx: Pick<TransactionContext, 'tx'>, work: () => Promise<void>): Promise<void> {
  const tables = await listTriggeredTables(ctx)
  for (const name of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(ctx.tx)
  await work()
  // A table with unchecked rows cannot be altered.
  await sql`set constraints all immediate`.execute(ctx.tx)
  for (const name of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(ctx.tx)
}

/** The next number of each sequence comes after those of the rows. */
export async function advanceSequences(ctx: Pick<TransactionContext, 'tx'>, tables: readonly ArchiveTable[]): Promise<void> {
  for (const table of tables)
    for (const { name } of table.columns.filter(({ isNumbered }) => isNumbered))
      await sql`select setval(pg_get_serial_sequence(${table.name}, ${name}), m) from (select max(${sql.ref(name)}) as m from ${sql.table(table.name)}) x where m is not null`.execute(
        ctx.tx,
      )
}

export async function listMigrations(ctx: Pick<TransactionContext, 'tx'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name collate "C"`.execute(ctx.tx)
  return rows.map(({ name }) => name)
}
