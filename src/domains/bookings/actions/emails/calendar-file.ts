/** The calendar file of a booking. Source: guide bookings §20.3; RFC 5545, RFC 5546. */
import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Temporal } from 'temporal-polyfill'

export interface CalendarEntry {
  uid: string
  start: Temporal.Instant
  end: Temporal.Instant
}
export interface CalendarFileInput {
  entries: readonly CalendarEntry[]
  /** Grows with every change, so that calendars keep the latest. */
  sequence: number
  /** TENTATIVE: a new time that is not approved yet. */
  state: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  stamp: Temporal.Instant
  summary: string
  location: string
  description: string
  organizer: { name: string; email: string }
  attendee?: { name: string; email: string } | undefined
}

/** Joins several files into one: the calendar properties of the first with the events of all. */
export function joinCalendarFiles(files: readonly string[]): string {
  const [first = '', ...more] = files
  const entries = more.flatMap((file) => file.match(/BEGIN:VEVENT[\s\S]*?END:VEVENT\r?\n/g) ?? [])
  return first.replace(/END:VCALENDAR/, () => `${entries.join('')}END:VCALENDAR`)
}

/** One event per session. Its UID survives all changes of the booking. */
export function renderCalendarFile(input: CalendarFileInput): string {
  const calendar = ical({
    prodId: { company: 'Atrium', product: 'Bookings', language: 'EN' },
    method: input.state === 'CANCELLED' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  })
  for (const entry of input.entries) {
    const event = calendar.createEvent({
      id: entry.uid,
      sequence: input.sequence,
      stamp: input.stamp.toString(),
      start: entry.start.toString(),
      end: entry.end.toString(),
      summary: input.summary,
      description: input.description,
      organizer: input.organizer,
      status: ICalEventStatus[input.state],
    })
    if (input.location) event.location(input.location)
    if (input.attendee) event.createAttendee({ ...input.attendee, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.ACCEPTED })
  }
  return calendar.toString()
}
