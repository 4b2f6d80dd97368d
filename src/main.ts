/** Entry point: reads the command line, and runs the server or a command. What goes wrong for reasons of the operator is one sentence and exit code 1. */
import cluster from 'node:cluster'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, ImpossibleCommand, readCommand, USAGE } from './commands/read-command.ts'
import { createHolder } from './commands/holder.ts'
import { type Config, InvalidSetting, readConfig } from './config.ts'
import { CannotStart, exitWith, openMigrated } from './open-database.ts'
import { readVersion } from './version.ts'
import { UnknownSample } from '#domains/setup/public.ts'
import { DataDirInUse } from '#kit/db/data-dir-lock.ts'
import { readCertificate } from '#kit/http/tls.ts'
import { createLogger, type Logger } from '#kit/observability/logger.ts'

function findRootDir(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  return here.endsWith(join('dist', 'server')) ? resolve(here, '..', '..') : resolve(here, '..')
}

/** Throws CannotStart before anything is opened. */
function assertCertificate({ tls }: Config): void {
  try {
    if (tls) readCertificate(tls)
  } catch (error) {
    throw new CannotStart(`TLS_CERT and TLS_KEY cannot be used: ${(error as Error).message}.`)
  }
}

/** The embedded database opens on its own thread while this one loads what the server is made of. */
async function serve(config: Config, logger: Logger, command: Extract<Command, { kind: 'start' }>): Promise<void> {
  assertCertificate(config)
  const holder = createHolder()
  const opening = openMigrated(config, logger, holder.answer)
  // What fails is thrown where it is awaited, once everything is loaded.
  opening.catch(() => undefined)
  const { runServer } = await import('./serve.ts')
  await runServer(config, logger, command, { open: await opening, holder })
}

/** Runs the server in this process, or in several below it. */
async function start(command: Extract<Command, { kind: 'start' }>, rootDir: string): Promise<void> {
  const config = readConfig(process.env, rootDir)
  const logger = await createLogger(config.log)
  if (command.workers > 1 && cluster.isPrimary) {
    if (!config.databaseUrl)
      throw new CannotStart(
        'Several workers need a PostgreSQL server: set DATABASE_URL, or start without --workers. An embedded database belongs to one process.',
      )
    if (config.port === 0) throw new CannotStart('Several workers need a port of their own: set PORT.')
    return (await import('./workers.ts')).runWorkers(command.workers, config, logger)
  }
  return serve(config, logger, command)
}

/** A command that ends by itself; its output is what it answers. */
async function carryOut(command: Exclude<Command, { kind: 'start' }>, rootDir: string): Promise<void> {
  if (command.kind === 'help') return console.log(USAGE)
  if (command.kind === 'version') return console.log(readVersion(rootDir))
  // Before the settings are read: wrong ones are what it looks for.
  if (command.kind === 'doctor') {
    const { text, isHealthy } = await (await import('./commands/doctor.ts')).runDoctor(
      process.env,
      rootDir,
      await createLogger({ level: 'silent', format: 'json' }),
    )
    console.log(text)
    process.exitCode = isHealthy ? 0 : 1
    return
  }
  const config = readConfig(process.env, rootDir)
  const logger = await createLogger(config.log)
  if (command.kind === 'export' || command.kind === 'import')
    console.log(await (await import('./commands/archive.ts')).runArchiveCommand(config, logger, command))
  else if (command.kind === 'distribute') console.log(await (await import('./commands/distribute.ts')).runDistribute(config, logger, command))
  else if (command.kind === 'backup') console.log(await (await import('./commands/backup.ts')).runBackup(config, logger, command.to))
  else console.log(await (await import('./commands/backup.ts')).runRestore(config, logger, command))
}

async function run(): Promise<void> {
  const command = readCommand(process.argv.slice(2))
  await (command.kind === 'start' ? start(command, findRootDir()) : carryOut(command, findRootDir()))
}

const sentences = [InvalidSetting, DataDirInUse, ImpossibleCommand, UnknownSample, CannotStart]
run().catch((error: Error) => {
  if (sentences.some((kind) => error instanceof kind)) exitWith(error.message)
  console.error(error)
  process.exit(1)
})
