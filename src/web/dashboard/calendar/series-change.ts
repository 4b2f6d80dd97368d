/** Changes of one session, of it and those that follow, or of its whole series. */
import { call } from '#web/api.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { InputOf } from '#web/operations.ts'
import type { CalendarItem } from '../entities.ts'
import type { ParticipantNotification } from '../parts/confirm-dialog.tsx'
import { shiftSeries, toEventChange, type SessionChange } from './session-change.ts'

export type Scope = 'ONE' | 'FOLLOWING' | 'ALL'
export const scopeLabels: Record<Scope, string> = currentMessages(
  defineDashboardMessages(
    { ONE: 'This session only', FOLLOWING: 'This and following sessions', ALL: 'All coming sessions' },
    { de: { ONE: 'Nur dieser Termin', FOLLOWING: 'Dieser und folgende Termine', ALL: 'Alle kommenden Termine' } },
  ),
)

interface SeriesChange {
  item: CalendarItem
  masterId: string
  scope: Exclude<Scope, 'ONE'>
  change: SessionChange
}
type UpdateInput = InputOf<'availability.updateEvent'>

/** The call that changes the series as it is now; "following" names the session from which on it changes. */
export async function findSeriesInput(
  { item, masterId, scope, change: { to, ...rest } }: SeriesChange,
  timeZone: string,
): Promise<(participantNotification: ParticipantNotification | undefined) => UpdateInput> {
  const { event: series } = await call('availability.getEvent', { params: { id: masterId } })
  const times = to && shiftSeries(series.start.localDate, item, to, timeZone)
  return (participantNotification) => ({
    params: { id: masterId },
    body: {
      event: { ...toEventChange(rest, timeZone), ...times, revision: series.revision },
      ...(scope === 'FOLLOWING' && { fromEventId: item.id }),
      participantNotification,
    },
  })
}
