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

const consentRefusals: Record<string, string> = {
  declined: 'The calendar was not connected: access was not allowed, or it took longer than 15 minutes.',
  BAD_CREDENTIALS: 'The calendar was not connected: the provider no longer accepts this consent. Try again.',
  CALENDAR_PROVIDER_NOT_SET_UP: 'The calendar was not connected: the keys of this provider are missing or wrong on this server.',
  CALENDAR_ALREADY_CONNECTED: 'This calendar is connected already.',
  TOO_MANY_CALENDARS: 'The calendar was not connected: a person can connect at most 10 calendars.',
  CALENDAR_UNREADABLE: 'The calendar was not connected: the provider does not answer. Try again later.',
}
/** What came of a consent, from the code in the address. */
export const describeConsent = (outcome: string): string =>
  outcome === 'connected' ? 'Calendar connected.' : (consentRefusals[outcome] ?? 'The calendar could not be connected. Try again.')
