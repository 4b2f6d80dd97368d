/** All rows of all tables as lines of JSON, as archives hold those of one site. For servers without `pg_dump`; both databases read it. */
import { sql } from 'kysely'
import type { Part, TablePart } from '../../pure/archive-parts.ts'
import { advanceSequences, withoutTriggers } from '../archive/insert-rows.ts'
import { insertSpooledTable } from '../archive/insert-spooled.ts'
import { useArchiveSnapshot } from '../archive/read-rows.ts'
import { readLines, sortParts, spoolTable } from '../archive/spool.ts'
import { type ArchiveTable, readArchiveTables, sortByReferences } from '../archive/tables.ts'
import type { ReadDatabase, Tx } from '../handles.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/index.ts'
import type { OpenDatabase } from '../open.ts'
import { readSql } from '../read.ts'
import type { TableName } from '../tables.gen.ts'
import { UnusableBackup } from './backup-file.ts'

/** Every table but the one that says which migrations ran: a restore runs them itself. */
async function readAllTables(db: ReadDatabase): Promise<ArchiveTable[]> {
  const { rows } = await readSql(
    db,
    sql<{ name: TableName }>`select relname::text as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migration' order by relname collate "C"`,
  )
  return readArchiveTables(
    db,
    rows.map(({ name }) => ({ table: name, where: 'true' })),
  )
}

/** Writes the rows of one moment into the folder. */
export async function spoolRows(open: OpenDatabase, folder: string): Promise<{ tables: TablePart[]; files: Part[] }> {
  return open.db.transaction().execute(async (tx) => {
    await useArchiveSnapshot({ tx })
    const files = new Map<string, Part>()
    const tables: TablePart[] = []
    for (const table of await readAllTables(tx)) tables.push(await spoolTable({ tx }, table, { siteId: undefined, folder, files }))
    return { tables, files: sortParts(files) }
  })
}

/** Reads every line once. Throws UnusableBackup for what is no row, and when some are missing. */
export async function verifySpooledRows(folder: string, tables: readonly TablePart[]): Promise<void> {
  for (const part of tables) {
    let rows = 0
    for await (const line of readLines(folder, part)) {
      JSON.parse(line)
      rows++
    }
    if (rows !== part.rows) throw new UnusableBackup(`The backup is damaged or incomplete (${part.path}).`)
  }
}

/** Makes the tables as they were and fills them. The database has no table of ours before. Throws UnusableBackup. */
export async function insertSpooledRows(
  open: OpenDatabase,
  folder: string,
  contents: { migrations: readonly string[]; tables: readonly TablePart[] },
): Promise<void> {
  const known = migrations.filter(({ name }) => contents.migrations.includes(name))
  await migrate(open, known)
  await open.db.transaction().execute(async (tx) => {
    const tables = sortByReferences(await readAllTables(tx))
    const parts = new Map(contents.tables.map((part) => [part.name, part]))
    const missing = tables.find(({ name }) => !parts.has(name))
    if (missing || parts.size !== tables.length)
      throw new UnusableBackup(`The backup has other tables than its migrations make (${missing?.name ?? 'one too many'}).`)
    await withoutTriggers({ tx }, async () => {
      await deleteSeededRows(tx, tables)
      for (const table of tables) await insertSpooledTable({ tx }, table, parts.get(table.name) as TablePart, { siteId: undefined, folder })
    })
    await advanceSequences({ tx }, tables)
  })
  open.cache.clear()
}

/** Rows that the migrations themselves insert. */
async function deleteSeededRows(tx: Tx, tables: readonly ArchiveTable[]): Promise<void> {
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
}
