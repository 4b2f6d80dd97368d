/** Other calendars in words. */
import { formatDateTime } from '#web/kit/when.tsx'
import { pageLanguage } from '#web/language.ts'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { words } from '../words.messages.ts'

const messages = defineDashboardMessages(
  {
    icalLink: 'iCalendar link',
    google: 'Google Calendar',
    synced: (at: string) => `Last synced ${at}.`,
    stillBlocks: 'Its last known busy times still block bookings.',
    blocksNothing: 'It blocks nothing.',
    reading: 'Reading the calendar…',
    blocks: 'Busy times block bookings.',
    notRead: 'Busy times are not read.',
    declined: 'The calendar was not connected: access was not allowed, or it took longer than 15 minutes.',
    badCredentials: 'The calendar was not connected: the provider no longer accepts this consent. Try again.',
    notSetUp: 'The calendar was not connected: the keys of this provider are missing or wrong on this server.',
    alreadyConnected: 'This calendar is connected already.',
    tooMany: 'The calendar was not connected: a person can connect at most 10 calendars.',
    unreadable: 'The calendar was not connected: the provider does not answer. Try again later.',
    failed: 'The calendar could not be connected. Try again.',
  },
  {
    de: {
      icalLink: 'iCalendar-Link',
      google: 'Google Kalender',
      synced: (at) => `Zuletzt abgeglichen: ${at}.`,
      stillBlocks: 'Die zuletzt bekannten belegten Zeiten sperren weiterhin Buchungen.',
      blocksNothing: 'Er sperrt keine Zeiten.',
      reading: 'Kalender wird gelesen …',
      blocks: 'Belegte Zeiten sperren Buchungen.',
      notRead: 'Belegte Zeiten werden nicht gelesen.',
      declined: 'Der Kalender wurde nicht verbunden: Der Zugriff wurde nicht erlaubt, oder es dauerte länger als 15 Minuten.',
      badCredentials: 'Der Kalender wurde nicht verbunden: Der Anbieter erkennt diese Zustimmung nicht mehr an. Versuche es noch einmal.',
      notSetUp: 'Der Kalender wurde nicht verbunden: Die Schlüssel dieses Anbieters fehlen auf dem Server oder sind falsch.',
      alreadyConnected: 'Dieser Kalender ist schon verbunden.',
      tooMany: 'Der Kalender wurde nicht verbunden: Eine Person kann höchstens 10 Kalender verbinden.',
      unreadable: 'Der Kalender wurde nicht verbunden: Der Anbieter antwortet nicht. Versuche es später noch einmal.',
      failed: 'Der Kalender konnte nicht verbunden werden. Versuche es noch einmal.',
    },
  },
)
const text = currentMessages(messages)
const wordText = currentMessages(words)

export type Connection = ReplyOf<'calendarLinks.listCalendarLinks'>['connections'][number]

export const providerNames: Record<Connection['provider'], string> = {
  ICAL: text.icalLink,
  CALDAV: 'CalDAV',
  GOOGLE: text.google,
  MICROSOFT: 'Microsoft 365',
}

/** When it was read, or why not, and what follows for bookings. */
export function describeState({ status, problem, syncedDate, blocks, imports }: Connection, zone: string): string {
  const t = currentMessages(messages)
  const last = syncedDate ? t.synced(formatDateTime(syncedDate, zone, 'full', pageLanguage())) : ''
  if (problem) return [problem, last, (status === 'ERROR' || (syncedDate && !blocks)) && (blocks ? t.stillBlocks : t.blocksNothing)].filter(Boolean).join(' ')
  if (!syncedDate) return t.reading
  return [last, imports ? t.blocks : t.notRead].join(' ')
}

const consentRefusals: Record<string, string> = {
  declined: text.declined,
  BAD_CREDENTIALS: text.badCredentials,
  CALENDAR_PROVIDER_NOT_SET_UP: text.notSetUp,
  CALENDAR_ALREADY_CONNECTED: text.alreadyConnected,
  TOO_MANY_CALENDARS: text.tooMany,
  CALENDAR_UNREADABLE: text.unreadable,
}
/** What came of a consent, from the code in the address. */
export const describeConsent = (outcome: string): string => (outcome === 'connected' ? wordText.calendarConnected : (consentRefusals[outcome] ?? text.failed))
