/** Changes of one session, of it and those that follow, or of its whole series. */
import { parseOccurrenceId } from '#domains/availability/rules/recurrence.ts'
import { call, useApiMutation } from '#web/api.ts'
import type { CalendarEvent, CalendarItem } from '../entities.ts'
import type { ParticipantNotification } from '../parts/confirm-dialog.tsx'
import { shiftSeries, toEventChange, type SessionChange } from './session-change.ts'

export type Scope = 'ONE' | 'FOLLOWING' | 'ALL'
export const scopeLabels: Record<Scope, string> = { ONE: 'This session only', FOLLOWING: 'This and following sessions', ALL: 'All coming sessions' }

interface SeriesChange {
  item: CalendarItem
  masterId: string
  scope: Exclude<Scope, 'ONE'>
  change: SessionChange
}
/** Changes the series; "following" parts it first, so that what went before stays as it was. */
export function useSeriesChange(timeZone: string): (of: SeriesChange, participantNotification: ParticipantNotification | undefined) => Promise<unknown> {
  const split = useApiMutation('availability.splitEvent')
  const update = useApiMutation('availability.updateEvent')
  const findTarget = async ({ item, masterId, scope }: SeriesChange): Promise<CalendarEvent> => {
    const { event } = await call('availability.getEvent', { params: { id: masterId } })
    const localStart = parseOccurrenceId(item.id)?.localStart
    // The first session and those that follow are all.
    if (scope === 'ALL' || !localStart || event.start.localDate.startsWith(localStart)) return event
    return (await split.mutateAsync({ params: { id: masterId }, body: { splitLocalDate: `${localStart}:00` } })).splitEvent
  }
  return async (of, participantNotification) => {
    const target = await findTarget(of)
    const { to, ...rest } = of.change
    const times = to && shiftSeries(target.start.localDate, of.item, to, timeZone)
    return await update.mutateAsync({ params: { id: target.id }, body: { event: { ...toEventChange(rest, timeZone), ...times }, participantNotification } })
  }
}
