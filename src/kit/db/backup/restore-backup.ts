/** A backup into an empty data folder or an empty database. What is there is refused, or with `force` replaced. Source: decision 0032. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { toStamp } from '../../pure/backup-names.ts'
import { syncDirectory, syncTree } from '../durable-files.ts'
import { migrations } from '../migrations/index.ts'
import { type OpenDatabase, openDatabase } from '../open.ts'
import { type BackupContents, UnusableBackup } from './backup-file.ts'
import { restoreDump } from './pg-dump.ts'
import { insertSpooledRows } from './rows.ts'
import { unpackBelow, verifyFolder } from './verify-backup.ts'

export interface RestoreInput {
  file: string
  passphrase: string | undefined
  /** Whether data that is there may be replaced. */
  force: boolean
  /** Where the key that seals stored secrets goes. */
  keyFile: string
  workerFile?: string | undefined
}

export interface Restored {
  contents: BackupContents
  /** Where the former data lies now; undefined when there was none, or when it was deleted. */
  formerData: string | undefined
  /** Whether the key that seals stored credentials came along. */
  hasKey: boolean
}

/** The data of a newer version is restored by that version. */
function assertKnown({ migrations: names, program }: BackupContents): void {
  const known = new Set(migrations.map(({ name }) => name))
  if (names.some((name) => !known.has(name)))
    throw new UnusableBackup(`The backup was made by a newer version of Atrium (${program}). Restore it with that version.`)
}

const refuseData = (place: string): never => {
  throw new UnusableBackup(`${place} has data already. Nothing was changed. Restore with --force to replace it.`)
}

/** Unpacks beside the data, so that a rename brings it into its place. */
async function inUnpacked<T>(dataDir: string, { file, passphrase }: RestoreInput, work: (folder: string, contents: BackupContents) => Promise<T>): Promise<T> {
  await mkdir(dataDir, { recursive: true })
  const folder = await mkdtemp(join(dataDir, '.restore-'))
  try {
    const contents = await unpackBelow(file, folder, passphrase)
    assertKnown(contents)
    return await work(folder, contents)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Restores into the folder of an embedded database, which the caller holds. Former data is kept beside it. Throws UnusableBackup. */
export async function restoreFolder(dataDir: string, input: RestoreInput): Promise<Restored> {
  const target = join(dataDir, 'pglite')
  if (existsSync(target) && !input.force) refuseData(`The data folder ${dataDir}`)
  return inUnpacked(dataDir, input, async (folder, contents) => {
    if (contents.kind === 'DUMP')
      throw new UnusableBackup(
        'The backup was made by pg_dump: restore it into a PostgreSQL server with DATABASE_URL, then move the site with export and import.',
      )
    const restored = join(folder, 'pglite')
    if (contents.kind === 'ROWS') await fillFolder(restored, folder, contents)
    else await verifyFolder(restored, contents, input.workerFile)
    await syncTree(restored)
    const formerData = existsSync(target) ? findFreeName(target) : undefined
    // Without its state file the folder is brought to the disk by the next start.
    await rm(`${target}.state`, { force: true })
    if (formerData) await rename(target, formerData)
    await rename(restored, target)
    syncDirectory(dataDir)
    return { contents, formerData, hasKey: await placeKey(folder, input.keyFile) }
  })
}

async function fillFolder(restored: string, folder: string, contents: BackupContents): Promise<void> {
  const open = await openDatabase({ dataDir: restored })
  try {
    await insertSpooledRows(open, folder, contents)
  } finally {
    await open.close()
  }
}

/** Where former data is kept. */
const findFreeName = (path: string): string => `${path}.replaced-${toStamp(Temporal.Now.instant())}`

/** The key that came with the backup seals what is in it: it replaces another one, which is kept beside it. */
async function placeKey(folder: string, target: string): Promise<boolean> {
  const given = join(folder, 'secrets.key')
  if (!existsSync(given)) return false
  if (existsSync(target)) await rename(target, findFreeName(target))
  await mkdir(dirname(target), { recursive: true })
  // It may be the folder of another disk.
  await copyFile(given, target)
  return true
}

/**
 * Restores into the database of a server; what it had is deleted when that has worked, and is back when it has not. `dataDir`: where the backup
 * is unpacked. Throws UnusableBackup.
 */
export async function restoreServer(open: OpenDatabase, url: string, dataDir: string, input: RestoreInput): Promise<Restored> {
  await assertUnused(open)
  // A restore that was killed midway left the former data there.
  await bringBack(open)
  const isEmpty = await hasNoTables(open)
  if (!isEmpty && !input.force) refuseData('The database of DATABASE_URL')
  return inUnpacked(dataDir, input, async (folder, contents) => {
    if (contents.kind === 'FOLDER')
      throw new UnusableBackup('The backup was made of an embedded database: restore it without DATABASE_URL, then move the site with export and import.')
    await setAside(open)
    try {
      if (contents.kind === 'DUMP') await restoreDump(url, join(folder, 'database.dump'))
      else await insertSpooledRows(open, folder, contents)
    } catch (error) {
      await bringBack(open)
      throw error
    }
    const hasKey = await placeKey(folder, input.keyFile)
    await open.script(`drop schema ${FORMER_SCHEMA} cascade`)
    return { contents, formerData: undefined, hasKey }
  })
}

async function hasNoTables({ db }: OpenDatabase): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'm', 'p') limit 1`.execute(db)
  return rows.length === 0
}

async function countOtherConnections({ db }: OpenDatabase): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db)
  return rows[0]?.count ?? 0
}

/** Connections that were just closed are counted for a moment. */
const [LOOKS, LOOK_EVERY_MS] = [10, 200]
/** A server that still runs would answer with half of the one and half of the other data. */
async function assertUnused(open: OpenDatabase): Promise<void> {
  let count = await countOtherConnections(open)
  for (let look = 1; count > 0 && look < LOOKS; look++) {
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS))
    count = await countOtherConnections(open)
  }
  if (count > 0) throw new UnusableBackup(`The database is in use by ${count} other connection${count === 1 ? '' : 's'}. End every server on it first.`)
}

/** Where the tables of a server lie while others are restored in their place. */
const FORMER_SCHEMA = 'atrium_former'

/** Runs a command for every table and function of ours in a schema; `%s` is its kind and name. What belongs to extensions stays. */
const forEachOwn = (schema: string, command: string) => `
  do $own$ declare one record; begin
    for one in select format('${command}', 'table ' || oid::regclass) as command from pg_class
      where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p') loop execute one.command; end loop;
    for one in select format('${command}', 'function ' || p.oid::regprocedure) as command from pg_proc p
      where pronamespace = ${schema}::regnamespace
        and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') loop execute one.command; end loop;
  end $own$;`

/** All or nothing: a server that is killed meanwhile has its tables in the one or in the other place. */
const inTransaction = (script: string): string => `begin; ${script} commit`

const setAside = ({ script }: OpenDatabase): Promise<void> =>
  script(inTransaction(`create schema ${FORMER_SCHEMA}; ${forEachOwn('current_schema()', `alter %s set schema ${FORMER_SCHEMA}`)}`))

/** The former tables take the place of what a restore that failed has left. Does nothing when none are set aside. */
async function bringBack({ db, script }: OpenDatabase): Promise<void> {
  const { rows } = await sql<{ place: string }>`
    select quote_ident(current_schema()) as place from pg_namespace where nspname = ${FORMER_SCHEMA}`.execute(db)
  const [found] = rows
  if (!found) return
  const dropAll = forEachOwn('current_schema()', 'drop %s cascade')
  const moveBack = forEachOwn(`'${FORMER_SCHEMA}'`, `alter %s set schema ${found.place}`)
  await script(inTransaction(`${dropAll} ${moveBack} drop schema ${FORMER_SCHEMA};`))
}
