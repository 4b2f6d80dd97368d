/** To hold a change, to show what is held, and to undo it. */
import { findSession } from '#domains/availability/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { ChangeToHold } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { HOLD_SECONDS, type HeldReply } from '#kit/pure/held-change.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { refuse } from '../errors.ts'
import * as store from '../store.ts'
import { findHoldable, mayMake } from './holdable.ts'

/**
 * Keeps a change that was tried, and makes it in half a minute. Refuses with CHANGE_WAITING while another change of the same thing waits:
 * decision: the second is refused, because it was decided on what the first may still change.
 */
export async function holdChange(ctx: TransactionContext, change: ChangeToHold): Promise<HeldReply> {
  const userId = ctx.caller.userId ?? refuseStandard('PERMISSION_DENIED')
  const id = ctx.newId()
  const dueAt = ctx.now.add({ seconds: HOLD_SECONDS })
  if (!(await store.insertHeldChange(ctx, { id, userId, dueAt, change }))) refuseStandard('CHANGE_WAITING')
  ctx.enqueue({ kind: 'heldChange', key: `held-change:${id}`, data: { id }, dueAt, subject: change.entityId })
  return { heldChange: { id, dueAt: toWireTime(dueAt) } }
}

/** The start of the session from which on a change of a series counts; undefined when it names none. */
async function findFirstSessionDate(ctx: ReadContext, { operation, input }: store.HeldChangeRow): Promise<string | undefined> {
  const field = findHoldable(operation)?.op.holdable?.firstSessionField
  const sessionId = field && (input as { body?: Record<string, unknown> }).body?.[field]
  const session = typeof sessionId === 'string' ? await findSession(ctx, sessionId) : undefined
  return session && toWireTime(session.startAt)
}

async function toHeldChange(ctx: ReadContext, row: store.HeldChangeRow) {
  const { id, operation, entity, entityId, dueAt } = row
  const firstSessionDate = await findFirstSessionDate(ctx, row)
  const millisecondsLeft = Math.max(0, dueAt.epochMilliseconds - ctx.now.epochMilliseconds)
  return { id, operation, entity, entityId, millisecondsLeft, ...(firstSessionDate !== undefined && { firstSessionDate }) }
}

/** The changes that wait and that the caller may make. */
export async function listHeldChanges(ctx: ReadContext) {
  const heldChanges = []
  for (const row of await store.listWaiting(ctx)) if (await mayMake(ctx, row)) heldChanges.push(await toHeldChange(ctx, row))
  return { heldChanges }
}

/** Drops a change that waits. Refuses with CHANGE_ALREADY_MADE when it waits no longer, with PERMISSION_DENIED who may not make it. */
export async function undoHeldChange(ctx: TransactionContext, id: string): Promise<void> {
  const held = await store.findWaiting(ctx, id)
  if (held && !(await mayMake(ctx, held))) refuseStandard('PERMISSION_DENIED')
  if (!(await store.deleteWaiting(ctx, id))) refuse('CHANGE_ALREADY_MADE')
}
