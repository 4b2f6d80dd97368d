/** Turns operations and handlers into routes: callers, transactions, dry runs and replies are handled here, once. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import type { RawReply, StreamedReply } from './raw-reply.ts'
import { type Input, listRefusals, type Operation, type Registry, type Reply } from './contract.ts'
import type { BaseContext, Caller, ContextOf, ReadContext, TransactionContext } from './context.ts'
import type { OpenDatabase } from '../db/open.ts'
import { assertReplyMatches, assertWrittenBySchema, createReplySampler, reportMismatch } from './check-reply.ts'
import { isOwnWork } from './own-work.ts'
import { assertRole, assertSaysWhoMayCall, hasPermission } from './permission.ts'
import { addOperationRoutes, type OperationRoute } from '../http/operation-routes.ts'
import { createInputReader } from './read-input.ts'
import { createReplySerializer } from './reply-serializer.ts'
import { WrittenReply } from './written-reply.ts'
import { routePath } from './route-path.ts'
import { isFormBody, isCrossOrigin } from '../http/same-origin.ts'
import { type ErrorDeps, setCaller } from '../http/send-error.ts'
import { consumeRateLimit } from '../http/rate-limit.ts'
import { watchStreamedReply } from '../http/streamed-reply.ts'
import { observeRequest, type RequestNote } from '../observability/observe.ts'
import { toHost, normalizeHost } from '../pure/origin.ts'
import { Refusal, refuseStandard, standardRefusals, Violations } from './refusal.ts'
import { runDry, type DryRunReporter } from '../jobs/dry-run.ts'
import { dryRunHeader } from '../pure/dry-run.ts'
import { type HeldEntity, holdHeader, type HeldReply } from '../pure/held-change.ts'
import { runIdempotently, runIdempotentlyInSteps } from '../jobs/idempotency.ts'
import { countStatements } from '../db/statement-count.ts'
import { runReplicaRead } from '../jobs/read-replica.ts'
import { createOwnContext, createReadContext, runReplyingTransaction, runTransaction, type RequestMeta, type UnitOfWorkDeps } from '../jobs/unit-of-work.ts'

type Handler<O extends Operation> = (
  ctx: ContextOf<O['work']>,
  input: Input<O>,
) => Promise<O extends { raw: true } ? RawReply | StreamedReply : Reply<O> | (O['work'] extends 'read' ? WrittenReply<Reply<O>> : never)>
/** One handler per operation of a registry. */
export type Handlers<R extends Registry> = { [K in keyof R]: Handler<R[K]> }

export interface MountDeps extends UnitOfWorkDeps, ErrorDeps {
  authenticate(request: {
    database: OpenDatabase
    headers: Record<string, string | undefined>
    cookies: Record<string, string | undefined>
    host: string
    method: string
  }): Promise<Caller>
  /** The site of a call without a token: the one of the redirect session it goes on with, the one it names, the one of its host; undefined when there is none. */
  resolveSite(request: { host: string; siteId: string | undefined; rs: string | undefined }): Promise<string | undefined>
  /** Refuses with REAUTHENTICATION_REQUIRED unless the password of the calling dashboard user is recent. */
  assertRecentPassword(ctx: ReadContext): Promise<void>
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
): OperationGroup<Server>[] =>
  Object.entries(contract).map(([name, registry]) => ({ name, registry, handlers: handlers[name] as OperationGroup<Server>['handlers'] }))

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

/** Throws when an operation has no handler, does not say who may call it, or is called as another one is. */
export function mount<Server>(app: FastifyInstance, groups: readonly OperationGroup<Server>[], deps: MountDeps, server: Server): void {
  addOperationRoutes(
    app,
    groups.flatMap((group) => createRoutes(group, deps, server)),
  )
}

function createRoutes<Server>({ name: groupName, registry, handlers: given }: OperationGroup<Server>, deps: MountDeps, server: Server): OperationRoute[] {
  const handlers = typeof given === 'function' ? given(server) : given
  return Object.entries(registry).map(([name, op]) => {
    const call = `${groupName}.${name}`
    const handle = handlers[name]
    if (!handle) throw new Error(`operation ${call} has no handler`)
    assertSaysWhoMayCall(call, op)
    return createRoute(op, { call, handle, deps })
  })
}

function createRoute(op: Operation, { call, handle, deps }: { call: string; handle: HandlerTable[string]; deps: MountDeps }): OperationRoute {
  const { readInput, serialize, replyValidator } = compileOperation(op)
  const isChecked = createReplySampler()
  const url = routePath(op.path)
  const run = async (request: FastifyRequest, reply: FastifyReply, note: RequestNote): Promise<unknown> => {
    if (!op.form && !op.rawBody && isFormBody(request.headers['content-type']))
      throw Object.assign(new Error('Forms are not read here. Send JSON.'), { statusCode: 415 })
    const counted = { ...deps, database: countStatements(deps.database, note) }
    const meta = await prepareRequest(counted, op, request, reply, note)
    return runOperation(counted, op, meta, call, request.body, readInput()(request), handle)
  }
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const result = await observeRequest(request, { operation: call, route: url }, (note) => run(request, reply, note))
    if (isDryRun(request.headers) || isHeld(request.headers)) return reply.code(200).send(result)
    if (op.raw) return sendRawReply(deps, request, reply, result as RawReply | StreamedReply)
    const written = result instanceof WrittenReply ? result : undefined
    const body = written?.body ?? serialize()(result)
    if (deps.strict && written) assertWrittenBySchema(call, serialize(), written.text)
    if (deps.strict) assertReplyMatches(call, replyValidator(), body.toString())
    else if (isChecked()) reportMismatch(deps, call, replyValidator(), body.toString())
    return reply.code(200).header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store').send(body)
  }
  return { method: op.method, url, maxBytes: op.maxBytes, rawBody: op.rawBody, handler }
}

/** Makes a thing when it is first wanted. */
function memoize<T extends object>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

const internalOnly = {
  message: 'This call belongs to our own pages.',
  de: 'Dieser Aufruf gehört zu unseren eigenen Seiten.',
  fr: 'Cet appel est réservé à nos propres pages.',
  es: 'Esta llamada es de nuestras propias páginas.',
}

/** Refuses with RESOURCE_EXHAUSTED when the site has had as many calls in this minute as its operator allows. */
function countRequest(siteId: string, allowed: number, now: number): void {
  const retryAfterSeconds = consumeRateLimit(`${siteId} requests`, { times: allowed, seconds: 60 }, now)
  if (retryAfterSeconds > 0) refuseStandard('RESOURCE_EXHAUSTED', { limit: 'requestsPerMinute', allowed, retryAfterSeconds })
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
  setCaller(request, caller)
  const { origin, origins, requestsPerMinute } = await deps.loadOrigins(caller.siteId)
  if (requestsPerMinute !== undefined) countRequest(caller.siteId, requestsPerMinute, deps.clocks.authNow().epochMilliseconds)
  // Links may come from anywhere; cross-site writes belong to the public API, which has no cookies.
  const isCrossSite = op.method !== 'GET' && isCrossOrigin({ headers, host: request.host, origins })
  if (isCrossSite && op.internal && !op.crossOrigin) refuseStandard('PERMISSION_DENIED', undefined, internalOnly)
  note.caller = caller.role
  note.siteId = caller.siteId
  assertRole(op, caller)
  const host = normalizeHost(request.host)
  const meta: RequestMeta = {
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
  if (!hasPermission(op, caller) && !(await isOwnWork(createReadContext(deps, meta), op, request))) refuseStandard('PERMISSION_DENIED')
  return meta
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

const isDryRun = (headers: Readonly<Record<string, unknown>>): boolean => headers[dryRunHeader] !== undefined

/** A header that is not understood must not change anything. */
function assertDryRun(op: Operation, value: string | undefined): void {
  if (op.dryRun && value === 'true') return
  throw new Violations([{ field: dryRunHeader, description: op.dryRun ? 'must be one of true' : 'is not allowed here', violatedRule: 'OTHER' }])
}

/** An unattended dashboard must not do what is grave. Asked once the shape is right: who gives the password again is not told of a mistake afterwards. */
async function askForPassword(deps: MountDeps, { recentPassword }: Operation, meta: RequestMeta, input: Input<Operation>): Promise<void> {
  const isPerson = meta.caller.role === 'owner' && meta.caller.userId !== undefined
  if (!recentPassword || !isPerson || isDryRun(meta.headers)) return
  const body = (input.body ?? {}) as Record<string, unknown>
  if (recentPassword === true || recentPassword.some((field) => body[field] !== undefined)) await deps.assertRecentPassword(createReadContext(deps, meta))
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
    await askForPassword(deps, op, meta, input)
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
    if (idempotentRequest) return await runTransaction(deps, meta, (ctx) => runIdempotently(ctx, idempotentRequest, work))
    return await runReplyingTransaction(deps, meta, work)
  } catch (error) {
    if (error instanceof Refusal && !(error.code in standardRefusals) && !listRefusals(op).includes(error.code)) {
      deps.report(`${name} refused with the undeclared code ${error.code}`, error)
      if (deps.strict) throw new Error(`undeclared refusal ${error.code} of ${name}`, { cause: error })
    }
    throw error
  }
}

function sendRawReply(deps: Pick<ErrorDeps, 'report'>, request: FastifyRequest, reply: FastifyReply, rawReply: RawReply | StreamedReply): FastifyReply {
  for (const [key, value] of Object.entries(rawReply.headers)) reply.header(key, value)
  if (rawReply.body instanceof Readable) watchStreamedReply(rawReply.body, request, reply, deps.report)
  return reply.code(rawReply.status).send(rawReply.body)
}
