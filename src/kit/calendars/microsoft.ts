/** Microsoft 365 and Outlook. The provider spells out series. Microsoft Graph v1.0, calendarView. */
import { openApi } from './oauth.ts'
import { type CalendarAccount, CalendarProblem, type OAuthApp, type OutgoingEvent, type RemoteEvent } from './port.ts'

export const microsoftScope = 'offline_access https://graph.microsoft.com/Calendars.ReadWrite https://graph.microsoft.com/User.Read'

interface GraphEvent {
  iCalUId?: string
  transactionId?: string
  isCancelled?: boolean
  isAllDay?: boolean
  showAs?: string
  subject?: string
  start?: { dateTime: string }
  end?: { dateTime: string }
}
const MAX_PAGES = 40

/** Times are asked for in UTC; all-day events begin at midnight of their date. */
function toEvent({ iCalUId = '', transactionId, isCancelled, isAllDay, showAs, subject = '', start, end }: GraphEvent): RemoteEvent[] {
  if (isCancelled || showAs === 'free' || showAs === 'workingElsewhere' || !start || !end) return []
  const toTime = (text: string) => (isAllDay ? { date: text.slice(0, 10) } : { at: Date.parse(`${text.slice(0, 19)}Z`) })
  return [{ uid: transactionId ?? iCalUId, title: subject, start: toTime(start.dateTime), end: toTime(end.dateTime) }]
}

function toBody({ title, description, location, start, end }: OutgoingEvent) {
  const toTime = (instant: OutgoingEvent['start']) => ({ dateTime: instant.toString().replace('Z', ''), timeZone: 'UTC' })
  return { subject: title, body: { contentType: 'text', content: description }, location: { displayName: location }, start: toTime(start), end: toTime(end) }
}

/** An earlier attempt may have created the event of an earlier state of the booking. */
function isAsSent(created: GraphEvent, { title, start }: OutgoingEvent): boolean {
  const at = toEvent(created)[0]?.start
  return created.subject === title && at !== undefined && 'at' in at && at.at === start.epochMilliseconds
}

export async function openMicrosoft(app: OAuthApp, refreshToken: string): Promise<CalendarAccount> {
  const call = await openApi(app, refreshToken)
  const me = await call('/me')
  return {
    account: String(me.mail ?? me.userPrincipalName ?? 'Microsoft'),
    async listCalendars() {
      const { value } = await call('/me/calendars?$top=100')
      return ((value ?? []) as { id: string; name: string; isDefaultCalendar?: boolean; canEdit?: boolean }[]).map((one) => ({
        id: one.id,
        name: one.name,
        isPrimary: one.isDefaultCalendar === true,
        isWritable: one.canEdit === true,
      }))
    },
    async read(calendarId, { from, to }) {
      const query = new URLSearchParams({ startDateTime: from.toString(), endDateTime: to.toString(), $top: '500' })
      let next: string | undefined = `/me/calendars/${encodeURIComponent(calendarId)}/calendarView?${query}`
      const events: RemoteEvent[] = []
      for (let page = 0; next !== undefined; page++) {
        if (page >= MAX_PAGES) throw new CalendarProblem('TOO_LARGE')
        if (next.startsWith('http') && !next.startsWith(app.apiUrl)) throw new CalendarProblem('ADDRESS_REFUSED')
        const reply: Record<string, unknown> = await call(next, { headers: { prefer: 'outlook.timezone="UTC"' } })
        events.push(...((reply.value ?? []) as GraphEvent[]).flatMap(toEvent))
        next = reply['@odata.nextLink'] as string | undefined
      }
      return { mark: undefined, events }
    },
    async write(calendarId, event, ref) {
      const json = toBody(event)
      if (ref) {
        await call(`/me/events/${encodeURIComponent(ref)}`, { method: 'PATCH', json })
        return ref
      }
      // The provider creates nothing twice for the same transactionId: it answers with what an earlier attempt created.
      const created = await call(`/me/calendars/${encodeURIComponent(calendarId)}/events`, { method: 'POST', json: { ...json, transactionId: event.uid } })
      const id = String(created.id)
      if (!isAsSent(created as GraphEvent, event)) await call(`/me/events/${encodeURIComponent(id)}`, { method: 'PATCH', json })
      return id
    },
    async remove(_calendarId, ref) {
      await call(`/me/events/${encodeURIComponent(ref)}`, { method: 'DELETE', accepts: [404, 410] })
    },
  }
}
