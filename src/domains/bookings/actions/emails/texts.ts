/** Text messages about bookings. Source: guide bookings §20.6. */
import type { Temporal } from 'temporal-polyfill'
import { resolveEmailLanguage } from '#domains/notifications/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { WaitingText } from '#domains/texts/hooks.ts'
import { areTextsOn, isTextTemplate, queueText } from '#domains/texts/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { type Language, matchLanguage } from '#kit/pure/languages.ts'
import { createLocaleFormatter } from '../../rules/locale-formatter.ts'
import * as store from '../../store/bookings.ts'
import { formatBookingLocation } from './calendar-attachment.ts'
import { createLinkToken } from '../links/links.ts'
import { findEntryOfBooking } from '../waiting.ts'

interface BookingText {
  /** Of the email; only some have a text. */
  template: string
  uniqueBy: string | number
  /** The session that it is about; default: the start of the booking. */
  startsAt: Temporal.Instant | undefined
  /** When the offer ends that the text makes: it is of no use later. */
  offerUntil: Temporal.Instant | undefined
  isVisit: boolean
}

async function resolveLanguage(ctx: ReadContext, { language, contactDetails: { email } }: store.BookingRow): Promise<Language> {
  if (email) return resolveEmailLanguage(ctx, email, language || undefined)
  return matchLanguage(language, (await getSite(ctx)).language) ?? 'en'
}

/** Queues the text that goes with an email to the customer, if there is one and the customer wants it. */
export async function queueBookingText(ctx: TransactionContext, booking: store.BookingRow, text: BookingText): Promise<void> {
  const { template, uniqueBy, startsAt = booking.startAt, offerUntil, isVisit } = text
  if (!isTextTemplate(template) || !booking.smsReminder || !(await areTextsOn(ctx, template))) return
  const language = await resolveLanguage(ctx, booking)
  const formatter = createLocaleFormatter(language, (await getSite(ctx)).timeZone)
  await queueText(ctx, {
    template,
    language,
    phone: booking.contactDetails.phone ?? undefined,
    memberId: booking.createdByMemberId ?? undefined,
    personId: booking.contactId,
    subjectId: booking.id,
    startsAt: offerUntil ?? startsAt,
    uniqueKey: `${template}:${booking.id}:${uniqueBy}`,
    loadVariables: async () => ({
      serviceName: booking.title,
      startText: formatter.formatShortDateTime(startsAt, booking.timeZone),
      customerFirstName: booking.contactDetails.firstName ?? '',
      staffName: booking.resource?.name ?? '',
      locationText: await formatBookingLocation(ctx, booking, formatter),
      offerUntilText: offerUntil ? formatter.formatShortDateTime(offerUntil, booking.timeZone) : '',
      manageLink: `${ctx.origin}/booking/${await createLinkToken(ctx, isVisit ? { set: booking.multiServiceBooking?.id ?? booking.id } : { booking: booking.id })}`,
    }),
  })
}

/**
 * Whether a text that waited for the morning still says what is so: the booking stands as it was, or is canceled, where the text says that; an
 * offer is the one that is open now.
 */
export async function isBookingTextTrue(ctx: ReadContext, { template, subjectId, startsAt }: WaitingText): Promise<boolean> {
  const booking = await store.bookingById(ctx, { all: true }, subjectId)
  if (!booking) return false
  if (template === 'booking-canceled') return booking.status === 'CANCELED'
  if (template === 'waitlist-offer') return (await findEntryOfBooking(ctx, booking.id))?.offerUntil?.equals(startsAt) === true
  // A course keeps its first start; its sessions have their own.
  return booking.status === 'CONFIRMED' && (booking.serviceType === 'COURSE' || booking.startAt.equals(startsAt))
}
