/** Other calendars in words. */
import { formatDateTime } from '#web/kit/when.tsx'
import type { ReplyOf } from '#web/operations.ts'

export type Connection = ReplyOf<'calendarLinks.listCalendarLinks'>['connections'][number]

export const providerNames: Record<Connection['provider'], string> = {
  ICAL: 'iCalendar link',
  CALDAV: 'CalDAV',
  GOOGLE: 'Google Calendar',
  MICROSOFT: 'Microsoft 365',
}

/** When it was read, or why not, and what follows for bookings. */
export function describeState({ status, problem, syncedDate, blocks, imports }: Connection, zone: string): string {
  const last = syncedDate ? `Last synced ${formatDateTime(syncedDate, zone)}.` : ''
  if (problem)
    return [problem, last, status === 'ERROR' && (blocks ? 'Its last known busy times still block bookings.' : 'It blocks nothing.')].filter(Boolean).join(' ')
  if (!syncedDate) return 'Reading the calendar…'
  return [last, imports ? 'Busy times block bookings.' : 'Busy times are not read.'].join(' ')
}
