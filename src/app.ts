/** Puts the server together: the edge in front, the operations of every domain behind it. Used by main and by every test. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { houseMountables, jobs, mountables, reactionsTo, sweeps } from './domains.ts'
import { useWebhookSettings } from '#domains/house/reactions.ts'
import type { CallAsOwner } from '#domains/house/sample.ts'
import { callerOf, countOnlyNamedAddresses, offerDevCaptcha, profileLanguage } from '#domains/identity/public.ts'
import { siteOfRedirect } from '#domains/redirects/public.ts'
import { addressBook, type AddressBook } from '#domains/site/public.ts'
import { Clocks } from '#kit/clock.ts'
import type { OpenDatabase, Tx } from '#kit/db/open.ts'
import { undoAlias } from '#kit/edge/aliases.ts'
import { corsHeaders } from '#kit/edge/cors.ts'
import { parseQuery } from '#kit/edge/query-string.ts'
import { readJsonBodies } from '#kit/edge/json-bodies.ts'
import { answerUnread } from '#kit/edge/unread.ts'
import { mount, sendEarlyError, sendError, type MountDeps } from '#kit/mount.ts'
import { serveMetrics } from '#kit/edge/metrics.ts'
import { logRequests } from '#kit/edge/request-log.ts'
import type { Logger } from '#kit/observability/logger.ts'
import type { Sources } from '#kit/observability/metrics.ts'
import { observeWith } from '#kit/observability/observed.ts'
import { openApiOf } from '#kit/openapi.ts'
import { type Language, said, spoken } from '#kit/pure/languages.ts'
import { isReady } from '#kit/edge/ready.ts'
import { serveReference } from '#kit/edge/reference.ts'
import { serveWeb } from '#kit/edge/web.ts'
import { mayReachPrivate } from '#kit/reach/reach.ts'
import { readQueueState } from '#kit/work/queue-state.ts'
import { Runner } from '#kit/work/runner.ts'

export interface House {
  app: FastifyInstance
  runner: Runner
  deps: MountDeps
  callAsOwner: (siteId: string, apiKey: string) => CallAsOwner
  /** What metrics ask about this server. */
  sources: Sources
  addresses: AddressBook
}

/** Client libraries warm our login page up in a hidden frame: it has to load, and shows nothing there. */
const EMPTY_PAGE = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
}
const signIn = { message: 'Sign in', de: 'Anmelden' }
const emptyPage = (language: Language): string => `<!doctype html><html lang="${language}"><title>${said(signIn, language)}</title></html>`
const isFramedLogin = (request: { url: string; headers: Record<string, unknown> }): boolean =>
  /^\/hosted\/login(\?|$)/.test(request.url) && ['iframe', 'frame', 'embed', 'object'].includes(String(request.headers['sec-fetch-dest']))

/** The port that the server listens on, as it stands in an address; before it listens the one that is set. */
function portOf(app: FastifyInstance, config: Config): string {
  const listening = app.server.address()
  const port = typeof listening === 'object' && listening ? listening.port : config.port
  return port === 0 || port === 80 ? '' : `:${port}`
}

export async function buildApp(
  open: OpenDatabase,
  config: Config,
  clocks = new Clocks(),
  report: MountDeps['report'] = (problem, error) => console.error(problem, error),
  logger?: Logger,
): Promise<House> {
  const addresses = addressBook(open, () => ({ publicUrl: config.publicUrl, local: `http://localhost${portOf(app, config)}` }))
  const deps: MountDeps = {
    open,
    clocks,
    reactionsTo,
    strict: config.testHooks,
    report,
    callerOf: (request) => callerOf({ db: open.db, authNow: clocks.authNow(), remember: open.memory.remember, siteOfHost: addresses.siteOfHost }, request),
    siteOf: async ({ host, siteId, rs }) =>
      (rs && (await siteOfRedirect(open.db, rs, clocks.authNow()))) || (siteId && (await addresses.siteWithId(siteId))) || addresses.siteOfHost(host),
    originsOf: addresses.originsOf,
    languageOf: (caller) => profileLanguage(open.db as unknown as Tx, caller),
  }
  useWebhookSettings({ toPrivate: config.webhooksToPrivate })
  mayReachPrivate(config.webhooksToPrivate)
  countOnlyNamedAddresses(config.testHooks)
  offerDevCaptcha(config.testHooks)
  const runner = new Runner(deps, { jobs, sweeps, report, observe: observeWith(logger) })

  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: 1_048_576,
    routerOptions: { querystringParser: (search) => parseQuery(search), maxParamLength: 4096 },
    rewriteUrl: (request) => undoAlias(request.method ?? 'GET', request.url ?? '/'),
    trustProxy: config.trustProxy,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnread,
    // A path that cannot be decoded is refused before any hook runs.
    frameworkErrors: (error, request, reply) =>
      sendEarlyError(error, request, reply.header('x-wix-request-id', request.id).headers(corsHeaders('GET', '/')), deps),
  })
  const callAsOwner =
    (siteId: string, apiKey: string): CallAsOwner =>
    async (method, path, body) => {
      const response = await app.inject({
        method: method as 'POST',
        url: path,
        headers: { authorization: apiKey, 'wix-site-id': siteId, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      if (response.statusCode !== 200) throw new Error(`${method} ${path} answered ${response.statusCode}: ${response.body}`)
      return response.json()
    }
  readJsonBodies(app)
  await app.register(cookie)
  await app.register(formbody)
  await app.register(compress, { threshold: 2048 })
  // High on purpose: one storefront server asks for all its visitors. Sign-in and codes have their own limits in identity.
  if (!config.testHooks)
    await app.register(rateLimit, {
      max: config.requestsPerMinute,
      timeWindow: '1 minute',
      errorResponseBuilder: () => Object.assign(new Error('Too many requests. Please try again in a minute.'), { statusCode: 429 }),
    })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-wix-request-id', request.id).header('x-content-type-options', 'nosniff')
    reply.headers(corsHeaders(request.method, request.url))
    if (request.method === 'OPTIONS') return reply.code(200).send({})
    if (request.url.includes('%00')) throw Object.assign(new Error('The address holds a NUL.'), { statusCode: 400 })
    if (isFramedLogin(request))
      return reply
        .headers(EMPTY_PAGE)
        .code(200)
        .send(emptyPage(spoken(request.headers['accept-language']) ?? 'en'))
    return undefined
  })
  // Requests in hand are answered at the end, but their connections are not kept for another one.
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, deps))

  logRequests(app, logger)
  const sources: Sources = { connections: open.connections, queue: () => readQueueState(open.db, clocks.authNow()) }
  if (config.metricsToken) serveMetrics(app, config.metricsToken, sources)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) =>
    (await isReady(open)) ? { status: 'ok' } : reply.code(503).header('retry-after', '1').send({ status: 'unavailable' }),
  )
  // Storefronts of others ask for these on every page; an empty list is the truth here.
  app.get('/assets/scripts/v1/site-scripts', async () => ({ siteScripts: [] }))
  const parts = [...mountables, ...houseMountables({ deps, runner, addresses, callAsOwner, testHooks: config.testHooks })]
  for (const part of parts) mount(app, part, deps)
  let openApi: Record<string, unknown> | undefined
  const openApiOnce = () => (openApi ??= openApiOf(parts, { title: 'Atrium', version: '1' }))
  app.get('/openapi.json', async () => openApiOnce())
  serveReference(app, '/docs', openApiOnce)

  const notFound = Object.assign(new Error('Not found.'), { statusCode: 404 })
  await serveWeb(app, {
    folder: join(config.rootDir, 'dist', 'web'),
    otherwise: (request, reply) => sendError(notFound, request, reply, deps),
  })
  await app.ready()
  return { app, runner, deps, callAsOwner, sources, addresses }
}
