/** `atrium backup` and `atrium restore`. */
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { findWorkerFile } from '../data-dir.ts'
import { CannotStart, makeDataDir, openAsItIs } from '../open-database.ts'
import { readVersion } from '../version.ts'
import { askRunningServer } from './holder.ts'
import { ImpossibleCommand } from './read-command.ts'
import { UnusableBackup } from '#kit/db/backup/backup-file.ts'
import { BucketRefused, openBucket } from '#kit/db/backup/bucket.ts'
import { type Copies, copyNewestBackup, findInBucket } from '#kit/db/backup/copy-backups.ts'
import { type BackupSource, type BackupTarget, makeBackup, type MadeBackup } from '#kit/db/backup/make-backup.ts'
import { type Restored, restoreFolder, restoreServer } from '#kit/db/backup/restore-backup.ts'
import { lockDataDir } from '#kit/db/data-dir-lock.ts'
import type { OpenDatabase } from '#kit/db/open.ts'
import { createSemaphore } from '#kit/jobs/semaphore.ts'
import type { Logger } from '#kit/observability/logger.ts'

const toSource = (open: OpenDatabase, config: Config): BackupSource => ({
  open,
  url: config.databaseUrl,
  program: readVersion(config.rootDir),
  keyFile: config.secrets.file,
  workerFile: findWorkerFile(config.rootDir),
})

/** Makes backups of this database, one at a time. */
export function createBackupMaker(open: OpenDatabase, config: Config): (target: BackupTarget) => Promise<MadeBackup> {
  const takeTurn = createSemaphore(1)
  return (target) => takeTurn(() => makeBackup(toSource(open, config), target))
}

const kindNames = { FOLDER: 'files of the embedded database', DUMP: 'dump by pg_dump', ROWS: 'rows of every table' } as const

/** The bucket of the settings; undefined without one. */
export const toCopies = ({ backups: { bucket, keep } }: Pick<Config, 'backups'>): Copies | undefined => bucket && { bucket: openBucket(bucket), keep }

/** Where a command makes its backup: in a folder that it names, where all stay, or as the server does. */
const toTarget = ({ backups }: Config, to: string | undefined): BackupTarget => ({
  folder: resolve(to ?? backups.folder ?? refuseMissingFolder()),
  passphrase: backups.passphrase,
  keep: to === undefined ? backups.keepHere : undefined,
})

/** Makes a backup with `make`, copies it to the bucket unless a folder was named, and answers what to print. */
export async function makeAndCopy(make: (target: BackupTarget) => Promise<MadeBackup>, config: Config, to: string | undefined): Promise<string> {
  const target = toTarget(config, to)
  const made = await make(target)
  const copies = to === undefined ? toCopies(config) : undefined
  const sentence = describeBackup(made, config)
  if (!copies) return sentence
  await copyNewestBackup({ folder: target.folder, names: await readdir(target.folder) }, copies)
  return `${sentence}\nCopied to ${copies.bucket.url}/${basename(made.file)}.`
}

/** What is printed of a backup. */
function describeBackup({ file, bytes, kind }: MadeBackup, { backups: { passphrase } }: Pick<Config, 'backups'>): string {
  const how = passphrase === undefined ? 'not encrypted: it opens every account, keep it like a password' : 'encrypted with BACKUP_KEY'
  return `Written and opened again: ${file} (${(bytes / 1_000_000).toFixed(1)} MB, ${kindNames[kind]}; ${how}).`
}

/**
 * Makes a backup and answers what to print; in BACKUP_DIR the oldest give way, elsewhere all stay. Asks the server that runs on the same embedded
 * database. Throws ImpossibleCommand and CannotStart.
 */
export async function runBackup(config: Config, logger: Logger, to: string | undefined): Promise<string> {
  const { folder } = toTarget(config, to)
  if (!config.databaseUrl) {
    const reply = await askRunningServer(config.dataDir, { command: 'backup', to: to === undefined ? undefined : folder })
    if (reply && 'message' in reply) return reply.message
    if (reply && 'refused' in reply) throw new ImpossibleCommand(`No backup was made: ${reply.refused}`)
    if (!existsSync(join(config.dataDir, 'pglite'))) throw new ImpossibleCommand(`There is no database in the data folder ${config.dataDir}.`)
  }
  const open = await openAsItIs(config, logger)
  try {
    return await makeAndCopy((target) => makeBackup(toSource(open, config), target), config, to)
  } catch (error) {
    throw new ImpossibleCommand(`No backup was made: ${(error as Error).message}`)
  } finally {
    await open.close()
  }
}

const refuseMissingFolder = (): never => {
  throw new ImpossibleCommand('Say where to: atrium backup --to <folder>, or set BACKUP_DIR or BACKUP_S3_URL.')
}

const BUCKET_PREFIX = 's3:'
/** Works on a file of the disk, or on one that is fetched from the bucket and removed afterwards. Throws ImpossibleCommand when there is none. */
async function withBackupFile<T>(config: Config, named: string, work: (file: string) => Promise<T>): Promise<T> {
  if (!named.startsWith(BUCKET_PREFIX)) {
    if (!existsSync(named)) throw new ImpossibleCommand(`There is no file ${named}.`)
    return work(named)
  }
  const copies = toCopies(config)
  if (!copies) throw new ImpossibleCommand(`Set BACKUP_S3_URL to restore ${named}.`)
  const wanted = named.slice(BUCKET_PREFIX.length)
  const name = await findInBucket(copies.bucket, wanted)
  if (name === undefined)
    throw new ImpossibleCommand(wanted === 'latest' ? `There is no backup in ${copies.bucket.url}.` : `There is no ${wanted} in ${copies.bucket.url}.`)
  const folder = await mkdtemp(join(config.dataDir, '.fetched-'))
  try {
    await copies.bucket.get(name, join(folder, name))
    return await work(join(folder, name))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Restores a backup and answers what to print. Throws ImpossibleCommand, CannotStart and DataDirInUse. */
export async function runRestore(config: Config, logger: Logger, { file, force }: { file: string; force: boolean }): Promise<string> {
  makeDataDir(config.dataDir)
  try {
    return await withBackupFile(config, file, (found) => restoreFile(config, logger, { file: found, force }))
  } catch (error) {
    if (error instanceof UnusableBackup || error instanceof BucketRefused) throw new ImpossibleCommand(error.message)
    if (error instanceof CannotStart || !(error as Error).message.startsWith('pg_restore ')) throw error
    throw new ImpossibleCommand(`Nothing was restored: ${(error as Error).message}`)
  }
}

async function restoreFile(config: Config, logger: Logger, { file, force }: { file: string; force: boolean }): Promise<string> {
  const input = { file, force, passphrase: config.backups.passphrase, keyFile: config.secrets.file, workerFile: findWorkerFile(config.rootDir) }
  const { databaseUrl } = config
  const restored = databaseUrl
    ? await withOpen(config, logger, (open) => restoreServer(open, databaseUrl, config.dataDir, input))
    : await withLock(config, () => restoreFolder(config.dataDir, input))
  return describeRestored(restored, config)
}

async function withOpen<T>(config: Config, logger: Logger, work: (open: OpenDatabase) => Promise<T>): Promise<T> {
  const open = await openAsItIs(config, logger)
  try {
    return await work(open)
  } finally {
    await open.close()
  }
}

async function withLock<T>({ dataDir }: Config, work: () => Promise<T>): Promise<T> {
  const release = await lockDataDir(dataDir)
  try {
    return await work()
  } finally {
    await release()
  }
}

function describeRestored({ contents, formerData, hasKey }: Restored, config: Config): string {
  const lines = [`Restored: the data of ${contents.madeAt.slice(0, 16).replace('T', ' ')} UTC, written by version ${contents.program}.`]
  if (formerData) lines.push(`The former data lies in ${formerData}; remove it when it is no longer needed.`)
  if (!hasKey && config.secrets.given === undefined)
    lines.push(`The secrets in it open with the key of that server only: put its secrets.key to ${config.secrets.file} before the start, or set SECRETS_KEY.`)
  lines.push('End the server that the backup came from before this one starts: two would send every reminder and charge every renewal twice.')
  return lines.join('\n')
}
