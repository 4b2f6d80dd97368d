/** Links of an email that add a time to a web calendar. Source: guide bookings §20.3. */
import type { Temporal } from 'temporal-polyfill'
import { toGoogleCalendarUrl, toOutlookCalendarUrl } from '#kit/pure/web-calendar.ts'

interface CalendarBooking {
  status: string
  title: string
  startAt: Temporal.Instant
  endAt: Temporal.Instant
  multiServiceBooking: { type: string } | null
}

const earliest = (first: Temporal.Instant, second: Temporal.Instant) => (first.epochMilliseconds < second.epochMilliseconds ? first : second)
const latest = (first: Temporal.Instant, second: Temporal.Instant) => (first.epochMilliseconds > second.epochMilliseconds ? first : second)

/**
 * The links for what is one confirmed entry, from its first start to its last end: a course, or services on days apart, come as a file.
 * `bookings`: the booking of the email, or all parts of its visit; `sessions` and `place`: of the booking of the email.
 */
export function listWebCalendarLinks(
  bookings: readonly CalendarBooking[],
  { sessions, place }: { sessions: readonly { start: Temporal.Instant; end: Temporal.Instant }[]; place: string },
): { googleCalendarLink?: string; outlookCalendarLink?: string } {
  const times = bookings.length > 1 ? bookings.map(({ startAt, endAt }) => ({ start: startAt, end: endAt })) : sessions
  const isOneEntry = sessions.length === 1 && bookings.every((one) => one.multiServiceBooking?.type !== 'SEPARATE_BOOKINGS')
  if (!isOneEntry || bookings.some(({ status }) => status !== 'CONFIRMED')) return {}
  const item = {
    title: [...new Set(bookings.map(({ title }) => title))].join(', '),
    start: times
      .map(({ start }) => start)
      .reduce(earliest)
      .toString(),
    end: times
      .map(({ end }) => end)
      .reduce(latest)
      .toString(),
    place,
  }
  return { googleCalendarLink: toGoogleCalendarUrl(item), outlookCalendarLink: toOutlookCalendarUrl(item) }
}
