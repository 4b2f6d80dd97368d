/** The server: database, migrations, HTTP, runner, backups. Shuts down cleanly on SIGINT and SIGTERM. */
import { resolve } from 'node:path'
import { buildApp, type Server } from './app.ts'
import { joinWorkers, type WorkerRole } from './workers.ts'
import { createBackupMaker, makeAndCopy, toCopies } from './commands/backup.ts'
import { carryOutSites } from './commands/sites.ts'
import { checkDatabase } from './commands/check-database.ts'
import type { createHolder } from './commands/holder.ts'
import type { Command } from './commands/read-command.ts'
import type { Config } from './config.ts'
import { sealedValues } from './domains.ts'
import { CannotStart, exitWith, type Opening } from './open-database.ts'
import { SealedWithAnotherKey, sealStoredSecrets } from '#domains/identity/public.ts'
import { configureEmail } from '#domains/notifications/public.ts'
import { configureConnections, createSetupToken, startSample } from '#domains/setup/public.ts'
import { Clocks } from '#kit/api/clock.ts'
import { scheduleBackups } from '#kit/db/backup/schedule-backups.ts'
import type { OpenDatabase } from '#kit/db/open.ts'
import { verifySmtpServer, sendWithSmtp } from '#kit/email/smtp.ts'
import { startMetricsServer } from '#kit/http/serve-metrics.ts'
import { followCertificate } from '#kit/http/tls.ts'
import type { MetricSources } from '#kit/observability/metrics.ts'
import { createReporter, type Logger } from '#kit/observability/logger.ts'
import { setTracing } from '#kit/observability/observe.ts'
import { startTracing } from '#kit/observability/tracing.ts'
import { configurePayments } from '#kit/payments/providers.ts'
import { loadSealingKeys } from '#kit/secrets/seal.ts'
import { configureSealing } from '#kit/secrets/sealing.ts'

type Report = (problem: string, error: unknown) => void

/** Does what makes many calls of the server's own: no caller sends them, so they are not logged as requests, only their problems are. */
async function withoutRequestLog<T>(logger: Logger, work: () => Promise<T>): Promise<T> {
  const { level } = logger
  if (level === 'info') logger.level = 'warn'
  try {
    return await work()
  } finally {
    logger.level = level
  }
}

const SHUTDOWN_TIMEOUT_SECONDS = 30
const TIDY_EVERY_MINUTES = 10

/** Vacuums the embedded database, which has no autovacuum. */
function scheduleTidy(open: OpenDatabase, report: Report): NodeJS.Timeout {
  const tidy = () => void open.runMaintenance?.().catch((error: Error) => report('the embedded database could not be tidied', error))
  return setInterval(tidy, TIDY_EVERY_MINUTES * 60_000).unref()
}

/** Listens; returns the address that people open. */
async function listen(app: Server['app'], config: Config): Promise<string> {
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new CannotStart(`Port ${config.port} is taken by another program. Choose another one: PORT=3001 npm start`)
    if (error.code === 'EACCES') throw new CannotStart(`Port ${config.port} may not be opened by this user. Choose one above 1023: PORT=3000 npm start`)
    throw error
  })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  return config.publicUrl ?? `${config.tls ? 'https' : 'http'}://localhost:${port}`
}

interface Welcome {
  setupToken: string | undefined
  owner: { email: string; password: string } | undefined
}

/** Prints where the server is found and, once, the secrets of a first start. */
function printWelcome(url: string, config: Config, { setupToken, owner }: Welcome): void {
  console.log(`\n  Atrium is running.\n\n  Site           ${url}/\n  Dashboard      ${url}/dashboard\n  API reference  ${url}/docs\n`)
  if (setupToken)
    console.log(
      `  First run      ${url}/setup#${setupToken}\n                 Only this link sets the server up. It works until that is done; each start prints one.\n`,
    )
  if (owner) console.log(`  Owner of the sample\n  Email          ${owner.email}\n  Password       ${owner.password}\n`)
  if (!config.databaseUrl) console.log('  Data is kept by the embedded database in', config.dataDir, '\n')
}

/**
 * On SIGINT and SIGTERM, or when another worker took the place of this one: lets load balancers turn to others, answers what is being asked, lets the
 * runner finish its job, closes the database, exits.
 */
function shutDownOnSignal(role: WorkerRole, drain: (isReplaced: boolean) => Promise<void>, close: () => Promise<void>): void {
  let isShuttingDown = false
  const shutDown = async (isReplaced: boolean) => {
    // Ctrl-C can arrive twice: from the terminal and from npm.
    if (isShuttingDown) return
    isShuttingDown = true
    await drain(isReplaced)
    const timeout = setTimeout(
      () => exitWith(`Some requests did not finish within ${SHUTDOWN_TIMEOUT_SECONDS} seconds; ended without them.`),
      SHUTDOWN_TIMEOUT_SECONDS * 1000,
    )
    await close()
    clearTimeout(timeout)
    process.exit(0)
  }
  const end = () => void shutDown(false)
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  role.onReplaced(() => void shutDown(true))
}

/** Serves on for a while, so that load balancers and clients with open connections learn in time to send requests elsewhere. */
async function drainConnections({ startDraining }: Server, { drainSeconds }: Config, isReplaced: boolean): Promise<void> {
  if (drainSeconds === 0) return
  startDraining({ isReplaced })
  await new Promise((done) => setTimeout(done, drainSeconds * 1000))
}

const serveMetrics = ({ metricsAddress }: Config, sources: MetricSources) =>
  metricsAddress &&
  startMetricsServer(metricsAddress, sources).catch((error: Error) => {
    throw new CannotStart(`METRICS_ADDRESS ${metricsAddress.host}:${metricsAddress.port} cannot be used: ${error.message}.`)
  })

/** Uses the keys of this server, and seals what is not yet sealed with the newest. Throws CannotStart for data that another key sealed. */
async function configureSecrets(open: OpenDatabase, { secrets }: Config, forgets: boolean): Promise<void> {
  const keys = await loadSealingKeys(secrets)
  configureSealing(keys)
  await sealStoredSecrets(open.db, sealedValues, keys, { forgets }).catch((error: unknown) => {
    if (!(error instanceof SealedWithAnotherKey)) throw error
    throw new CannotStart(
      `The secrets in this database were sealed with another key. Set SECRETS_KEY to it, or put it into ${secrets.file}. If it is lost: atrium start --forget-secrets deletes them; then second steps and connections are set up again.`,
    )
  })
}

/** What the environment says of the outside. */
async function configureOutside(config: Config): Promise<void> {
  await configurePayments(config.payments)
  configureEmail({ smtpUrl: config.smtpUrl, from: config.emailFrom })
  configureConnections({
    email: { smtpUrl: config.smtpUrl, from: config.emailFrom },
    payments: config.payments,
    hasPayments: config.namesPayments,
    stripeApiUrl: config.stripeApiUrl,
    smtp: { ask: verifySmtpServer, send: sendWithSmtp },
  })
}

/** Makes backups when they are due, and when a command asks; answers what the doctor asks. */
function serveCommands(
  { open, deps, addresses }: { open: OpenDatabase } & Pick<Server, 'deps' | 'addresses'>,
  config: Config,
  { isFirst }: WorkerRole,
  serve: ReturnType<typeof createHolder>['serve'],
  report: Report,
) {
  const make = createBackupMaker(open, config)
  const { folder, everyHours, keepHere, passphrase } = config.backups
  serve(async (request) => {
    if (request.command === 'doctor') return { findings: await checkDatabase(open, config) }
    if (request.command === 'sites') return { message: await carryOutSites(deps, addresses, request.request) }
    return { message: await makeAndCopy(make, config, request.to) }
  })
  // One of several processes makes them for all.
  return folder && isFirst
    ? scheduleBackups({ folder: resolve(folder), everyHours, keep: keepHere, passphrase, copies: toCopies(config) }, make, report)
    : undefined
}

/** What a server begins with: its database, which may still be opening, and what answers the commands that find it at work. */
interface Beginning extends Opening {
  holder: ReturnType<typeof createHolder>
}

/** Runs the server until a signal ends it. Throws CannotStart. */
export async function runServer(
  config: Config,
  logger: Logger,
  { sample, forgetsSecrets }: Extract<Command, { kind: 'start' }>,
  { open, ready, holder }: Beginning,
): Promise<void> {
  const report = createReporter(logger)
  await configureOutside(config)
  const tracing = config.tracesEndpoint ? await startTracing(config.tracesEndpoint) : undefined
  setTracing(tracing)
  const clocks = new Clocks()
  // Needs no answer of the database: its routes are laid out while it opens.
  const server = await buildApp(open, config, clocks, report, logger)
  const { app, runner, deps, callAsOwner, sources, addresses } = server
  await ready
  await open.hearOthers?.()
  await configureSecrets(open, config, forgetsSecrets)
  if (config.testHooks) await (await import('./test-hooks/store.ts')).loadClocks(open.db, clocks)
  const role = joinWorkers(sources)
  const owner = sample && role.isFirst ? await withoutRequestLog(logger, () => startSample(deps, sample, { callAsOwner, addresses })) : undefined
  const setupToken = role.isFirst ? await createSetupToken(deps) : undefined
  const url = await listen(app, config)
  const certificate = config.tls && followCertificate(app.server, config.tls, report)
  const metrics = role.isFirst ? await serveMetrics(config, sources) : undefined
  runner.start()
  const backups = serveCommands({ open, deps, addresses }, config, role, holder.serve, report)
  if (role.isFirst) printWelcome(url, config, { setupToken, owner })
  const tidying = scheduleTidy(open, report)
  role.reportReady()
  const drain = (isReplaced: boolean) => drainConnections(server, config, isReplaced)
  shutDownOnSignal(role, drain, async () => {
    clearInterval(tidying)
    certificate?.stop()
    await app.close()
    await runner.stop()
    await backups?.stop()
    await metrics?.close()
    await tracing?.end().catch((error: Error) => logger.warn({ err: error }, 'the last traces were not sent'))
    await open.close()
    await role.leave()
  })
}
