/** What bookings ask and tell the waitlists of full classes, by the hooks of `hooks.ts`. Source: guide bookings §13.3, §13.4. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { findWaitlistEntry, lockWaitlist, onLeftWaitlist, onSeatsChanged, type WaitlistEntry } from '../hooks.ts'
import { LONGEST_HOLD_MINUTES } from '../rules/holds.ts'
import type { BookingRow } from '../store/bookings.ts'

/** Locks the list of a class session before its seats; whether it has one. */
export const lockSessionWaitlist = async (ctx: TransactionContext, session: { eventId: string; startAt?: Temporal.Instant }): Promise<boolean> =>
  (await lockWaitlist.call(ctx, session)).includes(true)

/** Changes the seats of a booking with the list of its session locked before them. Seats that come free are offered to those who wait. */
export async function changeSeats(
  ctx: TransactionContext,
  { serviceType, eventId }: Pick<BookingRow, 'serviceType' | 'eventId'>,
  { areFreed }: { areFreed: boolean },
  change: () => Promise<unknown>,
): Promise<void> {
  const listOf = serviceType === 'CLASS' && eventId && (await lockSessionWaitlist(ctx, { eventId })) ? eventId : undefined
  await change()
  if (listOf && areFreed) await onSeatsChanged.call(ctx, { eventId: listOf, areFreed })
}

/** Tells the list of a booking that leaves the status WAITING_LIST; `booking` is as it was. */
export async function leaveWaitlist(ctx: TransactionContext, { id, status }: Pick<BookingRow, 'id' | 'status'>, step: 'enroll' | 'leave'): Promise<void> {
  if (status === 'WAITING_LIST') await onLeftWaitlist.call(ctx, { bookingId: id, step })
}

/** The entry of a booking on a waitlist, if it has one. */
export const findEntryOfBooking = async (ctx: ReadContext, bookingId: string): Promise<WaitlistEntry | undefined> =>
  (await findWaitlistEntry.call(ctx, { bookingId }))[0]

/** The entry that entitles a waiting booking to seats which newcomers do not get. */
export const findOwnEntryId = async (ctx: ReadContext, { id, status }: Pick<BookingRow, 'id' | 'status'>): Promise<string | undefined> =>
  status === 'WAITING_LIST' ? (await findEntryOfBooking(ctx, id))?.id : undefined

/** Since when a booking holds its place: since it was made, or since it was enrolled from the waitlist. Source: guide bookings §13.4. */
export async function findHoldStart(ctx: ReadContext, { id, createdAt }: Pick<BookingRow, 'id' | 'createdAt'>): Promise<Temporal.Instant> {
  const isYoung = createdAt.add({ minutes: LONGEST_HOLD_MINUTES }).epochMilliseconds > ctx.now.epochMilliseconds
  return (isYoung ? undefined : (await findEntryOfBooking(ctx, id))?.enrolledAt) ?? createdAt
}
