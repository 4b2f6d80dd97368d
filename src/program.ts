/** Reads the command line, and runs the server or a command. What goes wrong for reasons of the operator is one sentence and exit code 1. */
import cluster from 'node:cluster'
import type { BegunEngine } from './begin-engine.ts'
import { type Command, ImpossibleCommand, readCommand, USAGE } from './commands/read-command.ts'
import type { createHolder } from './commands/holder.ts'
import { type Config, InvalidSetting, readConfig } from './config.ts'
import { beginMigrated, CannotStart, exitWith } from './open-database.ts'
import { readVersion } from './version.ts'
import { UnknownSample } from '#domains/setup/public.ts'
import { DataDirInUse } from '#kit/db/data-dir-lock.ts'
import { readCertificate } from '#kit/http/tls.ts'
import { createLogger, type Logger } from '#kit/observability/logger.ts'

/** What a process begins with before anything of it is loaded. */
export interface Beginning {
  rootDir: string
  holder: ReturnType<typeof createHolder>
  /** The embedded database of an earlier start, which is being opened. */
  begun: BegunEngine | undefined
}

/** Throws CannotStart before anything is changed. */
function assertCertificate({ tls }: Config): void {
  try {
    if (tls) readCertificate(tls)
  } catch (error) {
    throw new CannotStart(`TLS_CERT and TLS_KEY cannot be used: ${(error as Error).message}.`)
  }
}

/** The database opens while this thread loads what the server is made of. */
async function serve(config: Config, logger: Logger, command: Extract<Command, { kind: 'start' }>, { holder, begun }: Beginning): Promise<void> {
  assertCertificate(config)
  const beginning = beginMigrated(config, logger, holder.answer, begun)
  // What fails is thrown where it is awaited, once everything is loaded.
  beginning.then(({ ready }) => ready).catch(() => undefined)
  const { runServer } = await import('./serve.ts')
  await runServer(config, logger, command, { ...(await beginning), holder })
}

/** Runs the server in this process, or in several below it. */
async function start(command: Extract<Command, { kind: 'start' }>, beginning: Beginning): Promise<void> {
  const config = readConfig(process.env, beginning.rootDir)
  const logger = await createLogger(config.log)
  if (command.workers > 1 && cluster.isPrimary) {
    if (!config.databaseUrl)
      throw new CannotStart(
        'Several workers need a PostgreSQL server: set DATABASE_URL, or start without --workers. An embedded database belongs to one process.',
      )
    if (config.port === 0) throw new CannotStart('Several workers need a port of their own: set PORT.')
    return (await import('./workers.ts')).runWorkers(command.workers, config, logger)
  }
  return serve(config, logger, command, beginning)
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
  else if (command.kind === 'sites') console.log(await (await import('./commands/sites.ts')).runSites(config, logger, command.request))
  else if (command.kind === 'distribute') console.log(await (await import('./commands/distribute.ts')).runDistribute(config, logger, command))
  else if (command.kind === 'backup') console.log(await (await import('./commands/backup.ts')).runBackup(config, logger, command.to))
  else console.log(await (await import('./commands/backup.ts')).runRestore(config, logger, command))
}

const sentences = [InvalidSetting, DataDirInUse, ImpossibleCommand, UnknownSample, CannotStart]

/** Runs what the arguments ask for. Ends the process with exit code 1 when it cannot. */
export async function runProgram(args: readonly string[], beginning: Beginning): Promise<void> {
  try {
    const command = readCommand(args)
    await (command.kind === 'start' ? start(command, beginning) : carryOut(command, beginning.rootDir))
  } catch (error) {
    if (sentences.some((kind) => error instanceof kind)) exitWith((error as Error).message)
    console.error(error)
    process.exit(1)
  }
}
