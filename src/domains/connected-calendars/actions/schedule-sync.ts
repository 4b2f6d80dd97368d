/** When connections are read. */
import type { TransactionContext } from '#kit/api/context.ts'
import { nextPollSeconds } from '../rules/sync.ts'
import * as store from '../store/connections.ts'

/** Reads a connection as soon as possible; readings of one connection follow one another. */
export const enqueueSync = (ctx: TransactionContext, connectionId: string): void =>
  ctx.enqueue({ kind: 'calendar-sync', key: `${connectionId}:${ctx.newId()}`, data: { connectionId }, subject: connectionId })

/** A new id as a number in [0, 1). */
const toChance = (id: string): number => Number.parseInt(id.slice(-6), 16) / 0x1000000

/** Enqueues the readings that are due, each with the time of its next. */
export async function queueDueSyncs(ctx: TransactionContext): Promise<number> {
  const due = await store.listDue(ctx)
  for (const { id, status } of due) {
    const seconds = nextPollSeconds(status === 'ERROR', toChance(ctx.newId()))
    await store.updateConnection(ctx, id, { dueAt: ctx.now.add({ seconds }) })
    enqueueSync(ctx, id)
  }
  return due.length
}
