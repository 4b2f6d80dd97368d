/** How long a booking holds its slot while its customer pays. Source: guide bookings §7.2. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { calculateExtendedHold, LONGEST_HOLD_MINUTES } from '../../rules/holds.ts'
import * as store from '../../store/bookings.ts'
import { findHoldStart } from '../waiting.ts'
import { reclaimSlot } from './claim-slot.ts'

/** Until when the booking is held if its customer pays now: half an hour from its beginning at most. */
export const calculatePaymentHold = async (ctx: ReadContext, booking: store.BookingRow): Promise<Temporal.Instant> =>
  calculateExtendedHold(booking.holdUntil, await findHoldStart(ctx, booking), ctx.now)

/** Claims the slot again until then. False when it is gone. */
export const claimForPayment = async (ctx: TransactionContext, booking: store.BookingRow): Promise<boolean> =>
  reclaimSlot(ctx, booking, { holdUntil: await calculatePaymentHold(ctx, booking), forced: booking.forced })

/** The customer is paying: extends the hold of a booking that waits for its checkout, where its slot is not gone. */
export async function extendHold(ctx: TransactionContext, booking: store.BookingRow): Promise<void> {
  if (booking.status !== 'CREATED') return
  const holdUntil = await calculatePaymentHold(ctx, booking)
  if (booking.holdUntil?.equals(holdUntil) || holdUntil.epochMilliseconds <= ctx.now.epochMilliseconds) return
  if (await reclaimSlot(ctx, booking, { holdUntil, forced: booking.forced })) await store.updateBooking(ctx, booking.id, { holdUntil })
}

/** Whether a payment that began with the hold can no longer be waited for. */
export async function isPastLongestHold(ctx: ReadContext, booking: store.BookingRow): Promise<boolean> {
  const from = await findHoldStart(ctx, booking)
  return from.add({ minutes: LONGEST_HOLD_MINUTES }).epochMilliseconds <= ctx.now.epochMilliseconds
}

/** Saves what is chosen while the booking waits for its checkout: no new revision, for its customer did not change it. */
export async function saveHeldBooking(ctx: TransactionContext, booking: store.BookingRow, change: store.BookingChange): Promise<store.BookingRow> {
  await store.updateBooking(ctx, booking.id, change)
  return { ...booking, ...change }
}
