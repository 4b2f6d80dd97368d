/** Addresses that open a web calendar with an entry to add. They carry no token. Source: guide bookings §20.3. */

export interface CalendarItem {
  title: string
  /** ISO instants. */
  start: string
  end: string
  place: string
}

const toCompactIso = (iso: string): string => iso.replaceAll(/[-:]|\.\d+/g, '')
/** Outlook shows the plus signs of `URLSearchParams` as they are, so that blanks are written as `%20`. */
const toQuery = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

/** The page of Google Calendar that adds the entry. */
export const toGoogleCalendarUrl = ({ title, start, end, place }: CalendarItem): string =>
  `https://calendar.google.com/calendar/render?${toQuery({ action: 'TEMPLATE', text: title, dates: `${toCompactIso(start)}/${toCompactIso(end)}`, location: place })}`

/** The page of Outlook on the web that adds the entry. */
export const toOutlookCalendarUrl = ({ title, start, end, place }: CalendarItem): string =>
  `https://outlook.live.com/calendar/0/deeplink/compose?${toQuery({ path: '/calendar/action/compose', rru: 'addevent', subject: title, startdt: start, enddt: end, location: place })}`
