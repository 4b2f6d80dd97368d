/**
 * One piece of work, one transaction. What was announced, sent and put off is saved together with the data, or not at
 * all; the runner carries it out after the commit.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clocks } from '../clock.ts'
import type { Caller, Ctx, DomainEvent, Job, Letter } from '../ctx.ts'
import { ahead, json, type OpenDatabase, type Tx } from '../db/open.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import { refuseStandard } from '../refusal.ts'

/** What every unit of work stands on. */
export interface Ground {
  open: OpenDatabase
  clocks: Clocks
  /** Names of the reactions that wait for an event type. */
  reactionsTo(eventType: string): readonly string[]
  /** Where a site is reached. Links lead to `origin`; `origins` are all its addresses. */
  originsOf(siteId: string): Promise<{ origin: string; origins: readonly string[] }>
}

/** What a request or a job brings along. */
export interface Occasion {
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
  letters: Letter[]
  jobs: Job[]
}

/** Breaches that a second try can heal: serialization, deadlock, and two writers numbering events of one entity at once. */
function mayRetry(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '40001' || code === '40P01' || constraint === 'event_sequence_per_entity'
}

const noTransaction = (): never => {
  throw new Error('no transaction is open here: use ctx.write')
}

/** A context without a transaction of its own: `tx` is the given handle (reads) or refuses (own work). */
export function contextOf(ground: Ground, occasion: Occasion, tx: Tx | undefined, outbox?: Outbox): Ctx {
  const now = ground.clocks.now()
  const authNow = ground.clocks.authNow()
  const keep =
    <T>(list: T[] | undefined) =>
    (item: T) =>
      void (list ?? noTransaction()).push(item)
  const ctx: Omit<Ctx, 'tx'> = {
    caller: occasion.caller,
    siteId: occasion.caller.siteId,
    now,
    authNow,
    clockDriftMs: ground.clocks.driftMs(),
    followsWall: ground.clocks.followsWall,
    remember: (about, key, load) => ground.open.memory.remember(about, `${occasion.caller.siteId} ${key}`, load),
    requestId: occasion.requestId,
    ip: occasion.ip,
    headers: occasion.headers,
    cookies: occasion.cookies,
    origin: occasion.origin,
    requestOrigin: occasion.requestOrigin,
    newId: () => randomUUID(),
    announce: keep(outbox?.events),
    send: keep(outbox?.letters),
    later: keep(outbox?.jobs),
    write: async (work, siteId) => unitOfWork(ground, siteId && siteId !== occasion.caller.siteId ? await atSite(ground, occasion, siteId) : occasion, work),
    elsewhere: (siteId, at) => contextOf({ ...ground, clocks: ground.clocks.standingAt(at) }, houseOccasion(siteId, occasion.origin), undefined),
    setHeader: occasion.setHeader,
  }
  return Object.defineProperty(ctx, 'tx', { get: () => tx ?? noTransaction(), enumerable: true }) as Ctx
}

/** The same request at another site: its links lead to that site. */
async function atSite(ground: Ground, occasion: Occasion, siteId: string): Promise<Occasion> {
  const { origin, origins } = await ground.originsOf(siteId)
  const requestOrigin = origins.includes(occasion.requestOrigin) ? occasion.requestOrigin : origin
  return { ...occasion, caller: { ...occasion.caller, siteId }, origin, requestOrigin }
}

/** Runs the work in a transaction and saves its outbox before the commit. */
export async function unitOfWork<T>(ground: Ground, occasion: Occasion, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ground.open.db.transaction().execute(async (tx) => {
        const outbox: Outbox = { events: [], letters: [], jobs: [] }
        const ctx = contextOf(ground, occasion, tx, outbox)
        const result = await work(ctx)
        await saveOutbox(ground, ctx, outbox)
        return result
      })
    } catch (error) {
      // Nothing of it was kept, and another connection may do.
      if (attempt === 1 && error instanceof DatabaseUnavailable && error.isLost && !error.inDoubt) continue
      if (!mayRetry(error)) throw error
      if (attempt >= 4) refuseStandard('CONFLICT')
    }
  }
}

/** Who did it, in the words of the public envelope (guide: identity 14). */
function identityOf(caller: Caller): Record<string, string> {
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
async function saveOutbox(ground: Ground, ctx: Ctx, { events, letters, jobs }: Outbox): Promise<void> {
  if (events.length + letters.length + jobs.length === 0) return
  const said = events.map((event, place) => ({
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
  const written = letters.map((letter) => ({ ...letter, id: ctx.newId(), once: letter.once ?? null, language: letter.language ?? '' }))
  const reactions = said.flatMap((row) =>
    ground.reactionsTo(row.type).map((name): Job => ({ kind: `reaction:${name}`, key: row.id, data: { eventId: row.id }, subject: row.entity })),
  )
  const waiting = [...jobs, ...reactions].map((job) => ({
    kind: job.kind,
    key: job.key,
    data: job.data ?? {},
    due: (job.dueAt ?? ctx.now).toString(),
    about: job.subject ?? null,
  }))
  const parts = [
    ...(said.length > 0 ? [saidAndTold(ctx, said)] : []),
    ...(written.length > 0 ? [lettersOf(ctx, written)] : []),
    sql`waiting as (
      select kind, key, data, due, about from jsonb_to_recordset(${json(waiting)}::jsonb) as n(kind text, key text, data jsonb, due timestamptz, about text)
      ${said.length > 0 ? sql`union all select 'webhook', id::text, jsonb_build_object('deliveryId', id), ${ctx.now}::timestamptz, entity_id from told` : sql``}
      ${written.length > 0 ? sql`union all select 'letter', id::text, jsonb_build_object('letterId', id), ${ctx.now}::timestamptz, null from written` : sql``})`,
  ]
  await ahead(
    ctx.tx,
    sql`with ${sql.join(parts)}
      insert into job (site_id, id, kind, key, data, due_at, subject) select ${ctx.siteId}::uuid, gen_random_uuid(), kind, key, data, due, about from waiting
      on conflict do nothing`,
  )
}

const saidAndTold = (ctx: Ctx, rows: readonly object[]) => sql`
  said as (
    insert into event (site_id, id, type, entity_fqdn, slug, entity_id, sequence, payload, identity, originated_from, anonymizing, happened_at)
    select ${ctx.siteId}::uuid, n.id, n.type, n.fqdn, n.slug, n.entity,
           coalesce((select max(e.sequence) from event e where e.site_id = ${ctx.siteId}::uuid and e.entity_id = n.entity), 0)
             + row_number() over (partition by n.entity order by n.place),
           n.payload, ${json(identityOf(ctx.caller))}::jsonb, n.origin, n.anonymizing, ${ctx.now}
    from jsonb_to_recordset(${json(rows)}::jsonb) as n(id uuid, place int, type text, fqdn text, slug text, entity text, origin text, anonymizing boolean, payload jsonb)
    returning *),
  told as (
    insert into webhook_delivery (site_id, id, subscription_id, event_id, entity_id, sequence, due_at, created_at)
    select said.site_id, gen_random_uuid(), s.id, said.id, said.entity_id, said.sequence, said.happened_at, said.happened_at
    from said join webhook_subscription s on s.site_id = said.site_id and s.is_active and said.type = any(s.types)
    returning id, entity_id)`

const lettersOf = (ctx: Ctx, rows: readonly object[]) => sql`
  written as (
    insert into letter (site_id, id, recipient, template, variables, language, once_key, state, created_at)
    select ${ctx.siteId}::uuid, n.id, n."to", n.template, n.variables, n.language, n.once, 'QUEUED', ${ctx.now}
    from jsonb_to_recordset(${json(rows)}::jsonb) as n(id uuid, "to" text, template text, variables jsonb, language text, once text)
    on conflict do nothing returning id)`

/** The occasion of work that nobody asked for by a request: jobs and sweeps. It acts for the business. */
export const houseOccasion = (siteId: string, origin: string): Occasion => ({
  caller: { role: 'owner', siteId, appId: '00000000-0000-0000-0000-000000000000' },
  requestId: randomUUID(),
  ip: '',
  headers: {},
  cookies: {},
  origin,
  requestOrigin: origin,
  setHeader: () => undefined,
})

/** The saved event behind a reaction job. */
export type SavedEvent = Awaited<ReturnType<typeof eventById>>
export const eventById = (ctx: Ctx, id: string) =>
  ctx.tx.selectFrom('event').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirstOrThrow()
