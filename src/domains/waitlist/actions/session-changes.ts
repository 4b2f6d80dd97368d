/** What becomes of a list when its session changes, is cancelled or begins. Source: guide bookings §13.3, §13.5. */
import type { Temporal } from 'temporal-polyfill'
import { applyCancellation, lockWaitingBookings } from '#domains/bookings/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import * as lists from '../store/waitlist.ts'
import { advanceWaitlist } from './offers.ts'

/** Locks the list of a session that is about to change, and notes when it begins. False when it has none. */
export async function lockForSession(ctx: TransactionContext, { eventId, startAt }: { eventId: string; startAt?: Temporal.Instant }): Promise<boolean> {
  const list = await lists.lockWaitlistIfAny(ctx, eventId)
  if (list && startAt && !list.startsAt.equals(startAt)) await lists.saveWaitlist(ctx, eventId, { startsAt: startAt })
  return list !== undefined
}

/** The default capacity of a class changed, and with it that of every session without its own. */
export async function offerNewCapacity(ctx: TransactionContext, { scheduleId }: { scheduleId: string }): Promise<void> {
  for (const sessionId of await lists.findSessionsWithWaitlist(ctx, scheduleId)) await advanceWaitlist(ctx, sessionId, false)
}

/** Takes no more entries and makes no more offers; the bookings of those who wait end by themselves. */
export async function closeList(ctx: TransactionContext, { eventId }: { eventId: string }): Promise<boolean> {
  const list = await lists.lockWaitlistIfAny(ctx, eventId)
  if (list) await lists.saveWaitlist(ctx, eventId, { closed: true, running: false })
  return list !== undefined
}

/** The session has begun: closes its list without emails. */
export async function closeStartedList(ctx: TransactionContext, { sessionId }: Pick<lists.WaitlistRow, 'sessionId'>): Promise<void> {
  const waiting = await lists.findWaitingEntries(ctx, [sessionId])
  const bookings = await lockWaitingBookings(
    ctx,
    waiting.map(({ bookingId }) => bookingId),
  )
  if (!(await closeList(ctx, { eventId: sessionId }))) return
  for (const booking of bookings) await applyCancellation(ctx, booking, { end: { by: 'system' }, skipEmail: true })
}
