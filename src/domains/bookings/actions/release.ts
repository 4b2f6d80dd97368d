/** A place is given back, and whoever waits for it is asked next. Source: guide: bookings 13.3. */
import type { Ctx } from '#kit/ctx.ts'
import type { BookingRecord } from '../store/bookings.ts'
import { lockKnownWaitlist } from '../store/waitlist.ts'
import * as places from '../time.ts'
import { wakeWaitlist } from './waitlist.ts'

export async function releasePlace(ctx: Ctx, booking: Pick<BookingRecord, 'id' | 'serviceType' | 'eventId'>): Promise<void> {
  if (booking.serviceType === 'APPOINTMENT') return places.releaseTime(ctx, booking.id)
  // The list is always locked before the seats.
  const list = booking.serviceType === 'CLASS' && booking.eventId ? await lockKnownWaitlist(ctx, booking.eventId) : undefined
  await places.releaseSeats(ctx, booking.id)
  if (list) await wakeWaitlist(ctx, list.sessionId, true)
}
