/** Notifications of a dashboard user. Own rule of this product. */
import { Temporal } from 'temporal-polyfill'
import { findJoinedAt } from '#domains/collaborators/public.ts'
import { listOwnSimulations } from '#domains/orders/public.ts'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import type { Reply } from '#kit/api/contract.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import type { reportsApi } from '../contract.ts'
import { type BackgroundWork, listBackgroundWork } from '../hooks.ts'
import {
  DAYS_LISTED,
  isRead,
  type NotificationSource,
  type Reading,
  toForecastProgress,
  toListed,
  toNotificationKey,
  visibleSources,
} from '../rules/notifications.ts'
import * as store from '../store/notifications.ts'

const getOldestListed = (ctx: BaseContext) => ctx.now.subtract({ hours: DAYS_LISTED * 24 })

const toWork = ({ done, refused, total }: store.NotificationRow) => ({ done: done ?? 0, refused: refused ?? 0, total: total ?? 0 })

type Found = Awaited<ReturnType<typeof store.listNotifications>>[number]
const nothingMore = { who: null, what: null, memberId: null, startDate: null, amount: null, currency: null, done: null, refused: null, total: null }
const toFound = ({ state, entityId, at }: BackgroundWork): Found => ({ kind: `ARCHIVE_${state === 'READY' ? state : 'FAILED'}`, entityId, at, ...nothingMore })

/** The last 50 of 30 days that the caller's rights open, without what they did themself, but with how their work on many things ended, and the work that goes on. Programs have read everything. */
export async function loadNotifications(ctx: ReadContext): Promise<Reply<typeof reportsApi.listNotifications>> {
  const [sources, since] = [visibleSources(ctx.caller.permissions), getOldestListed(ctx)]
  const background = (await listBackgroundWork.call(ctx)).flat()
  const over = background.filter(({ state }) => state !== 'RUNNING').map(toFound)
  const found = toListed([...(await store.listNotifications(ctx, sources, since)), ...over])
  const reading = await findReading(ctx)
  const items = found.map((row) => toItem(row, isRead(row, reading)))
  return { items, unread: items.filter((item) => !item.isRead).length, running: await loadRunning(ctx, sources, background) }
}

/** What happened before someone joined the team is nothing new to them. */
async function findReading(ctx: ReadContext): Promise<Reading> {
  const { userId } = ctx.caller
  if (!userId) return { readUntil: ctx.now, marks: new Map() }
  const [reading, joinedAt] = [await store.findReading(ctx, userId), await findJoinedAt(ctx, userId)]
  const since = [reading.readUntil, joinedAt].filter((at) => at !== undefined).toSorted(Temporal.Instant.compare)
  return { ...reading, readUntil: since.at(-1) }
}

const toItem = (row: Found, isKnown: boolean) => ({
  key: toNotificationKey(row),
  kind: row.kind,
  entityId: row.entityId,
  at: toWireTime(row.at),
  isRead: isKnown,
  ...(row.who?.trim() && { who: row.who.trim() }),
  ...(row.what && { what: row.what }),
  ...(row.memberId && { memberId: row.memberId }),
  ...(row.startDate && { startDate: row.startDate }),
  ...(row.amount && row.currency && { amount: row.amount, currency: row.currency }),
  ...(row.total !== null && { work: toWork(row) }),
})

/** Work on many things, archives and forecasts that go on, the newest first. */
async function loadRunning(ctx: ReadContext, sources: readonly NotificationSource[], background: readonly BackgroundWork[]) {
  const work = (await store.listRunningWork(ctx, sources, getOldestListed(ctx))).map((row) => ({
    at: row.at,
    running: { kind: row.kind, entityId: row.entityId, what: row.what ?? '', ...toWork(row) },
  }))
  const archives = background
    .filter(({ state }) => state === 'RUNNING')
    .map(({ kind, entityId, at, done }) => ({ at, running: { kind, entityId, what: '', done, refused: 0 } }))
  const forecasts = (await listOwnSimulations(ctx))
    .filter(({ state }) => state === 'RUNNING')
    .map((one) => ({ at: one.createdAt, running: { kind: 'FORECAST' as const, entityId: one.id, what: '', refused: 0, ...toForecastProgress(one) } }))
  return [...work, ...archives, ...forecasts].toSorted((a, b) => Temporal.Instant.compare(b.at, a.at)).map(({ running }) => running)
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
