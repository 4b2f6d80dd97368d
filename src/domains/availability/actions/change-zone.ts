/** A change of the business time zone: sessions keep their local time, so their instants move. Source: guide services-and-availability §12.4. */
import { Temporal } from 'temporal-polyfill'
import type { TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { dayMs, parseLocal, zoneOffsets, type ZoneOffsets } from '#kit/pure/zone.ts'
import { toInterval, toLocalText, type FormerZone } from '../rules/recurrence.ts'
import { spanAfterZoneChange } from '../rules/zone-change.ts'
import * as eventStore from '../store/events.ts'
import * as sessionLocks from '../store/session-locks.ts'
import { emitCalendarEvent, updateServiceSessionSummary } from './calendar.ts'
import { eventToWire, masterToWire } from './calendar-wire.ts'
import { rowToSession } from './sessions.ts'

/** Later than any local time. */
const maxLocalTime = '9999-12-31T00:00'
const toInstant = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms)
const toLocalSpan = (row: eventStore.EventRow) => ({ start: parseLocal(row.localStart) as number, end: parseLocal(row.localEnd) as number })

/**
 * Called after the site has its new zone, in the same transaction. Future single sessions, blocked times and exceptions move; series
 * move as a whole and store their former zone. Working hours are local times already. Bookings are moved by their own domain.
 */
export async function moveSessionsToZone(ctx: TransactionContext, { from, to }: { from: string; to: string }): Promise<void> {
  const [now, offsets] = [ctx.now.epochMilliseconds, zoneOffsets(to)]
  await sessionLocks.lockAllSessions(ctx)
  const moved: { row: eventStore.EventRow; start: number; end: number }[] = []
  // Two days back: a session that has begun in one zone may be in the future in the other.
  for (const row of await eventStore.singlesFrom(ctx, toInstant(now - 2 * dayMs))) {
    const span = spanAfterZoneChange({ start: row.startAt.epochMilliseconds, end: row.endAt.epochMilliseconds, local: toLocalSpan(row) }, offsets, now)
    if (span) moved.push({ row, ...span })
  }
  await eventStore.updateLocalTimes(
    ctx,
    to,
    moved.map(({ row }) => row.id),
  )
  await eventStore.moveEvents(
    ctx,
    moved
      .filter(({ row, start, end }) => start !== row.startAt.epochMilliseconds || end !== row.endAt.epochMilliseconds)
      .map(({ row, start, end }) => ({ id: row.id, start, end })),
  )
  for (const { row, start, end } of moved) {
    if (row.status === 'CANCELLED' || start === row.startAt.epochMilliseconds) continue
    const event = await eventToWire(ctx, rowToSession({ ...row, startAt: toInstant(start), endAt: toInstant(end), revision: row.revision + 1 }))
    emitCalendarEvent(ctx, 'updated', event, { updatedEvent: { currentEntity: event } })
  }
  for (const master of await eventStore.listMasters(ctx)) await moveSeries(ctx, master, { from: zoneOffsets(from), to: offsets })
}

/** Occurrences that have begun in either zone keep their instants; the series continues in the new zone. */
async function moveSeries(ctx: TransactionContext, master: eventStore.EventRow, { from, to }: { from: ZoneOffsets; to: ZoneOffsets }): Promise<void> {
  const now = ctx.now.epochMilliseconds
  const first = toLocalSpan(master)
  const step = 7 * dayMs * (master.intervalWeeks ?? 1)
  const until = master.untilLocal ? (parseLocal(master.untilLocal) as number) : Number.POSITIVE_INFINITY
  let next = first.start + Math.max(0, Math.floor((now - 3 * dayMs - first.start) / step)) * step
  const length = first.end - first.start
  const isAhead = (local: number) => spanAfterZoneChange({ ...toInterval(local, local + length, from), local: { start: local, end: local + length } }, to, now)
  while (next <= until && !isAhead(next)) next += step
  const known = master.zones as FormerZone[]
  if (next === first.start) {
    const span = toInterval(first.start, first.end, to)
    const after = await eventStore.updateEvent(ctx, master.id, { startAt: toInstant(span.start), endAt: toInstant(span.end), zones: json(known) })
    return emitSeriesUpdated(ctx, after, to)
  }
  const before = next > until ? maxLocalTime : toLocalText(next)
  const after = await eventStore.updateEvent(ctx, master.id, {
    zones: json([...known.filter((zone) => zone.before < before), { before, timeZone: from.zone }]),
  })
  if (before !== maxLocalTime) await emitSeriesUpdated(ctx, after, to)
}
async function emitSeriesUpdated(ctx: TransactionContext, master: eventStore.EventRow, { zone }: ZoneOffsets): Promise<void> {
  await updateServiceSessionSummary(ctx, master)
  const event = masterToWire(master, zone)
  emitCalendarEvent(ctx, 'updated', event, { updatedEvent: { currentEntity: event } })
}
