/** Opens the database of the settings, for the server and for commands. What keeps it from opening is one sentence for the operator. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BegunEngine } from './begin-engine.ts'
import type { Config } from './config.ts'
import { findWorkerFile, toEmbeddedFolder } from './data-dir.ts'
import { type AnswerRequest, lockDataDir } from '#kit/db/data-dir-lock.ts'
import { migrate, toFirstDataName, UnknownHistory } from '#kit/db/migrate.ts'
import { openDatabase, type OpenDatabase, openOnThread } from '#kit/db/open.ts'
import type { Logger } from '#kit/observability/logger.ts'

/** What keeps a process from doing its work; the message is one sentence for the operator. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** Prints one sentence, without stack, and exits. */
export function exitWith(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

/** What the build made for first starts, in the state of these tables; undefined where there is none. */
function findFirstData({ rootDir }: Pick<Config, 'rootDir'>): string | undefined {
  const file = join(rootDir, 'dist', 'server', toFirstDataName())
  return existsSync(file) ? file : undefined
}

/** Throws CannotStart when the folder cannot be written. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw new CannotStart(`The data folder ${dataDir} cannot be written: ${(error as Error).message}.`)
  }
}

async function openServer(url: string, config: Config, logger: Logger): Promise<OpenDatabase> {
  const open = await openDatabase({
    url,
    replicaUrl: config.databaseReplicaUrl,
    maxWaiting: config.databaseQueue,
    isPipelined: config.pipelinesStatements,
    report: (sentence) => logger.warn(sentence),
  })
  try {
    const version = await open.version().catch((error: Error) => {
      throw new CannotStart(`The PostgreSQL server of DATABASE_URL cannot be reached: ${error.message || 'no answer'}.`)
    })
    if (version < 150_000) throw new CannotStart(`PostgreSQL 15 or newer is needed; the server of DATABASE_URL is version ${Math.floor(version / 10_000)}.`)
  } catch (error) {
    await open.close()
    throw error
  }
  return open
}

/** Acknowledged writes are on disk when the engine fails; the process could only hang. */
const endOnBroken = (logger: Logger) => (reason: string) => {
  logger.flush()
  exitWith(`The embedded database cannot go on: ${reason}. Nothing that was answered is lost. Make room or mend the disk, then start again.`)
}

/** A database that may still be on its way: it answers nothing before `ready`, which rejects with CannotStart. */
export interface Opening {
  open: OpenDatabase
  ready: Promise<void>
}

/** How an embedded database that cannot be opened is given up. */
const giveUp = (config: Config, release: () => Promise<void>) => async (error: Error) => {
  await release()
  throw new CannotStart(`The database in ${config.dataDir} cannot be opened: ${error.message}.`)
}

const closingWith = (open: OpenDatabase, release: () => Promise<void>): OpenDatabase => ({ ...open, close: async () => (await open.close(), await release()) })

/**
 * Opens the database as it is. `answer`: what the process says to commands that find it at work on an embedded database. Throws CannotStart and
 * DataDirInUse.
 */
export async function openAsItIs(config: Config, logger: Logger, answer?: AnswerRequest): Promise<OpenDatabase> {
  if (config.databaseUrl) return openServer(config.databaseUrl, config, logger)
  makeDataDir(config.dataDir)
  const release = await lockDataDir(config.dataDir, answer)
  const open = await openDatabase({
    dataDir: toEmbeddedFolder(config.dataDir),
    workerFile: findWorkerFile(config.rootDir),
    firstData: findFirstData(config),
    maxWaiting: config.databaseQueue,
    onBroken: endOnBroken(logger),
  }).catch(giveUp(config, release))
  return closingWith(open, release)
}

/** Brings the tables up to date; in a cluster new ones lie where the others do before anything is written. */
async function updateTables(open: OpenDatabase): Promise<void> {
  await migrate(open)
  if (open.kind !== 'server') return
  // Loaded on demand: opening the database must not wait for the domains, whose modules need its own.
  const [{ spreadNewTables }, { placements }] = await Promise.all([import('#kit/db/cluster/distribute.ts'), import('./domains.ts')])
  await spreadNewTables(open, placements)
}

/** Throws CannotStart, and closes the database then. */
async function bringUpToDate(open: OpenDatabase): Promise<void> {
  await updateTables(open).catch(async (error: Error) => {
    await open.close()
    throw new CannotStart(
      error instanceof UnknownHistory ? error.message : `The tables could not be brought up to date, and nothing was changed: ${error.message}.`,
    )
  })
}

/** Opens the database and brings its tables up to date. Throws CannotStart and DataDirInUse. */
export async function openMigrated(config: Config, logger: Logger): Promise<OpenDatabase> {
  const open = await openAsItIs(config, logger)
  await bringUpToDate(open)
  return open
}

/** The same for a server, which does something else meanwhile. `begun`: the embedded database, where it has begun to open. Throws CannotStart and DataDirInUse. */
export async function beginMigrated(config: Config, logger: Logger, answer: AnswerRequest, begun?: BegunEngine): Promise<Opening> {
  if (begun?.dataDir !== config.dataDir || config.databaseUrl) {
    const open = await openAsItIs(config, logger, answer)
    return { open, ready: bringUpToDate(open) }
  }
  const { release, thread } = await begun.held
  const open = closingWith(
    openOnThread(thread, { dataDir: toEmbeddedFolder(config.dataDir), maxWaiting: config.databaseQueue, onBroken: endOnBroken(logger) }),
    release,
  )
  return { open, ready: thread.ready.catch(giveUp(config, release)).then(() => bringUpToDate(open)) }
}
