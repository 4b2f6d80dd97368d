/**
 * Makes contexts and runs transactions: one piece of work, one transaction. What was emitted and queued is saved together with
 * the data, or not at all; the runner carries it out after the commit.
 */
import { randomUUID } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Clocks } from '../api/clock.ts'
import type { BaseContext, Caller, OwnTransactionContext, ReadContext, TransactionContext } from '../api/context.ts'
import { refuseStandard } from '../api/refusal.ts'
import type { OpenDatabase, Tx } from '../db/open.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import { createOutbox, type Outbox, saveOutbox, sendLastStatements } from './outbox.ts'

/** What every unit of work needs. */
export interface UnitOfWorkDeps {
  database: OpenDatabase
  clocks: Clocks
  /** Where a site is reached. Links lead to `origin`; `origins` are all its addresses. */
  loadOrigins(siteId: string): Promise<{ origin: string; origins: readonly string[]; requestsPerMinute?: number | undefined }>
  /** Reports problems that no reply carries: a line in the log. */
  report(problem: string, error: unknown): void
}

/** What a request or a job brings along. */
export interface RequestMeta {
  caller: Caller
  requestId: string
  ip: string
  headers: Readonly<Record<string, string | undefined>>
  cookies: Readonly<Record<string, string | undefined>>
  origin: string
  requestOrigin: string
  setHeader(name: string, value: string): void
}

/** What a context was made from, for the few features that make another one of it. Contexts made by inheriting from one have it, too. */
const SOURCE = Symbol('source')
interface Source {
  deps: UnitOfWorkDeps
  meta: RequestMeta
}
const getSource = (ctx: BaseContext): Source => (ctx as BaseContext & { [SOURCE]: Source })[SOURCE]

function createBaseContext(deps: UnitOfWorkDeps, meta: RequestMeta): BaseContext {
  const source: Source = { deps, meta }
  const { clocks } = deps
  let now: Temporal.Instant | undefined
  let authNow: Temporal.Instant | undefined
  return Object.defineProperty(
    {
      caller: meta.caller,
      siteId: meta.caller.siteId,
      // Read when first wanted, and the same from then on: many calls need none or one of them, and making an instant is not cheap.
      get now() {
        return (now ??= clocks.now())
      },
      get authNow() {
        return (authNow ??= clocks.authNow())
      },
      cache: (tables, key, load) => deps.database.cache.getOrLoad(tables, `${meta.caller.siteId} ${key}`, load),
      requestId: meta.requestId,
      ip: meta.ip,
      headers: meta.headers,
      cookies: meta.cookies,
      origin: meta.origin,
      requestOrigin: meta.requestOrigin,
      newId: () => randomUUID(),
      setHeader: meta.setHeader,
      report: deps.report,
    } satisfies BaseContext,
    SOURCE,
    { value: source },
  )
}

export const createReadContext = (deps: UnitOfWorkDeps, meta: RequestMeta): ReadContext =>
  Object.assign(createBaseContext(deps, meta), { db: deps.database.db })

const createTransactionContext = (deps: UnitOfWorkDeps, meta: RequestMeta, tx: Tx, outbox: Outbox, completesReply: boolean): TransactionContext =>
  Object.assign(createBaseContext(deps, meta), {
    db: tx,
    tx,
    emit: (event) => void outbox.events.push(event),
    queueEmail: (email) => void outbox.emails.push(email),
    enqueue: (job) => void outbox.jobs.push(job),
    noteEffect: (effect) => void outbox.effects.push(effect),
    sendLast: (send) => void outbox.last.push(send),
    saveWithEvents: completesReply ? (save) => void (outbox.saveEvents = save) : undefined,
    refuseConflictWith: (refuse) => void (outbox.refuseConflict = refuse),
  } satisfies Omit<TransactionContext, keyof BaseContext>)

export const createOwnContext = (deps: UnitOfWorkDeps, meta: RequestMeta): OwnTransactionContext =>
  Object.assign(createBaseContext(deps, meta), {
    read: (work) => work(createReadContext(deps, meta)),
    statement: (run) => run(deps.database.db),
    transaction: async (work, siteId) => runTransaction(deps, siteId && siteId !== meta.caller.siteId ? await toSiteMeta(deps, meta, siteId) : meta, work),
  } satisfies Omit<OwnTransactionContext, keyof BaseContext>)

/** Whether business time is the time of the wall clock (not in a simulation), and how far the wall clock was set since the process started. */
export function readClockState(ctx: BaseContext): { isRealTime: boolean; driftMs: number } {
  const { clocks } = getSource(ctx).deps
  return { isRealTime: clocks.isRealTime, driftMs: clocks.driftMs() }
}

/** A context of another site with its business clock frozen at an instant; the caller is the business. Simulations run on copies of a site with it. */
export function createSimulatedContext(ctx: BaseContext, siteId: string, at: Temporal.Instant): OwnTransactionContext {
  const { deps, meta } = getSource(ctx)
  return createOwnContext({ ...deps, clocks: deps.clocks.withBusinessTimeAt(at) }, createSystemMeta(siteId, meta.origin))
}

/** A context of the same site for another caller: what a person decided earlier is done in their name and with the rights that they have by now. */
export function createContextFor(ctx: BaseContext, caller: Caller): OwnTransactionContext {
  const { deps, meta } = getSource(ctx)
  return createOwnContext(deps, { ...meta, caller: { ...caller, siteId: ctx.siteId } })
}

/** The same request at another site: its links lead to that site. */
async function toSiteMeta(deps: UnitOfWorkDeps, meta: RequestMeta, siteId: string): Promise<RequestMeta> {
  const { origin, origins } = await deps.loadOrigins(siteId)
  const requestOrigin = origins.includes(meta.requestOrigin) ? meta.requestOrigin : origin
  return { ...meta, caller: { ...meta.caller, siteId }, origin, requestOrigin }
}

const MAX_ATTEMPTS = 4

/** Failures that another attempt can heal: serialization, deadlock, and two writers numbering events of one entity at once. */
function isRetryable(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '40001' || code === '40P01' || constraint === 'event_sequence_per_entity'
}

/** Runs the work in a transaction and saves its outbox before the commit. Refuses with CONFLICT, or as the work says, when every attempt met another writer. */
export const runTransaction = <T>(deps: UnitOfWorkDeps, meta: RequestMeta, work: (ctx: TransactionContext) => Promise<T>): Promise<T> =>
  openTransaction(deps, meta, async (ctx, outbox) => {
    const result = await work(ctx)
    await saveOutbox(ctx, outbox)
    // Their failure fails the commit, which is sent with them.
    await sendLastStatements(outbox)
    return result
  })

/** The same for work whose result is its reply alone: it may be completed after the commit (`TransactionContext.saveWithEvents`). */
export async function runReplyingTransaction<T>(deps: UnitOfWorkDeps, meta: RequestMeta, work: (ctx: TransactionContext) => Promise<T>): Promise<T> {
  const run = async (ctx: TransactionContext, outbox: Outbox) => {
    const reply = await work(ctx)
    const complete = await outbox.saveEvents?.(outbox.events.splice(0))
    await saveOutbox(ctx, outbox)
    await sendLastStatements(outbox)
    return { reply, complete }
  }
  const { reply, complete } = await openTransaction(deps, meta, run, { completesReply: true })
  return complete ? ((await complete(reply)) as T) : reply
}

/** As `runTransaction`, but what becomes of the outbox is up to the work. */
export async function openTransaction<T>(
  deps: UnitOfWorkDeps,
  meta: RequestMeta,
  work: (ctx: TransactionContext, outbox: Outbox) => Promise<T>,
  { completesReply = false }: { completesReply?: boolean } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const outbox = createOutbox()
    try {
      const isFirst = attempt === 1
      return await deps.database.db.transaction().execute((tx) => work(createTransactionContext(deps, meta, tx, outbox, completesReply && isFirst), outbox))
    } catch (error) {
      // Nothing of it was kept, and another connection may do.
      if (attempt === 1 && error instanceof DatabaseUnavailable && error.isLost && !error.inDoubt) continue
      if (!isRetryable(error)) throw error
      if (attempt >= MAX_ATTEMPTS) (outbox.refuseConflict ?? (() => refuseStandard('CONFLICT')))()
    }
  }
}

/** The meta of work that no request asked for: jobs and schedules. It acts for the business. */
export const createSystemMeta = (siteId: string, origin: string): RequestMeta => ({
  caller: { role: 'owner', siteId, appId: '00000000-0000-0000-0000-000000000000' },
  requestId: randomUUID(),
  ip: '',
  headers: {},
  cookies: {},
  origin,
  requestOrigin: origin,
  setHeader: () => undefined,
})
