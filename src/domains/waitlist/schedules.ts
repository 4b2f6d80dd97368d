/** Schedules of waitlists. Source: guide bookings §13.3, §22. */
import { hasReservedSeats, listSessionsWithReservedSeats } from '#domains/availability/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import type { Schedule } from '#kit/jobs/runner.ts'
import { advanceWaitlist, expireOffer } from './actions/offers.ts'
import { closeStartedList } from './actions/session-changes.ts'
import { findOverdueOffers, findStartedWaitlists, hasDueWaitlists } from './store/waitlist.ts'

/** Expires offers, closes lists of sessions that have begun, and releases reserved seats that no customer can claim any more. */
async function advanceWaitlists(ctx: TransactionContext): Promise<number> {
  const [offers, lists] = [await findOverdueOffers(ctx), await findStartedWaitlists(ctx)]
  for (const entry of offers) await expireOffer(ctx, entry)
  for (const list of lists) await closeStartedList(ctx, list)
  const kept = await listSessionsWithReservedSeats(ctx)
  for (const sessionId of kept) await advanceWaitlist(ctx, sessionId, true)
  return offers.length + lists.length + kept.length
}

export const waitlistSchedules: readonly Schedule[] = [
  { name: 'bookings.waitlists', everySeconds: 15, isDue: [hasDueWaitlists, hasReservedSeats], run: advanceWaitlists },
]
