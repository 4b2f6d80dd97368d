/** Moves, keeps or cancels future sessions when the locations of their service change. Source: guide services-and-availability §6.5. */
import type { TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import type { LocationsChange } from '#domains/services/public.ts'
import * as eventStore from '../store/events.ts'
import * as sessionLocks from '../store/session-locks.ts'
import { changeEvent } from './calendar.ts'
import { changeSeries } from './series.ts'
import type { SessionLocation } from './sessions.ts'

/** Later than any session. */
const distantFutureMs = 36_525 * 86_400_000

/**
 * Sessions at a removed location stay, move to another one, or are cancelled. Sessions without their own location take place at the
 * first location of their service: when that changes, those that must not move get the former one. Past sessions keep their
 * location; exceptions of a series with their own location keep it.
 */
export async function moveSessionLocations(ctx: TransactionContext, change: LocationsChange): Promise<void> {
  const { scheduleId, locationIds, action, to, inherited } = change
  const now = ctx.now.epochMilliseconds
  await sessionLocks.lockSessionsForChange(ctx, scheduleId)
  const isRemoved = (businessLocation: SessionLocation | null | undefined) => businessLocation?.id !== undefined && locationIds.includes(businessLocation.id)
  const inheritsNewLocation = inherited.before !== undefined && locationKey(inherited.before) !== locationKey(inherited.after)
  const stays = action === 'KEEP' || !isRemoved(inherited.before)
  if (inheritsNewLocation && inherited.before && stays) await eventStore.pinLocation(ctx, scheduleId, json(inherited.before), { past: true, future: true })
  const isAffected = (row: eventStore.EventRow) =>
    row.location === null ? inheritsNewLocation && !stays : action !== 'KEEP' && isRemoved(row.location as SessionLocation)
  const options = { cancel: action === 'CANCEL', participantNotification: change.participantNotification }
  const upcoming = { start: now, end: now + distantFutureMs }
  for (const master of await eventStore.mastersIn(ctx, { scheduleIds: [scheduleId] }, upcoming))
    if (isAffected(master)) await changeSeries(ctx, master.id, to ? { location: to } : {}, options)
  const singles = (await eventStore.singlesIn(ctx, { scheduleIds: [scheduleId] }, upcoming)).filter(
    (row) => row.recurrenceType === 'NONE' && row.status === 'CONFIRMED' && row.startAt.epochMilliseconds > now,
  )
  for (const row of singles) if (isAffected(row)) await changeEvent(ctx, row.id, to ? { location: to } : {}, options)
  if (inheritsNewLocation && inherited.before && !stays) await eventStore.pinLocation(ctx, scheduleId, json(inherited.before), { past: true, future: false })
}
const locationKey = (businessLocation: SessionLocation | undefined): string =>
  `${businessLocation?.type} ${businessLocation?.id ?? businessLocation?.formattedAddress ?? ''}`
