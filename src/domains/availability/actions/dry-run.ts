/** Series in a dry run: who waits for their sessions, and which of these would take time that is already taken. */
import { Temporal } from 'temporal-polyfill'
import type { Effect } from '#kit/pure/dry-run.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import type { DryRunReporter } from '#kit/jobs/dry-run.ts'
import { overlaps, type Interval } from '#kit/pure/intervals.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { dayMs } from '#kit/pure/zone.ts'
import * as timeStore from '../store/busy-times.ts'
import * as eventStore from '../store/events.ts'
import * as seatStore from '../store/seats.ts'
import { sessionsIn, type Session } from './sessions.ts'

/** A series without an end is looked through for a good year, as its changes are. */
const rangeMs = 400 * dayMs
const maxDoubleBookings = 50

const toIso = (ms: number): string => toWireTime(Temporal.Instant.fromEpochMilliseconds(ms))

/** People who wait for sessions of the series, in one line. */
async function describeWaitlists(ctx: TransactionContext, series: Effect, sessions: readonly Session[]): Promise<Effect[]> {
  const seats = await seatStore.loadSeats(
    ctx,
    sessions.map(({ id }) => id),
  )
  const waiting = [...seats.values()].reduce((sum, { queued, offers }) => sum + queued + offers, 0)
  return waiting > 0 ? [{ kind: 'WAITLISTS_CHANGED', id: series.id, what: series.what ?? '', count: waiting }] : []
}

/** Sessions that need a person or room at a time at which another session, an appointment or an entry of another calendar has them. */
async function findDoubleBookings(ctx: TransactionContext, sessions: readonly Session[]): Promise<Effect[]> {
  const [first] = sessions
  if (!first) return []
  const resourceIds = [...new Set(sessions.flatMap((session) => session.resourceIds))]
  const range = { start: first.start, end: Math.max(...sessions.map(({ end }) => end)) }
  const own = new Set(sessions.map(({ id }) => id))
  const others = (await sessionsIn(ctx, { resourceIds }, range)).filter(({ id, transparent }) => !transparent && !own.has(id))
  const blocked = await timeStore.listBlockedTimes(ctx, resourceIds, range)
  const kinds = { BOOKING: 'DOUBLE_BOOKED_APPOINTMENT', OTHER_CALENDAR: 'DOUBLE_BOOKED_CALENDAR' } as const
  const taken: (Interval & { resourceIds: readonly string[]; kind: string; what?: string })[] = [
    ...others.map((other) => ({ ...other, kind: 'DOUBLE_BOOKED', what: other.title })),
    ...blocked.map(({ resourceId, start, end, kind }) => ({ start, end, resourceIds: [resourceId], kind: kinds[kind] })),
  ]
  return sessions
    .flatMap((session) =>
      taken
        .filter((other) => overlaps(session, other) && other.resourceIds.some((id) => session.resourceIds.includes(id)))
        .map(({ kind, what }) => ({ kind, id: session.id, at: toIso(session.start), ...(what !== undefined && { what }) })),
    )
    .slice(0, maxDoubleBookings)
}

/** Double bookings are named when the series takes other time or other people: those there were before are known. */
async function describeSeries(ctx: TransactionContext, series: Effect): Promise<Effect[]> {
  const now = ctx.now.epochMilliseconds
  const master = await eventStore.findEvent(ctx, series.id)
  if (!master) return []
  const sessions = (await sessionsIn(ctx, { scheduleIds: [master.scheduleId] }, { start: now, end: now + rangeMs })).filter(
    ({ masterId, start }) => masterId === master.id && start > now,
  )
  const waiting = await describeWaitlists(ctx, series, sessions)
  return [...waiting, ...(series.kind === 'SERIES_RESCHEDULED' ? await findDoubleBookings(ctx, sessions) : [])]
}

export const availabilityDryRun: DryRunReporter = {
  async describe(ctx, { effects }) {
    const found: Effect[] = []
    for (const effect of effects)
      if (effect.kind === 'SERIES_RESCHEDULED' || effect.kind === 'SERIES_CHANGED') found.push(...(await describeSeries(ctx, effect)))
    return found
  },
}
