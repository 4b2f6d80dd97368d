/** Letters about bookings: to the customer, and to the business. Source: guide: bookings 6.2, 20. */
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { type Sentence, spoken } from '#kit/pure/languages.ts'
import { languageOf, ownerEmails } from '#domains/identity/public.ts'
import { currentSite, type Site } from '#domains/site/public.ts'
import { locationText } from '../rules/location-text.ts'
import { spokenBy, tongueOf, type Spoken, type Tongue } from '../rules/tongue.ts'
import type { BookingRecord } from '../store/bookings.ts'
import * as places from '../time.ts'
import { calendarFile, type CalendarEntry } from './calendar-file.ts'
import { sealLink } from './links.ts'

export interface Notice {
  notifyParticipants?: boolean | null
  message?: string | null
}

function durationText(start: Temporal.Instant, end: Temporal.Instant): string {
  const minutes = Math.round((end.epochMilliseconds - start.epochMilliseconds) / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

/** When the customer has to be there: once, or for each session of a course. */
async function sessionsOf(ctx: Ctx, booking: BookingRecord): Promise<{ start: Temporal.Instant; end: Temporal.Instant }[]> {
  if (booking.serviceType !== 'COURSE') return [{ start: booking.startAt, end: booking.endAt }]
  const { sessions = [] } = (await places.courseFacts(ctx, booking.scheduleId)) ?? {}
  return sessions.map((session) => ({ start: instantOf(session.start, booking), end: instantOf(session.end, booking) }))
}
const instantOf = (ms: number, booking: BookingRecord) => booking.startAt.add({ milliseconds: ms - booking.startAt.epochMilliseconds })

const priceTextOf = (booking: BookingRecord, tongue: Tongue) => (booking.price.total > 0 ? tongue.money(booking.price.total, booking.price.currency) : '')
const paymentTexts: Partial<Record<BookingRecord['paymentStatus'], Sentence>> = {
  PAID: { message: 'Paid.', de: 'Bezahlt.' },
  PARTIALLY_PAID: { message: 'A part is paid; the rest is due when you come.', de: 'Ein Teil ist bezahlt; der Rest ist fällig, wenn du kommst.' },
  NOT_PAID: { message: 'To be paid when you come.', de: 'Zu bezahlen, wenn du kommst.' },
}
/** Sentences of several letters. */
export const moneyGoesBack: Spoken = ({ say }) => say({ message: 'What you paid goes back to you.', de: 'Was du bezahlt hast, geht an dich zurück.' })
export const sessionIsBack: Spoken = ({ say }) => say({ message: 'Your plan has its session back.', de: 'Der Besuch ist deinem Tarif wieder gutgeschrieben.' })
export const paidWithPlan: Spoken = ({ say }) => say({ message: 'Paid with your plan.', de: 'Mit deinem Tarif bezahlt.' })
const fullName = ({ contactDetails: { firstName, lastName } }: BookingRecord) => [firstName, lastName].filter(Boolean).join(' ')

/** The calendar file of a booking as it stands now. */
export async function calendarOf(ctx: Ctx, booking: BookingRecord, manageLink: string, site: Site): Promise<string> {
  const host = site.host ?? new URL(ctx.origin).host
  const several = booking.serviceType === 'COURSE'
  const entries: CalendarEntry[] = (await sessionsOf(ctx, booking)).map((session, n) => ({
    ...session,
    uid: several ? `${booking.id}-${n + 1}@${host}` : `${booking.id}@${host}`,
  }))
  const [owner] = await ownerEmails(ctx.tx, ctx.siteId)
  const email = booking.contactDetails.email
  return calendarFile({
    entries,
    sequence: booking.revision,
    cancelled: booking.status === 'CANCELED' || booking.status === 'DECLINED',
    stamp: ctx.now,
    summary: booking.title,
    location: await calendarLocation(ctx, booking),
    description: manageLink,
    organizer: { name: site.name, email: owner ?? `bookings@${host}` },
    attendee: email ? { name: fullName(booking) || email, email } : undefined,
  })
}
/** Where the customer goes, in the words of a reader; online sessions say so. */
async function whereText(ctx: Ctx, booking: BookingRecord, tongue: Tongue): Promise<string> {
  const service = await places.serviceRow(ctx, { id: booking.serviceId })
  return locationText(booking.location, service?.conferencing.enabled === true, tongue.say)
}
/** The same for a calendar: the link of an online session, once it is confirmed, opens from there. */
async function calendarLocation(ctx: Ctx, booking: BookingRecord): Promise<string> {
  const conferencing = (await places.serviceRow(ctx, { id: booking.serviceId }))?.conferencing
  if (conferencing?.enabled && conferencing.guestUrl && booking.status === 'CONFIRMED') return conferencing.guestUrl
  const language = spoken(booking.language) ?? spoken((await currentSite(ctx)).language) ?? 'en'
  return whereText(ctx, booking, tongueOf(language))
}

/** Templates that carry a calendar file. */
const withFile = new Set(['booking-confirmed', 'booking-rescheduled', 'booking-changed', 'booking-canceled', 'booking-declined'])
/** Was the customer told to come before? Then a cancellation reaches their calendar, too. */
const wasOnCalendar = (booking: BookingRecord) => booking.eventId !== null || booking.serviceType !== 'APPOINTMENT'

/** Variables of a letter beside those that all have; words wait for the language of its reader. */
export interface More extends Record<string, unknown> {
  /** Other parts of a set: the letter of the first part speaks for all. */
  parts?: readonly BookingRecord[]
  /** What the letter is unique by, beside template and booking; the revision unless said. */
  occasion?: string | number
}

/** Sends one letter per template and state of the booking, in the language of its reader. Without an address there is nobody to write to. */
export async function writeToCustomer(ctx: Ctx, template: string, booking: BookingRecord, { parts, occasion, ...more }: More = {}): Promise<void> {
  const to = booking.contactDetails.email
  if (!to) return
  const site = await currentSite(ctx)
  const tongue = tongueOf(spoken(booking.language) ?? (await languageOf(ctx, to)))
  const token = await sealLink(ctx, parts ? { set: booking.multiServiceBooking?.id ?? booking.id } : { booking: booking.id })
  const manageLink = `${ctx.origin}/booking/${token}`
  const sessions = await sessionsOf(ctx, booking)
  const payment = paymentTexts[booking.paymentStatus]
  const service = template === 'booking-confirmed' || template === 'booking-reminder' ? await places.serviceRow(ctx, { id: booking.serviceId }) : undefined
  const file = withFile.has(template) && wasOnCalendar(booking) && booking.status !== 'PENDING' && !parts
  ctx.send({
    to,
    template,
    once: `${template}:${booking.id}:${occasion ?? booking.revision}`,
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
      locationText: await whereText(ctx, booking, tongue),
      staffName: booking.resource?.name ?? '',
      participants: booking.participants,
      priceText: priceTextOf(booking, tongue),
      paymentText: payment ? tongue.say(payment) : '',
      policyText: booking.policy.customDescription ?? '',
      conferencingLink: service?.conferencing.enabled ? (service.conferencing.guestUrl ?? '') : '',
      manageLink,
      ...(file && { calendarLink: `${ctx.origin}/api/bookings/by-link/${token}/calendar.ics`, calendarFile: await calendarOf(ctx, booking, manageLink, site) }),
      ...(sessions.length > 1 && { sessions: sessions.map((session) => tongue.clock(session.start, booking.timeZone)) }),
      ...(parts && { parts: parts.map((part) => `${part.title}: ${tongue.clock(part.startAt, part.timeZone)}`) }),
      ...spokenBy(tongue, more),
    },
  })
}

/** Writes if the caller wants the customer to be told. */
export async function tellIfAsked(ctx: Ctx, template: string, booking: BookingRecord, notice: Notice | null | undefined, more: More = {}): Promise<void> {
  if (notice?.notifyParticipants) await writeToCustomer(ctx, template, booking, { ownerMessage: notice.message ?? '', ...more })
}

/** Tells the owners, in the language of the site, and for an appointment the person who gives it. Nobody is told about what the business did itself. */
export async function writeToBusiness(ctx: Ctx, template: string, booking: BookingRecord, more: Record<string, unknown> = {}): Promise<void> {
  const site = await currentSite(ctx)
  const tongue = tongueOf(spoken(site.language) ?? 'en')
  const where = await whereText(ctx, booking, tongue)
  const staff = booking.serviceType === 'APPOINTMENT' ? booking.resource?.email : undefined
  for (const to of new Set([...(await ownerEmails(ctx.tx, ctx.siteId)), ...(staff ? [staff] : [])]))
    ctx.send({
      to,
      template,
      once: `${template}:${booking.id}:${booking.revision}:${to}`,
      language: tongue.language,
      variables: {
        siteName: site.name,
        customerName: fullName(booking) || tongue.say({ message: 'Guest', de: 'Gast' }),
        customerEmail: booking.contactDetails.email ?? '',
        customerPhone: booking.contactDetails.phone ?? '',
        serviceName: booking.title,
        startText: tongue.clock(booking.startAt, site.timeZone),
        timeZoneName: site.timeZone,
        staffName: booking.resource?.name ?? '',
        locationText: where,
        participants: booking.participants,
        priceText: priceTextOf(booking, tongue),
        adminLink: `${ctx.origin}/dashboard/bookings?open=${booking.id}`,
        ...spokenBy(tongue, more),
      },
    })
}

/** Whether the change comes from a customer: only those are news for the business. */
export const isByCustomer = (ctx: Ctx): boolean => ctx.caller.role !== 'owner'
