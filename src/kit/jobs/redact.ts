/** Redacts a person from what is kept of past work when their data is erased. */
import { sql } from 'kysely'
import { writes } from '../db/open.ts'
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

/** The data of a job that has run. */
export const redactJob = async (ctx: TransactionContext, kind: string, key: string): Promise<void> =>
  void (await sql`${writes('job')} update job set data = '{}' where site_id = ${ctx.siteId} and kind = ${kind} and key = ${key}`.execute(ctx.tx))
