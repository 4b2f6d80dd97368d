/** Notifications of a dashboard user. Own rule of this product. */
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { DAYS_LISTED, isRead, toNotificationKey, toListed, visibleSources } from '../rules/notifications.ts'
import * as store from '../store/notifications.ts'

const getOldestListed = (ctx: BaseContext) => ctx.now.subtract({ hours: DAYS_LISTED * 24 })

const toWork = ({ done, refused, total }: store.NotificationRow) => ({ done: done ?? 0, refused: refused ?? 0, total: total ?? 0 })

/** The last 50 of 30 days that the caller's rights open, without what they did themself, but with how their work on many things ended, and the work that goes on. Programs have read everything. */
export async function loadNotifications(ctx: ReadContext) {
  const [sources, since] = [visibleSources(ctx.caller.permissions), getOldestListed(ctx)]
  const found = toListed(await store.listNotifications(ctx, sources, since))
  const running = await store.listRunningWork(ctx, sources, since)
  const reading = ctx.caller.userId ? await store.findReading(ctx, ctx.caller.userId) : { readUntil: ctx.now, marks: new Map<string, boolean>() }
  const items = found.map((row) => ({
    key: toNotificationKey(row),
    kind: row.kind,
    entityId: row.entityId,
    at: toWireTime(row.at),
    isRead: isRead(row, reading),
    ...(row.who?.trim() && { who: row.who.trim() }),
    ...(row.what && { what: row.what }),
    ...(row.memberId && { memberId: row.memberId }),
    ...(row.startDate && { startDate: row.startDate }),
    ...(row.amount && row.currency && { amount: row.amount, currency: row.currency }),
    ...(row.total !== null && { work: toWork(row) }),
  }))
  return {
    items,
    unread: items.filter((item) => !item.isRead).length,
    running: running.map((row) => ({ kind: row.kind, entityId: row.entityId, what: row.what ?? '', ...toWork(row) })),
  }
}

/** Marks one, or everything when no key is named. Refuses programs with NOT_FOUND: they read nothing. */
export async function markNotifications(
  ctx: TransactionContext,
  { key, isRead: to }: { key?: string | undefined; isRead?: boolean | undefined },
): Promise<void> {
  const userId = ctx.caller.userId ?? refuseStandard('NOT_FOUND')
  if (key === undefined) await store.markAllRead(ctx, userId)
  else await store.markNotification(ctx, userId, { key, isRead: to ?? true }, getOldestListed(ctx))
}
