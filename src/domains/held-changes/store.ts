/** The table of held changes. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { ChangeToHold } from '#kit/api/mount.ts'
import { json } from '#kit/db/open.ts'
import type { HeldEntity } from '#kit/pure/held-change.ts'

export interface HeldChangeRow {
  id: string
  userId: string
  operation: string
  input: unknown
  entity: HeldEntity
  entityId: string
  dueAt: Temporal.Instant
}
const columns = ['id', 'userId', 'operation', 'input', 'entity', 'entityId', 'dueAt'] as const

/** Keeps a change, unless another one of the same thing waits; says whether it did. */
export async function insertHeldChange(
  ctx: TransactionContext,
  { id, userId, dueAt, change }: { id: string; userId: string; dueAt: Temporal.Instant; change: ChangeToHold },
): Promise<boolean> {
  const { operation, input, entity, entityId } = change
  const row = await ctx.tx
    .insertInto('heldChange')
    .values({ siteId: ctx.siteId, id, userId, operation, input: json(input), entity, entityId, heldAt: ctx.now, dueAt })
    .onConflict((oc) => oc.columns(['siteId', 'entity', 'entityId']).where('refusedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const listWaiting = (ctx: ReadContext) =>
  ctx.db.selectFrom('heldChange').select(columns).where('siteId', '=', ctx.siteId).where('refusedAt', 'is', null).execute() as Promise<HeldChangeRow[]>

export const findWaiting = (ctx: ReadContext, id: string) =>
  ctx.db
    .selectFrom('heldChange')
    .select(columns)
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('refusedAt', 'is', null)
    .executeTakeFirst() as Promise<HeldChangeRow | undefined>

/** Takes a change that waits away, to undo or to make it: only one of both finds it. */
export async function deleteWaiting(ctx: TransactionContext, id: string): Promise<boolean> {
  const row = await ctx.tx
    .deleteFrom('heldChange')
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('refusedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Of a change that was refused stays what the person is told of it. */
export const saveRefusal = async (ctx: TransactionContext, id: string, refusal: { code: string; text: string }): Promise<void> =>
  void (await ctx.tx
    .updateTable('heldChange')
    .set({ input: null, refusedAt: ctx.now, refusalCode: refusal.code, refusal: refusal.text })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('refusedAt', 'is', null)
    .execute())

export async function deleteRefusedBefore(ctx: TransactionContext, before: Temporal.Instant): Promise<number> {
  const rows = await ctx.tx.deleteFrom('heldChange').where('siteId', '=', ctx.siteId).where('refusedAt', '<', before).returning('id').execute()
  return rows.length
}
/** Whether one was refused before: a condition on a row of `site`. */
export const hasRefusedBefore = (before: TransactionContext['now']) => sql<boolean>`
  exists (select from held_change as one where one.site_id = site.id and one.refused_at < ${before})`
