/** Turns operations and handlers into routes: shapes, callers, transactions, replies and errors are handled here, once. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Convert, Default } from 'typebox/value'
import type { RawReply, StreamedReply } from './raw-reply.ts'
import type { Input, Operation, Registry, Reply } from './contract.ts'
import type { BaseContext, Caller, ContextOf, TransactionContext } from './context.ts'
import type { OpenDatabase } from '../db/open.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import { createReplySerializer } from './reply-serializer.ts'
import { WrittenReply } from './written-reply.ts'
import { findQueryViolations } from './query-string.ts'
import { routePath } from './route-path.ts'
import { isFormBody, isCrossOrigin } from '../http/same-origin.ts'
import { toErrorBody, describeHttpError } from '../http/client-errors.ts'
import { translateDescription, translateViolations } from './violation-messages.ts'
import { toViolations } from './violations.ts'
import { observeRequest, type RequestNote } from '../observability/observe.ts'
import { type Language, translate, matchLanguage } from '../pure/languages.ts'
import { toHost, normalizeHost } from '../pure/origin.ts'
import { Refusal, refuseStandard, standardRefusals, type Violation, Violations } from './refusal.ts'
import { runDry, type DryRunReporter } from '../jobs/dry-run.ts'
import { dryRunHeader } from '../pure/dry-run.ts'
import { type HeldEntity, holdHeader, type HeldReply } from '../pure/held-change.ts'
import { runIdempotently, runIdempotentlyInSteps } from '../jobs/idempotency.ts'
import { countStatements } from '../db/statement-count.ts'
import { runReplicaRead } from '../jobs/read-replica.ts'
import { createOwnContext, createReadContext, runTransaction, type RequestMeta, type UnitOfWorkDeps } from '../jobs/unit-of-work.ts'

type Handler<O extends Operation> = (
  ctx: ContextOf<O['work']>,
  input: Input<O>,
) => Promise<O extends { raw: true } ? RawReply | StreamedReply : Reply<O> | (O['work'] extends 'read' ? WrittenReply<Reply<O>> : never)>
/** One handler per operation of a registry. */
export type Handlers<R extends Registry> = { [K in keyof R]: Handler<R[K]> }

export interface MountDeps extends UnitOfWorkDeps {
  authenticate(request: {
    database: OpenDatabase
    headers: Record<string, string | undefined>
    cookies: Record<string, string | undefined>
    host: string
    method: string
  }): Promise<Caller>
  /** The site of a call without a token: the one of the redirect session it goes on with, the one it names, the one of its host; undefined when there is none. */
  resolveSite(request: { host: string; siteId: string | undefined; rs: string | undefined }): Promise<string | undefined>
  /** The language of a caller's profile; undefined when it has none. */
  findPreferredLanguage(caller: Caller): Promise<string | undefined>
  /** What domains say of dry runs, in their order. */
  dryRunReporters: readonly DryRunReporter[]
  /** Keeps a change that was tried until it is due. */
  holdChange(ctx: TransactionContext, change: ChangeToHold): Promise<HeldReply>
  /** Replies that break their schema and undeclared refusals are bugs: answered with 500 when strict, else logged with the operation. */
  strict: boolean
}

/** A change that is held: its operation by name, its input, and what it is about. */
export interface ChangeToHold {
  operation: string
  input: Input<Operation>
  entity: HeldEntity
  entityId: string
}

/** A domain's operations with the handlers that carry them out. */
export interface OperationGroup<Server = unknown> {
  name: string
  registry: Registry
  /** Handlers that need something of the running server are a function of it. */
  handlers: HandlerTable | ((server: Server) => HandlerTable)
}
/** What a handler is given depends on the operation's `work`; `Handlers` checks it where the group is made. */
export type HandlerTable = Record<string, (ctx: never, input: never) => Promise<unknown>>
type HandlersOf<R extends Registry, Server> = Handlers<R> | ((server: Server) => Handlers<R>)

export const groupOperations = <R extends Registry, Server = unknown>(name: string, registry: R, handlers: HandlersOf<R, Server>): OperationGroup<Server> => ({
  name,
  registry,
  handlers: handlers as OperationGroup<Server>['handlers'],
})
/** The groups of a domain's contract, each with its handlers. */
export const bindOperations = <C extends Record<string, Registry>, Server = unknown>(
  contract: C,
  handlers: { [G in keyof C]: HandlersOf<C[G], Server> },
): OperationGroup<Server>[] => Object.entries(contract).map(([group, registry]) => groupOperations(group, registry, handlers[group] as Handlers<Registry>))

const compiledOperations = new WeakMap<Operation, ReturnType<typeof compileLazily>>()
/** Compiled when the operation is first called: a start that compiled all of them would take a second longer. */
const compileLazily = (op: Operation) => ({
  readInput: memoize(() => createInputReader(op)),
  serialize: memoize(() => createReplySerializer(op.reply)),
  replyValidator: memoize(() => Compile(op.reply)),
})
/** Once for all servers of the process: tests start many. */
function compileOperation(op: Operation): ReturnType<typeof compileLazily> {
  const compiled = compiledOperations.get(op) ?? compileLazily(op)
  compiledOperations.set(op, compiled)
  return compiled
}

export function mount<Server>(app: FastifyInstance, group: OperationGroup<Server>, deps: MountDeps, server: Server): void {
  const handlers = typeof group.handlers === 'function' ? group.handlers(server) : group.handlers
  for (const [name, op] of Object.entries(group.registry)) {
    const call = `${group.name}.${name}`
    const handle = handlers[name]
    if (!handle) throw new Error(`operation ${call} has no handler`)
    const { readInput, serialize, replyValidator } = compileOperation(op)
    const isChecked = createReplySampler()
    const addRoute = (server: FastifyInstance) =>
      server.route({
        method: op.method,
        url: routePath(op.path),
        ...(op.maxBytes && { bodyLimit: op.maxBytes }),
        handler: async (request, reply) => {
          const result = await observeRequest(request, call, request.headers.traceparent as string | undefined, async (note) => {
            if (!op.form && !op.rawBody && isFormBody(request.headers['content-type']))
              throw Object.assign(new Error('Forms are not read here. Send JSON.'), { statusCode: 415 })
            const counted = { ...deps, database: countStatements(deps.database, note) }
            const meta = await prepareRequest(counted, op, request, reply, note)
            return runOperation(counted, op, meta, call, request.body, readInput()(request), handle)
          })
          if (isDryRun(request.headers) || isHeld(request.headers)) return reply.code(200).send(result)
          if (op.raw) return sendRawReply(reply, result as RawReply | StreamedReply)
          const text = result instanceof WrittenReply ? result.text : serialize()(result)
          if (deps.strict && result instanceof WrittenReply) assertWrittenBySchema(call, serialize(), text)
          if (deps.strict) assertReplyMatches(call, replyValidator(), text)
          else if (isChecked()) reportMismatch(deps, call, replyValidator(), text)
          return reply.code(200).header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store').send(text)
        },
      })
    if (op.rawBody) void app.register(async (own) => addRawBodyRoute(addRoute, own, op.rawBody as RawBodyForm))
    else addRoute(app)
  }
}

type RawBodyForm = NonNullable<Operation['rawBody']>
/** A place of its own, where bodies are not parsed. */
function addRawBodyRoute(addRoute: (server: FastifyInstance) => unknown, scope: FastifyInstance, form: RawBodyForm): void {
  scope.removeAllContentTypeParsers()
  // A handler that turns the body down in the middle must not cut the connection, for its answer goes the same way.
  if (form === 'stream') scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload.iterator({ destroyOnReturn: false })))
  else scope.addContentTypeParser('*', { parseAs: form === 'binary' ? 'buffer' : 'string' }, (_request, body, done) => done(null, body))
  addRoute(scope)
}

/** Makes a thing when it is first wanted. */
function memoize<T extends object>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

/** Who made a request, once that is known: a request that is turned down is answered in their language. */
const callers = new WeakMap<FastifyRequest, Caller>()

const internalOnly = {
  message: 'This call belongs to our own pages.',
  de: 'Dieser Aufruf gehört zu unseren eigenen Seiten.',
  fr: 'Cet appel est réservé à nos propres pages.',
  es: 'Esta llamada es de nuestras propias páginas.',
}

/**
 * Checks role and permission: refuses with UNAUTHENTICATED without a token, with PERMISSION_DENIED when the operation is not for the
 * role, or when a collaborator or an API key lacks its permission. What "own" means for a member is decided by the domain.
 */
export function assertPermission(op: Operation, caller: Caller): void {
  if (op.access === 'anyone') return
  if (caller.role === 'none') return refuseStandard('UNAUTHENTICATED')
  if (!op.access[caller.role]) refuseStandard('PERMISSION_DENIED')
  if (caller.permissions && op.permission && caller.role === 'owner' && !caller.permissions.includes(op.permission)) refuseStandard('PERMISSION_DENIED')
}

async function prepareRequest(deps: MountDeps, op: Operation, request: FastifyRequest, reply: FastifyReply, note: RequestNote): Promise<RequestMeta> {
  const headers = toHeaderTexts(request.headers)
  const cookies: Record<string, string | undefined> = request.cookies ?? {}
  const found = await deps.authenticate({ database: deps.database, headers, cookies, host: request.host, method: request.method }).catch((error) => {
    if (op.access === 'anyone' && error instanceof Refusal) return { role: 'none', siteId: '' } as Caller
    throw error
  })
  const siteHints = { host: request.host, siteId: headers['x-site-id'], rs: findRedirectSessionId(request) }
  const caller = found.siteId ? found : { ...found, siteId: (await deps.resolveSite(siteHints)) ?? '' }
  callers.set(request, caller)
  const { origin, origins } = await deps.loadOrigins(caller.siteId)
  // Links may come from anywhere; cross-site writes belong to the public API, which has no cookies.
  const isCrossSite = op.method !== 'GET' && isCrossOrigin({ headers, host: request.host, origins })
  if (isCrossSite && op.internal && !op.crossOrigin) refuseStandard('PERMISSION_DENIED', undefined, internalOnly)
  note.caller = caller.role
  note.siteId = caller.siteId
  assertPermission(op, caller)
  const host = normalizeHost(request.host)
  return {
    caller,
    requestId: String(request.id),
    ip: request.ip,
    headers,
    cookies,
    origin,
    // A Host header can be forged: it only selects among the stored addresses of the site.
    requestOrigin: origins.find((own) => toHost(own) === host) ?? origin,
    setHeader: (key, value) => void (isCrossSite && key === 'set-cookie' ? undefined : reply.header(key, value)),
  }
}

/** Node itself joins what comes several times, but for one header that no client sends. */
function toHeaderTexts(headers: FastifyRequest['headers']): Record<string, string | undefined> {
  const { 'set-cookie': several } = headers
  return (several === undefined ? headers : { ...headers, 'set-cookie': several.join(',') }) as Record<string, string | undefined>
}

/** The id of the redirect session that a call of our own pages continues. */
function findRedirectSessionId({ query, body }: FastifyRequest): string | undefined {
  const inBody = typeof body === 'object' && body !== null ? (body as { rs?: unknown }).rs : undefined
  const rs = (query as { rs?: unknown } | undefined)?.rs ?? inBody
  return typeof rs === 'string' ? rs : undefined
}

/** One part of the request: what is missing is filled in, text is converted where the wire only knows text, then it is checked. */
function createPartReader(schema: TSchema | undefined, part: 'params' | 'query' | 'body'): (request: FastifyRequest, found: Violation[]) => unknown {
  if (!schema) return () => undefined
  const validator = Compile(schema)
  const text = JSON.stringify(schema)
  const fill = text.includes('"default"')
  const convert = part !== 'body' && /"type":"(?!string|object)|"anyOf"|"enum"|"const"/.test(text)
  return (request, found) => {
    const received = part === 'body' ? (request.body ?? {}) : { ...(request[part] as object) }
    const converted = convert ? Convert(schema, received) : received
    const value = fill ? Default(schema, converted) : converted
    if (!validator.Check(value)) found.push(...toViolations(validator.Errors(value), value))
    return value
  }
}

/** The request pruned to its schemas. All violations are reported at once. */
function createInputReader(op: Operation): (request: FastifyRequest) => Input<Operation> {
  const params = createPartReader(op.params, 'params')
  const query = createPartReader(op.query, 'query')
  const body = createPartReader(op.body, 'body')
  return (request) => {
    const found: Violation[] = findQueryViolations(request.query)
    const input = {
      params: params(request, found),
      query: query(request, found),
      body: op.rawBody ? toRawBody(op.rawBody, request.body) : body(request, found),
    }
    if (found.length > 0) throw new Violations(found)
    return input as Input<Operation>
  }
}

/** A body that was not parsed; one that did not come is empty. */
function toRawBody(form: RawBodyForm, body: unknown): RawBody {
  if (form === 'text') return String(body ?? '')
  if (form === 'binary') return body instanceof Uint8Array ? body : new Uint8Array()
  return (body as AsyncIterable<Uint8Array> | undefined) ?? (async function* () {})()
}
type RawBody = string | Uint8Array | AsyncIterable<Uint8Array>

const isDryRun = (headers: Readonly<Record<string, unknown>>): boolean => headers[dryRunHeader] !== undefined

/** A header that is not understood must not change anything. */
function assertDryRun(op: Operation, value: string | undefined): void {
  if (op.dryRun && value === 'true') return
  throw new Violations([{ field: dryRunHeader, description: op.dryRun ? 'must be one of true' : 'is not allowed here', violatedRule: 'OTHER' }])
}

const isHeld = (headers: Readonly<Record<string, unknown>>): boolean => headers[holdHeader] !== undefined

/** A header that is not understood must not change anything. Who is no person at the dashboard could not undo it. */
function assertHoldable(op: Operation, meta: RequestMeta): NonNullable<Operation['holdable']> {
  const isPerson = meta.caller.role === 'owner' && meta.caller.userId !== undefined
  if (op.holdable && isPerson && meta.headers[holdHeader] === 'true' && !isDryRun(meta.headers)) return op.holdable
  const description = op.holdable && isPerson && !isDryRun(meta.headers) ? 'must be one of true' : 'is not allowed here'
  throw new Violations([{ field: holdHeader, description, violatedRule: 'OTHER' }])
}

/** Tries the change, so that what would refuse it is known at once, and keeps it. */
async function holdOperation(
  deps: MountDeps,
  op: Operation,
  meta: RequestMeta,
  name: string,
  input: Input<Operation>,
  work: (ctx: BaseContext) => Promise<unknown>,
): Promise<HeldReply> {
  const { entity, idParam } = assertHoldable(op, meta)
  await runDry(deps, meta, op, work)
  const entityId = String((input.params as Record<string, unknown> | undefined)?.[idParam])
  return runTransaction(deps, meta, (ctx) => deps.holdChange(ctx, { operation: name, input, entity, entityId }))
}

async function runOperation(
  deps: MountDeps,
  op: Operation,
  meta: RequestMeta,
  name: string,
  body: unknown,
  input: Input<Operation>,
  handle: HandlerTable[string],
): Promise<unknown> {
  // Context and input fit the operation: `Handlers` checks it where handlers are bound. A table of all operations cannot say which is which.
  const work = (ctx: BaseContext) => handle(ctx as never, input as never)
  try {
    if (isHeld(meta.headers)) return await holdOperation(deps, op, meta, name, input, work)
    if (isDryRun(meta.headers)) {
      assertDryRun(op, meta.headers[dryRunHeader])
      return await runDry(deps, meta, op, work)
    }
    const key = op.raw || op.secret ? undefined : meta.headers['idempotency-key']
    const idempotentRequest = key && { key, operation: name, input: [input.params, input.query, body] }
    if (op.work === 'own') {
      const ctx = createOwnContext(deps, meta)
      return await (idempotentRequest && op.idempotencyKey ? runIdempotentlyInSteps(ctx, idempotentRequest, work) : work(ctx))
    }
    if (op.work === 'read') return await (op.replica ? runReplicaRead(deps, meta, work) : work(createReadContext(deps, meta)))
    return await runTransaction(deps, meta, (ctx) => (idempotentRequest ? runIdempotently(ctx, idempotentRequest, work) : work(ctx)))
  } catch (error) {
    if (error instanceof Refusal && !(error.code in standardRefusals) && !op.refuses.includes(error.code)) {
      deps.report(`${name} refused with the undeclared code ${error.code}`, error)
      if (deps.strict) throw new Error(`undeclared refusal ${error.code} of ${name}`, { cause: error })
    }
    throw error
  }
}

/** The first replies of an operation are checked in production too, and then one of a hundred: reading a reply back costs as much as writing it. */
function createReplySampler(): () => boolean {
  let replies = 0
  return () => replies++ < 10 || replies % 100 === 0
}

/** What of a reply breaks its schema, by field and without its values; undefined when nothing does. */
export function findReplyMismatch(validator: Validator, text: string): string | undefined {
  const reply = JSON.parse(text) as unknown
  if (validator.Check(reply)) return undefined
  const [...errors] = validator.Errors(reply)
  return errors
    .slice(0, 3)
    .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
    .join('; ')
}

/** In tests a reply that breaks its own schema fails the request. */
function assertReplyMatches(call: string, validator: Validator, text: string): void {
  const mismatch = findReplyMismatch(validator, text)
  if (mismatch) throw new Error(`the reply of ${call} breaks its schema: ${mismatch}`)
}

/** In tests a reply that was written by hand and that its schema would have written otherwise fails the request. */
function assertWrittenBySchema(call: string, serialize: (reply: unknown) => string, text: string): void {
  if (serialize(JSON.parse(text)) !== text) throw new Error(`the reply of ${call} is not written as its schema has it`)
}

/** In production the caller gets the reply as it is, and the breach is logged. */
function reportMismatch(deps: MountDeps, call: string, validator: Validator, text: string): void {
  const mismatch = findReplyMismatch(validator, text)
  if (mismatch) deps.report(`the reply of ${call} breaks its schema`, new Error(mismatch))
}

function sendRawReply(reply: FastifyReply, rawReply: RawReply | StreamedReply): FastifyReply {
  for (const [key, value] of Object.entries(rawReply.headers)) reply.header(key, value)
  return reply.code(rawReply.status).send(rawReply.body)
}

/** A value that passed its schema and that no column can hold: an id that is none, a NUL character, a number out of range (SQLSTATE class 22). */
const isUnstorable = (error: unknown): boolean => /^22[0-9P]/.test(String((error as { code?: unknown } | undefined)?.code ?? ''))

/** The language of a reply: that of the request, else of the caller's profile, else English. */
async function detectLanguage(request: FastifyRequest, deps: MountDeps): Promise<Language> {
  const requested = matchLanguage(request.headers['accept-language'])
  const caller = callers.get(request)
  if (requested || !caller) return requested ?? 'en'
  try {
    return matchLanguage(await deps.findPreferredLanguage(caller)) ?? 'en'
  } catch (error) {
    // What went wrong first is what the caller has to hear.
    deps.report(`request ${String(request.id)}: the language of its caller cannot be read`, error)
    return 'en'
  }
}

/** Seconds after which a call may be worth repeating while the database is away. */
const RETRY_AFTER_SECONDS = 1
const inDoubtMessage = {
  message: 'The connection broke while this was being saved. Please look whether it was done before you try again.',
  de: 'Die Verbindung brach beim Speichern ab. Bitte prüfe das Ergebnis, bevor du es noch einmal versuchst.',
  fr: 'La connexion a été interrompue pendant l’enregistrement. Vérifiez le résultat avant de réessayer.',
  es: 'La conexión se cortó mientras se guardaba. Comprueba el resultado antes de volver a intentarlo.',
}
const toUnavailableRefusal = (error: DatabaseUnavailable): Refusal =>
  new Refusal(
    'UNAVAILABLE',
    standardRefusals.UNAVAILABLE,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
    error.inDoubt ? inDoubtMessage : standardRefusals.UNAVAILABLE,
  )

/** The wire form of an error, in the language of the caller. Bugs are logged with the request id; their reply has no details. */
export async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, deps: MountDeps): Promise<FastifyReply> {
  // The caller's profile is in the database, too.
  if (error instanceof DatabaseUnavailable) return sendEarlyError(error, request, reply, deps)
  return sendTranslatedError(await detectLanguage(request, deps), error, request, reply, deps)
}

/** As `sendError`, before the caller is known: only the language of the request counts. */
export const sendEarlyError = (error: unknown, request: FastifyRequest, reply: FastifyReply, deps: MountDeps): FastifyReply =>
  sendTranslatedError(matchLanguage(request.headers['accept-language']) ?? 'en', error, request, reply, deps)

function sendTranslatedError(language: Language, error: unknown, request: FastifyRequest, reply: FastifyReply, deps: MountDeps): FastifyReply {
  const vary = reply.getHeader('vary')
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-language', language)
    .header('cache-control', 'no-store')
    .header('vary', [vary, 'accept-language'].flat().filter(Boolean).join(', '))
  if (error instanceof Refusal) {
    if (typeof error.data.retryAfterSeconds === 'number') reply.header('retry-after', String(error.data.retryAfterSeconds))
    return reply.code(error.status).send(toErrorBody(error.code, error.toText(language), translateData(error.data, language)))
  }
  if (error instanceof Violations) {
    const fieldViolations = translateViolations(error.violations, language).map((violation) => ({ ruleName: '', data: {}, ...violation }))
    return reply.code(400).send({ message: translateDescription(error.message, language), details: { validationError: { fieldViolations } } })
  }
  // The database reports its outage itself, once for all calls.
  if (error instanceof DatabaseUnavailable) return sendTranslatedError(language, toUnavailableRefusal(error), request, reply, deps)
  if (isUnstorable(error)) return sendTranslatedError(language, new Violations([]), request, reply, deps)
  const { statusCode = 500, message } = error as { statusCode?: number; message: string }
  if (statusCode < 500) {
    const { code, localizedText } = describeHttpError(statusCode, message)
    return reply.code(statusCode).send(toErrorBody(code, translate(localizedText, language)))
  }
  // The client disconnected in the middle of a reply: there is nothing to send.
  if ((error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE') return reply
  deps.report(`request ${String(request.id)} ${request.method} ${request.routeOptions.url ?? 'of no route'} failed`, error)
  return reply.code(500).send({ message: '', details: {} })
}

/** Some refusals name broken fields in their data; those are read by people, too. */
const translateData = (data: Readonly<Record<string, unknown>>, language: Language): Readonly<Record<string, unknown>> =>
  Array.isArray(data.violations) ? { ...data, violations: translateViolations(data.violations as Violation[], language) } : data
