/** A calendar entry as a file to save, made in the browser. */
const toICalDate = (iso: string) => new Date(iso).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')
const escapeICalText = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n')
export function toCalendarFileUrl(event: { id: string; title: string; start: string; end: string; place: string }): string {
  if (!event.start) return 'data:text/calendar,'
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atrium//Bookings//EN',
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    `DTSTAMP:${toICalDate(new Date().toISOString())}`,
    `DTSTART:${toICalDate(event.start)}`,
    `DTEND:${toICalDate(event.end)}`,
    `SUMMARY:${escapeICalText(event.title)}`,
    ...(event.place ? [`LOCATION:${escapeICalText(event.place)}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`
}
