/** Waiting lists → actions. */
import type { Handlers } from '#kit/api/mount.ts'
import { enrollFromWaitlist, leaveWaitlist, registerForWaitlist } from '../actions/waitlist-registration.ts'
import { getWaitlistPolicy } from '../actions/waitlist.ts'
import { getViewer } from '../actions/viewer.ts'
import type { waitlistApi } from '../contract.ts'
import * as store from '../store/bookings.ts'
import { findWaitingEntries, waitlistsOf, type WaitlistEntryRow } from '../store/waitlist.ts'
import * as scheduling from '../scheduling.ts'
import { formatInstant } from '../wire.ts'
import { toReply } from './bookings.ts'

const entryToWire = (entry: WaitlistEntryRow, line: readonly WaitlistEntryRow[]) => ({
  id: entry.id,
  bookingId: entry.bookingId,
  waitingResource: { sessionId: entry.sessionId, scheduleId: entry.scheduleId },
  status: entry.status,
  numberOfParticipants: entry.people,
  position: line.findIndex((one) => one.id === entry.id) + 1,
  ...(entry.offerUntil && { offerExpiresDate: formatInstant(entry.offerUntil) }),
  createdDate: formatInstant(entry.createdAt),
  availableActions: { leave: entry.status !== 'ENROLLED' && entry.status !== 'LEFT', enroll: entry.status === 'SUGGESTING' },
})

/** The customer of an entry, for the business. */
const customerToWire = ({ contactDetails: { firstName, lastName, email }, revision }: store.BookingRow) => ({
  customer: { name: [firstName, lastName].filter(Boolean).join(' ') || email || '', ...(email && { email }), bookingRevision: String(revision) },
})

export const waitlistHandlers: Handlers<typeof waitlistApi> = {
  register: async (ctx, { body }) => {
    const { entry } = await registerForWaitlist(ctx, body)
    return { registration: entryToWire(entry, await findWaitingEntries(ctx, [entry.sessionId])) }
  },
  enroll: async (ctx, { body }) => toReply(ctx, await enrollFromWaitlist(ctx, body)),
  leave: async (ctx, { body }) => {
    await leaveWaitlist(ctx, body)
    return {}
  },
  list: async (ctx, { body }) => {
    const ids = [...new Set(body.sessionIds)]
    const [entries, rounds] = [await findWaitingEntries(ctx, ids), await waitlistsOf(ctx, ids)]
    const visible = await store.bookingsById(
      ctx,
      await getViewer(ctx),
      entries.map((entry) => entry.bookingId),
    )
    const mine = new Map(visible.map((booking) => [booking.id, booking]))
    const shown = (entry: WaitlistEntryRow, line: readonly WaitlistEntryRow[]) => {
      const booking = mine.get(entry.bookingId)
      return booking ? [{ ...entryToWire(entry, line), ...(ctx.caller.role === 'owner' && customerToWire(booking)) }] : []
    }
    const waitlists = []
    for (const sessionId of ids) {
      const session = await scheduling.findSession(ctx, sessionId)
      if (!session?.serviceId) continue
      const policy = await getWaitlistPolicy(ctx, session.serviceId)
      const here = entries.filter((entry) => entry.sessionId === sessionId)
      const locked = rounds.some((round) => round.sessionId === sessionId && round.running)
      waitlists.push({
        sessionId,
        status: !policy.enabled ? 'DISABLED' : session.bookableCapacity > 0 ? 'OPEN' : locked ? 'LOCKED' : here.length >= policy.capacity ? 'FULL' : 'ACTIVE',
        timeWindowMinutes: policy.minutes,
        numberOfRegistrations: here.length,
        capacity: policy.capacity,
        registrations: here.flatMap((entry) => shown(entry, here)),
      })
    }
    return { waitlists }
  },
}
