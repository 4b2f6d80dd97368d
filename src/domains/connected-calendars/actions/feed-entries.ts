/** Bookings as entries of calendars. */
import type { ReadContext } from '#kit/api/context.ts'
import { listLocations } from '#domains/staff/public.ts'
import type { ShownBooking } from '../store/copies.ts'
import type { FeedEntry } from './feed-file.ts'

interface Place {
  id?: string
  name?: string
  formattedAddress?: string
  business?: { id?: string; name?: string }
}
const statuses: Record<string, FeedEntry['status']> = { CONFIRMED: 'CONFIRMED', PENDING: 'TENTATIVE' }

async function findPlace(ctx: ReadContext, { location }: ShownBooking): Promise<string> {
  const place = (location ?? {}) as Place
  const known = (await listLocations(ctx)).find((one) => one.id === (place.id ?? place.business?.id))
  return known ? [known.name, known.address].filter(Boolean).join(', ') : (place.formattedAddress ?? '')
}

/** `withClient`: the first name of the client is told, never more: these addresses are passed on. decision */
export async function toFeedEntry(ctx: ReadContext, booking: ShownBooking, withClient = true): Promise<FeedEntry> {
  const client = withClient ? (booking.contactDetails as { firstName?: string | null }).firstName : undefined
  return {
    bookingId: booking.id,
    status: statuses[booking.status] ?? 'CANCELLED',
    revision: booking.revision,
    changedAt: booking.updatedAt,
    start: booking.startAt,
    end: booking.endAt,
    title: [booking.title, client].filter(Boolean).join(' · '),
    description: booking.participants > 1 ? `${booking.participants} people` : '',
    location: await findPlace(ctx, booking),
  }
}
