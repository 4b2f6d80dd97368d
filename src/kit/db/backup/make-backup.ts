/**
 * Makes a backup while the server runs, and keeps it only when what was written opens: the file is unpacked again, and the database in it read.
 * Source: decision 0032.
 */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import type { Part } from '../../pure/archive-parts.ts'
import { listExpiredBackups, toBackupName } from '../../pure/backup-names.ts'
import { syncDirectory } from '../durable-files.ts'
import type { OpenDatabase } from '../open.ts'
import { type BackupContents, listTree, measurePart, packBackup } from './backup-file.ts'
import { canDump, dumpServer } from './pg-dump.ts'
import { spoolRows } from './rows.ts'
import { listAppliedMigrations, locatePart, verifyBackup } from './verify-backup.ts'

/** Where a backup comes from. */
export interface BackupSource {
  open: OpenDatabase
  /** The address of the server; undefined for an embedded database. */
  url: string | undefined
  /** The version of the program. */
  program: string
  /** The key that seals stored credentials, where it is a file. It goes into encrypted backups only. */
  keyFile: string
  /** Built file of the worker that opens an embedded database on its own thread. */
  workerFile?: string | undefined
}

/** Where a backup goes. */
export interface BackupTarget {
  folder: string
  passphrase: string | undefined
  /** How many backups stay in the folder; undefined: all. */
  keep?: number | undefined
}

export interface MadeBackup {
  file: string
  bytes: number
  kind: BackupContents['kind']
}

type Spooled = Pick<BackupContents, 'kind' | 'tables' | 'files' | 'folders'>

async function spoolDatabase({ open, url, keyFile }: BackupSource, spool: string, isEncrypted: boolean): Promise<Spooled> {
  const rest = { tables: [], files: [], folders: [] }
  const spooled = await spoolContents(open, url, spool)
  if (!isEncrypted || !existsSync(keyFile)) return { ...rest, ...spooled }
  await copyFile(keyFile, join(spool, 'secrets.key'))
  return { ...rest, ...spooled, files: [...(spooled.files ?? []), await measurePart(spool, 'secrets.key')] }
}

async function spoolContents(open: OpenDatabase, url: string | undefined, spool: string): Promise<Pick<Spooled, 'kind'> & Partial<Spooled>> {
  if (open.copyTo) {
    await open.copyTo(join(spool, 'pglite'))
    const tree = await listTree(spool)
    const files: Part[] = []
    for (const path of tree.files) files.push(await measurePart(spool, path))
    return { kind: 'FOLDER', files, folders: tree.folders }
  }
  if (url !== undefined && (await canDump(await open.version()))) {
    await dumpServer(url, join(spool, 'database.dump'))
    return { kind: 'DUMP', files: [await measurePart(spool, 'database.dump')] }
  }
  return { kind: 'ROWS', ...(await spoolRows(open, spool)) }
}

const STALE_HOURS = 24
/** What killed processes left unfinished. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => /^\.(parts|check)-|\.part$/.test(one))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Temporal.Now.instant().epochMilliseconds - mtimeMs > STALE_HOURS * 3_600_000) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Makes a backup in the folder, checks it, and removes those that are too old to keep. Throws when it could not be made; nothing is left behind then. */
export async function makeBackup(source: BackupSource, { folder, passphrase, keep }: BackupTarget): Promise<MadeBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeUnfinished(folder)
  const spool = await mkdtemp(join(folder, '.parts-'))
  const at = Temporal.Now.instant()
  const file = join(folder, toBackupName(at, passphrase !== undefined))
  const unfinished = `${file}.part`
  try {
    const [migrations, database] = [await listAppliedMigrations(source.open.db), await source.open.version()]
    const spooled = await spoolDatabase(source, spool, passphrase !== undefined)
    const contents: BackupContents = { ...spooled, program: source.program, madeAt: at.toString(), database, migrations }
    await packBackup(unfinished, contents, (part) => locatePart(spool, part, contents), passphrase)
    await rm(spool, { recursive: true })
    await verifyBackup(unfinished, { folder, passphrase, workerFile: source.workerFile })
    await rename(unfinished, file)
    syncDirectory(folder)
    if (keep !== undefined) for (const name of listExpiredBackups(await readdir(folder), keep)) await rm(join(folder, name))
    return { file, bytes: (await stat(file)).size, kind: contents.kind }
  } finally {
    await rm(spool, { recursive: true, force: true })
    await rm(unfinished, { force: true })
  }
}
