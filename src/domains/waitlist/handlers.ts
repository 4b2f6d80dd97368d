/** Waitlists → actions. */
import { bookingToWire, type BookingRow } from '#domains/bookings/public.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { enrollFromWaitlist, leaveWaitlist, registerForWaitlist } from './actions/registration.ts'
import { listWaitlists } from './actions/waitlist-view.ts'
import type { waitlistApi } from './contract.ts'
import { getEntryActions } from './rules/waitlist-view.ts'
import { findWaitingEntries, type WaitlistEntryRow } from './store/waitlist.ts'

const entryToWire = (entry: WaitlistEntryRow, line: readonly WaitlistEntryRow[]) => ({
  id: entry.id,
  bookingId: entry.bookingId,
  waitingResource: { sessionId: entry.sessionId, scheduleId: entry.scheduleId },
  status: entry.status,
  numberOfParticipants: entry.people,
  position: line.findIndex((one) => one.id === entry.id) + 1,
  ...(entry.offerUntil && { offerExpiresDate: toWireTime(entry.offerUntil) }),
  createdDate: toWireTime(entry.createdAt),
  availableActions: getEntryActions(entry.status),
})

/** The customer of an entry, for the business. */
const customerToWire = ({ contactDetails: { firstName, lastName, email }, revision }: BookingRow) => ({
  customer: { name: [firstName, lastName].filter(Boolean).join(' ') || email || '', ...(email && { email }), bookingRevision: String(revision) },
})

export const waitlistHandlers: Handlers<typeof waitlistApi> = {
  register: async (ctx, { body }) => {
    const entry = await registerForWaitlist(ctx, body)
    return { registration: entryToWire(entry, await findWaitingEntries(ctx, [entry.sessionId])) }
  },
  enroll: async (ctx, { body }) => ({ booking: bookingToWire(await enrollFromWaitlist(ctx, body), ctx.caller.role === 'owner') }),
  leave: async (ctx, { body }) => {
    await leaveWaitlist(ctx, body)
    return {}
  },
  list: async (ctx, { body }) => ({
    waitlists: (await listWaitlists(ctx, body.sessionIds)).map(({ sessionId, status, minutes, capacity, line, visible }) => ({
      sessionId,
      status,
      timeWindowMinutes: minutes,
      numberOfRegistrations: line.length,
      capacity,
      registrations: visible.map(({ entry, booking }) => ({ ...entryToWire(entry, line), ...(ctx.caller.role === 'owner' && customerToWire(booking)) })),
    })),
  }),
}
