/** A backup is one when it opens: it is unpacked, every byte compared with its list, and the database in it read. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Part } from '../../pure/archive-parts.ts'
import { spooledFile } from '../archive/spool.ts'
import type { ReadDatabase } from '../handles.ts'
import { openDatabase } from '../open.ts'
import { readSql } from '../read.ts'
import { type BackupContents, UnusableBackup, unpackBackup } from './backup-file.ts'
import { verifyDump } from './pg-dump.ts'
import { verifySpooledRows } from './rows.ts'

/** Where a part of a dump or of a folder lies; rows lie side by side. */
export const locatePart = (folder: string, part: Part, { kind }: Pick<BackupContents, 'kind'>): string =>
  kind === 'ROWS' ? spooledFile(folder, part) : join(folder, part.path)

/** Names of the migrations that a database has; none for an empty one. */
export async function listAppliedMigrations(db: ReadDatabase): Promise<string[]> {
  const { rows } = await readSql(db, sql<{ isThere: boolean }>`select to_regclass('migration') is not null as is_there`)
  if (!rows[0]?.isThere) return []
  return (await readSql(db, sql<{ name: string }>`select name from migration order by name collate "C"`)).rows.map(({ name }) => name)
}

/** Unpacks a backup below the folder, with the folders that hold no file. Throws UnusableBackup. */
export async function unpackBelow(file: string, folder: string, passphrase: string | undefined): Promise<BackupContents> {
  const contents = await unpackBackup(file, (part, { kind }) => locatePart(folder, part, { kind }), passphrase)
  for (const path of contents.folders) await mkdir(join(folder, path), { recursive: true, mode: 0o700 })
  return contents
}

/** Opens the embedded database in a folder and reads every row of every table. Throws UnusableBackup when it is not the one of these contents. */
export async function verifyFolder(dataDir: string, { migrations }: Pick<BackupContents, 'migrations'>, workerFile?: string): Promise<void> {
  const open = await openDatabase({ dataDir, workerFile }).catch((error: Error) => {
    throw new UnusableBackup(`The database in the backup does not open: ${error.message}.`)
  })
  try {
    const found = await listAppliedMigrations(open.db)
    if (found.join() !== migrations.join()) throw new UnusableBackup('The database in the backup has other tables than its list says.')
    const { rows } = await readSql(
      open.db,
      sql<{ name: string }>`select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
    )
    // As a script: reading a large table may take longer than a statement may.
    for (const { name } of rows) await open.script(`select count(*) from "${name.replaceAll('"', '""')}"`)
  } finally {
    await open.close()
  }
}

/** Reads a backup to its end. Throws UnusableBackup, or what the programs of PostgreSQL said. `folder`: where it is unpacked meanwhile. */
export async function verifyBackup(
  file: string,
  { folder, passphrase, workerFile }: { folder: string; passphrase: string | undefined; workerFile?: string | undefined },
): Promise<BackupContents> {
  const unpacked = await mkdtemp(join(folder, '.check-'))
  try {
    const contents = await unpackBelow(file, unpacked, passphrase)
    if (contents.kind === 'FOLDER') await verifyFolder(join(unpacked, 'pglite'), contents, workerFile)
    else if (contents.kind === 'DUMP') await verifyDump(join(unpacked, 'database.dump'))
    else await verifySpooledRows(unpacked, contents.tables)
    return contents
  } finally {
    await rm(unpacked, { recursive: true, force: true })
  }
}
