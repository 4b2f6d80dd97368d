/** Entry point: settings, database, migrations, server, runner. Shuts down cleanly on SIGINT and SIGTERM. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp, type Server } from './app.ts'
import { type ArchiveCommand, ImpossibleCommand, readArchiveCommand, runArchiveCommand } from './archive-command.ts'
import { InvalidSetting, readConfig, type Config } from './config.ts'
import { sealStoredSecrets } from '#domains/identity/public.ts'
import { configureEmail } from '#domains/notifications/public.ts'
import { applyConnections, configureConnections, createSetupToken, readSampleName, startSample, UnknownSample } from '#domains/setup/public.ts'
import { DataDirInUse, lockDataDir } from '#kit/db/data-dir-lock.ts'
import { migrate, UnknownHistory } from '#kit/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#kit/db/open.ts'
import { verifySmtpServer, sendWithSmtp } from '#kit/email/smtp.ts'
import { startMetricsServer } from '#kit/http/serve-metrics.ts'
import type { MetricSources } from '#kit/observability/metrics.ts'
import { createLogger, type Logger, createReporter } from '#kit/observability/logger.ts'
import { setTracing } from '#kit/observability/observe.ts'
import { startTracing } from '#kit/observability/tracing.ts'
import { configurePayments } from '#kit/payments/providers.ts'
import type { AddressBook } from '#domains/site/public.ts'
import { loadSealingKey } from '#kit/secrets/seal.ts'

function rootDir(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  return here.endsWith(join('dist', 'server')) ? resolve(here, '..', '..') : resolve(here, '..')
}

/** Prints one sentence, without stack, and exits. */
function exitWith(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

async function openFor(config: Config, logger: Logger): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const open = await openDatabase({ url: config.databaseUrl, isPipelined: config.pipelinesStatements, report: (sentence) => logger.warn(sentence) })
    const version = await open
      .version()
      .catch((error: Error) => exitWith(`The PostgreSQL server of DATABASE_URL cannot be reached: ${error.message || 'no answer'}.`))
    if (version < 150_000) exitWith(`PostgreSQL 15 or newer is needed; the server of DATABASE_URL is version ${Math.floor(version / 10_000)}.`)
    return open
  }
  try {
    mkdirSync(config.dataDir, { recursive: true })
    accessSync(config.dataDir, constants.W_OK)
  } catch (error) {
    exitWith(`The data folder ${config.dataDir} cannot be written: ${(error as Error).message}.`)
  }
  const release = await lockDataDir(config.dataDir)
  const worker = join(config.rootDir, 'dist', 'server', 'pglite-worker.js')
  const open = await openDatabase({
    dataDir: join(config.dataDir, 'pglite'),
    ...(existsSync(worker) ? { workerFile: worker } : {}),
    // Acknowledged writes are on disk; the process could only hang.
    onBroken: (reason) => {
      logger.flush()
      exitWith(`The embedded database cannot go on: ${reason}. Nothing that was answered is lost. Make room or mend the disk, then start again.`)
    },
  }).catch((error: Error) => exitWith(`The database in ${config.dataDir} cannot be opened: ${error.message}.`))
  return { ...open, close: async () => (await open.close(), await release()) }
}

const SHUTDOWN_TIMEOUT_SECONDS = 30
const TIDY_EVERY_MINUTES = 10

/** Vacuums the embedded database, which has no autovacuum. */
function scheduleTidy(open: OpenDatabase, report: (problem: string, error: unknown) => void): NodeJS.Timeout {
  const tidy = () => void open.runMaintenance?.().catch((error: Error) => report('the embedded database could not be tidied', error))
  return setInterval(tidy, TIDY_EVERY_MINUTES * 60_000).unref()
}

/** Listens; returns the address that people open. */
async function listen(app: Server['app'], config: Config): Promise<string> {
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') exitWith(`Port ${config.port} is taken by another program. Choose another one: PORT=3001 npm start`)
    if (error.code === 'EACCES') exitWith(`Port ${config.port} may not be opened by this user. Choose one above 1023: PORT=3000 npm start`)
    throw error
  })
  const address = app.server.address()
  return config.publicUrl ?? `http://localhost:${typeof address === 'object' && address ? address.port : config.port}`
}

/** Prints where the server is found and, once, the secrets of a first start. */
function printWelcome(
  url: string,
  config: Config,
  { setupToken, owner }: { setupToken: string | undefined; owner: { email: string; password: string } | undefined },
): void {
  console.log(`\n  Atrium is running.\n\n  Site           ${url}/\n  Dashboard      ${url}/dashboard\n  API reference  ${url}/docs\n`)
  if (setupToken)
    console.log(
      `  First run      ${url}/setup#${setupToken}\n                 Only this link sets the server up. It works until that is done; each start prints one.\n`,
    )
  if (owner) console.log(`  Owner of the sample\n  E-mail         ${owner.email}\n  Password       ${owner.password}\n`)
  if (!config.databaseUrl) console.log('  Data is kept by the embedded database in', config.dataDir, '\n')
}

/** On SIGINT and SIGTERM: answers what is being asked, lets the runner finish its job, closes the database, exits. */
function shutDownOnSignal(close: () => Promise<void>): void {
  let isShuttingDown = false
  const shutDown = async () => {
    // Ctrl-C can arrive twice: from the terminal and from npm.
    if (isShuttingDown) return
    isShuttingDown = true
    const timeout = setTimeout(
      () => exitWith(`Some requests did not finish within ${SHUTDOWN_TIMEOUT_SECONDS} seconds; ended without them.`),
      SHUTDOWN_TIMEOUT_SECONDS * 1000,
    )
    await close()
    clearTimeout(timeout)
    process.exit(0)
  }
  process.on('SIGINT', shutDown)
  process.on('SIGTERM', shutDown)
}

const serveMetrics = ({ metricsAddress }: Config, sources: MetricSources) =>
  metricsAddress &&
  startMetricsServer(metricsAddress, sources).catch((error: Error) =>
    exitWith(`METRICS_ADDRESS ${metricsAddress.host}:${metricsAddress.port} cannot be used: ${error.message}.`),
  )

/** Opens the database and brings its tables up to date. */
async function openMigrated(config: Config, logger: Logger): Promise<OpenDatabase> {
  const open = await openFor(config, logger)
  await migrate(open).catch((error: Error) =>
    exitWith(error instanceof UnknownHistory ? error.message : `The tables could not be brought up to date, and nothing was changed: ${error.message}.`),
  )
  return open
}

const CONNECTIONS_SECONDS = 30
/** Uses the mail server and Stripe that the dashboard connected; another process may have changed them. */
async function keepConnected(open: OpenDatabase, addresses: AddressBook, report: (problem: string, error: unknown) => void): Promise<NodeJS.Timeout> {
  const apply = async () => applyConnections(open.db, await addresses.findFirstSite())
  await apply()
  return setInterval(() => void apply().catch((error: unknown) => report('stored connections could not be read', error)), CONNECTIONS_SECONDS * 1000).unref()
}

/** Without a server: the database is closed again, and the process ends. */
async function carryOut(command: ArchiveCommand, config: Config, logger: Logger): Promise<void> {
  const open = await openMigrated(config, logger)
  try {
    console.log(await runArchiveCommand(open, config, command))
  } finally {
    await open.close()
  }
}

async function start(): Promise<void> {
  const config = readConfig(process.env, rootDir())
  const logger = await createLogger(config.log)
  const command = readArchiveCommand(process.argv.slice(2))
  const sample = readSampleName(process.argv.slice(2))
  if (command) return carryOut(command, config, logger)
  const open = await openMigrated(config, logger)
  await configurePayments(config.payments)
  configureEmail({ smtpUrl: config.smtpUrl, from: config.emailFrom })
  configureConnections({
    email: { smtpUrl: config.smtpUrl, from: config.emailFrom },
    payments: config.payments,
    hasPayments: config.namesPayments,
    stripeApiUrl: config.stripeApiUrl,
    smtp: { ask: verifySmtpServer, send: sendWithSmtp },
    sealingKey: await loadSealingKey({ given: config.secretsKey, dataDir: config.dataDir }),
  })
  await open.db.transaction().execute(sealStoredSecrets)
  const tracing = config.tracesEndpoint ? await startTracing(config.tracesEndpoint) : undefined
  setTracing(tracing)
  const clocks = config.testHooks ? await (await import('./test-hooks/store.ts')).loadClocks(open.db) : undefined
  const { app, runner, deps, callAsOwner, sources, addresses } = await buildApp(open, config, clocks, createReporter(logger), logger)
  const connecting = await keepConnected(open, addresses, createReporter(logger))
  const owner = sample ? await startSample(deps, sample, { callAsOwner, addresses }) : undefined
  const setupToken = await createSetupToken(deps)
  const url = await listen(app, config)
  const metrics = await serveMetrics(config, sources)
  runner.start()
  printWelcome(url, config, { setupToken, owner })
  const tidying = scheduleTidy(open, createReporter(logger))
  shutDownOnSignal(async () => {
    clearInterval(tidying)
    clearInterval(connecting)
    await app.close()
    await runner.stop()
    await metrics?.close()
    await tracing?.end().catch((error: Error) => logger.warn({ err: error }, 'the last traces were not sent'))
    await open.close()
  })
}

start().catch((error: Error) => {
  if (error instanceof InvalidSetting || error instanceof DataDirInUse || error instanceof ImpossibleCommand || error instanceof UnknownSample)
    exitWith(error.message)
  console.error(error)
  process.exit(1)
})
