/** The framework as this server uses it: its settings, its plugins, and what happens with every request. */
import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Config } from './config.ts'
import { resolveMovedCall } from '#domains/pages/public.ts'
import { resolveAlias } from '#kit/api/aliases.ts'
import type { MountDeps } from '#kit/api/mount.ts'
import { parseQueryString } from '#kit/api/query-string.ts'
import { limitBodyTime } from '#kit/http/body-time.ts'
import { replyToClientError } from '#kit/http/client-errors.ts'
import { corsHeaders } from '#kit/http/cors.ts'
import { unframed } from '#kit/http/framing.ts'
import { registerJsonBodies } from '#kit/http/json-bodies.ts'
import { MAX_PARAM_CHARACTERS } from '#kit/http/operation-routes.ts'
import { sendEarlyError } from '#kit/http/send-error.ts'
import { readCertificate } from '#kit/http/tls.ts'
import { endUnusedConnections } from '#kit/http/unused-connections.ts'
import { type Language, matchLanguage, translate } from '#kit/pure/languages.ts'

/** How far the end of a server has come. */
export class Draining {
  /** Replies close their connections, so that no client sends its next request on one that is about to be closed. */
  closesConnections = false
  isUnready = false
  /** Every reply closes its connection; unless another process takes this one's place on its port, `/readyz` answers 503. */
  start = ({ isReplaced }: { isReplaced: boolean } = { isReplaced: false }): void => {
    this.closesConnections = true
    this.isUnready = !isReplaced
  }
}

/** A browser that came over TLS once comes over TLS for a year. For this name only: its owner may have others without. */
const STRICT_TRANSPORT = 'max-age=31536000'
/** Client libraries preload the login page in a hidden frame: it has to load, and stays empty. */
const EMPTY_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
}
const signIn = { message: 'Sign in', de: 'Anmelden', fr: 'Se connecter', es: 'Iniciar sesión' }
const emptyPage = (language: Language): string => `<!doctype html><html lang="${language}"><title>${translate(signIn, language)}</title></html>`
const isFramedLogin = (request: { url: string; headers: Record<string, unknown> }): boolean =>
  /^\/hosted\/login(\?|$)/.test(request.url) && ['iframe', 'frame', 'embed', 'object'].includes(String(request.headers['sec-fetch-dest']))

const refuseSchema = (): never => {
  throw new Error('Routes have no schemas of the framework; contracts do.')
}

/** The framework with our settings, without plugins, hooks and routes. */
export function createFastify(config: Config, deps: MountDeps): FastifyInstance {
  const options = {
    logger: false,
    // Bodies are checked by the contract. Without these the framework loads compilers of schemas that no route has.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    genReqId: () => randomUUID(),
    bodyLimit: 1_048_576,
    routerOptions: { querystringParser: (search) => parseQueryString(search), maxParamLength: MAX_PARAM_CHARACTERS },
    rewriteUrl: (request) => resolveAlias(request.method ?? 'GET', resolveMovedCall(request.url ?? '/')),
    trustProxy: config.trustProxy,
    // A busy machine may need longer to start than the ten seconds of the framework; a server that never starts is ended by its supervisor (systemd, Docker).
    pluginTimeout: 0,
    forceCloseConnections: 'idle',
    // A client that connected before the end began is answered.
    return503OnClosing: false,
    clientErrorHandler: replyToClientError,
    // A path that cannot be decoded is refused before any hook runs.
    frameworkErrors: (error, request, reply) =>
      sendEarlyError(error, request, reply.header('x-wix-request-id', request.id).headers(corsHeaders('GET', '/')), deps),
  } satisfies FastifyServerOptions
  // Routes are the same over both; the type of the framework tells the servers apart.
  return config.tls ? (Fastify({ ...options, https: readCertificate(config.tls) }) as unknown as FastifyInstance) : Fastify(options)
}

/** Bodies, cookies, compression and the bound on requests of one address. */
export async function registerPlugins(app: FastifyInstance, config: Config): Promise<void> {
  registerJsonBodies(app)
  await app.register(cookie)
  await app.register(formbody)
  await app.register(compress, { threshold: 2048 })
  // High on purpose: a storefront server calls for all its visitors. Sign-in and codes have their own rate limits in identity.
  if (!config.testHooks)
    await app.register(rateLimit, {
      max: config.requestsPerMinute,
      timeWindow: '1 minute',
      errorResponseBuilder: () => Object.assign(new Error('Too many requests. Please try again in a minute.'), { statusCode: 429 }),
    })
}

/** Headers of every reply, and what is answered or refused before any route. */
export function registerHooks(app: FastifyInstance, draining: Draining): void {
  limitBodyTime(app)
  endUnusedConnections(app)
  // Hooks of every request call back: a promise for each would cost more than what they do.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-wix-request-id', request.id).header('x-content-type-options', 'nosniff').headers(unframed)
    reply.headers(corsHeaders(request.method, request.url))
    if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT)
    // The client reset its connection before its request was read: it has no address any more, which the rate limit counts by.
    if ((request.ip as string | undefined) === undefined) return done(Object.assign(new Error('The client has disconnected.'), { statusCode: 499 }))
    if (request.method === 'OPTIONS') return void reply.code(200).send({})
    if (request.url.includes('%00')) return done(Object.assign(new Error('The address holds a NUL.'), { statusCode: 400 }))
    if (!isFramedLogin(request)) return done()
    const language = matchLanguage(request.headers['accept-language']) ?? 'en'
    return void reply.headers(EMPTY_PAGE_HEADERS).code(200).send(emptyPage(language))
  })
  // On shutdown requests in flight are answered, and their connections closed.
  app.addHook('preClose', async () => void (draining.closesConnections = true))
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.closesConnections) reply.header('connection', 'close')
    done(null, payload)
  })
}
