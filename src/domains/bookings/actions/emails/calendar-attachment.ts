/** Calendar files of stored bookings, for emails and links. Source: guide bookings §20.3. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { ownerEmails } from '#domains/collaborators/public.ts'
import { getSite, type Site } from '#domains/site/public.ts'
import { createLocaleFormatter, type LocaleFormatter } from '../../rules/locale-formatter.ts'
import { formatLocationText } from '../../rules/location-text.ts'
import * as scheduling from '../../scheduling.ts'
import type { BookingRow } from '../../store/bookings.ts'
import { joinCalendarFiles, renderCalendarFile } from './calendar-file.ts'

/** First and last name of the customer; empty when neither is known. */
export const getFullName = ({ contactDetails: { firstName, lastName } }: BookingRow): string => [firstName, lastName].filter(Boolean).join(' ')

/** The times at which the customer comes: one, or each session of a course. */
export async function loadSessionTimes(ctx: ReadContext, booking: BookingRow): Promise<{ start: Temporal.Instant; end: Temporal.Instant }[]> {
  if (booking.serviceType !== 'COURSE') return [{ start: booking.startAt, end: booking.endAt }]
  const { sessions = [] } = (await scheduling.findCourse(ctx, booking.scheduleId)) ?? {}
  const toInstant = (ms: number) => booking.startAt.add({ milliseconds: ms - booking.startAt.epochMilliseconds })
  return sessions.map(({ start, end }) => ({ start: toInstant(start), end: toInstant(end) }))
}

/** The location in the language of the reader, or "Online". */
export async function formatBookingLocation(ctx: ReadContext, booking: BookingRow, formatter: LocaleFormatter): Promise<string> {
  const service = await scheduling.findService(ctx, { id: booking.serviceId })
  return formatLocationText(booking.location, service?.conferencing.enabled === true, formatter.translate)
}

/** The location for a calendar: the join link of an online session once it is confirmed. */
async function formatCalendarLocation(ctx: ReadContext, booking: BookingRow): Promise<string> {
  const conferencing = (await scheduling.findService(ctx, { id: booking.serviceId }))?.conferencing
  if (conferencing?.enabled && conferencing.guestUrl && booking.status === 'CONFIRMED') return conferencing.guestUrl
  const site = await getSite(ctx)
  const language = matchLanguage(booking.language) ?? matchLanguage(site.language) ?? 'en'
  return formatBookingLocation(ctx, booking, createLocaleFormatter(language, site.timeZone))
}

const calendarState = ({ status }: BookingRow) =>
  status === 'CANCELED' || status === 'DECLINED' ? 'CANCELLED' : status === 'PENDING' ? 'TENTATIVE' : 'CONFIRMED'

/** The calendar file of a booking as it is now. */
export async function renderBookingCalendar(ctx: ReadContext, booking: BookingRow, { manageLink, site }: { manageLink: string; site: Site }): Promise<string> {
  const { host } = new URL(ctx.origin)
  const isCourse = booking.serviceType === 'COURSE'
  const sessions = await loadSessionTimes(ctx, booking)
  const [owner] = await ownerEmails(ctx)
  const { email } = booking.contactDetails
  return renderCalendarFile({
    entries: sessions.map((session, n) => ({ ...session, uid: isCourse ? `${booking.id}-${n + 1}@${host}` : `${booking.id}@${host}` })),
    sequence: booking.revision,
    state: calendarState(booking),
    stamp: ctx.now,
    summary: booking.title,
    location: await formatCalendarLocation(ctx, booking),
    description: manageLink,
    organizer: { name: site.name, email: owner ?? `bookings@${host}` },
    attendee: email ? { name: getFullName(booking) || email, email } : undefined,
  })
}

/** Templates with a calendar file attached. */
const templatesWithCalendar = new Set(['booking-confirmed', 'booking-rescheduled', 'booking-changed', 'booking-canceled', 'booking-declined'])

/** Whether the customer was sent a calendar entry before: a cancellation has to remove it. */
const isOnCustomerCalendar = (booking: BookingRow) => booking.eventId !== null || booking.serviceType !== 'APPOINTMENT'

/** The calendar file attached to an email, with an event for each booking that is or was on the customer's calendar. */
export async function renderAttachment(
  ctx: ReadContext,
  template: string,
  bookings: readonly BookingRow[],
  options: { manageLink: string; site: Site; wasConfirmed: boolean },
): Promise<string | undefined> {
  if (!templatesWithCalendar.has(template)) return undefined
  const shown = bookings.filter((booking) => isOnCustomerCalendar(booking) && (booking.status !== 'PENDING' || options.wasConfirmed))
  const files: string[] = []
  for (const booking of shown) files.push(await renderBookingCalendar(ctx, booking, options))
  return files.length > 0 ? joinCalendarFiles(files) : undefined
}
