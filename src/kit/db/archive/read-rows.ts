/**
 * Rows of a site as lines of JSON. The database writes the JSON itself, so that no number and no instant passes through another form on its way, and
 * both databases write the same: columns by name, rows by primary key, texts compared by code point, instants in UTC, `numeric` and `bigint` as
 * text, bytes as the SHA-256 under which their file is kept.
 */
import { sql } from 'kysely'
import type { TransactionContext } from '../../api/context.ts'
import { noPreparedPlan } from '../writes.ts'
import { type ArchiveColumn, type ArchiveTable, isBytes } from './tables.ts'

/** Stands for the JSON value null in a jsonb column: a plain null is a column without a value. */
export const JSON_NULL = `'{"$jsonNull": true}'::jsonb`

const BATCH = 200
/** Of tables with files. */
const FILE_BATCH = 4

function toJsonSql({ name, type }: ArchiveColumn, instead: string | undefined): string {
  const value = instead === undefined ? `r."${name}"` : `(${instead})`
  if (type === 'bigint' || type === 'numeric') return `${value}::text`
  if (type === 'bytea') return `encode(sha256(${value}), 'hex')`
  if (type === 'jsonb') return `case when jsonb_typeof(${value}) = 'null' then ${JSON_NULL} else ${value} end`
  return value
}

export interface ArchivedRow {
  /** JSON without a line break. */
  line: string
  /** What its columns of bytes hold. */
  files: readonly Uint8Array[]
}

/** The transaction sees one moment, and writes instants in UTC. Nothing may have been asked in it before. */
export async function useArchiveSnapshot(ctx: Pick<TransactionContext, 'tx'>): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(ctx.tx)
  await sql`select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, YMD', true)`.execute(ctx.tx)
}

/** All rows of the site, a few at a time; without one those that the rule names. */
export async function* readRows(ctx: Pick<TransactionContext, 'tx'>, table: ArchiveTable, siteId: string | undefined): AsyncGenerator<ArchivedRow> {
  const { rule, columns, primaryKey } = table
  const files = columns.filter(isBytes)
  // A cursor takes no parameters.
  const ofSite = (text: string) => (siteId === undefined ? text : text.replaceAll(':site', `'${assertUuid(siteId)}'::uuid`))
  const values = columns.map((column) => `${toJsonSql(column, rule.set?.[column.name])} as "${column.name}"`)
  const order = primaryKey.map((name) => `r."${name}"${columns.some((column) => column.name === name && column.type === 'text') ? ' collate "C"' : ''}`)
  const cursor = sql.id(`archive_${table.name}`)
  await sql`declare ${cursor} no scroll cursor for
    select row_to_json(x)::text as line${sql.raw(files.map(({ name }, at) => `, r."${name}" as b${at}`).join(''))}
    from ${sql.table(table.name)} r
      cross join lateral (select ${sql.raw(ofSite(values.join(', ')))}) x
    where ${sql.raw(ofSite(rule.where ?? 'r.site_id = :site'))} order by ${sql.raw(order.join(', '))}`.execute(ctx.tx)
  for (;;) {
    const { rows } = await sql<
      Record<string, unknown>
    >`${noPreparedPlan} fetch ${sql.raw(String(files.length > 0 ? FILE_BATCH : BATCH))} from ${cursor}`.execute(ctx.tx)
    if (rows.length === 0) break
    for (const row of rows)
      yield { line: row.line as string, files: files.flatMap((_column, at) => (row[`b${at}`] === null ? [] : [row[`b${at}`] as Uint8Array])) }
  }
  await sql`close ${cursor}`.execute(ctx.tx)
}

function assertUuid(text: string): string {
  if (!/^[0-9a-f-]{36}$/.test(text)) throw new Error('the id of a site is a UUID')
  return text
}
