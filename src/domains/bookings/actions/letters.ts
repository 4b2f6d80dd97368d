/** Letters to the customer of a booking. Source: guide: bookings 6.2, 20.1. */
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { fromMinor } from '#kit/pure/money.ts'
import { currentSite } from '#domains/site/public.ts'
import type { BookingRecord } from '../store/bookings.ts'
import { sealLink } from './links.ts'

export interface Notice {
  notifyParticipants?: boolean | null
  message?: string | null
}

export const clockText = (at: Temporal.Instant, zone: string): string =>
  at.toZonedDateTimeISO(zone).toLocaleString('en', { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** Sends one letter per template and state of the booking. Without an address there is nobody to write to. */
export async function writeToCustomer(ctx: Ctx, template: string, booking: BookingRecord, more: Record<string, unknown> = {}): Promise<void> {
  const to = booking.contactDetails.email
  if (!to) return
  const site = await currentSite(ctx)
  ctx.send({
    to,
    template,
    once: `${template}:${booking.id}:${booking.revision}`,
    variables: {
      siteName: site.name,
      customerFirstName: booking.contactDetails.firstName ?? '',
      serviceName: booking.title,
      startText: clockText(booking.startAt, booking.timeZone),
      endText: clockText(booking.endAt, booking.timeZone),
      timeZoneName: booking.timeZone,
      locationText: booking.location?.formattedAddress ?? booking.location?.name ?? '',
      staffName: booking.resource?.name ?? '',
      participants: booking.participants,
      priceText: booking.price.total > 0 ? `${fromMinor(BigInt(booking.price.total), booking.price.currency)} ${booking.price.currency}` : '',
      manageLink: `${ctx.origin}/booking/${await sealLink(ctx, booking.id)}`,
      ...more,
    },
    ...(booking.language ? { language: booking.language } : {}),
  })
}
