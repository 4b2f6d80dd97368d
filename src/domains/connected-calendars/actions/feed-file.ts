/** The iCalendar file of bookings: feeds, and the events that are written into other calendars. Source: guide services-and-availability §14.2; RFC 5545. */
import ical, { ICalEventStatus } from 'ical-generator'
import type { Temporal } from 'temporal-polyfill'
import { OWN_UID_MARK } from '#kit/calendars/busy-times.ts'

/** `Time`: ISO text where it is handed to another thread. */
export interface FeedEntry<Time extends Temporal.Instant | string = Temporal.Instant> {
  /** Of the booking or session; a session in the calendar of a member has that of both. */
  id: string
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  revision: number
  changedAt: Time
  start: Time
  end: Time
  title: string
  description: string
  location: string
}
/** The same for every copy of an entry, and known as ours when it is read back. */
export const toUid = (id: string, host: string): string => `${id}${OWN_UID_MARK}${host}`

export function renderFeed(name: string, host: string, entries: readonly FeedEntry<Temporal.Instant | string>[]): string {
  const calendar = ical({ name, prodId: { company: 'Atrium', product: 'Calendar', language: 'EN' }, ttl: 60 * 60 })
  for (const entry of entries) {
    const event = calendar.createEvent({
      id: toUid(entry.id, host),
      sequence: entry.revision,
      stamp: entry.changedAt.toString(),
      start: entry.start.toString(),
      end: entry.end.toString(),
      summary: entry.title,
      description: entry.description,
      status: ICalEventStatus[entry.status],
    })
    if (entry.location) event.location(entry.location)
  }
  return calendar.toString()
}
