/** Releases the slot of a booking and offers its seats to the waitlist. Source: guide bookings §13.3. */
import type { TransactionContext } from '#kit/api/context.ts'
import type { BookingRow } from '../../store/bookings.ts'
import * as scheduling from '../../scheduling.ts'
import { changeSeats } from '../waiting.ts'

/** Frees the time or the seats that a booking holds. Call it again without harm. */
export async function releaseSlot(ctx: TransactionContext, booking: Pick<BookingRow, 'id' | 'serviceType' | 'eventId'>): Promise<void> {
  if (booking.serviceType === 'APPOINTMENT') return scheduling.releaseTime(ctx, booking.id)
  await changeSeats(ctx, booking, { areFreed: true }, () => scheduling.releaseSeats(ctx, booking.id))
}
