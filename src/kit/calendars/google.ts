/** Google Calendar. The provider spells out series and says which events are only shown as free. Calendar API v3. */
import { MAX_EVENTS } from './busy-times.ts'
import { type CallApi, openApi } from './oauth.ts'
import { type CalendarAccount, CalendarProblem, type OAuthApp, type OutgoingEvent, type RemoteEvent } from './port.ts'

export const googleScope = 'https://www.googleapis.com/auth/calendar'

/** Series are spelled out; the same for a reading by token as for the one that gave it out. */
const series = { singleEvents: 'true', maxResults: '2500' }
/** The provider takes an id or a UID for a new event, never both: ours is kept beside it. */
const OWN_UID = 'bookingUid'

interface GoogleTime {
  dateTime?: string
  date?: string
}
interface GoogleEvent {
  iCalUID?: string
  extendedProperties?: { private?: Record<string, string> }
  status?: string
  transparency?: string
  summary?: string
  start?: GoogleTime
  end?: GoogleTime
}
const toTime = ({ dateTime, date }: GoogleTime): RemoteEvent['start'] | undefined => (dateTime ? { at: Date.parse(dateTime) } : date ? { date } : undefined)

function toEvent({ iCalUID = '', extendedProperties, status, transparency, summary = '', start, end }: GoogleEvent): RemoteEvent[] {
  const [from, to] = [start && toTime(start), end && toTime(end)]
  if (status === 'cancelled' || transparency === 'transparent' || !from || !to) return []
  return [{ uid: extendedProperties?.private?.[OWN_UID] ?? iCalUID, title: summary, start: from, end: to }]
}

async function listPages<T>(call: CallApi, path: string, query: Record<string, string>): Promise<{ items: T[]; last: Record<string, unknown> }> {
  const items: T[] = []
  let last: Record<string, unknown> = {}
  for (let page: string | undefined = ''; page !== undefined; page = last.nextPageToken as string | undefined) {
    last = await call(`${path}?${new URLSearchParams({ ...query, ...(page && { pageToken: page }) })}`)
    items.push(...((last.items ?? []) as T[]))
    // What is left out would look free.
    if (items.length > MAX_EVENTS) throw new CalendarProblem('TOO_LARGE')
  }
  return { items, last }
}

const toBody = (id: string, { uid, title, description, location, start, end }: OutgoingEvent) => ({
  id,
  summary: title,
  description,
  location,
  status: 'confirmed',
  extendedProperties: { private: { [OWN_UID]: uid } },
  start: { dateTime: start.toString() },
  end: { dateTime: end.toString() },
})

export async function openGoogle(app: OAuthApp, refreshToken: string): Promise<CalendarAccount> {
  const call = await openApi(app, refreshToken)
  const { items: calendars } = await listPages<{ id: string; summary?: string; primary?: boolean; accessRole?: string }>(call, '/users/me/calendarList', {})
  const toPath = (calendarId: string) => `/calendars/${encodeURIComponent(calendarId)}/events`
  return {
    account: calendars.find((one) => one.primary)?.id ?? 'Google',
    listCalendars: async () =>
      calendars.map(({ id, summary, primary, accessRole }) => ({
        id,
        name: summary ?? id,
        isPrimary: primary === true,
        isWritable: accessRole === 'owner' || accessRole === 'writer',
      })),
    async read(calendarId, { from, to }, mark) {
      // The token alone says whether anything changed; the window moves on every day, so that changes are read as a whole.
      if (mark) {
        const since = await call(`${toPath(calendarId)}?${new URLSearchParams({ syncToken: mark, ...series })}`, { accepts: [410] })
        if (since.status !== 410 && Array.isArray(since.items) && since.items.length === 0 && !since.nextPageToken) return { unchanged: true }
      }
      const query = { ...series, timeMin: from.toString(), timeMax: to.toString() }
      const { items, last } = await listPages<GoogleEvent>(call, toPath(calendarId), query)
      return { mark: last.nextSyncToken as string | undefined, events: items.flatMap(toEvent) }
    },
    async write(calendarId, event, ref) {
      // Ids of events are chosen by us: letters a–v and digits, as a booking's id without hyphens.
      const id = ref ?? event.id.replaceAll('-', '')
      const json = toBody(id, event)
      if (!ref) {
        const created = await call(toPath(calendarId), { method: 'POST', json, accepts: [409] })
        if (created.status !== 409) return id
      }
      await call(`${toPath(calendarId)}/${id}`, { method: 'PUT', json })
      return id
    },
    async remove(calendarId, ref) {
      await call(`${toPath(calendarId)}/${encodeURIComponent(ref)}`, { method: 'DELETE', accepts: [404, 410] })
    },
  }
}
