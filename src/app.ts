/** Builds the server: the framework, and the operations of all domains. Used by main and by every test. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Temporal } from 'temporal-polyfill'
import type { Config } from './config.ts'
import { createFastify, Draining, registerHooks, registerPlugins } from './framework.ts'
import { toMissingOperation } from './not-offered.ts'
import { toArchiveSettings } from './commands/archive.ts'
import { dryRunReporters, jobs, localTasks, operationGroups, schedules } from './domains.ts'
import { configureArchives } from '#domains/archive/public.ts'
import type { CallAsOwner } from '#domains/setup/public.ts'
import { configureWebhooks } from '#domains/webhooks/public.ts'
import { assertOwnerReauthenticated, authenticateRequest } from '#domains/collaborators/public.ts'
import { holdChange } from '#domains/held-changes/public.ts'
import { countTestAddressesOnly, enableDevCaptcha, findProfileLanguage, setHashingCost } from '#domains/identity/public.ts'
import { findSiteOfRedirect } from '#domains/redirects/public.ts'
import { createAddressBook, type AddressBook, findHostCheckAnswer, HOST_CHECK_PATH } from '#domains/site/public.ts'
import { Clocks } from '#kit/api/clock.ts'
import { forServer, type OpenDatabase } from '#kit/db/open.ts'
import { mount, type MountDeps } from '#kit/api/mount.ts'
import { sendError } from '#kit/http/send-error.ts'
import { serveMetrics } from '#kit/http/serve-metrics.ts'
import { logRequests } from '#kit/http/request-log.ts'
import type { Logger } from '#kit/observability/logger.ts'
import type { MetricSources } from '#kit/observability/metrics.ts'
import { createObserver } from '#kit/observability/observe.ts'
import { createOpenApiText } from '#kit/api/openapi.ts'
import { areTablesCurrent } from '#kit/db/migrate.ts'
import { findUnready } from '#kit/observability/health.ts'
import { serveApiReference } from '#kit/http/api-reference.ts'
import { serveWeb } from '#kit/http/static-web.ts'
import { createCalendarCalls } from '#kit/calendars/calls.ts'
import { allowPrivateTargets } from '#kit/http/fetch-public.ts'
import { checkTextMessageService, sendTextMessage } from '#kit/sms/text-message.ts'
import { configureCalendarCalls } from '#domains/connected-calendars/public.ts'
import { configureTextCalls } from '#domains/texts/public.ts'
import { readQueueState } from '#kit/jobs/queue-state.ts'
import { Runner } from '#kit/jobs/runner.ts'

export interface Server {
  app: FastifyInstance
  runner: Runner
  deps: MountDeps
  callAsOwner: (siteId: string, apiKey: string) => CallAsOwner
  /** Sources of the metrics of this server. */
  sources: MetricSources
  addresses: AddressBook
  /** Prepares the end. */
  startDraining: Draining['start']
}

/** The address on this machine: with the port that the server listens on, before that the configured one. Asked with every request. */
function createLocalOrigin(findServer: () => FastifyInstance['server'], { port: configured, tls }: Config): () => string {
  const toOrigin = (port: number) => `${tls ? 'https' : 'http'}://localhost${port === 0 || port === (tls ? 443 : 80) ? '' : `:${port}`}`
  let listening: string | undefined
  return () => {
    if (listening !== undefined) return listening
    const address = findServer().address()
    return typeof address === 'object' && address ? (listening = toOrigin(address.port)) : toOrigin(configured)
  }
}

/** What the kit needs of the domains: callers, sites, languages. */
const createDeps = (open: OpenDatabase, config: Config, clocks: Clocks, addresses: AddressBook, report: MountDeps['report']): MountDeps => ({
  database: open,
  clocks,
  strict: config.testHooks,
  dryRunReporters,
  assertRecentPassword: assertOwnerReauthenticated,
  holdChange,
  report,
  authenticate: ({ database, ...request }) => {
    let authNow: Temporal.Instant | undefined
    return authenticateRequest(
      {
        get db() {
          return database.db
        },
        get authNow() {
          return (authNow ??= clocks.authNow())
        },
        cache: open.cache.getOrLoad,
        siteOfHost: addresses.findSiteByHost,
      },
      request,
    )
  },
  resolveSite: async ({ host, siteId, rs }) =>
    (rs && (await findSiteOfRedirect(open.db, rs, clocks.authNow()))) || (siteId && (await addresses.findSite(siteId))) || addresses.findSiteByHost(host),
  loadOrigins: addresses.getOrigins,
  findPreferredLanguage: (caller) => findProfileLanguage(open.db, caller),
})

/** Settings that domains and kit keep for the process. */
function configureProcess(config: Config): void {
  if (config.passwordHashing === 'reduced' && !config.testHooks) throw new Error('Only servers of tests reduce the cost of password hashes.')
  configureWebhooks({ allowPrivate: config.webhooksToPrivate })
  allowPrivateTargets(config.webhooksToPrivate)
  configureArchives(toArchiveSettings(config))
  configureCalendarCalls(createCalendarCalls(config.calendarApps))
  configureTextCalls({ check: checkTextMessageService, send: sendTextMessage })
  countTestAddressesOnly(config.testHooks)
  enableDevCaptcha(config.testHooks)
  setHashingCost(config.passwordHashing)
}

/** Calls a public operation with an API key, or as a member, at a business time: for the samples. */
const createOwnerCalls =
  (app: FastifyInstance, clocks: Clocks) =>
  (siteId: string, apiKey: string): CallAsOwner => {
    const send = async (authorization: string, method: string, path: string, body?: unknown): Promise<unknown> => {
      const response = await app.inject({
        method: method as 'POST',
        url: path,
        headers: { authorization, 'wix-site-id': siteId, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      if (response.statusCode !== 200) throw new Error(`${method} ${path} answered ${response.statusCode}: ${response.body}`)
      return response.json()
    }
    const signIn = async (memberId: string): Promise<string> => {
      const grant = { grant_type: 'authorized_client', member_id: memberId }
      return ((await send(`,${apiKey}`, 'POST', '/oauth2/token', grant)) as { access_token: string }).access_token
    }
    return async (method, path, body, { at, memberId } = {}) => {
      const sendAs = async () => send(memberId ? await signIn(memberId) : apiKey, method, path, body)
      return at ? clocks.during(at, sendAs) : sendAs()
    }
  }

/** What supervisors and load balancers ask. */
function answerProbes(app: FastifyInstance, database: OpenDatabase, runner: Runner, draining: Draining): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const failing = await findUnready({ areTablesCurrent: () => areTablesCurrent(database), runner, isDraining: draining.isUnready })
    return failing.length === 0 ? { status: 'ok' } : reply.code(503).header('retry-after', '1').send({ status: 'unavailable', failing })
  })
}

/** What proves that an address leads to this server, whatever site is asked for: one that waits for its proof shows none. */
function answerHostChecks(app: FastifyInstance, { db }: OpenDatabase, clocks: Clocks): void {
  app.get<{ Params: { nonce: string } }>(`${HOST_CHECK_PATH}:nonce`, async ({ params }, reply) => {
    const answer = await findHostCheckAnswer(db, params.nonce, clocks.authNow())
    return reply
      .code(answer === undefined ? 404 : 200)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(answer ?? '')
  })
}

export async function buildApp(
  open: OpenDatabase,
  config: Config,
  clocks = new Clocks(),
  report: MountDeps['report'] = (problem, error) => console.error(problem, error),
  logger?: Logger,
): Promise<Server> {
  const getLocalOrigin = createLocalOrigin(() => app.server, config)
  const getServer = () => ({ publicUrl: config.publicUrl, local: getLocalOrigin() })
  const addresses = createAddressBook(open, getServer)
  const own = forServer(open)
  const deps = createDeps(open, config, clocks, addresses, report)
  configureProcess(config)
  const { getOrigins: loadOrigins } = createAddressBook(own, getServer)
  const runner = new Runner({ ...deps, loadOrigins }, { jobs, schedules, localTasks, report, observe: createObserver(logger) })
  const app = createFastify(config, deps)
  await registerPlugins(app, config)
  const draining = new Draining()
  // First: what another hook refuses is counted, too.
  logRequests(app, logger)
  registerHooks(app, draining)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, deps))
  const sources: MetricSources = { connections: open.connections, queue: () => readQueueState(own.db, clocks.authNow()) }
  if (config.metricsToken) serveMetrics(app, config.metricsToken, sources)
  answerProbes(app, own, runner, draining)
  answerHostChecks(app, own, clocks)
  // Storefronts request site scripts on every page; there are none.
  app.get('/assets/scripts/v1/site-scripts', async () => ({ siteScripts: [] }))
  const callAsOwner = createOwnerCalls(app, clocks)
  const parts = { deps, runner, addresses, callAsOwner }
  // A separate chunk, which a server without test hooks never loads.
  const testHooks = config.testHooks ? [(await import('./test-hooks/test-hooks.ts')).buildTestHooks(parts)] : []
  const groups = [...operationGroups, ...testHooks]
  mount(app, groups, deps, parts)
  const getOpenApi = createOpenApiText(groups, { title: 'Atrium', version: '1' })
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(await getOpenApi()))
  serveApiReference(app, '/docs', '/openapi.json')

  await serveWeb(app, {
    folder: join(config.rootDir, 'dist', 'web'),
    fallback: (request, reply) => sendError(toMissingOperation(request.url), request, reply, deps),
  })
  await app.ready()
  return { app, runner, deps, callAsOwner, sources, addresses, startDraining: draining.start }
}
