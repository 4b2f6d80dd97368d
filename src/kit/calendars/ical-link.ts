/** A published iCalendar address: read only, one calendar. */
import { callCalendar } from './call-calendar.ts'
import { type CalendarAccount, CalendarProblem } from './port.ts'

const LINK_CALENDAR = 'link'

export function openCalendarLink(url: string): CalendarAccount {
  return {
    account: new URL(url).hostname,
    listCalendars: async () => [{ id: LINK_CALENDAR, name: new URL(url).hostname, isPrimary: true, isWritable: false }],
    async read(_calendarId, _range, mark) {
      const conditional: Record<string, string> = mark?.startsWith('etag ') ? { 'if-none-match': mark.slice(5) } : mark ? { 'if-modified-since': mark } : {}
      const response = await callCalendar(url, { headers: { accept: 'text/calendar, text/plain;q=0.5', ...conditional }, accepts: [304] })
      if (response.status === 304) return { unchanged: true }
      const text = await response.text()
      if (!text.includes('BEGIN:VCALENDAR')) throw new CalendarProblem('NOT_A_CALENDAR')
      const etag = response.headers.get('etag')
      return { mark: etag ? `etag ${etag}` : (response.headers.get('last-modified') ?? undefined), files: [text] }
    },
  }
}
