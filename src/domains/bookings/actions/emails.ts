/** Emails about bookings, to customers and to the business. Source: guide bookings §6.2, §20. */
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'
import { type LocalizedText, matchLanguage } from '#kit/pure/languages.ts'
import { ownerEmails } from '#domains/collaborators/public.ts'
import { resolveEmailLanguage } from '#domains/identity/public.ts'
import { getSite, type Site } from '#domains/site/public.ts'
import { formatLocationText } from '../rules/location-text.ts'
import { renderVariables, createLocaleFormatter, type TextRenderer, type LocaleFormatter } from '../rules/locale-formatter.ts'
import type { BookingRow } from '../store/bookings.ts'
import * as scheduling from '../scheduling.ts'
import { renderCalendarFile, joinCalendarFiles, type CalendarEntry } from './calendar-file.ts'
import { createLinkToken } from './links.ts'

export interface NotificationInput {
  notifyParticipants?: boolean | null
  message?: string | null
}

function durationText(start: Temporal.Instant, end: Temporal.Instant): string {
  const minutes = Math.round((end.epochMilliseconds - start.epochMilliseconds) / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

/** The times at which the customer comes: one, or each session of a course. */
async function loadSessionTimes(ctx: Ctx, booking: BookingRow): Promise<{ start: Temporal.Instant; end: Temporal.Instant }[]> {
  if (booking.serviceType !== 'COURSE') return [{ start: booking.startAt, end: booking.endAt }]
  const { sessions = [] } = (await scheduling.findCourse(ctx, booking.scheduleId)) ?? {}
  return sessions.map((session) => ({ start: toInstant(session.start, booking), end: toInstant(session.end, booking) }))
}
const toInstant = (ms: number, booking: BookingRow) => booking.startAt.add({ milliseconds: ms - booking.startAt.epochMilliseconds })

const formatPrice = (booking: BookingRow, tongue: LocaleFormatter) => (booking.price.total > 0 ? tongue.money(booking.price.total, booking.price.currency) : '')
const paymentTexts: Partial<Record<BookingRow['paymentStatus'], LocalizedText>> = {
  PAID: { message: 'Paid.', de: 'Bezahlt.' },
  PARTIALLY_PAID: { message: 'A part is paid; the rest is due when you come.', de: 'Ein Teil ist bezahlt; der Rest ist fällig, wenn du kommst.' },
  NOT_PAID: { message: 'To be paid when you come.', de: 'Zu bezahlen, wenn du kommst.' },
}
/** Texts that several emails share. */
export const moneyBackText: TextRenderer = ({ say }) => say({ message: 'What you paid goes back to you.', de: 'Was du bezahlt hast, geht an dich zurück.' })
export const creditBackText: TextRenderer = ({ say }) =>
  say({ message: 'Your plan has its session back.', de: 'Der Besuch ist deinem Tarif wieder gutgeschrieben.' })
export const paidWithPlanText: TextRenderer = ({ say }) => say({ message: 'Paid with your plan.', de: 'Mit deinem Tarif bezahlt.' })
const getFullName = ({ contactDetails: { firstName, lastName } }: BookingRow) => [firstName, lastName].filter(Boolean).join(' ')

/** The calendar file of a booking as it stands now. */
export async function renderBookingCalendar(ctx: Ctx, booking: BookingRow, manageLink: string, site: Site): Promise<string> {
  const { host } = new URL(ctx.origin)
  const several = booking.serviceType === 'COURSE'
  const entries: CalendarEntry[] = (await loadSessionTimes(ctx, booking)).map((session, n) => ({
    ...session,
    uid: several ? `${booking.id}-${n + 1}@${host}` : `${booking.id}@${host}`,
  }))
  const [owner] = await ownerEmails(ctx.tx, ctx.siteId)
  const email = booking.contactDetails.email
  return renderCalendarFile({
    entries,
    sequence: booking.revision,
    state: booking.status === 'CANCELED' || booking.status === 'DECLINED' ? 'CANCELLED' : booking.status === 'PENDING' ? 'TENTATIVE' : 'CONFIRMED',
    stamp: ctx.now,
    summary: booking.title,
    location: await formatCalendarLocation(ctx, booking),
    description: manageLink,
    organizer: { name: site.name, email: owner ?? `bookings@${host}` },
    attendee: email ? { name: getFullName(booking) || email, email } : undefined,
  })
}
/** The location in the language of the reader, or "Online". */
async function formatLocation(ctx: Ctx, booking: BookingRow, tongue: LocaleFormatter): Promise<string> {
  const service = await scheduling.findService(ctx, { id: booking.serviceId })
  return formatLocationText(booking.location, service?.conferencing.enabled === true, tongue.say)
}
/** The location for a calendar: the join link of an online session once it is confirmed. */
async function formatCalendarLocation(ctx: Ctx, booking: BookingRow): Promise<string> {
  const conferencing = (await scheduling.findService(ctx, { id: booking.serviceId }))?.conferencing
  if (conferencing?.enabled && conferencing.guestUrl && booking.status === 'CONFIRMED') return conferencing.guestUrl
  const language = matchLanguage(booking.language) ?? matchLanguage((await getSite(ctx)).language) ?? 'en'
  return formatLocation(ctx, booking, createLocaleFormatter(language))
}

/** Templates with a calendar file attached. */
const templatesWithCalendar = new Set(['booking-confirmed', 'booking-rescheduled', 'booking-changed', 'booking-canceled', 'booking-declined'])
/** Whether the customer was sent a calendar entry before: a cancellation has to remove it. */
const isOnCustomerCalendar = (booking: BookingRow) => booking.eventId !== null || booking.serviceType !== 'APPOINTMENT'

/** The calendar file attached to an email, with an event for each booking that is or was on the customer's calendar. */
async function renderAttachment(ctx: Ctx, template: string, bookings: readonly BookingRow[], more: { manageLink: string; site: Site; wasConfirmed: boolean }) {
  if (!templatesWithCalendar.has(template)) return undefined
  const shown = bookings.filter((booking) => isOnCustomerCalendar(booking) && (booking.status !== 'PENDING' || more.wasConfirmed))
  const files: string[] = []
  for (const booking of shown) files.push(await renderBookingCalendar(ctx, booking, more.manageLink, more.site))
  return files.length > 0 ? joinCalendarFiles(files) : undefined
}

/** One part of a visit in a line: title, start, person. */
const formatPart = (part: BookingRow, tongue: LocaleFormatter, zone: string): string =>
  [`${part.title}: ${tongue.clock(part.startAt, zone)}`, part.resource?.name].filter(Boolean).join(' · ')

/** Variables of one email beside the common ones. A function is rendered in the language of the reader. */
export interface EmailVariables extends Record<string, unknown> {
  /** All parts of a set: one email covers them. */
  parts?: readonly BookingRow[]
  /** The booking was on the customer's calendar before the change: a move that waits for approval moves its entry, too. */
  wasConfirmed?: boolean
  /** Makes the email unique together with template and booking; default: the revision. */
  occasion?: string | number
}

/** Queues one email per template and revision of the booking, in the language of the customer. Does nothing without an address. */
export async function queueCustomerEmail(
  ctx: Ctx,
  template: string,
  booking: BookingRow,
  { parts, occasion, wasConfirmed = false, ...more }: EmailVariables = {},
): Promise<void> {
  const to = booking.contactDetails.email
  if (!to) return
  const site = await getSite(ctx)
  const tongue = createLocaleFormatter(matchLanguage(booking.language) ?? (await resolveEmailLanguage(ctx, to)))
  const token = await createLinkToken(ctx, parts ? { set: booking.multiServiceBooking?.id ?? booking.id } : { booking: booking.id })
  const manageLink = `${ctx.origin}/booking/${token}`
  const sessions = await loadSessionTimes(ctx, booking)
  const payment = paymentTexts[booking.paymentStatus]
  const service = template === 'booking-confirmed' || template === 'booking-reminder' ? await scheduling.findService(ctx, { id: booking.serviceId }) : undefined
  const file = await renderAttachment(ctx, template, parts ?? [booking], { manageLink, site, wasConfirmed })
  ctx.queueEmail({
    to,
    template,
    uniqueKey: `${template}:${booking.id}:${occasion ?? booking.revision}`,
    language: tongue.language,
    variables: {
      siteName: site.name,
      siteUrl: ctx.origin,
      customerFirstName: booking.contactDetails.firstName ?? '',
      serviceName: booking.title,
      startText: tongue.clock(booking.startAt, booking.timeZone),
      endText: tongue.clock(booking.endAt, booking.timeZone),
      timeZoneName: booking.timeZone,
      durationText: durationText(sessions[0]?.start ?? booking.startAt, sessions[0]?.end ?? booking.endAt),
      locationText: await formatLocation(ctx, booking, tongue),
      staffName: booking.resource?.name ?? '',
      participants: booking.participants,
      priceText: formatPrice(booking, tongue),
      paymentText: payment ? tongue.say(payment) : '',
      policyText: booking.policy.customDescription ?? '',
      conferencingLink: service?.conferencing.enabled ? (service.conferencing.guestUrl ?? '') : '',
      manageLink,
      ...(file && { calendarLink: `${ctx.origin}/api/bookings/by-link/${token}/calendar.ics`, calendarFile: file }),
      ...(sessions.length > 1 && { sessions: sessions.map((session) => tongue.clock(session.start, booking.timeZone)) }),
      ...(parts && { parts: parts.map((part) => formatPart(part, tongue, part.timeZone)) }),
      ...renderVariables(tongue, more),
    },
  })
}

/** Queues the email if the caller asks to notify the customer. */
export async function queueCustomerEmailIfRequested(
  ctx: Ctx,
  template: string,
  booking: BookingRow,
  notice: NotificationInput | null | undefined,
  more: EmailVariables = {},
): Promise<void> {
  if (notice?.notifyParticipants) await queueCustomerEmail(ctx, template, booking, { ownerMessage: notice.message ?? '', ...more })
}

/** Variables of an email to the business; `parts` are all bookings of a visit. */
type BusinessEmailVariables = Record<string, unknown> & { parts?: readonly BookingRow[] }

/**
 * Emails the owners in the language of the site, and the staff member of an appointment. For a visit owners get all parts in one email and
 * staff members their own parts. What the business does itself sends no email to it. Source: guide bookings §16.4, §20.1.
 */
export async function queueBusinessEmail(ctx: Ctx, template: string, booking: BookingRow, { parts, ...more }: BusinessEmailVariables = {}): Promise<void> {
  const all = parts ?? [booking]
  const owners = await ownerEmails(ctx.tx, ctx.siteId)
  const staff = all.flatMap((part) => (part.serviceType === 'APPOINTMENT' && part.resource?.email ? [part.resource.email] : []))
  for (const to of new Set(owners)) await queueEmailToRecipient(ctx, template, { to, all, more })
  for (const to of new Set(staff)) {
    if (owners.includes(to)) continue
    await queueEmailToRecipient(ctx, template, { to, all: all.filter((part) => part.serviceType === 'APPOINTMENT' && part.resource?.email === to), more })
  }
}
async function queueEmailToRecipient(
  ctx: Ctx,
  template: string,
  { to, all, more }: { to: string; all: readonly BookingRow[]; more: Record<string, unknown> },
): Promise<void> {
  const [booking] = all
  if (!booking) return
  const site = await getSite(ctx)
  const tongue = createLocaleFormatter(matchLanguage(site.language) ?? 'en')
  const total = all.reduce((sum, part) => sum + part.price.total, 0)
  const isVisit = all.length > 1
  ctx.queueEmail({
    to,
    template,
    uniqueKey: `${template}:${booking.id}:${booking.revision}:${to}`,
    language: tongue.language,
    variables: {
      siteName: site.name,
      customerName: getFullName(booking) || tongue.say({ message: 'Guest', de: 'Gast' }),
      customerEmail: booking.contactDetails.email ?? '',
      customerPhone: booking.contactDetails.phone ?? '',
      serviceName: [...new Set(all.map((part) => part.title))].join(', '),
      startText: tongue.clock(booking.startAt, site.timeZone),
      timeZoneName: site.timeZone,
      staffName: isVisit ? '' : (booking.resource?.name ?? ''),
      locationText: await formatLocation(ctx, booking, tongue),
      participants: booking.participants,
      priceText: total > 0 ? tongue.money(total, booking.price.currency) : '',
      ...(isVisit && { parts: all.map((part) => formatPart(part, tongue, site.timeZone)) }),
      adminLink: `${ctx.origin}/dashboard/bookings?open=${booking.id}`,
      ...renderVariables(tongue, more),
    },
  })
}

/** Whether a customer makes the change: only then the business gets an email. */
export const isByCustomer = (ctx: Ctx): boolean => ctx.caller.role !== 'owner'
