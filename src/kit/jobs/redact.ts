/** Redacts a person from saved events and emails when their data is erased. */
import { sql } from 'kysely'
import { writes } from '../db/open.ts'
import type { Temporal } from 'temporal-polyfill'
import type { TransactionContext } from '../api/context.ts'

/** Events of these entities keep kind, sequence and time, and of the entity only its id: subscribers rely on the sequence. */
export async function redactEvents(ctx: TransactionContext, entityIds: readonly string[]): Promise<void> {
  if (entityIds.length === 0) return
  await sql`${writes('event')}
    update event set payload = bare_event(payload, entity_id)
    where site_id = ${ctx.siteId} and entity_id = any(${entityIds}::text[])`.execute(ctx.tx)
}

/** Replies that are kept for repeated requests and name one of these ids: the key stays taken, so that nothing is carried out twice. Reads all of the site. */
export const redactReplies = async (ctx: TransactionContext, entityIds: readonly string[]): Promise<void> =>
  void (await sql`${writes('idempotency_key')}
    update idempotency_key set reply = null
    where site_id = ${ctx.siteId} and exists (select from unnest(${entityIds}::text[]) named (id) where position(named.id in reply::text) > 0)`.execute(ctx.tx))

/** Emails sent to an address, or that mention it, until now. Those still waiting are sent. Reads all emails of the site: erasing is rare. */
export const redactEmails = async (ctx: TransactionContext, recipient: string, until: Temporal.Instant): Promise<void> =>
  void (await sql`${writes('email')}
    update email set recipient = 'erased', variables = '{}', subject = null, html = null, body_text = null
    where site_id = ${ctx.siteId} and created_at <= ${until} and state in ('SENT', 'KEPT', 'UNWANTED')
      and (lower(recipient) = lower(${recipient}) or position(lower(${JSON.stringify(recipient)}) in lower(variables::text)) > 0)`.execute(ctx.tx))

/** The data of a job that has run. */
export const redactJob = async (ctx: TransactionContext, kind: string, key: string): Promise<void> =>
  void (await sql`${writes('job')} update job set data = '{}' where site_id = ${ctx.siteId} and kind = ${kind} and key = ${key}`.execute(ctx.tx))
