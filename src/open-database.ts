/** Opens the database of the settings, for the server and for commands. What keeps it from opening is one sentence for the operator. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { type AnswerRequest, lockDataDir } from '#kit/db/data-dir-lock.ts'
import { migrate, toFirstDataName, UnknownHistory } from '#kit/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#kit/db/open.ts'
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

/** The built worker of the embedded database; undefined where the sources run. */
export function findWorkerFile({ rootDir }: Pick<Config, 'rootDir'>): string | undefined {
  const file = join(rootDir, 'dist', 'server', 'pglite-worker.js')
  return existsSync(file) ? file : undefined
}

/** What the build made for first starts, in the state of these tables; undefined where there is none. */
function findFirstData({ rootDir }: Pick<Config, 'rootDir'>): string | undefined {
  const file = join(rootDir, 'dist', 'server', toFirstDataName())
  return existsSync(file) ? file : undefined
}

/** Where the embedded database lies. */
export const toEmbeddedFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'pglite')

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

/**
 * Opens the database as it is. `answer`: what the process says to commands that find it at work on an embedded database. Throws CannotStart and
 * DataDirInUse.
 */
export async function openAsItIs(config: Config, logger: Logger, answer?: AnswerRequest): Promise<OpenDatabase> {
  if (config.databaseUrl) return openServer(config.databaseUrl, config, logger)
  makeDataDir(config.dataDir)
  const release = await lockDataDir(config.dataDir, answer)
  const open = await openDatabase({
    dataDir: toEmbeddedFolder(config),
    workerFile: findWorkerFile(config),
    firstData: findFirstData(config),
    // Acknowledged writes are on disk; the process could only hang.
    onBroken: (reason) => {
      logger.flush()
      exitWith(`The embedded database cannot go on: ${reason}. Nothing that was answered is lost. Make room or mend the disk, then start again.`)
    },
  }).catch(async (error: Error) => {
    await release()
    throw new CannotStart(`The database in ${config.dataDir} cannot be opened: ${error.message}.`)
  })
  return { ...open, close: async () => (await open.close(), await release()) }
}

/** Opens the database and brings its tables up to date. Throws CannotStart and DataDirInUse. */
export async function openMigrated(config: Config, logger: Logger, answer?: AnswerRequest): Promise<OpenDatabase> {
  const open = await openAsItIs(config, logger, answer)
  await migrate(open).catch(async (error: Error) => {
    await open.close()
    throw new CannotStart(
      error instanceof UnknownHistory ? error.message : `The tables could not be brought up to date, and nothing was changed: ${error.message}.`,
    )
  })
  return open
}
