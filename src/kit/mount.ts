/** Turns operations and handlers into routes: shapes, callers, transactions, replies and errors are handled here, once. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Convert, Default } from 'typebox/value'
import type { Answer } from './answer.ts'
import type { Input, Operation, Registry, Reply } from './contract.ts'
import type { Caller, Ctx } from './ctx.ts'
import type { Tx } from './db/open.ts'
import { DatabaseUnavailable } from './db/unavailable.ts'
import { replyWriter } from './edge/cut.ts'
import { unreadable } from './edge/query-string.ts'
import { routePath } from './edge/route-path.ts'
import { isForm, isFromElsewhere } from './edge/same-origin.ts'
import { refusalBody, unmade } from './edge/unread.ts'
import { described, violationsIn } from './edge/violation-words.ts'
import { violationsOf } from './edge/violations.ts'
import { observed, type RequestNote } from './observability/observed.ts'
import { type Language, said, spoken } from './pure/languages.ts'
import { hostOf, normalHost } from './pure/origin.ts'
import { Refusal, refuseStandard, standard, type Violation, Violations } from './refusal.ts'
import { once, onceInSteps } from './work/once.ts'
import { contextOf, unitOfWork, type Ground, type Occasion } from './work/unit.ts'

type Handler<O extends Operation> = (ctx: Ctx, input: Input<O>) => Promise<O extends { raw: true } ? Answer : Reply<O>>
/** One handler per operation of a registry. */
export type Handlers<R extends Registry> = { [K in keyof R]: Handler<R[K]> }

export interface MountDeps extends Ground {
  callerOf(request: { headers: Record<string, string | undefined>; cookies: Record<string, string | undefined>; host: string; method: string }): Promise<Caller>
  /** The site of a call without a token: the one of the redirect session it goes on with, the one it names, the one of its host; undefined when there is none. */
  siteOf(request: { host: string; siteId: string | undefined; rs: string | undefined }): Promise<string | undefined>
  /** The language of a caller's profile, as they wrote it down; undefined when they said none. */
  languageOf(caller: Caller): Promise<string | undefined>
  /** Replies that break their schema and undeclared refusals are bugs: shown as 500 here, logged in production. */
  strict: boolean
  report(problem: string, error: unknown): void
}

/** A domain's operations with the handlers that carry them out. */
export interface Mountable {
  domain: string
  registry: Registry
  handlers: Record<string, (ctx: Ctx, input: never) => Promise<unknown>>
}

export const mountable = <R extends Registry>(domain: string, registry: R, handlers: Handlers<R>): Mountable => ({
  domain,
  registry,
  handlers: handlers as Mountable['handlers'],
})

export function mount(app: FastifyInstance, { domain, registry, handlers }: Mountable, deps: MountDeps): void {
  for (const [name, op] of Object.entries(registry)) {
    const handle = handlers[name]
    if (!handle) throw new Error(`operation ${domain}.${name} has no handler`)
    const call = `${domain}.${name}`
    // Compiled when the operation is first called: a start that compiled all of them would take a second longer.
    const shape = lazily(() => shapeReader(op))
    const write = lazily(() => replyWriter(op.reply))
    const checkReply = lazily(() => Compile(op.reply))
    const place = (server: FastifyInstance) =>
      server.route({
        method: op.method,
        url: routePath(op.path),
        ...(op.maxBytes && { bodyLimit: op.maxBytes }),
        handler: async (request, reply) => {
          const result = await observed(request, call, request.headers.traceparent as string | undefined, async (note) => {
            if (!op.form && !op.bytes && isForm(request.headers['content-type']))
              throw Object.assign(new Error('Forms are not read here. Send JSON.'), { statusCode: 415 })
            const occasion = await occasionOf(deps, op, request, reply, note)
            return run(deps, op, occasion, call, request.body, shape()(request), handle)
          })
          if (op.raw) return sendAnswer(reply, result as Answer)
          const text = write()(result)
          if (deps.strict) mustFit(call, checkReply(), text)
          return reply.code(200).header('content-type', 'application/json; charset=utf-8').send(text)
        },
      })
    if (op.bytes) void app.register(async (own) => asItCame(place, own, op.bytes === 'binary' ? 'buffer' : 'string'))
    else place(app)
  }
}

/** A place of its own, where bodies are not parsed. */
function asItCame(place: (server: FastifyInstance) => unknown, own: FastifyInstance, parseAs: 'buffer' | 'string'): void {
  own.removeAllContentTypeParsers()
  own.addContentTypeParser('*', { parseAs }, (_request, body, done) => done(null, body))
  place(own)
}

/** Makes a thing when it is first wanted. */
function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Who made a request, once that is known: a request that is turned down is answered in their language. */
const callers = new WeakMap<FastifyRequest, Caller>()

const ourOwn = { message: 'This call belongs to our own pages.', de: 'Dieser Aufruf gehört zu unseren eigenen Seiten.' }

async function occasionOf(deps: MountDeps, op: Operation, request: FastifyRequest, reply: FastifyReply, note: RequestNote): Promise<Occasion> {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : value]))
  const cookies: Record<string, string | undefined> = request.cookies ?? {}
  const found = await deps.callerOf({ headers, cookies, host: request.host, method: request.method }).catch((error) => {
    if (op.may === 'anyone' && error instanceof Refusal) return { role: 'none', siteId: '' } as Caller
    throw error
  })
  const named = { host: request.host, siteId: headers['x-site-id'], rs: redirectSessionIn(request) }
  const caller = found.siteId ? found : { ...found, siteId: (await deps.siteOf(named)) ?? '' }
  callers.set(request, caller)
  const { origin, origins } = await deps.originsOf(caller.siteId)
  // Links lead here from anywhere; what changes something from elsewhere is the public API's, which knows no cookies.
  const isForeign = op.method !== 'GET' && isFromElsewhere({ headers, host: request.host, origins })
  if (isForeign && op.house && !op.fromAnywhere) refuseStandard('PERMISSION_DENIED', undefined, ourOwn)
  note.caller = caller.role
  note.siteId = caller.siteId
  if (op.may !== 'anyone') {
    if (caller.role === 'none') refuseStandard('UNAUTHENTICATED')
    if (!op.may[caller.role as 'visitor']) refuseStandard('PERMISSION_DENIED')
    if (caller.permissions && op.permission && caller.role === 'owner' && !caller.permissions.includes(op.permission)) refuseStandard('PERMISSION_DENIED')
  }
  const host = normalHost(request.host)
  return {
    caller,
    requestId: String(request.id),
    ip: request.ip,
    headers,
    cookies,
    origin,
    // A Host header is anybody's to write: it only chooses among the addresses that the site has.
    requestOrigin: origins.find((own) => hostOf(own) === host) ?? origin,
    setHeader: (key, value) => void (isForeign && key === 'set-cookie' ? undefined : reply.header(key, value)),
  }
}

/** The id of the redirect session that a call of our own pages goes on with. */
function redirectSessionIn({ query, body }: FastifyRequest): string | undefined {
  const inBody = typeof body === 'object' && body !== null ? (body as { rs?: unknown }).rs : undefined
  const rs = (query as { rs?: unknown } | undefined)?.rs ?? inBody
  return typeof rs === 'string' ? rs : undefined
}

/** One part of the request: what is missing is filled in, text is converted where the wire only knows text, then it is checked. */
function partReader(schema: TSchema | undefined, from: 'params' | 'query' | 'body'): (request: FastifyRequest, found: Violation[]) => unknown {
  if (!schema) return () => undefined
  const checked = Compile(schema)
  const text = JSON.stringify(schema)
  const fill = text.includes('"default"')
  const convert = from !== 'body' && /"type":"(?!string|object)|"anyOf"|"enum"|"const"/.test(text)
  return (request, found) => {
    const sent = from === 'body' ? (request.body ?? {}) : { ...(request[from] as object) }
    const converted = convert ? Convert(schema, sent) : sent
    const value = fill ? Default(schema, converted) : converted
    if (!checked.Check(value)) found.push(...violationsOf(checked.Errors(value), value))
    return value
  }
}

/** The request cut to its shapes. All violations are reported at once. */
function shapeReader(op: Operation): (request: FastifyRequest) => Input<Operation> {
  const params = partReader(op.params, 'params')
  const query = partReader(op.query, 'query')
  const body = partReader(op.body, 'body')
  return (request) => {
    const found: Violation[] = unreadable(request.query)
    const input = { params: params(request, found), query: query(request, found), body: op.bytes ? asIs(op.bytes, request.body) : body(request, found) }
    if (found.length > 0) throw new Violations(found)
    return input as Input<Operation>
  }
}

/** A body that was not parsed; one that did not come is empty. */
const asIs = (bytes: 'text' | 'binary', body: unknown): string | Uint8Array =>
  bytes === 'text' ? String(body ?? '') : body instanceof Uint8Array ? body : new Uint8Array()

async function run(
  deps: MountDeps,
  op: Operation,
  occasion: Occasion,
  name: string,
  body: unknown,
  input: Input<Operation>,
  handle: Mountable['handlers'][string],
): Promise<unknown> {
  const work = (ctx: Ctx) => handle(ctx, input as never)
  try {
    const key = op.raw || op.secret ? undefined : occasion.headers['idempotency-key']
    const keyed = key && { key, operation: name, said: [input.params, input.query, body] }
    if (op.work === 'own') {
      const ctx = contextOf(deps, occasion, undefined)
      return await (keyed && op.once ? onceInSteps(ctx, keyed, work) : work(ctx))
    }
    if (op.work === 'read') return await work(contextOf(deps, occasion, deps.open.db as unknown as Tx))
    return await unitOfWork(deps, occasion, (ctx) => (keyed ? once(ctx, keyed, work) : work(ctx)))
  } catch (error) {
    if (error instanceof Refusal && !(error.code in standard) && !op.refuses.includes(error.code)) {
      deps.report(`${name} refused with the undeclared code ${error.code}`, error)
      if (deps.strict) throw new Error(`undeclared refusal ${error.code} of ${name}`, { cause: error })
    }
    throw error
  }
}

/** Tests look twice: a reply that breaks its own schema is a bug. */
function mustFit(call: string, check: Validator, text: string): void {
  const reply = JSON.parse(text) as unknown
  if (!check.Check(reply)) throw new Error(`the reply of ${call} breaks its schema: ${JSON.stringify(check.Errors(reply).slice(0, 3))}`)
}

function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  for (const [key, value] of Object.entries(answer.headers)) reply.header(key, value)
  return reply.code(answer.status).send(answer.body)
}

/** A value that passed its schema and that no column can hold: an id that is none, a NUL character, a number out of range (SQLSTATE class 22). */
const isUnstorable = (error: unknown): boolean => /^22[0-9P]/.test(String((error as { code?: unknown } | undefined)?.code ?? ''))

/** The language of an answer: the one that the request asks for, else that of the caller's profile, else English. */
async function languageOf(request: FastifyRequest, deps: MountDeps): Promise<Language> {
  const asked = spoken(request.headers['accept-language'])
  const caller = callers.get(request)
  if (asked || !caller) return asked ?? 'en'
  try {
    return spoken(await deps.languageOf(caller)) ?? 'en'
  } catch (error) {
    // What went wrong first is what the caller has to hear.
    deps.report(`request ${String(request.id)}: the language of its caller cannot be read`, error)
    return 'en'
  }
}

/** Seconds after which a call may be worth repeating while the database is away. */
const AWAY_SECONDS = 1
const inDoubt = {
  message: 'The connection broke while this was being saved. Please look whether it was done before you try again.',
  de: 'Die Verbindung brach beim Speichern ab. Bitte sieh nach, ob es geschehen ist, bevor du es noch einmal versuchst.',
}
const unavailable = (error: DatabaseUnavailable): Refusal =>
  new Refusal('UNAVAILABLE', standard.UNAVAILABLE, { retryAfterSeconds: AWAY_SECONDS }, error.inDoubt ? inDoubt : standard.UNAVAILABLE)

/** The wire form of whatever went wrong, in the language of whoever called. Bugs are logged with the request id and say nothing. */
export async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, deps: MountDeps): Promise<FastifyReply> {
  // The caller's profile is in the database, too.
  if (error instanceof DatabaseUnavailable) return sendEarlyError(error, request, reply, deps)
  return sendErrorIn(await languageOf(request, deps), error, request, reply, deps)
}

/** As `sendError`, for requests of nobody yet: only what they ask for counts. */
export const sendEarlyError = (error: unknown, request: FastifyRequest, reply: FastifyReply, deps: MountDeps): FastifyReply =>
  sendErrorIn(spoken(request.headers['accept-language']) ?? 'en', error, request, reply, deps)

function sendErrorIn(language: Language, error: unknown, request: FastifyRequest, reply: FastifyReply, deps: MountDeps): FastifyReply {
  const vary = reply.getHeader('vary')
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-language', language)
    .header('vary', [vary, 'accept-language'].flat().filter(Boolean).join(', '))
  if (error instanceof Refusal) {
    if (typeof error.data.retryAfterSeconds === 'number') reply.header('retry-after', String(error.data.retryAfterSeconds))
    return reply.code(error.status).send(refusalBody(error.code, error.in(language), dataIn(error.data, language)))
  }
  if (error instanceof Violations) {
    const fieldViolations = violationsIn(error.violations, language).map((violation) => ({ ruleName: '', data: {}, ...violation }))
    return reply.code(400).send({ message: described(error.message, language), details: { validationError: { fieldViolations } } })
  }
  // The database has said so itself, once for all calls.
  if (error instanceof DatabaseUnavailable) return sendErrorIn(language, unavailable(error), request, reply, deps)
  if (isUnstorable(error)) return sendErrorIn(language, new Violations([]), request, reply, deps)
  const { statusCode = 500, message } = error as { statusCode?: number; message: string }
  if (statusCode < 500) {
    const { code, sentence } = unmade(statusCode, message)
    return reply.code(statusCode).send(refusalBody(code, said(sentence, language)))
  }
  // Somebody left in the middle of a reply: there is nobody to answer, and nothing to mend.
  if ((error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE') return reply
  deps.report(`request ${String(request.id)} ${request.method} ${request.routeOptions.url ?? 'of no route'} failed`, error)
  return reply.code(500).send({ message: '', details: {} })
}

/** Some refusals name broken fields in their data; those are read by people, too. */
const dataIn = (data: Readonly<Record<string, unknown>>, language: Language): Readonly<Record<string, unknown>> =>
  Array.isArray(data.violations) ? { ...data, violations: violationsIn(data.violations as Violation[], language) } : data
