/** A calendar entry as a file to save, made in the browser. */
const stamp = (iso: string) => new Date(iso).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')
const clean = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n')
export function calendarFile(event: { id: string; title: string; start: string; end: string; place: string }): string {
  if (!event.start) return 'data:text/calendar,'
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atrium//Bookings//EN',
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    `DTSTAMP:${stamp(new Date().toISOString())}`,
    `DTSTART:${stamp(event.start)}`,
    `DTEND:${stamp(event.end)}`,
    `SUMMARY:${clean(event.title)}`,
    ...(event.place ? [`LOCATION:${clean(event.place)}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`
}
