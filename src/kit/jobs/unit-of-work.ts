/**
 * One piece of work, one transaction. What was announced, sent and put off is saved together with the data, or not at
 * all; the runner carries it out after the commit.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clocks } from '../api/clock.ts'
import type { Caller, Ctx, DomainEvent, Job, OutgoingEmail } from '../api/context.ts'
import { pipelineQuery, json, type OpenDatabase, type Tx, writes } from '../db/open.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import { refuseStandard } from '../api/refusal.ts'

/** What every unit of work stands on. */
export interface UnitOfWorkDeps {
  database: OpenDatabase
  clocks: Clocks
  /** Where a site is reached. Links lead to `origin`; `origins` are all its addresses. */
  loadOrigins(siteId: string): Promise<{ origin: string; origins: readonly string[] }>
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

interface Outbox {
  events: DomainEvent[]
  emails: OutgoingEmail[]
  jobs: Job[]
}

/** Breaches that a second try can heal: serialization, deadlock, and two writers numbering events of one entity at once. */
function isRetryable(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '40001' || code === '40P01' || constraint === 'event_sequence_per_entity'
}

const throwNoTransaction = (): never => {
  throw new Error('no transaction is open here: use ctx.write')
}

/** A context without a transaction of its own: `tx` is the given handle (reads) or refuses (own work). */
export function createContext(deps: UnitOfWorkDeps, meta: RequestMeta, tx: Tx | undefined, outbox?: Outbox): Ctx {
  const now = deps.clocks.now()
  const authNow = deps.clocks.authNow()
  const collect =
    <T>(list: T[] | undefined) =>
    (item: T) =>
      void (list ?? throwNoTransaction()).push(item)
  const ctx: Omit<Ctx, 'tx'> = {
    caller: meta.caller,
    siteId: meta.caller.siteId,
    now,
    authNow,
    clockDriftMs: deps.clocks.driftMs(),
    isRealTime: deps.clocks.isRealTime,
    cache: (about, key, load) => deps.database.cache.getOrLoad(about, `${meta.caller.siteId} ${key}`, load),
    requestId: meta.requestId,
    ip: meta.ip,
    headers: meta.headers,
    cookies: meta.cookies,
    origin: meta.origin,
    requestOrigin: meta.requestOrigin,
    newId: () => randomUUID(),
    emit: collect(outbox?.events),
    queueEmail: collect(outbox?.emails),
    enqueue: collect(outbox?.jobs),
    transaction: async (work, siteId) => unitOfWork(deps, siteId && siteId !== meta.caller.siteId ? await toSiteMeta(deps, meta, siteId) : meta, work),
    elsewhere: (siteId, at) => createContext({ ...deps, clocks: deps.clocks.withBusinessTimeAt(at) }, createSystemMeta(siteId, meta.origin), undefined),
    setHeader: meta.setHeader,
  }
  return Object.defineProperty(ctx, 'tx', { get: () => tx ?? throwNoTransaction(), enumerable: true }) as Ctx
}

/** The same request at another site: its links lead to that site. */
async function toSiteMeta(deps: UnitOfWorkDeps, meta: RequestMeta, siteId: string): Promise<RequestMeta> {
  const { origin, origins } = await deps.loadOrigins(siteId)
  const requestOrigin = origins.includes(meta.requestOrigin) ? meta.requestOrigin : origin
  return { ...meta, caller: { ...meta.caller, siteId }, origin, requestOrigin }
}

/** Runs the work in a transaction and saves its outbox before the commit. */
export async function unitOfWork<T>(deps: UnitOfWorkDeps, meta: RequestMeta, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.database.db.transaction().execute(async (tx) => {
        const outbox: Outbox = { events: [], emails: [], jobs: [] }
        const ctx = createContext(deps, meta, tx, outbox)
        const result = await work(ctx)
        await saveOutbox(deps, ctx, outbox)
        return result
      })
    } catch (error) {
      // Nothing of it was kept, and another connection may do.
      if (attempt === 1 && error instanceof DatabaseUnavailable && error.isLost && !error.inDoubt) continue
      if (!isRetryable(error)) throw error
      if (attempt >= 4) refuseStandard('CONFLICT')
    }
  }
}

/** Who did it, in the words of the public envelope (guide: identity 14). */
function toEventIdentity(caller: Caller): Record<string, string> {
  if (caller.role === 'member' && caller.memberId) return { identityType: 'MEMBER', memberId: caller.memberId }
  if (caller.role === 'visitor' && caller.visitorId) return { identityType: 'ANONYMOUS_VISITOR', anonymousVisitorId: caller.visitorId }
  if (caller.userId) return { identityType: 'WIX_USER', wixUserId: caller.userId }
  if (caller.appId) return { identityType: 'APP', appId: caller.appId }
  return { identityType: 'UNKNOWN' }
}

/**
 * Events with their numbers, what is told to webhooks, letters, and the jobs for all of it: one statement, which travels
 * with the commit.
 */
async function saveOutbox(deps: UnitOfWorkDeps, ctx: Ctx, { events, emails, jobs }: Outbox): Promise<void> {
  if (events.length + emails.length + jobs.length === 0) return
  const eventRows = events.map((event, place) => ({
    id: ctx.newId(),
    place,
    type: event.type,
    fqdn: event.entityFqdn,
    slug: event.slug,
    entity: event.entityId,
    origin: event.originatedFrom ?? '',
    anonymizing: event.anonymizing ?? false,
    payload: event.payload,
  }))
  const emailRows = emails.map((email) => ({ ...email, id: ctx.newId(), once: email.uniqueKey ?? null, language: email.language ?? '' }))
  const jobRows = jobs.map((job) => ({
    kind: job.kind,
    key: job.key,
    data: job.data ?? {},
    due: (job.dueAt ?? ctx.now).toString(),
    about: job.subject ?? null,
  }))
  const parts = [
    ...(eventRows.length > 0 ? [insertEventsAndDeliveries(ctx, eventRows)] : []),
    ...(emailRows.length > 0 ? [insertEmails(ctx, emailRows)] : []),
    sql`waiting as (
      select kind, key, data, due, about from jsonb_to_recordset(${json(jobRows)}::jsonb) as n(kind text, key text, data jsonb, due timestamptz, about text)
      ${eventRows.length > 0 ? sql`union all select 'webhook', id::text, jsonb_build_object('deliveryId', id), ${ctx.now}::timestamptz, entity_id from told` : sql``}
      ${emailRows.length > 0 ? sql`union all select 'letter', id::text, jsonb_build_object('letterId', id), ${ctx.now}::timestamptz, null from written` : sql``})`,
  ]
  await pipelineQuery(
    ctx.tx,
    sql`${writes('job')} with ${sql.join(parts)}
      insert into job (site_id, id, kind, key, data, due_at, subject) select ${ctx.siteId}::uuid, gen_random_uuid(), kind, key, data, due, about from waiting
      on conflict do nothing`,
  )
}

const insertEventsAndDeliveries = (ctx: Ctx, rows: readonly object[]) => sql`${writes('event', 'webhook_delivery')}
  said as (
    insert into event (site_id, id, type, entity_fqdn, slug, entity_id, sequence, payload, identity, originated_from, anonymizing, happened_at)
    select ${ctx.siteId}::uuid, n.id, n.type, n.fqdn, n.slug, n.entity,
           coalesce((select max(e.sequence) from event e where e.site_id = ${ctx.siteId}::uuid and e.entity_id = n.entity), 0)
             + row_number() over (partition by n.entity order by n.place),
           n.payload, ${json(toEventIdentity(ctx.caller))}::jsonb, n.origin, n.anonymizing, ${ctx.now}
    from jsonb_to_recordset(${json(rows)}::jsonb) as n(id uuid, place int, type text, fqdn text, slug text, entity text, origin text, anonymizing boolean, payload jsonb)
    returning *),
  told as (
    insert into webhook_delivery (site_id, id, subscription_id, event_id, entity_id, sequence, due_at, created_at)
    select said.site_id, gen_random_uuid(), s.id, said.id, said.entity_id, said.sequence, said.happened_at, said.happened_at
    from said join webhook_subscription s on s.site_id = said.site_id and s.is_active and said.type = any(s.types)
    returning id, entity_id)`

const insertEmails = (ctx: Ctx, rows: readonly object[]) => sql`${writes('letter')}
  written as (
    insert into letter (site_id, id, recipient, template, variables, language, once_key, state, created_at)
    select ${ctx.siteId}::uuid, n.id, n."to", n.template, n.variables, n.language, n.once, 'QUEUED', ${ctx.now}
    from jsonb_to_recordset(${json(rows)}::jsonb) as n(id uuid, "to" text, template text, variables jsonb, language text, once text)
    on conflict do nothing returning id)`

/** The occasion of work that nobody asked for by a request: jobs and sweeps. It acts for the business. */
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

/** A saved event. */
export const getEvent = (ctx: Ctx, id: string) =>
  ctx.tx.selectFrom('event').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirstOrThrow()
