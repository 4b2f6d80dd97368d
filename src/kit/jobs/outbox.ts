/** The outbox: events, emails and jobs of one transaction, saved with its data. */
import { sql } from 'kysely'
import type { Caller, DomainEvent, Job, OutgoingEmail, ReadContext, SaveEvents, TransactionContext } from '../api/context.ts'
import { json, pipelineQuery, writes } from '../db/open.ts'
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
  const parts = [
    ...(eventRows.length > 0 ? [insertEventsAndDeliveries(ctx, eventRows)] : []),
    ...(emailRows.length > 0 ? [insertEmails(ctx, emailRows)] : []),
    sql`waiting as (
      select kind, key, data, due, about from jsonb_to_recordset(${json(jobRows)}::jsonb) as n(kind text, key text, data jsonb, due timestamptz, about text)
      ${eventRows.length > 0 ? sql`union all select 'webhook', id::text, jsonb_build_object('deliveryId', id), ${ctx.now}::timestamptz, entity_id from subscribed` : sql``}
      ${emailRows.length > 0 ? sql`union all select 'email', id::text, jsonb_build_object('emailId', id), ${ctx.now}::timestamptz, null from written` : sql``})`,
  ]
  await pipelineQuery(
    ctx.tx,
    sql`${writes('job')} with ${sql.join(parts)}
      insert into job (site_id, id, kind, key, data, due_at, subject) select ${ctx.siteId}::uuid, gen_random_uuid(), kind, key, data, due, about from waiting
      on conflict do nothing`,
  )
}

const insertEventsAndDeliveries = (ctx: TransactionContext, rows: readonly { id: string; announced: boolean }[]) => sql`${writes('event', 'webhook_delivery')}
  said as (
    insert into event (site_id, id, type, entity_fqdn, slug, entity_id, sequence, payload, identity, originated_from, anonymizing, happened_at)
    select ${ctx.siteId}::uuid, n.id, n.type, n.fqdn, n.slug, n.entity,
           coalesce((select max(e.sequence) from event e where e.site_id = ${ctx.siteId}::uuid and e.entity_id = n.entity), 0)
             + row_number() over (partition by n.entity order by n.place),
           n.payload, ${json(toEventIdentity(ctx.caller))}::jsonb, n.origin, n.anonymizing, ${ctx.now}
    from jsonb_to_recordset(${json(rows)}::jsonb) as n(id uuid, place int, type text, fqdn text, slug text, entity text, origin text, anonymizing boolean, payload jsonb)
    returning site_id, id, type, entity_id, sequence, happened_at),
  subscribed as (
    insert into webhook_delivery (site_id, id, subscription_id, event_id, entity_id, sequence, due_at, created_at)
    select said.site_id, gen_random_uuid(), s.id, said.id, said.entity_id, said.sequence, said.happened_at, said.happened_at
    from said join webhook_subscription s on s.site_id = said.site_id and s.is_active and said.type = any(s.types)
    where said.id = any(${rows.filter(({ announced }) => announced).map(({ id }) => id)}::uuid[])
    returning id, entity_id)`

/** Sealed here and not by the statement: the key never reaches the database. */
function toEmailRow(ctx: TransactionContext, { to, template, variables, secretVariables = [], language = '', uniqueKey }: OutgoingEmail) {
  const id = ctx.newId()
  const { open, secret } = splitSecrets(variables, secretVariables)
  const secrets = secret ? sealEmailSecrets(ctx.siteId, id, { variables: secret }) : null
  return { id, to, template, variables: open, secrets, language, once: uniqueKey ?? null }
}

const insertEmails = (ctx: TransactionContext, rows: readonly object[]) => sql`${writes('email')}
  written as (
    insert into email (site_id, id, recipient, template, variables, secrets, language, unique_key, state, created_at)
    select ${ctx.siteId}::uuid, n.id, n."to", n.template, n.variables, n.secrets, n.language, n.once, 'QUEUED', ${ctx.now}
    from jsonb_to_recordset(${json(rows)}::jsonb) as n(id uuid, "to" text, template text, variables jsonb, secrets text, language text, once text)
    on conflict do nothing returning id)`

/** An event as it was saved. */
export type SavedEvent = Awaited<ReturnType<typeof getEvent>>
export const getEvent = (ctx: ReadContext, id: string) =>
  ctx.db.selectFrom('event').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirstOrThrow()
