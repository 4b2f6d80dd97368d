/** The kinds of calendars, as the public contract lists them. Source: guide services-and-availability §14.1, §14.2. */
import type { CalendarProvider } from '#kit/pure/calendar-providers.ts'

/** Our own ids: the public contract names none that are fixed. `caldavUrl`: connected by email and password alone. */
export const providers = [
  { id: '5c1a9f2e-7d40-4c0b-9a51-1b7f0c6e0a01', provider: 'ICAL', name: 'iCalendar link', calendarType: 'OTHER' },
  { id: '5c1a9f2e-7d40-4c0b-9a51-1b7f0c6e0a02', provider: 'CALDAV', name: 'iCloud', calendarType: 'I_CAL', caldavUrl: 'https://caldav.icloud.com' },
  { id: '5c1a9f2e-7d40-4c0b-9a51-1b7f0c6e0a03', provider: 'CALDAV', name: 'Fastmail', calendarType: 'OTHER', caldavUrl: 'https://caldav.fastmail.com' },
  { id: '5c1a9f2e-7d40-4c0b-9a51-1b7f0c6e0a04', provider: 'CALDAV', name: 'CalDAV', calendarType: 'OTHER' },
  { id: '5c1a9f2e-7d40-4c0b-9a51-1b7f0c6e0a05', provider: 'GOOGLE', name: 'Google Calendar', calendarType: 'GOOGLE' },
  { id: '5c1a9f2e-7d40-4c0b-9a51-1b7f0c6e0a06', provider: 'MICROSOFT', name: 'Microsoft 365', calendarType: 'MICROSOFT' },
] as const satisfies readonly { id: string; provider: CalendarProvider; name: string; calendarType: string; caldavUrl?: string }[]

export const findProvider = (id: string) => providers.find((one) => one.id === id)
/** How a connection is called on the wire: CalDAV accounts by their address. */
export function getProvider(provider: CalendarProvider, url?: string): (typeof providers)[number] {
  const byAddress = providers.find((one) => 'caldavUrl' in one && url !== undefined && url.startsWith(one.caldavUrl))
  const found = provider === 'CALDAV' ? (byAddress ?? providers[3]) : providers.find((one) => one.provider === provider)
  return found as (typeof providers)[number]
}
export const canWrite = (provider: CalendarProvider): boolean => provider !== 'ICAL'
export const isOAuth = (provider: CalendarProvider): provider is 'GOOGLE' | 'MICROSOFT' => provider === 'GOOGLE' || provider === 'MICROSOFT'
