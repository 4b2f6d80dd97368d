/** Waitlists as their readers see them. Source: guide bookings §13.3. */
import { Temporal } from 'temporal-polyfill'
import { findSession } from '#domains/availability/public.ts'
import type { WaitlistPosition } from '#domains/bookings/hooks.ts'
import { findVisibleBookings, type BookingRow } from '#domains/bookings/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { describeWaitlist, type WaitlistStatus } from '../rules/waitlist-view.ts'
import { entryOfBooking, findWaitingEntries, loadWaitlists, type WaitlistEntryRow } from '../store/waitlist.ts'
import { getWaitlistPolicy } from './policy.ts'

export interface WaitlistView {
  sessionId: string
  status: WaitlistStatus
  /** How long an offer stands. */
  minutes: number
  capacity: number
  /** Everyone in line. */
  line: readonly WaitlistEntryRow[]
  /** Those whose booking the reader may see. */
  visible: readonly { entry: WaitlistEntryRow; booking: BookingRow }[]
}

/** The waitlists of sessions; a session that is of no service has none. */
export async function listWaitlists(ctx: ReadContext, sessionIds: readonly string[]): Promise<WaitlistView[]> {
  const ids = [...new Set(sessionIds)]
  const [entries, rounds] = [await findWaitingEntries(ctx, ids), await loadWaitlists(ctx, ids)]
  const bookingIds = entries.map((entry) => entry.bookingId)
  const bookings = new Map((await findVisibleBookings(ctx, bookingIds)).map((booking) => [booking.id, booking]))
  const views: WaitlistView[] = []
  for (const sessionId of ids) {
    const session = await findSession(ctx, sessionId)
    if (!session?.serviceId) continue
    const { enabled, capacity, minutes } = await getWaitlistPolicy(ctx, session.serviceId)
    const line = entries.filter((entry) => entry.sessionId === sessionId)
    const isRunning = rounds.some((round) => round.sessionId === sessionId && round.running)
    const status = describeWaitlist({ isEnabled: enabled, freeSeats: session.bookableCapacity, isRunning, waiting: line.length, capacity })
    const visible = line.flatMap((entry) => {
      const booking = bookings.get(entry.bookingId)
      return booking ? [{ entry, booking }] : []
    })
    views.push({ sessionId, status, minutes, capacity, line, visible })
  }
  return views
}

/** What the link of a waiting booking shows of its entry; undefined when it has none. */
export async function findPosition(
  ctx: ReadContext,
  { bookingId, serviceId }: { bookingId: string; serviceId: string },
): Promise<WaitlistPosition | undefined> {
  const entry = await entryOfBooking(ctx, bookingId)
  if (!entry) return undefined
  const line = await findWaitingEntries(ctx, [entry.sessionId])
  const { minutes } = await getWaitlistPolicy(ctx, serviceId)
  const isOffered = entry.status === 'SUGGESTING' && entry.offerUntil !== null && Temporal.Instant.compare(entry.offerUntil, ctx.now) > 0
  return {
    registrationId: entry.id,
    status: isOffered ? 'SUGGESTING' : entry.status === 'SUGGESTING' ? 'EXPIRED' : entry.status,
    position: line.findIndex((one) => one.id === entry.id) + 1,
    ...(isOffered && entry.offerUntil && { offerExpiresDate: toWireTime(entry.offerUntil) }),
    timeWindowMinutes: minutes,
  }
}
