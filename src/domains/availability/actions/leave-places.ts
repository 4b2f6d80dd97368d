/** What becomes of future sessions when the places of their service change. guide: services-and-availability 6.5 */
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import type { PlacesChanged } from '#domains/services/public.ts'
import * as store from '../store/calendar.ts'
import { changeEvent } from './calendar.ts'
import { changeSeries } from './series.ts'
import type { Place } from './sessions.ts'

/** Later than any session. */
const farMs = 36_525 * 86_400_000

/**
 * Sessions at a removed place stay, move to another place, or are cancelled. Sessions without a place of their own are where their
 * service is first: when that changes they are told apart too, so that nobody moves who was not meant to. Past sessions stay where
 * they were; exceptions of a series with a place of their own keep it.
 */
export async function leavePlaces(ctx: Ctx, change: PlacesChanged): Promise<void> {
  const { scheduleId, locationIds, action, to, inherited } = change
  const now = ctx.now.epochMilliseconds
  const isRemoved = (place: Place | null | undefined) => place?.id !== undefined && locationIds.includes(place.id)
  const inheritsAnew = inherited.before !== undefined && keyOf(inherited.before) !== keyOf(inherited.after)
  const stays = action === 'KEEP' || !isRemoved(inherited.before)
  if (inheritsAnew && inherited.before && stays) await store.pinPlace(ctx, scheduleId, json(inherited.before), { past: true, future: true })
  const isConcerned = (row: store.EventRow) => (row.location === null ? inheritsAnew && !stays : action !== 'KEEP' && isRemoved(row.location as Place))
  const how = { cancel: action === 'CANCEL', participantNotification: change.participantNotification }
  const ahead = { start: now, end: now + farMs }
  for (const master of await store.mastersIn(ctx, { scheduleIds: [scheduleId] }, ahead))
    if (isConcerned(master)) await changeSeries(ctx, master.id, to ? { location: to } : {}, how)
  const singles = (await store.singlesIn(ctx, { scheduleIds: [scheduleId] }, ahead)).filter(
    (row) => row.recurrenceType === 'NONE' && row.status === 'CONFIRMED' && row.startAt.epochMilliseconds > now,
  )
  for (const row of singles) if (isConcerned(row)) await changeEvent(ctx, row.id, to ? { location: to } : {}, how)
  if (inheritsAnew && inherited.before && !stays) await store.pinPlace(ctx, scheduleId, json(inherited.before), { past: true, future: false })
}
const keyOf = (place: Place | undefined): string => `${place?.type} ${place?.id ?? place?.formattedAddress ?? ''}`
