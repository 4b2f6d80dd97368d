/** Read model of the history of an order: events and emails. */
import type { Temporal } from 'temporal-polyfill'
import { sql } from 'kysely'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'

export interface OrderEvent {
  at: Temporal.Instant
  slug: string
  cycleNumber: number | null
  identity: { identityType?: string }
}
/** Events of an order in sequence, without `updated`, which only accompanies others. */
export async function listOrderEvents(ctx: ReadContext, orderId: string): Promise<OrderEvent[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<OrderEvent>`
    select happened_at at, slug, (payload->'actionEvent'->'body'->>'cycleNumber')::int "cycleNumber", identity
    from event where site_id = ${ctx.siteId}::uuid and entity_id = ${orderId} and slug <> 'updated'
    order by sequence`,
  )
  return rows
}

export interface OrderEmail {
  id: string
  at: Temporal.Instant
  template: string
  subject: string | null
  state: string
}
/** Emails to the buyer about the order, found by its id in their unique key. */
export async function listOrderEmails(ctx: ReadContext, orderId: string, recipient: string): Promise<OrderEmail[]> {
  const rows = await ctx.db
    .selectFrom('email')
    .select(['id', 'createdAt as at', 'template', 'subject', 'state'])
    .where('siteId', '=', ctx.siteId)
    .where(sql<boolean>`lower(recipient) = ${recipient.toLowerCase()}`)
    .where('uniqueKey', 'like', `${orderId}:%`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows
}
