/** The outbox: events, emails and jobs of one transaction, saved with its data. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Caller, DomainEvent, Job, OutgoingEmail, ReadContext, SaveEvents, TransactionContext } from '../api/context.ts'
import { json, pipelineQuery, writes } from '../db/open.ts'
import { precompileQuery } from '../db/precompiled-query.ts'
import { sealEmailSecrets, splitSecrets } from '../email/secrets.ts'
import type { Effect } from '../pure/dry-run.ts'

export interface Outbox {
  events: DomainEvent[]
  emails: OutgoingEmail[]
  jobs: Job[]
  /** What dry runs report beside events; not saved. */
  effects: Effect[]
  /** Statements that are sent last; see `TransactionContext.sendLast`. */
  last: LastStatement[]
  /** Saves the events with other rows; see `TransactionContext.saveWithEvents`. */
  saveEvents?: SaveEvents
  /** Refuses when no attempt could commit; see `TransactionContext.refuseConflictWith`. */
  refuseConflict?: () => never
}
export const createOutbox = (): Outbox => ({ events: [], emails: [], jobs: [], effects: [], last: [] })

/** Sends a pipelined statement and answers how to await its result. */
export type LastStatement = () => Promise<() => Promise<unknown>>

/** Sends the statements that were kept for the end, in the order in which they were given. */
export async function sendLastStatements({ last }: Outbox): Promise<(() => Promise<unknown>)[]> {
  const results: (() => Promise<unknown>)[] = []
  for (const send of last.splice(0)) results.push(await send())
  return results
}

/** Who caused an event, as the public envelope names it. Source: guide identity §14. */
export function toEventIdentity(caller: Caller): Record<string, string> {
  if (caller.role === 'member' && caller.memberId) return { identityType: 'MEMBER', memberId: caller.memberId }
  if (caller.role === 'visitor' && caller.visitorId) return { identityType: 'ANONYMOUS_VISITOR', anonymousVisitorId: caller.visitorId }
  if (caller.userId) return { identityType: 'WIX_USER', wixUserId: caller.userId }
  if (caller.appId) return { identityType: 'APP', appId: caller.appId }
  return { identityType: 'UNKNOWN' }
}

/**
 * Saves events with their sequence numbers, the webhook deliveries they cause, emails, and the jobs for all of it: one statement,
 * sent together with the commit.
 */
export async function saveOutbox(ctx: TransactionContext, { events, emails, jobs }: Outbox): Promise<void> {
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
    announced: event.isUnannounced !== true,
    payload: event.payload,
  }))
  const emailRows = emails.map((email) => toEmailRow(ctx, email))
  const jobRows = jobs.map((job) => ({
    kind: job.kind,
    key: job.key,
    data: job.data ?? {},
    due: (job.dueAt ?? ctx.now).toString(),
    about: job.subject ?? null,
  }))
  await pipelineQuery(
    ctx.tx,
    insertOutbox({
      siteId: ctx.siteId,
      now: ctx.now,
      identity: json(toEventIdentity(ctx.caller)),
      events: eventRows.length > 0 ? json(eventRows) : null,
      emails: emailRows.length > 0 ? json(emailRows) : null,
      jobs: jobRows.length > 0 ? json(jobRows) : null,
    }),
  )
}

interface OutboxRows {
  siteId: string
  now: Temporal.Instant
  identity: string
  /** Rows as JSON; null without any. */
  events: string | null
  emails: string | null
  jobs: string | null
}
/** A function of the database, which runs on the node of the site in a cluster. decision 0038. */
const insertOutbox = precompileQuery(
  ({ siteId, now, identity, events, emails, jobs }: OutboxRows) =>
    sql`${writes('event', 'webhook_delivery', 'email', 'job')} select save_outbox(${siteId}, ${now}, ${identity}, ${events}, ${emails}, ${jobs})`,
)

/** Sealed here and not by the statement: the key never reaches the database. */
function toEmailRow(ctx: TransactionContext, { to, template, variables, secretVariables = [], language = '', uniqueKey }: OutgoingEmail) {
  const id = ctx.newId()
  const { open, secret } = splitSecrets(variables, secretVariables)
  const secrets = secret ? sealEmailSecrets(ctx.siteId, id, { variables: secret }) : null
  return { id, to, template, variables: open, secrets, language, once: uniqueKey ?? null }
}

/** An event as it was saved. */
export type SavedEvent = Awaited<ReturnType<typeof getEvent>>
export const getEvent = (ctx: ReadContext, id: string) =>
  ctx.db.selectFrom('event').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirstOrThrow()
