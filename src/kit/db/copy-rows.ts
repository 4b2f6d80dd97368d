/**
 * Copies rows of one site to another. Every table is led by site_id, so that the copies keep their ids. A column that is
 * not named in `set` is taken as it is, columns that later migrations add too.
 */
import { sql } from 'kysely'
import type { Tx } from './handles.ts'
import type { TableName } from './tables.gen.ts'
import { writes } from './writes.ts'

export interface CopyRule {
  table: TableName
  /** SQL on the row `r` of the original: which ones are taken. All of them without it. */
  where?: string
  /** Column → SQL on `r`: what the copy has instead. */
  set?: Readonly<Record<string, string>>
}

export async function copyRows(tx: Tx, { table, where = 'true', set = {} }: CopyRule, from: string, to: string): Promise<void> {
  const columnRows = await sql<{ columnName: string }>`
    select column_name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER' and column_name <> 'site_id'
    order by ordinal_position`.execute(tx)
  const columns = columnRows.rows.map((row) => row.columnName)
  const unknown = Object.keys(set).filter((column) => !columns.includes(column))
  if (columns.length === 0 || unknown.length > 0) throw new Error(`${table} has no column ${unknown.join(', ')}`)
  const values = columns.map((column) => (set[column] === undefined ? sql`r.${sql.ref(column)}` : sql`(${sql.raw(set[column])})`))
  await sql`
    ${writes(table)} insert into ${sql.table(table)} (site_id, ${sql.join(columns.map((column) => sql.ref(column)))})
    select ${to}::uuid, ${sql.join(values)} from ${sql.table(table)} r where r.site_id = ${from}::uuid and (${sql.raw(where)})`.execute(tx)
}
