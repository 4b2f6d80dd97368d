/** Waitlists as their readers see them. Source: guide bookings §13.3. */
import type { ReadContext } from '#kit/api/context.ts'
import { describeWaitlist, type WaitlistStatus } from '../../rules/waitlist-view.ts'
import * as scheduling from '../../scheduling.ts'
import * as store from '../../store/bookings.ts'
import { findWaitingEntries, loadWaitlists, type WaitlistEntryRow } from '../../store/waitlist.ts'
import { getViewer } from '../reading/viewer.ts'
import { getWaitlistPolicy } from './waitlist.ts'

export interface WaitlistView {
  sessionId: string
  status: WaitlistStatus
  /** How long an offer stands. */
  minutes: number
  capacity: number
  /** Everyone in line. */
  line: readonly WaitlistEntryRow[]
  /** Those whose booking the reader may see. */
  visible: readonly { entry: WaitlistEntryRow; booking: store.BookingRow }[]
}

/** The waitlists of sessions; a session that is of no service has none. */
export async function listWaitlists(ctx: ReadContext, sessionIds: readonly string[]): Promise<WaitlistView[]> {
  const ids = [...new Set(sessionIds)]
  const [entries, rounds] = [await findWaitingEntries(ctx, ids), await loadWaitlists(ctx, ids)]
  const bookingIds = entries.map((entry) => entry.bookingId)
  const bookings = new Map((await store.bookingsById(ctx, await getViewer(ctx), bookingIds)).map((booking) => [booking.id, booking]))
  const views: WaitlistView[] = []
  for (const sessionId of ids) {
    const session = await scheduling.findSession(ctx, sessionId)
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
