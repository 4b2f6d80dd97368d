/** Bookings that are paid together, as a payment finds them: of any customer, and a set with all its parts. Source: guide bookings §12.4, §12.5. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import * as store from '../../store/bookings.ts'
import { unrestrictedViewer } from '../reading/viewer.ts'

/** The bookings with these ids, of any customer. */
export const findPaidBookings = (ctx: ReadContext, ids: readonly string[]): Promise<store.BookingRow[]> => store.bookingsById(ctx, unrestrictedViewer, ids)

/** The same, locked in the order of their ids and answered in the order given; those that are gone are left out. */
export async function lockPaidBookings(ctx: TransactionContext, ids: readonly string[]): Promise<store.BookingRow[]> {
  const locked = new Map<string, store.BookingRow>()
  for (const id of ids.toSorted()) {
    const booking = await store.lockBooking(ctx, unrestrictedViewer, id)
    if (booking) locked.set(id, booking)
  }
  return ids.flatMap((id) => locked.get(id) ?? [])
}

/** A booking with all parts of its set. */
export async function loadWholeSet(ctx: ReadContext, booking: store.BookingRow): Promise<store.BookingRow[]> {
  const setId = booking.multiServiceBooking?.id
  return setId ? store.listPartsOfSet(ctx, unrestrictedViewer, setId) : [booking]
}

/** A locked booking with all parts of its set, locked. */
export async function lockWholeSet(ctx: TransactionContext, booking: store.BookingRow): Promise<store.BookingRow[]> {
  const setId = booking.multiServiceBooking?.id
  return setId ? store.lockPartsOfSet(ctx, unrestrictedViewer, setId) : [booking]
}
